/* What a page does at its start and when parts of it were replaced. After companion.js. */
"use strict";

/* Set the number of seats of the page around the parts: a late player needs one more column. */
function countSeats() {
  const main = document.querySelector("main"),
    seats = document.getElementById("head")?.dataset.seats;
  if (main && seats) main.className = main.className.replace(/\bplayers-\d+/, `players-${seats}`);
}

/* How high the bar is, for what has to stay above it. */
function measureBar() {
  const bar = document.querySelector(".foot, .bar");
  if (bar) document.documentElement.style.setProperty("--bar", `${bar.offsetHeight}px`);
}

/* Animate a draw that comes while the page is open. Its result is hidden before the browser paints the new parts. */
const latestDraw = () => Number(document.getElementById("head")?.dataset.draw ?? 0);
let drawSeen = latestDraw();
function lookForDraw() {
  const before = drawSeen,
    latest = (drawSeen = latestDraw());
  if (latest <= before) return;
  const page = document.documentElement.dataset;
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) page.drawing = "";
  import(body().reel)
    .then(({ show }) => show())
    .catch(() => {})
    .finally(() => latest === drawSeen && delete page.drawing);
}
if (body().live)
  new MutationObserver(lookForDraw).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["data-draw"],
  });

/* Times in the phone's zone; without this script they stay in that of the companion, and name it. */
const timeOfDay = (moment) => {
  const at = new Date(moment);
  return [at.getHours(), at.getMinutes()].map((number) => String(number).padStart(2, "0")).join(":");
};
function dayAndTime(moment) {
  const { lang } = document.documentElement,
    at = new Date(moment),
    year = at.getFullYear() === new Date().getFullYear() ? undefined : "numeric",
    day = at.toLocaleDateString(lang === "en" ? "en-GB" : lang, { day: "numeric", month: "long", year });
  // Where characters follow each other without spaces, digits have some.
  const spaced = day.replace(/(\d)(?=\p{Lo})|(\p{Lo})(?=\d)/gu, "$1$2 ");
  return `${spaced} ${timeOfDay(moment)}`;
}
function showLocalTimes() {
  for (const time of document.querySelectorAll("time[data-clock]"))
    time.textContent = (time.dataset.clock === "day" ? dayAndTime : timeOfDay)(time.dateTime);
}

/* Another phone has taken back what this one entered, or did again what it took back: told once in each tab. */
function tellReversal() {
  const { reversed, loser, reversal } = document.querySelector("#head [data-reversed]")?.dataset ?? {},
    told = `companion:reversed:${body().table}`;
  try {
    if (!reversed || loser !== body().phone || Number(sessionStorage[told] ?? 0) >= reversed) return;
    sessionStorage[told] = reversed;
  } catch {
    /* then it is told on each page */
  }
  offerNotice({ id: "reversal", text: reversal });
}

function afterSwap() {
  tellReversal();
  countSeats();
  measureBar();
  showLocalTimes();
  // The answer to an act may come after the news of somebody else's later one.
  if (body().parts && live.newest > shownVersion() && !actOnItsWay()) fetchParts();
  for (const name of ["companion:form", "companion:drawn"]) document.dispatchEvent(new CustomEvent(name));
}

document.addEventListener("htmx:after:swap", () => {
  afterSwap();
  goOnReading();
  const fault = document.querySelector("#new :is([aria-invalid], #notice.note)");
  if (fault) readFrom(fault, true);
  fault?.scrollIntoView({ block: "nearest" }); // a field that had the focus already, too
});
document.addEventListener("DOMContentLoaded", afterSwap);
addEventListener("resize", measureBar);

/* Arrow keys on boards, once something has the focus; without a connection Tab does. */
document.addEventListener("focusin", () => import(body().boardKeys).catch(() => {}));
