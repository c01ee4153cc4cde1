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

/* What the fields of a form, or of an act that waits, stand for. */
function chosenOf(fields) {
  const given = (...names) => names.map((name) => fields.find(([key]) => key === name)?.[1] ?? ""),
    taps = fields.filter(([name]) => name === "tap").map(([, value]) => value);
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
  half.append(place.querySelector("use").cloneNode());
  const symbol = pick?.querySelector("use").cloneNode();
  if (symbol) {
    for (const [name, value] of Object.entries({ class: "symbol", x: -12, y: -12, width: 24, height: 24 }))
      symbol.setAttribute(name, value);
    half.append(symbol);
  }
  place.ownerSVGElement.append(half);
}

document.addEventListener("companion:unseen", ({ target: form, detail }) => {
  const chosen = chosenOf([...new FormData(form)]),
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
  dropLaid(form);
  for (const half of [0, 1]) if (spaces[half]) lay(form, spaces[half], marks[half]);
  detail.missing = missing ? JSON.parse(labels)[missing - 1] : "";
});

function dropLaid(form) {
  for (const old of form.querySelectorAll(".laid")) old.remove();
}

/* ---- tiles without the companion ---- */

const COLOURS = ["red", "green", "blue", "orange", "yellow", "purple"],
  DIRECTIONS = [
    [1, 0],
    [0, 1],
    [-1, 1],
    [-1, 0],
    [0, -1],
    [1, -1],
  ];
const beside = ([q, r], [right, down], steps = 1) => `${q + steps * right}.${r + steps * down}`;
const spaceOf = (at) => at.split(".").map(Number);

/* A tile that waits to be sent lies on the board, and the form asks for the next one: the markers came with the form,
   so that it is known who places again. The companion judges each tile when it is sent. */
document.addEventListener("companion:waiting", (event) => {
  const form = event.target,
    alone = form.querySelector("template[data-alone]"),
    { fields } = event.detail;
  const value = (name) => fields.find(([key]) => key === name)?.[1];
  if (outbox.isPrompt() || !alone || value("full")) return;
  if (Number(value("question")) < Number(form.elements.question.value)) return event.preventDefault();
  const before = JSON.parse(alone.dataset.alone),
    game = { ...structuredClone(before), move: before.move + 1 };
  if (!value("swap") && !isPlayed(form, game, chosenOf(fields))) return; // with this tile the game is over
  event.preventDefault();
  alone.dataset.alone = JSON.stringify(game);
  askNext(form, before, game);
});

/* Moves the markers and lays the tile; false where that ends the game. */
function isPlayed(form, game, { marks, spaces }) {
  const hasBoard = form.querySelector(".scroller"),
    row = game.seat % game.tracks.length;
  const scored = hasBoard
    ? pointsOnBoard(form, marks, spaces)
    : marks.filter(Boolean).map((mark) => Number(mark.slice(1)));
  const own = moveMarkers(game, marks, scored);
  if (Math.min(...own) === game.tops.at(-1) || (hasBoard && isFull(form, spaces))) return false;
  if (hasBoard) settleTile(form, spaces, marks);
  if (game.mode !== "duel") own.forEach((value, place) => drawMarker(row, COLOURS[place], value, game.tops.at(-1)));
  return true;
}

/* The same as score_half() in board.py: the spaces of a half's colour, in each direction but that of the other one. */
function pointsOnBoard(form, marks, spaces) {
  const colours = new Map(
    [...form.querySelectorAll(".scroller [transform][class]")].map((at) => [codeOf(at), at.classList[0]]),
  );
  return spaces.map((at, half) => {
    const [start, colour] = [spaceOf(at), colourOf(marks[half])];
    let points = 0;
    for (const direction of DIRECTIONS) {
      if (beside(start, direction) === spaces[1 - half]) continue;
      for (let steps = 1; colours.get(beside(start, direction, steps)) === colour; steps++) points += 1;
    }
    return points;
  });
}

const colourOf = (mark) => COLOURS.find((colour) => colour[0] === mark[0]);

/* Which space a hexagon is, by its place in the drawing. The same as centre() in drawing.py. */
function codeOf(drawn) {
  const [x, y] = drawn
      .getAttribute("transform")
      .match(/-?[\d.]+/g)
      .map(Number),
    r = Math.round(y / 39.84);
  return `${Math.round(x / 46 - r / 2)}.${r}`;
}

/* The halves are no longer keys. */
function settleTile(form, spaces, marks) {
  dropLaid(form);
  spaces.forEach((at, half) => lay(form, at, marks[half]));
  for (const half of form.querySelectorAll(".laid")) half.classList.remove("laid", "new");
  for (const at of spaces) form.querySelector(`.hex-board a[data-tap="${at}"]`).remove();
}

const isFull = (form, taken) => {
  const keys = [...form.querySelectorAll(".scroller a[data-tap]")],
    free = keys.map(({ dataset }) => dataset.tap).filter((at) => !taken.includes(at));
  return !free.some((at) => DIRECTIONS.some((direction) => free.includes(beside(spaceOf(at), direction))));
};

/* The same as score_halves() in tracks.py; returns the track as its seat sees it. */
function moveMarkers(game, marks, scored) {
  const { tops, tokens, mode, seat } = game,
    track = game.tracks[seat % game.tracks.length],
    side = mode === "duel" && seat ? -1 : 1;
  let more = Math.max(0, game.owed - 1);
  scored.forEach((points, half) => {
    const place = COLOURS.indexOf(colourOf(marks[half])),
      from = side * track[place],
      to = Math.min(from + points, from < tops[0] ? tops[0] : tops.at(-1));
    track[place] = side * to;
    if (from === to || !tops.includes(to)) return;
    more += Number(mode !== "solo" && tokens[place] !== seat);
    if (mode === "duel") tokens[place] = seat;
  });
  game.owed = more;
  if (!more) game.seat = (seat + 1) % game.seats;
  return track.map((value) => side * value);
}

function drawMarker(row, colour, value, top) {
  const cell = document.getElementById(`t${row}${colour[0]}`),
    bar = cell.querySelector("rect");
  cell.querySelector("b").textContent = value;
  bar.setAttribute("height", value);
  bar.setAttribute("y", top - value);
}

/* What the form asks, in words. */
function wordsOf({ names, words }, { seat, owed, move }) {
  const filled = JSON.parse(words).map((one) => one.replace("{seat}", JSON.parse(names)[seat]).replace("{move}", move));
  return owed ? filled.slice(2) : filled.slice(0, 2);
}

function askNext(form, before, game) {
  const { question, seat, ...fields } = form.elements,
    { dataset } = form.querySelector("[data-alone]"),
    [was, is] = [before, game].map((one) => wordsOf(dataset, one));
  question.value = Number(question.value) + 1;
  seat.value = game.seat;
  for (const name of ["m0", "m1", "s0", "s1", "wide"]) fields[name].value = "";
  for (const old of form.querySelectorAll("input[name=tap], [id^=swap-], .hint")) old.remove();
  const inWords = (text) => was.reduce((told, part, place) => told.replace(part, is[place]), text);
  const [title, where] = document.querySelectorAll("#head :is(h1, h1 small)");
  title.firstChild.textContent = is[0]; // it may say that the tile is being saved
  where.firstChild.textContent = inWords(where.firstChild.textContent);
  const asked = document.getElementById("form").dataset;
  asked.asks = inWords(asked.asks);
  delete form.dataset.next;
  form.toggleAttribute("data-further", Boolean(game.owed));
  showUnseen(form, true);
}
