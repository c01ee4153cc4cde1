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

/* The same as pressed() in typed.py. */
function typed(text, key) {
  const ends = (pattern) => pattern.test(text);
  if (key === "x") return text.replace(/(\.5|.)$/, "");
  if (key === "h") return ends(/\.5$/) ? text : text + (ends(/\d$/) ? ".5" : "0.5");
  if (key === "p" || key === "m") return text.replace(/[+-]$/, "") + (key === "p" ? "+" : "-");
  return ends(/\.5$/) ? text : text + key.slice(1);
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

const shownPoints = (points) => (points < 0 ? `−${-points}` : `${points}`);

function tellWorth(cell) {
  const text = cell.value.replace(/\s/g, "").replaceAll("−", "-").replaceAll("½", ".5").replaceAll(",", ".");
  const isSum = /^[+-]?\d*(\.\d)?([+-]\d*(\.\d)?)*$/.test(text),
    terms = text.match(/[+-]?[\d.]+/g) ?? [];
  const number = terms.reduce((sum, term) => sum + Number(term), 0),
    { factor, per } = cell.dataset;
  const worth = per === "1" ? number * factor : Math.floor(number / per) * factor;
  const isTold = isSum && terms.length && (terms.length > 1 || worth !== number);
  cell.parentNode.querySelector("[data-worth]").textContent = isTold ? `= ${shownPoints(worth)}` : "";
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

document.addEventListener("companion:shown", (event) => {
  for (const cell of cellsOf(event.target)) {
    tellWorth(cell);
    // What was typed before a reload goes on; only what is saved is begun anew.
    if (cell.value !== cell.defaultValue) delete cell.dataset.fresh;
  }
});
