/* A scanned link joins without a tap: this does what its page has a form for, once somebody looks at it. */
"use strict";
{
  const { phone } = document.currentScript.dataset;
  let isAsked = false;

  /* What a browser loads ahead, or a picture of a link, has no eyes on it. */
  async function join() {
    if (isAsked || document.hidden || document.prerendering) return;
    isAsked = true;
    document.documentElement.hidden = true;
    setTimeout(show, 1000); // there is something to see only for who has to wait
    try {
      const body = new URLSearchParams({ phone }),
        answer = await fetch("?at-once", { method: "POST", body, signal: AbortSignal.timeout?.(10000) }),
        page = await answer.text();
      // In the place of this page: one of its own would begin to load once more what is on its way already.
      document.open();
      document.write(page);
      document.close();
    } catch {
      isAsked = false; // a tap asks again, and looking here again
      show();
    }
  }

  function show() {
    document.documentElement.hidden = false;
    document.querySelector("#join button")?.toggleAttribute("disabled", isAsked);
  }

  for (const event of ["visibilitychange", "prerenderingchange"]) document.addEventListener(event, join);
  join();
}
