"use strict";

/* The keys of the bar type into the chosen number; what a sum or a line comes to is told beside it. */
const cellsOf = (form) => [...form.querySelectorAll("[data-cell]")];
const currentCell = (form) => form.querySelector("[data-cell].current") ?? cellsOf(form)[0];

function choose(form, cell) {
  for (const other of cellsOf(form)) other.classList.toggle("current", other === cell);
  form.elements.at.value = cellsOf(form).indexOf(cell);
  // The first digit on a number that stands there already begins it anew.
  cell.dataset.fresh = "";
  cell.scrollIntoView({ block: "nearest" });
}

const decimalMark = () => (0.5).toLocaleString(document.documentElement.lang || "en").charAt(1);

/* The same as pressed() in draft.py. */
function typed(text, key) {
  const ends = (pattern) => pattern.test(text);
  if (key === "x") return text.replace(/([.,]5|.)$/, "");
  if (key === "h") return ends(/[.,]5$/) ? text : text + (ends(/\d$/) ? "" : "0") + `${decimalMark()}5`;
  if (key === "p" || key === "m") return text.replace(/[+-]$/, "") + (key === "p" ? "+" : "-");
  return ends(/[.,]5$/) ? text : text + key.slice(1);
}

function press(form, key) {
  const cell = currentCell(form);
  if (key === "n") {
    const all = cellsOf(form);
    choose(form, all[(all.indexOf(cell) + 1) % all.length]);
    return;
  }
  const starts = "fresh" in cell.dataset && /^[dx]/.test(key);
  delete cell.dataset.fresh;
  cell.value = key === "x" && starts ? "" : typed(starts ? "" : cell.value, key).slice(0, cell.maxLength);
  cell.scrollIntoView({ block: "nearest" });
  cell.dispatchEvent(new Event("input", { bubbles: true }));
}

const shownPoints = (points) => (points < 0 ? `−${-points}` : `${points}`).replace(".", decimalMark());

/* The same as plain_number() in companion/forms/form.py. */
const plainNumber = (text) =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => digit.charCodeAt(0) % 16)
    .replace(/\s/g, "")
    .replace(/[\u2010-\u2015\u2212\u30fc\uff70]/g, "-")
    .replaceAll("½", ".5")
    .replace(/[,。]/g, ".")
    .replace(/(^|[^\d.])(\d{1,3})\.(\d{3})\.(\d{1,2})(?![\d.])/g, "$1$2$3.$4");

/* The number that was typed, and whether it is a sum; null as long as it is neither. An empty text has no terms. */
function readSum(cell) {
  const text = plainNumber(cell.value);
  const isSum = /^[+-]?\d*(\.\d0?)?([+-]\d*(\.\d0?)?)*$/.test(text),
    terms = text.match(/[+-]?[\d.]+/g) ?? [];
  return isSum ? { number: terms.reduce((sum, term) => sum + Number(term), 0), terms: terms.length } : null;
}

function showWorth(row, worth) {
  row.querySelector("[data-worth]").textContent = worth === null ? "" : `= ${shownPoints(worth)}`;
}

function tellWorth(cell) {
  const list = cell.closest("[data-lines]");
  if (list) return tellLines(list);
  const read = readSum(cell),
    { factor, per } = cell.dataset;
  const worth = per === "1" ? read?.number * factor : Math.floor(read?.number / per) * factor;
  showWorth(cell.parentNode, read?.terms && (read.terms > 1 || worth !== read.number) ? worth : null);
}

