/* A scanned link joins without a tap: its page sends the form by itself, once somebody looks at it. */
"use strict";
{
  const button = () => document.querySelector("#join button");

  /* What a browser loads ahead, or a picture of a link, has no eyes on it. */
  async function join() {
    if (document.hidden || document.prerendering || !button() || button().disabled) return;
    const body = new URLSearchParams(new FormData(document.getElementById("join")));
    button().disabled = true;
    hide(true);
    setTimeout(hide, 1000, false); // there is something to see only for who has to wait
    try {
      const answer = await fetch("?at-once", { method: "POST", body, signal: AbortSignal.timeout?.(10000) }),
        page = await answer.text();
      // In the place of this page: one of its own would begin to load once more what is on its way already.
      document.open();
      document.write(page);
      document.close();
    } catch {
      hide(false);
      button().disabled = false; // who scanned it decides
    }
  }

  function hide(yes) {
    document.documentElement.hidden = yes;
  }

  for (const event of ["DOMContentLoaded", "visibilitychange", "prerenderingchange"])
    document.addEventListener(event, join);
}
