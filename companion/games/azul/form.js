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
