/* Numbers are typed on a keyboard without a click into a field first: while no field has the focus, digits and signs go
   into the chosen number of a form, press the keys of a keypad, or choose a number of the seat that has the focus, else
   of the first one that has none yet. No phone shows a keyboard for it. */
"use strict";
{
  const KEYPAD = { "-": "m", "−": "m", Backspace: "x", Enter: "n" };

  const isField = (element) =>
    element.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=range])");
  const isActive = (element) => element.matches("a, button, summary, input");

  function typeInto(cell) {
    cell.focus();
    // A number that stands there already is begun anew, one that was begun goes on.
    if ("fresh" in cell.dataset) cell.select();
    else cell.setSelectionRange(cell.value.length, cell.value.length);
  }

  function choose(target, digit) {
    const strips = [...document.querySelectorAll("#entry .strip")];
    const strip = target.closest("#entry .strip") ?? strips.find((one) => !one.querySelector("[type=radio]:checked"));
    const key = strip?.querySelector(`[type=radio][value="${digit}"]`);
    if (key?.closest(".higher")) strip.querySelector("[data-more]").checked = true;
    key?.click();
  }

  addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isField(target)) return;
    const cell = document.querySelector("[data-cell].current, [data-cell]");
    if (cell && /^([\d.,+−-]|Backspace)$/.test(key)) return typeInto(cell);
    if (cell || (key === "Enter" && isActive(target))) return;
    const code = /^\d$/.test(key) ? `d${key}` : KEYPAD[key];
    if (/^\d$/.test(key)) choose(target, key);
    if (code) document.querySelector(`#ask button[name=tap][value="${code}"]:not(:disabled)`)?.click();
  });
}