/* The same as Counting.one() in formulas/counting.py: what each line of this side comes to, null where unknown. */
function tellLines(list) {
  const lines = JSON.parse(list.dataset.lines),
    unit = Number(list.dataset.unit),
    rows = [...list.children],
    known = new Map();
  const typed = (place) => {
    const read = readSum(rows[place].querySelector("[data-cell]"));
    return read && read.number * unit;
  };
  const worthOf = (place) => {
    if (!known.has(place)) known.set(place, lineWorth(lines[place], place, worthOf, typed, unit));
    return known.get(place);
  };
  lines.forEach((_, place) => {
    const cell = rows[place].querySelector("[data-cell]"),
      read = cell && readSum(cell),
      worth = worthOf(place);
    const isTold = worth !== null && (!cell || (cell.value && (read.terms > 1 || worth !== read.number * unit)));
    showWorth(rows[place], isTold ? worth / unit : null);
  });
}

const CHOSEN = { best: Math.max, worst: Math.min, sum: (...all) => all.reduce((total, one) => total + one, 0) };

function lineWorth({ factor, per, formula = {}, when }, place, worthOf, typed, unit) {
  const several = Object.keys(CHOSEN).find((kind) => kind in formula),
    made = several ? formula[several].map(worthOf) : [];
  const number = several ? CHOSEN[several](...made) : "of" in formula ? worthOf(formula.of) : typed(place);
  const other = when && worthOf(when.line);
  if (number === null || made.includes(null) || other === null) return null;
  if (when && other <= when.above * unit) return 0;
  const whole = per === 1 ? number : Math.floor(number / (per * unit)) * unit;
  if ("steps" in formula) return stepOf(formula, Math.floor(whole / unit)) * factor * unit;
  if ("most" in formula || "fewest" in formula) return null;
  if (!("times" in formula)) return whole * factor;
  const worth = worthOf(formula.times);
  return worth === null ? null : Math.floor((whole * worth) / unit) * factor;
}

function stepOf({ steps, beyond }, count) {
  const last = steps.length - 1;
  return steps[Math.min(Math.max(count, 0), last)] + Math.max(0, count - last) * beyond;
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("button[name=key]"),
    form = key?.form;
  if (!form) return;
  event.preventDefault();
  press(form, key.value);
});

document.addEventListener("focusin", (event) => {
  const cell = event.target.closest("[data-cell]");
  if (cell && !cell.classList.contains("current")) choose(cell.form, cell);
});

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-cell]")) tellWorth(event.target);
});

/* Enter goes on to the next number, and saves from the last. */
document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.("[data-cell]");
  if (event.key !== "Enter" || !cell) return;
  const all = cellsOf(cell.form),
    next = all[all.indexOf(cell) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
});

/* Neither the keys nor a notice cover what is typed into. */
const showCurrent = () => document.querySelector("[data-cell].current")?.scrollIntoView({ block: "nearest" });
document.addEventListener("companion:noticed", showCurrent);
document.addEventListener("DOMContentLoaded", showCurrent);

/* Nor the question whether the game is over. */
const showEnding = ({ target }) => target.open && target.closest("#ending")?.scrollIntoView({ block: "nearest" });
document.addEventListener("toggle", showEnding, true);

/* What is sent stands there until its answer comes, but what is typed by then is a number of its own. */
document.addEventListener("companion:waiting", (event) => {
  for (const cell of cellsOf(event.target)) {
    cell.dataset.fresh = "";
    if (cell === document.activeElement) cell.select();
  }
});

/* What was typed goes on in the number where it was typed, also on a form that came meanwhile. */
function chooseAgain(form) {
  const { at } = form.elements,
    all = cellsOf(form),
    cell = all[at.value];
  if (!("dirty" in form.dataset)) at.value = all.indexOf(currentCell(form));
  else if (cell && cell !== currentCell(form)) choose(form, cell);
}

document.addEventListener("companion:shown", (event) => {
  if (cellsOf(event.target).length) chooseAgain(event.target);
  for (const cell of cellsOf(event.target)) {
    tellWorth(cell);
    // What was typed before a reload goes on; only what is saved or sent is begun anew.
    if (cell.value !== cell.defaultValue && !("next" in event.target.dataset)) delete cell.dataset.fresh;
  }
});
