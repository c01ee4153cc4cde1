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

/* ---- what the companion cannot show at the moment ---- */

const COLOUR = /^[rgboyp]\d*$/,
  SPACE = /^-?\d\.-?\d$/;

/* The same as _toggle() in form_state.py. */
function toggle([first, second], value, isTwice = false) {
  if ([first, second].includes(value) && !(isTwice && [first, second].includes("")))
    return [first, second].map((one) => (one === value ? "" : one));
  return first ? [first, value] : [value, second];
}

/* The same as read_chosen() in form_state.py. */
function tapped({ marks, spaces, wide }, taps) {
  for (const value of taps) {
    if (value === "flip") [marks, spaces] = [marks.toReversed(), spaces.toReversed()];
    else if (/^x[01]$/.test(value)) [marks[value[1]], spaces[value[1]]] = ["", ""];
    else if (value[1] === "+") wide = value[0] === wide ? "" : value[0];
    else if (COLOUR.test(value)) marks = toggle(marks, value, true);
    else if (SPACE.test(value)) spaces = toggle(spaces, value);
  }
  return { marks, spaces, wide, missing: [...marks, ...spaces].filter((one) => !one).length };
}

function chosenIn(form) {
  const given = (...names) => names.map((name) => form.elements[name].value),
    taps = [...form.querySelectorAll("input[name=tap]")].map(({ value }) => value);
  return tapped({ marks: given("m0", "m1"), spaces: given("s0", "s1"), wide: given("wide")[0] }, taps);
}

/* The larger numbers of a colour, as the companion shows them: made of the last key of its row. */
function unfold(more) {
  const last = more.previousElementSibling,
    [name] = last.ariaLabel.split(",");
  const keys = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18].map((value) => {
    const key = last.cloneNode();
    const code = more.dataset.tap[0] + value;
    key.setAttribute("data-tap", code);
    return Object.assign(key, {
      className: "key",
      value: code,
      ariaLabel: name.replace("6", value),
      textContent: value,
    });
  });
  const gap = () => document.createElement("i");
  more.after(gap(), ...keys.slice(0, 7), gap(), ...keys.slice(7), gap(), gap());
}

function fold(more) {
  while (more.nextElementSibling?.matches("button, i:empty")) more.nextElementSibling.remove();
}

/* Unfolded are the numbers of the colour that was tapped last for it, and of one that has such a number. */
function showLarger(form, { marks, wide }) {
  const letters = [wide, ...marks.filter((mark) => mark.slice(1) > 6).map((mark) => mark[0])];
  for (const more of form.querySelectorAll(".more")) {
    const isOpen = letters.includes(more.dataset.tap[0]);
    if (isOpen === (more.ariaExpanded === "true")) continue;
    more.ariaExpanded = isOpen;
    more.classList.toggle("on", isOpen);
    (isOpen ? unfold : fold)(more);
  }
}

/* A half on its space, or only its place. It lies over the board, whose rows are kept from one drawing to the next. */
function lay(form, space, mark) {
  const place = form.querySelector(`.hex-board a[data-tap="${space}"]`),
    pick = mark && form.querySelector(`.pick [data-tap="${mark}"]`);
  if (!place) return;
  const half = document.createElementNS("http://www.w3.org/2000/svg", "g");
  half.setAttribute("class", `${pick ? pick.className.replace(/\b(key|on)\b/g, "") : ""} new laid`);
  half.setAttribute("transform", place.getAttribute("transform"));
  half.append(place.firstElementChild.cloneNode());
  const symbol = pick?.querySelector("use").cloneNode();
  if (symbol) {
    for (const [name, value] of Object.entries({ class: "symbol", x: -12, y: -12, width: 24, height: 24 }))
      symbol.setAttribute(name, value);
    half.append(symbol);
  }
  place.ownerSVGElement.append(half);
}

document.addEventListener("companion:unseen", ({ target: form, detail }) => {
  const chosen = chosenIn(form),
    { marks, spaces, missing } = chosen,
    { missing: labels } = document.querySelector("#bar [data-unseen]")?.dataset ?? {};
  showLarger(form, chosen);
  for (const key of form.querySelectorAll("button.key[data-tap]")) {
    if (!COLOUR.test(key.dataset.tap)) continue;
    key.classList.toggle("on", marks.includes(key.dataset.tap));
    key.ariaPressed = marks.includes(key.dataset.tap) || null;
  }
  // What the halves came to before the last tap.
  for (const told of document.querySelectorAll("#bar li > :is(.muted, [data-points])")) told.textContent = "";
  if (!labels) return; // without a board any tile is complete
  for (const old of form.querySelectorAll(".laid")) old.remove();
  for (const half of [0, 1]) if (spaces[half]) lay(form, spaces[half], marks[half]);
  detail.missing = missing ? JSON.parse(labels)[missing - 1] : "";
});
