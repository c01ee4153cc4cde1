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
