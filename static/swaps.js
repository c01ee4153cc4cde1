/* What a page does at its start and when parts of it were replaced. After companion.js. */
"use strict";

/* Who comes late makes a column more: the page around the parts that were sent is for as many seats as they are. */
function countSeats() {
  const main = document.querySelector("main"),
    seats = document.getElementById("head")?.dataset.seats;
  if (main && seats) main.className = main.className.replace(/\bplayers-\d+/, `players-${seats}`);
}

/* Who begins, drawn while the page is open: the names go round before it. */
const lot = () => document.querySelector("[data-drawn]");
let lotSeen = lot()?.id;
document.addEventListener("companion:drawn", () => {
  const drawn = lot();
  if (!drawn || drawn.id === lotSeen) return;
  lotSeen = drawn.id;
  import(drawn.dataset.drawn).then(({ show }) => show(drawn)).catch(() => {});
});

function afterSwap() {
  countSeats();
  // The answer to an act may come after the news of somebody else's later one.
  if (body().parts && live.newest > shownVersion() && !actOnItsWay()) fetchParts();
  for (const name of ["companion:form", "companion:drawn"]) document.dispatchEvent(new CustomEvent(name));
}

document.addEventListener("htmx:after:swap", () => {
  afterSwap();
  goOnReading();
  const fault = document.querySelector("#new :is([aria-invalid], #notice)");
  if (fault) readFrom(fault, true);
});
document.addEventListener("DOMContentLoaded", afterSwap);

/* Arrow keys on boards, once something has the focus; without a connection Tab does. */
document.addEventListener("focusin", () => import(body().boardKeys).catch(() => {}));
