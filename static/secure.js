/* What a browser lets a page do under https only: keep the screen on at the table. Nothing misses it. */
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
