/* A scanned link joins without a tap: this does what its page has a form for, once somebody looks at it. */
"use strict";
{
  const { phone } = document.currentScript.dataset;
  let isAsked = false;

  /* What a browser loads ahead, or a picture of a link, has no eyes on it. */
  async function join() {
    if (isAsked || document.hidden || document.prerendering) return;
    isAsked = true;
    hide(true);
    setTimeout(hide, 1000, false); // there is something to see only for who has to wait
    try {
      const body = new URLSearchParams({ phone }),
        answer = await fetch("?at-once", { method: "POST", body, signal: AbortSignal.timeout?.(10000) }),
        page = await answer.text();
      // In the place of this page: one of its own would begin to load once more what is on its way already.
      document.open();
      document.write(page);
      document.close();
    } catch {
      hide(false);
      isAsked = false; // who scanned it decides
    }
  }

  function hide(yes) {
    document.documentElement.hidden = yes;
  }

  for (const event of ["visibilitychange", "prerenderingchange"]) document.addEventListener(event, join);
  join();
}
