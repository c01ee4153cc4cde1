/* A key that stands where another one stood may be tapped for that one: nobody reads as quickly as a page changes. */
"use strict";

/* Milliseconds after which a change of a page that is looked at has been seen. Two phones say the same within about
   three seconds of each other; the next trick or turn at a table takes longer, so a later tap means that. */
const READING = 4000;

/* Whether what the keys of a selector are about, as `asks` tells it, was seen when the finger set out: it was after a
   touch elsewhere on the page, when the page was hidden meanwhile, and after the time to read it. */
function whatWasSeen(keys, asks) {
  let now = null, // null where whatever comes is awaited
    seen = null,
    changed = -Infinity;
  const look = () => (seen = now);

  /* The page is drawn; true where the keys are about something else now. What comes of an own act is awaited. */
  function note(isAwaited = false) {
    const before = now;
    now = asks();
    if (now === before) return false;
    changed = performance.now();
    if (isAwaited || before === null || document.hidden) look();
    return before !== null;
  }

  for (const kind of ["pointerdown", "keydown"])
    document.addEventListener(
      kind,
      ({ target }) => (target.closest?.(keys) && performance.now() - changed <= READING) || look(),
      true,
    );
  document.addEventListener("visibilitychange", look);

  return { note, look, isSeen: () => now === null || seen === now, expect: () => (now = null) };
}
