"use strict";

/* Each tap is one more field of the form; what the taps come to, the companion itself tells in the preview. */
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-tap]");
  const form = key?.closest("form[data-preview]");
  if (!form) return;
  event.preventDefault();
  const tap = Object.assign(document.createElement("input"), { type: "hidden", name: "tap", value: key.dataset.tap });
  form.append(tap);
  tap.dispatchEvent(new Event("input", { bubbles: true }));
});

/* A board that is larger than the phone: it starts in the middle, and the small map shows what is in view. */
const centred = new WeakSet();

function showPart(pan) {
  const [x, y, width] = pan.querySelector("svg").getAttribute("viewBox").split(" ").map(Number);
  const scale = width / pan.scrollWidth;
  const seen = [x + pan.scrollLeft * scale, y + pan.scrollTop * scale, pan.clientWidth * scale, pan.clientHeight * scale];
  const rect = document.querySelector(".vp");
  ["x", "y", "width", "height"].forEach((name, index) => rect?.setAttribute(name, seen[index]));
}

document.addEventListener("scroll", ({ target }) => { if (target.matches?.(".pan")) showPart(target); }, true);

document.addEventListener("companion:shown", () => {
  const pan = document.querySelector(".pan");
  if (!pan) return;
  if (!centred.has(pan)) pan.scrollTo((pan.scrollWidth - pan.clientWidth) / 2, (pan.scrollHeight - pan.clientHeight) / 2);
  centred.add(pan);
  showPart(pan);
});
