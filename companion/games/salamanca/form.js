"use strict";

/* To look at a space is not to enter anything: what others enter meanwhile is shown at once. */
document.addEventListener("input", ({ target: { name, form } }) => {
  if (name !== "tap" || !form?.matches("[data-view-only]")) return;
  delete form.dataset.dirty;
  form.dataset.looked = "";
});

/* How this phone has turned the board stays so from turn to turn. */
const TURN = "salamanca-turn";
const memory = (use) => {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
};
document.addEventListener("click", ({ target }) => {
  const turn = target.closest?.("a[href^='?turn=']");
  if (turn) memory((kept) => kept.setItem(TURN, new URL(turn.href).searchParams.get("turn")));
});

/* A form that nobody is filling shows what the table has; a morph alone would leave the taps of before. */
document.addEventListener("companion:shown", ({ target: form }) => {
  if (!isTouched(form)) form.reset();
  const button = document.querySelector("#bar [form=entry].button");
  if (button && !form.matches("[data-view-only]")) button.disabled = "off" in button.dataset;
  const kept = memory((found) => found.getItem(TURN)),
    shown = form.querySelector("[data-turn]")?.dataset.turn;
  const here = new URL(location.href);
  if (!kept || !shown || kept === shown || here.searchParams.has("turn")) return;
  here.searchParams.set("turn", kept);
  location.replace(here);
});
