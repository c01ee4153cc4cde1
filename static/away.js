/* Without a connection no tap ends on the browser's error page: the tabs of the running entry are kept on the phone
   (tabs.js), and each other link says that the companion is not reached. On the live pages only. */
"use strict";
if (globalThis.onPhone) {
  // without it there is nothing that could be kept
  const { part } = onPhone;
  const PATIENCE = 4000;

  /* ---- what leads to another page ---- */

  async function isReached() {
    try {
      return !isLost(await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE) }));
    } catch {
      return false;
    }
  }

  globalThis.sayAway = () => {
    if (document.getElementById("away")) return;
    document.querySelector("main").prepend(part("away"));
    document.getElementById("away").scrollIntoView({ block: "nearest" });
  };

  async function follow(link) {
    if (await isReached()) {
      location.href = link.href;
      return;
    }
    isLive(false);
    if (!globalThis.showTab?.(link)) sayAway();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (
      !link ||
      event.defaultPrevented ||
      event.button ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (link.origin !== location.origin || link.target || link.download || link.getAttribute("href").startsWith("#"))
      return;
    event.preventDefault();
    follow(link);
  });

  document.addEventListener("companion:live", ({ detail: yes }) => {
    if (yes) document.getElementById("away")?.remove();
  });
}
