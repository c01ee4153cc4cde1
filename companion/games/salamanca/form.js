"use strict";

/* To look at a space is not to enter anything: what others enter meanwhile is shown at once. */
document.addEventListener("input", ({ target: { name, form } }) => {
  if (name !== "tap" || !form?.matches("[data-view-only]")) return;
  delete form.dataset.dirty;
  form.dataset.looked = "";
});

/* Whether the building that was tapped last is the one whose lands are shown. */
const isSaleShown = (taps, buildings, shown) =>
  (taps.findLast((tap) => tap !== "ruin" && buildings.includes(tap)) ?? shown) === shown;

/* The lands of a building that is sold come from the companion: without them the sale would be another one. */
document.addEventListener("companion:unseen", ({ target: form, detail }) => {
  const kinds = form.querySelector("[data-lands]");
  if (!kinds || detail.missing) return;
  const valueOf = (key) => key.dataset.tap,
    shown = kinds.querySelector("[aria-pressed=true]:not([data-tap=ruin])")?.dataset.tap,
    taps = [...form.querySelectorAll("input[name=tap]")].map(({ value }) => value);
  if (!isSaleShown(taps, [...kinds.querySelectorAll("[data-tap]")].map(valueOf), shown))
    detail.missing = kinds.dataset.lands;
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

/* ---- a turn without the companion ---- */

/* Tiles can be placed on the free spaces that were shown last, one after the other, and buildings occupied; what else a
   turn does takes the companion. It judges all of it when it is sent. */
const placing = (form) => form.querySelector("template[data-on-free]");

/* The same as read_selection() in form_state.py. */
function selected(fields) {
  let [at, fertile] = ["at", "v"].map((name) => fields.find(([key]) => key === name)?.[1]);
  for (const [name, value] of fields) {
    if (name !== "tap" || value.startsWith("why.")) continue;
    if (/^v[23]$/.test(value)) fertile = fertile === value[1] ? "" : value[1];
    else [at, fertile] = [at === value ? "" : value, ""];
  }
  return { at, fertile };
}

function showKeys(keys = null) {
  document.querySelector("#bar > .palette")?.remove();
  if (keys) document.getElementById("bar").prepend(keys);
}

document.addEventListener("companion:unseen", ({ target: form }) => {
  const template = placing(form);
  if (!template) return;
  const { at, fertile } = selected([...new FormData(form)]);
  for (const space of form.querySelectorAll(".land button")) space.classList.toggle("on", space.value === at);
  if (!form.querySelector(`.land .vacant[value="${at}"]`)) return;
  const keys = template.content.firstElementChild.cloneNode(true);
  for (const key of keys.querySelectorAll("[name=tile]"))
    key.dataset.description = template.dataset.description.replace("#", key.textContent.trim());
  keys.querySelector(`[value="v${fertile}"]`)?.classList.add("on");
  showKeys(keys);
});

/* A step that waits to be sent lies on the board, and the form asks for the next one. */
document.addEventListener("companion:waiting", (event) => {
  const form = event.target,
    { fields } = event.detail,
    value = (name) => fields.find(([key]) => key === name)?.[1];
  if (outbox.state.isLive || !placing(form) || !(value("tile") || value("amend"))) return;
  event.preventDefault();
  delete form.dataset.next;
  if (value("amend"))
    document
      .querySelector(`#bar [name=amend][value="${value("amend")}"]`)
      ?.closest(".palette")
      .remove();
  else if (value("step") === form.elements.step.value) placeTile(form, value("tile"), selected(fields));
});

function placeTile(form, tile, { at, fertile }) {
  const space = form.querySelector(`.land button[value="${at}"]`),
    [key, step] = [placing(form).content.querySelector(`[name=tile][value="${tile}"]`), form.elements.step];
  if (space && key) {
    space.className = `${key.className} tinted new`;
    space.ariaLabel = key.textContent.trim();
    space.replaceChildren(key.querySelector("svg").cloneNode(true));
    if (fertile) space.append(Object.assign(document.createElement("b"), { className: "value", textContent: fertile }));
  }
  for (const old of form.querySelectorAll("input[name=tap]")) old.remove();
  for (const name of ["at", "v", "why"]) form.elements[name].value = "";
  askOccupied(form, tile, step.value);
  step.value = Number(step.value) + 1;
  const end = document.querySelector("#bar [data-unseen]");
  if (end) Object.assign(end, { textContent: end.dataset.unseen, disabled: false });
}

/* A building that was just placed can be occupied, and only in the same turn. */
function askOccupied(form, tile, step) {
  const { content, dataset } = placing(form);
  if (!dataset.buildings.split(" ").includes(tile)) return showKeys();
  const keys = content.lastElementChild.cloneNode(true);
  keys.firstElementChild.value = `${step}.on`;
  showKeys(keys);
}
