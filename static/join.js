/* A scanned link joins without a tap: its page sends the form by itself, once somebody looks at it. */
"use strict";
{
  const button = () => document.querySelector("#join button");

  /* What a browser loads ahead, or a picture of a link, has no eyes on it. */
  function join() {
    if (document.hidden || document.prerendering || !button() || button().disabled) return;
    button().disabled = true;
    document.getElementById("join").action = "?at-once";
    document.getElementById("join").submit();
  }

  for (const event of ["DOMContentLoaded", "visibilitychange", "prerenderingchange"])
    document.addEventListener(event, join);
  // Who comes back to this page decides for himself.
  addEventListener("pageshow", (event) => {
    if (event.persisted && button()) button().disabled = false;
  });
}
