/* A page can change just before a tap. These functions tell whether the person had time to see the change. */
"use strict";

/* Milliseconds after which a person has seen a change of the page. Two phones enter the same within about three seconds
   of each other. The next trick or turn takes longer, so a later tap is meant for that. */
const READING = 4000;

/* Whether the person had seen the current question before tapping: after a touch elsewhere on the page, if the page was
   hidden meanwhile, or after the time to read it. `asks` returns the question of the keys that a selector finds. */
function whatWasSeen(keys, asks) {
  let now = null, // null where whatever comes is awaited
    seen = null,
    changed = -Infinity;
  const look = () => (seen = now);

  /* Note that the page was drawn; returns whether the keys are about something else now. What an act of this phone
     brings is expected. */
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
