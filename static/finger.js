/* While a finger is down on the form, changes wait until its tap has ended; and a finger that bounces taps once. */
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

/* Two taps on one key this soon after each other are one tap, where the key enters something, takes it back or does it
   again. Nobody reads as quickly what the key is about after the first: the same key may be there of the next form, or
   on the next page. A key that counts each tap, such as a digit, has data-repeats. */
const BOUNCE = 300;
const TAPPED_ONCE = [
  ...["#entry button", "button[form=entry]", "#entry [type=checkbox]", "#entry [data-tap]"],
  // The key that answers a question about an undo is another one.
  ...["undo", "redo"].map((act) => `form[action$='/${act}']:not([data-of-entry]) button`),
]
  .map((key) => `${key}:not([data-repeats], [data-repeats] *)`)
  .join();
const LAST_TAP = "companion:tap";
let unkept = null; // the last tap, where the browser keeps nothing

/* What a key keeps on the form that comes after its tap. */
const tapOf = (key) =>
  [key.closest("form")?.getAttribute("action"), key.name, key.value, key.dataset.tap, key.dataset.taken].join();

/* Whether a tap on a key is the second of two that are one. */
function isBounce(tap) {
  const now = Date.now(),
    kept = JSON.stringify([tap, now]);
  let last = unkept;
  try {
    last = sessionStorage.getItem(LAST_TAP);
    sessionStorage.setItem(LAST_TAP, kept);
  } catch {
    unkept = kept;
  }
  const [before, at] = JSON.parse(last) ?? [];
  return tap !== "" && tap === before && Math.abs(now - at) <= BOUNCE;
}

/* A sign above the key for a moment. It is not part of the form, whose keys may be drawn anew meanwhile. */
function showTapOnce(key) {
  const sign = document.createElement("output"),
    { left, top, width } = (key.closest("label") ?? key).getBoundingClientRect();
  sign.className = "tapped-once";
  sign.textContent = "1×";
  sign.style.left = `${left + width / 2}px`;
  sign.style.top = `${top}px`;
  document.body.append(sign);
  setTimeout(() => sign.remove(), 1500);
}

addEventListener(
  "click",
  (event) => {
    const { target } = event;
    // A tap on a label is told once more as a tap on what it is for.
    if (target.closest?.("label") && !target.matches("input")) return;
    const key = target.closest?.(TAPPED_ONCE);
    if (!isBounce(key ? tapOf(key) : "")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    showTapOnce(key);
  },
  true,
);
