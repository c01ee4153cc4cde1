"use strict";

/* A board that is larger than the phone: it starts in the middle, or where the tile lies, and the small map shows
   what is in view. */
const centred = new WeakSet();

function showPart(pan) {
  const [x, y, width] = pan.querySelector("svg").getAttribute("viewBox").split(" ").map(Number);
  const scale = width / pan.scrollWidth;
  const seen = [
    x + pan.scrollLeft * scale,
    y + pan.scrollTop * scale,
    pan.clientWidth * scale,
    pan.clientHeight * scale,
  ];
  const rect = document.querySelector(".viewport");
  ["x", "y", "width", "height"].forEach((name, index) => rect?.setAttribute(name, seen[index]));
}

document.addEventListener(
  "scroll",
  ({ target }) => {
    if (target.matches?.(".scroller")) showPart(target);
  },
  true,
);

function showBoard() {
  const pan = document.querySelector(".scroller");
  if (!pan) return;
  if (!centred.has(pan)) {
    const [box, part] = [pan, pan.querySelector("a.new") ?? pan.firstElementChild].map((one) =>
      one.getBoundingClientRect(),
    );
    pan.scrollBy(part.x + part.width / 2 - box.x - box.width / 2, part.y + part.height / 2 - box.y - box.height / 2);
  }
  centred.add(pan);
  showPart(pan);
}

for (const name of ["companion:shown", "DOMContentLoaded", "htmx:after:swap"])
  document.addEventListener(name, showBoard);
