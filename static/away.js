/* Without a connection, a tap on a tab of the running entry shows the one that the phone keeps (tabs.js). A tap on any
   other link says that the companion is not reached, so that the browser shows no error page. On live pages only. */
"use strict";
if (globalThis.onPhone) {
  // without it there is nothing that could be kept
  const { part } = onPhone;

  /* ---- what leads to another page ---- */

  globalThis.sayAway = () => {
    if (document.getElementById("unreached")) return;
    showNotice(part("unreached"));
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
    const link = linkOf(event);
    if (link) follow(link);
  });

  document.addEventListener("companion:live", ({ detail: yes }) => {
    if (yes) document.getElementById("unreached")?.remove();
  });
}
