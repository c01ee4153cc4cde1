"use strict";

/* One tile a row and one count of the floor: a tap takes back the one before; tapped again, a space is free again. The
   start marker comes and goes with its space. */
document.addEventListener(
  "input",
  ({ target: tapped }) => {
    if (tapped.name === "marker" && tapped.form?.id === "entry") moveFloor(tapped.form.elements, tapped.checked);
    if (tapped.type !== "checkbox" || !tapped.checked || !tapped.closest("#entry")) return;
    for (const other of tapped.form.elements[tapped.name].length ? tapped.form.elements[tapped.name] : []) {
      if (other !== tapped && other.type === "checkbox") other.checked = false;
    }
  },
  true,
);

function moveFloor({ floor, marked }, isTaken) {
  const spaces = [...floor],
    taken = spaces.findLastIndex((space) => space.checked) + 1;
  const now = Math.min(spaces.length, Math.max(0, taken + (isTaken ? 1 : -1)));
  spaces.forEach((space, index) => {
    space.checked = index + 1 === now;
  });
  marked.value = Number(isTaken);
}

/* A form that nobody is filling shows what the table has; a morph alone would leave the taps for the seat before. */
document.addEventListener("companion:shown", ({ target: form }) => {
  if (!isTouched(form)) form.reset();
  const button = document.querySelector("#bar [form=entry]");
  if (button) button.disabled = "off" in button.dataset;
});

/* On the grey wall a tile needs its colour. Where the companion cannot ask for it at the moment, each is offered that
   was allowed there before the other taps. */
document.addEventListener("companion:unseen", ({ target: form, detail }) => {
  const template = form.querySelector("template[data-colours]");
  if (!template) return;
  const asked = [1, 2, 3, 4, 5].filter((row) => askColour(form, template, row));
  if (asked.length) detail.missing = template.dataset.colours.replace("#", asked[0]);
});

/* Ask for the colour of the tile in a row, if it has none; true as long as none is chosen. */
function askColour(form, template, row) {
  const space = form.querySelector(`.wall label:has([name=r${row}]:checked)`),
    column = space?.querySelector("[type=checkbox]").value,
    known = document.getElementById(`c${row}`);
  if (known && known.parentNode !== space) known.remove();
  let keys = document.getElementById(`colours-${row}`);
  if (keys && keys.dataset.of !== column) keys.remove();
  if (!space || space.contains(known)) return false;
  if (!keys?.isConnected) keys = colourKeys(form, template, row, space.dataset.open.split(" "));
  keys.dataset.of = column;
  return !keys.querySelector(":checked");
}

function colourKeys(form, template, row, open) {
  const keys = template.content.firstElementChild.cloneNode(true);
  keys.id = `colours-${row}`;
  keys.ariaLabel = template.dataset.colours.replace("#", row);
  for (const key of keys.querySelectorAll("input")) {
    key.name = `c${row}`;
    if (!open.includes(key.value)) key.closest("label").replaceWith(document.createElement("i"));
  }
  document.getElementById(`space-${row}5`).after(keys);
  return keys;
}

/* ---- rounds without the companion ---- */

const valueIn = (fields, name) => fields.find(([key]) => key === name)?.[1];
const questionOf = (form) => form.elements.question.value;
const tabsOf = () => [...document.querySelectorAll("#form [data-tab]")];
const markIn = (tab) => tab.querySelector(":scope > .glyph");
let last = null; // the round after which the game is over

/* The wall of a seat that waits to be sent for a round. */
const waitingWall = (question, seat) =>
  outbox.waiting().find(({ fields }) => valueIn(fields, "question") === question && valueIn(fields, "seat") === seat);
const isRoundIn = (form) =>
  tabsOf().every((tab) => markIn(tab) || waitingWall(questionOf(form), tab.dataset.tab)) && last !== questionOf(form);

