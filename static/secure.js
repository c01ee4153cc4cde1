/* What a browser lets a page do under https only: keep the screen on at the table, and open the table without a
   connection (sw.js). Nothing misses it. */
"use strict";

let screenLock = null;

async function keepAwake() {
  if (document.hidden || screenLock) return;
  try {
    screenLock = await navigator.wakeLock.request("screen");
    screenLock.addEventListener("release", () => {
      screenLock = null;
    });
  } catch {
    /* the battery is low, or the browser does not want to */
  }
}

if (document.body.dataset.live && navigator.wakeLock) {
  document.addEventListener("visibilitychange", keepAwake);
  keepAwake();
}

/* The service worker keeps a page as it was loaded, and once more as it is put away. */
function keepPages(worker) {
  let kept = shownVersion();
  const keep = () => {
    kept = shownVersion();
    worker.ready.then(({ active }) => active.postMessage(location.href));
  };
  addEventListener("load", () => worker.register(`${body().site}sw.js`));
  // It came before there was a worker, which Firefox never tells; or to that it has the address of the form it answers.
  const isByWorker = performance.getEntriesByType("navigation")[0]?.workerStart;
  if (body().address) keep();
  else if (!isByWorker) caches.match(location.href, { ignoreVary: true }).then((page) => page ?? keep());
  document.addEventListener("visibilitychange", () => document.hidden && kept !== shownVersion() && keep());
}

/* A page that was kept says so until it is as the table is. */
function dropKept() {
  if (live.told >= 0 && live.told <= shownVersion()) document.getElementById("kept")?.remove();
}

if (navigator.serviceWorker && !("alone" in body())) {
  keepPages(navigator.serviceWorker);
  for (const event of ["companion:live", "companion:drawn"]) document.addEventListener(event, dropKept);
  if (document.getElementById("kept")) document.addEventListener("DOMContentLoaded", () => isLive(false));
}
