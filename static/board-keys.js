/* Boards, walls and decks by keys: each is one stop of the Tab key, and the arrow keys go on to the neighbour. Loaded
   when something takes the focus for the first time. See `board_of` in table-macros.html. */
const BOARDS = "[data-keys], [data-space]";
const CELLS = "g[id] > [transform], :scope > :is(.key, .space)";
const MOVES = {
  ArrowLeft: (places, at) => inLine(places, at).findLast(({ x }) => x < at.x - 1),
  ArrowRight: (places, at) => inLine(places, at).find(({ x }) => x > at.x + 1),
  ArrowUp: (places, at) => nearest(places, at, isAbove(at)),
  ArrowDown: (places, at) => nearest(places, at, isBelow(at)),
  Home: (places, at, isAll) => (isAll ? places : inLine(places, at))[0],
  End: (places, at, isAll) => (isAll ? places : inLine(places, at)).at(-1),
  PageUp: (places, at) => farthest(places, at, isAbove(at)),
  PageDown: (places, at) => farthest(places, at, isBelow(at)),
};
let held = null, // the cell that has the focus: its board's number and its own key
  goal = null; // where a way up or down began, so that it stays straight between shifted rows

/* ---- cells and where they lie ---- */

const boards = () => [...document.querySelectorAll(BOARDS)];
const cellsOf = (board) => [...board.querySelectorAll(CELLS)].filter((cell) => !targetOf(cell).disabled);
const targetOf = (cell) => cell.querySelector("a, input[type=checkbox]") ?? cell;
const cellAt = (element) => element?.closest?.(BOARDS) && element.closest("g > [transform], .key, .space");

/* What a cell keeps when a change draws its board anew. */
function keyOf(cell, index) {
  return cell.getAttribute("transform") ?? cell.dataset.tap ?? cell.dataset.card ?? index;
}

/* The middles of all cells, row by row. */
function placesOf(board) {
  const places = cellsOf(board).map((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    return { cell, x: x + width / 2, y: y + height / 2, slack: height / 3 };
  });
  return places.sort((one, other) => (Math.abs(one.y - other.y) < one.slack ? one.x - other.x : one.y - other.y));
}

const inLine = (places, at) => places.filter(({ y }) => Math.abs(y - at.y) < at.slack);
const isAbove = (at) => (place) => place.y < at.y - at.slack;
const isBelow = (at) => (place) => place.y > at.y + at.slack;

/* The cell of the next row that lies closest to where the way began. */
function nearest(places, at, isBeyond) {
  const beyond = places.filter(isBeyond);
  const first = beyond.toSorted((one, other) => Math.abs(one.y - at.y) - Math.abs(other.y - at.y))[0];
  return first && closest(inLine(beyond, first));
}

function farthest(places, at, isBeyond) {
  const beyond = places.filter(isBeyond).toSorted((one, other) => Math.abs(other.y - at.y) - Math.abs(one.y - at.y));
  return beyond[0] && closest(inLine(beyond, beyond[0]));
}

/* Two that are as close: the left one. */
const closest = (line) =>
  line.toSorted((one, other) => Math.round(Math.abs(one.x - goal)) - Math.round(Math.abs(other.x - goal)))[0];

/* ---- moving ---- */

function move(event) {
  const cell = cellAt(event.target),
    way = MOVES[event.key];
  if (!cell || event.altKey || event.metaKey || event.target.matches("[type=radio]")) return;
  if (event.key === " " && event.target.matches("a")) {
    event.preventDefault();
    event.target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
  if (!way) return;
  event.preventDefault();
  const places = placesOf(cell.closest(BOARDS)),
    at = places.find((place) => place.cell === cell),
    isUpright = /Up|Down/.test(event.key);
  const from = (isUpright ? goal : null) ?? at.x;
  goal = from;
  const next = way(places, at, event.ctrlKey)?.cell;
  if (next) targetOf(next).focus();
  goal = isUpright ? from : null;
}

/* ---- one tab stop ---- */

/* One cell of a board takes the Tab key: the one that had the focus last, else what is chosen, else the first. */
function prepare(board, number) {
  const cells = cellsOf(board);
  if (!cells.length) return;
  board.setAttribute("role", "application");
  if (board.dataset.keys) board.setAttribute("aria-label", board.dataset.keys);
  if (board.dataset.space) nameSpaces(board);
  board.closest(".scroller")?.setAttribute("tabindex", -1);
  const stop = cells.find((cell, index) => keyOf(cell, index) === stops.get(number)) ?? chosen(cells) ?? cells[0];
  for (const cell of cells) targetOf(cell).setAttribute("tabindex", cell === stop ? 0 : -1);
}

const stops = new Map(); // the key of a board's tab stop, by the board's number
const chosen = (cells) => cells.find((cell) => cell.matches(".new, .on, [aria-pressed=true]"));

/* A board to look at names what lies there; the keys also come to free spaces, which are named by their place. */
function nameSpaces(board) {
  let row = 0,
    place = 0,
    before = null;
  for (const { cell, y, slack } of placesOf(board)) {
    if (before === null || y - before > slack) [row, place] = [row + 1, 0];
    [place, before] = [place + 1, y];
    if (targetOf(cell).hasAttribute("aria-label")) continue;
    const at = cell.id.match(/\d+/g) ?? [row, place];
    cell.setAttribute("role", "img");
    cell.setAttribute("aria-label", board.dataset.space.replace("{0}", at[0]).replace("{1}", at[1]));
  }
}

function noteFocus({ target }) {
  const cell = cellAt(target),
    board = cell?.closest(BOARDS);
  held = goal = null;
  if (!board || target.matches("[type=radio]")) return;
  const number = boards().indexOf(board),
    cells = cellsOf(board);
  for (const other of cells) targetOf(other).setAttribute("tabindex", other === cell ? 0 : -1);
  held = { number, key: keyOf(cell, cells.indexOf(cell)) };
  stops.set(number, held.key);
}

/* A change may put another cell where the focus is, or a tile where the cell was. */
function keepFocus() {
  const all = boards(),
    { number, key } = held ?? {};
  all.forEach(prepare);
  const active = document.activeElement;
  if (!held || !(active === document.body || all[number]?.contains(active))) return;
  const cell = cellsOf(all[number] ?? document.createElement("div")).find((one, index) => keyOf(one, index) === key);
  if (cell && targetOf(cell) !== active) targetOf(cell).focus({ preventScroll: true });
}

document.addEventListener("keydown", move);
document.addEventListener("focusin", noteFocus);
document.addEventListener("focusout", ({ target }) =>
  setTimeout(() => {
    if (target.isConnected && document.activeElement === document.body) held = null;
  }),
);
document.addEventListener("companion:drawn", keepFocus);
/* A morph knows a key again that is as it came; another would get its tick. */
document.addEventListener("htmx:before:swap", () => {
  for (const key of document.querySelectorAll(`:is(${BOARDS}) :is(a, button, input)[tabindex]`))
    key.removeAttribute("tabindex");
});
boards().forEach(prepare);
noteFocus({ target: document.activeElement });
