/* While a finger is down on the form, changes wait until its tap has ended. */
"use strict";

const finger = { isDown: false, taps: 0, held: [] };

function whenReleased(job) {
  if (finger.isDown) finger.held.push(job);
  else job();
}

function release() {
  finger.isDown = false;
  for (const job of finger.held.splice(0)) job();
}

// The next finger may be down before the end of a tap is told.
const releaseAfter = (pause) => setTimeout((tap) => tap === finger.taps && release(), pause, finger.taps);

document.addEventListener(
  "pointerdown",
  ({ target }) => {
    finger.taps += 1;
    finger.isDown = Boolean(target.closest?.("#form, #bar, #ask"));
  },
  true,
);
// A finger that was moved or held makes no click.
document.addEventListener("pointerup", () => releaseAfter(300), true);
document.addEventListener("pointercancel", release, true);
addEventListener("click", () => releaseAfter(0));
addEventListener("blur", release);
