/* The tabs of the running entry, kept on the phone for when there is no connection. On pages with an entry form. */
"use strict";
if (globalThis.onPhone) {
  const { keepTyped, restoreTyped } = onPhone;
  const CALM = 1500;
  const tabs = { of: null, parts: {}, timer: 0 };

  const queryOf = (link) => new URL(link.href).search.slice(1);
  const tabLinks = () =>
    [...document.querySelectorAll("#form nav a[href]")].filter(
      (link) => new URL(link.href).pathname === location.pathname,
    );
  // Fetched once for each entry. What others enter meanwhile is compared when this phone sends its own.
  const setOfTabs = () => [document.getElementById("last")?.dataset.entry, ...tabLinks().map(queryOf)].join(" ");

  function keepTabs() {
    clearTimeout(tabs.timer);
    const links = tabLinks();
    if (links.length && tabs.of !== setOfTabs()) tabs.timer = setTimeout(fetchTabs, CALM);
  }

  async function fetchTabs() {
    const address = new URL(body().tabs, location.href),
      set = setOfTabs();
    for (const link of tabLinks()) address.searchParams.append("at", queryOf(link));
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (answer.status !== 200) return;
      Object.assign(tabs, { of: set, ...(await answer.json()) });
      body().tabsKept = "";
    } catch {
      /* then the page says so when one is tapped */
    }
  }

  /* The page of another tab, as if its address had been opened. */
  globalThis.showTab = (link) => {
    const query = queryOf(link),
      shown = tabs.parts[query];
    if (!shown || new URL(link.href).pathname !== location.pathname) return false;
    keepTyped();
    globalThis.setAside?.();
    history.replaceState(null, "", `${location.pathname}?${query}`);
    for (const name of ["live", "parts"]) document.body.dataset[name] = `${body()[name].split("?")[0]}?${query}`;
    const text = Object.entries(shown)
      .map(([id, html]) => html.replace(`id="${id}"`, `id="${id}" hx-swap-oob="outerHTML"`))
      .join("");
    htmx.swap({ text, target: document.body, sourceElement: document.body, swap: "none" }).then(() => {
      restoreTyped();
      document.querySelector("#form a[aria-current]")?.focus({ preventScroll: true });
    });
    return true;
  };

  document.addEventListener("companion:drawn", keepTabs);
  keepTabs();
}