/* Once all walls of a round wait to be sent, each is asked for again, with their tiles on it. */
document.addEventListener("companion:waiting", (event) => {
  const form = event.target,
    { key, fields } = event.detail;
  if (outbox.isPrompt()) return;
  if (Number(valueIn(fields, "question")) < Number(questionOf(form))) return event.preventDefault();
  if (endsGame(form, fields)) last = questionOf(form);
  if (!isRoundIn(form)) return;
  for (const tab of tabsOf()) markIn(tab)?.remove();
  if (outbox.waiting().at(-1).key === key) return; // the first seat is asked first
  event.preventDefault();
  toNextRound(form, fields);
});

/* A wall that the companion had before the connection was lost. */
document.addEventListener("companion:shown", ({ target: form }) => {
  const isOwn = globalThis.outbox && !form.matches("[data-waiting], [data-next]") && tabsOf().length;
  if (!isOwn || outbox.isPrompt() || !outbox.waiting().length || !isRoundIn(form)) return;
  if (waitingWall(questionOf(form), form.elements.seat.value)) return;
  for (const tab of tabsOf()) markIn(tab)?.remove();
  toNextRound(form, [...new FormData(form)]);
});

const picked = (fields) => fields.filter(([name, value]) => /^r\d$/.test(name) && Number(value));

/* A full row ends the game. */
const endsGame = (form, fields) =>
  picked(fields).some(([row]) => form.querySelectorAll(`.wall .has[id^="space-${row[1]}"]`).length === 4);

function toNextRound(form, fields) {
  const { question, marked } = form.elements;
  for (const [row, column] of picked(fields)) layTile(form, row[1], column, valueIn(fields, `c${row[1]}`));
  for (const field of form.querySelectorAll("[type=checkbox]")) field.checked = field.defaultChecked = false;
  for (const space of form.querySelectorAll("label[data-open]")) closeColours(form, space);
  for (const key of form.querySelectorAll("label.key")) key.classList.remove("dim", "run", "on");
  for (const told of form.querySelectorAll("#preview > :not(.section), label .number, .floor svg, [id^=colours-]"))
    if (!told.closest(".floor") || told.matches("svg")) told.remove();
  marked.value = 0;
  form.querySelector(".safety .ellipsis")?.remove();
  form.querySelector(".safety .visually-hidden")?.classList.remove("visually-hidden");
  const [was, is] = [0, 1].map((more) => String(Number(question.value) + more));
  const oneMore = (text) => text.replace(/\d+(?=\D*$)/, is);
  question.value = is;
  const preview = document.getElementById("preview"),
    where = document.querySelector("#head h1 small").firstChild,
    asked = document.getElementById("form").dataset;
  preview.dataset.key = preview.dataset.key.replace(was, is);
  where.textContent = oneMore(where.textContent);
  asked.asks = oneMore(asked.asks);
  showUnseen(form, true);
}

function layTile(form, row, column, colour) {
  const space = document.getElementById(`space-${row}${column}`);
  if (!space.matches("label")) return;
  const known = form.querySelector("template[data-colours]")?.content.querySelector(`[value="${colour}"]`);
  const tile = Object.assign(document.createElement("i"), { id: space.id, role: "img" });
  tile.className = `space ${colour ?? space.classList[2]} has`;
  tile.ariaLabel = [space.querySelector("[type=checkbox]"), known]
    .map((key) => key?.ariaLabel ?? "")
    .join(" ")
    .trim();
  tile.append((known?.parentNode ?? space).querySelector("svg").cloneNode(true));
  space.replaceWith(tile);
}

/* No colour lies twice in a row or column. */
function closeColours(form, space) {
  const [row, column] = space.id.slice(-2),
    lying = form.querySelectorAll(`.wall .has:is([id^="space-${row}"], [id^="space-"][id$="${column}"])`);
  const open = space.dataset.open.split(" ");
  space.dataset.open = open.filter((colour) => ![...lying].some((tile) => tile.classList.contains(colour))).join(" ");
}
