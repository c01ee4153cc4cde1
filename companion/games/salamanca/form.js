"use strict";

/* To look at a space is not to enter anything: what others enter meanwhile is shown at once. */
document.addEventListener("input", ({ target: { name, form } }) => {
  if (name !== "tap" || !form?.matches("[data-view-only]")) return;
  delete form.dataset.dirty;
  form.dataset.looked = "";
});

/* What is chosen of a row of keys: what the form came with, then the last tap; where the row `isCleared`, a second tap
   on a key takes it back. The same as _changed() in form_without_board.py. */
const chosenOf = (codes, first, taps, isCleared) =>
  taps
    .filter((tap) => codes.includes(tap))
    .reduce((chosen, tap) => (isCleared && tap === chosen ? undefined : tap), first || undefined);

/* A row of keys shows its choice, whatever marked one of them before; returns it. */
function markChosen(form, codes, first, isCleared = false) {
  const taps = [...form.querySelectorAll("input[name=tap]")].map(({ value }) => value),
    chosen = chosenOf(codes, first, taps, isCleared);
  for (const code of codes) form.querySelector(`[data-tap="${code}"]`)?.classList.toggle("on", code === chosen);
  return chosen;
}

/* What was said of what was tapped before. */
function dropTold(form) {
  for (const told of form.querySelectorAll("#preview > [aria-live]")) told.remove();
}

/* The lands of each building came with the form; the companion judges the sale when it is sent. */
document.addEventListener("companion:unseen", ({ target: form }) => {
  const all = [...form.querySelectorAll(":scope > template")].map(({ content }) =>
    content.querySelector("[data-lands]"),
  );
  if (!all[0]) return;
  dropTold(form);
  const { b, ruin, seat, noble } = form.elements,
    buildings = all.map(({ dataset }) => dataset.lands),
    row = (name) => [...form.querySelectorAll(`[data-tap^="${name}."]`)].map(({ dataset }) => dataset.tap),
    shown = form.querySelector("[data-lands]"),
    sold = markChosen(form, buildings, b.value);
  markChosen(form, row("seat"), seat.value && `seat.${seat.value}`);
  markChosen(form, row("noble"), noble.value && `noble.${noble.value}`, true);
  markChosen(form, ["ruin"], ruin.value && "ruin", true);
  if (!sold || sold === shown?.dataset.lands) return;
  shown?.remove();
  form.querySelector("[data-tap=ruin]").closest("section").after(all[buildings.indexOf(sold)].cloneNode(true));
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

/* ---- steps without the companion ---- */

/* All keys came with the form, each with what offers it: nothing, an action, a space, or any free space. Steps are
   done with them one after the other, and drawn as far as a phone can tell. The companion judges it when it is sent. */
const alone = (form) => form.querySelector("template[data-alone]");
const spaceAt = (form, at) => form.querySelector(`.land button[value="${at}"]`);
const STEPS = ["tile", "sell", "noble", "hazard", "draw", "amend"];

/* The same as read_selection() in available_actions.py. */
function selected(fields) {
  let [at, fertile] = ["at", "v"].map((name) => fields.find(([key]) => key === name)?.[1]);
  for (const [name, value] of fields) {
    if (name !== "tap" || value.startsWith("why.")) continue;
    if (/^v[23]$/.test(value)) fertile = fertile === value[1] ? "" : value[1];
    else [at, fertile] = [at === value ? "" : value, ""];
  }
  return { at, fertile };
}

function showKeys(form, { at, fertile }) {
  const { content, dataset } = alone(form),
    code = spaceAt(form, at)?.matches(".vacant") ? "free" : at || "none";
  const keys = [...content.querySelectorAll("[data-offered-by]")]
    .filter((key) => key.dataset.offeredBy.split(" ").includes(code))
    .map((key) => key.cloneNode(true));
  for (const key of keys) {
    if (STEPS.includes(key.name))
      key.dataset.description ??= dataset.description.replace("#", key.ariaLabel ?? key.textContent.trim());
    if ([at, `v${fertile}`].includes(key.dataset.tap)) key.classList.add("on");
  }
  document.querySelector("#bar > .palette")?.remove();
  if (!keys.length) return;
  const palette = document.createElement("div");
  palette.className = `palette grid columns-${keys.length > 6 ? 5 : 4}`;
  palette.append(...keys);
  document.getElementById("bar").prepend(palette);
}

document.addEventListener("companion:unseen", ({ target: form, detail }) => {
  const template = alone(form);
  if (!template) return;
  const selection = selected([...new FormData(form)]),
    keys = [...template.content.querySelectorAll(`[data-action="${selection.at}"] [data-offered-by]`)];
  const open = keys.flatMap((key) => key.dataset.offeredBy.split(" "));
  for (const space of form.querySelectorAll(".land button")) {
    space.classList.toggle("on", space.value === selection.at);
    if (!space.matches(".new:not([data-open])")) markOpen(space, open.includes(space.value));
  }
  dropTold(form);
  showKeys(form, selection);
  detail.missing = owed(template);
});

/* A space that the tapped action can go to. */
function markOpen(space, isOpen) {
  space.classList.toggle("new", isOpen);
  space.toggleAttribute("data-open", isOpen);
}

/* A step that waits to be sent lies on the board, and the form asks for the next one. */
document.addEventListener("companion:waiting", (event) => {
  const form = event.target,
    template = alone(form),
    { fields } = event.detail;
  const value = (name) => fields.find(([key]) => key === name)?.[1],
    [name, { at, fertile }] = [STEPS.find(value), selected(fields)];
  if (outbox.isPrompt() || !template || !name) return;
  // Steps have an order; the lands of the start only have spaces.
  const { step } = form.elements,
    isNew = step ? value("step") === step.value : spaceAt(form, at)?.matches(".vacant");
  if (isNew && !step && template.dataset.labels === "[]") return; // with this land the entry is complete
  event.preventDefault();
  delete form.dataset.next;
  if (name === "amend") dropOccupy(form, value(name));
  else if (isNew) doStep(form, name, value(name), { at, fertile });
});

function doStep(form, name, value, { at, fertile }) {
  const { content, dataset } = alone(form),
    key = content.querySelector(`[name=${name}][value="${value}"]`),
    space = spaceAt(form, at);
  if (!key) return;
  if (space) drawStep[name]?.(form, space, key, fertile);
  if (name === "tile" && dataset.buildings.includes(value)) offerOccupied(form, at);
  if (name === "tile") delete dataset.owed;
  if (name === "sell") dataset.sold = "";
  const after = JSON.parse(dataset.after)[key.closest("[data-action]").dataset.action] ?? "";
  for (const keys of content.querySelectorAll("[data-action]")) if (!after.includes(keys.dataset.action)) keys.remove();
  for (const old of form.querySelectorAll("input[name=tap]")) old.remove();
  for (const field of ["at", "v", "why"]) form.elements[field].value = "";
  if (form.elements.step) form.elements.step.value = Number(form.elements.step.value) + 1;
  showKeys(form, {});
  showEnd(form);
}

const drawStep = {
  tile(form, space, key, fertile) {
    space.className = `${key.className} tinted new`;
    space.ariaLabel = key.textContent.trim();
    space.replaceChildren(key.querySelector("svg").cloneNode(true));
    if (fertile) space.append(Object.assign(document.createElement("b"), { className: "value", textContent: fertile }));
  },
  /* Its owner and any noble leave; it is not sold again. */
  sell(form, space, key) {
    key.dataset.offeredBy = key.dataset.offeredBy
      .split(" ")
      .filter((at) => at !== space.value)
      .join(" ");
    for (const gone of space.querySelectorAll("span, .noble")) gone.remove();
    space.classList.add("leaving");
  },
  noble: (form, space) => moveBadge(form, space, alone(form).content.querySelector(".badge").cloneNode(true)),
  hazard(form, space, key) {
    const badge = Object.assign(document.createElement("i"), { className: "badge" });
    badge.append(key.querySelector("svg").cloneNode(true));
    badge.firstElementChild.classList.add("small");
    moveBadge(form, space, badge);
  },
};

function moveBadge(form, space, badge) {
  [...form.querySelectorAll(".land .badge")].find((old) => old.isEqualNode(badge))?.remove();
  space.append(badge);
  markOpen(space, false);
  space.classList.add("new");
}

/* A building that was just placed can be occupied, and only in the same turn. */
function offerOccupied(form, at) {
  const { content } = alone(form),
    key = content.querySelector("[data-offered-by='#']").cloneNode(true);
  key.value = `${form.elements.step.value}.on`;
  key.dataset.offeredBy = `none a b c ${at}`;
  content.append(key);
}

function dropOccupy(form, value) {
  const key = alone(form).content.querySelector(`[name=amend][value="${value}"]`);
  key?.remove();
  if (key) showKeys(form, {});
}

/* Why the turn cannot end yet. */
const owed = ({ dataset: { sold, owed: sentence } }) => (sold === undefined ? "" : (sentence ?? ""));

function showEnd(form) {
  const { dataset } = alone(form),
    [label, ...labels] = JSON.parse(dataset.labels),
    end = document.querySelector("#bar .button[form=entry]");
  dataset.labels = JSON.stringify(labels);
  if (label) end.textContent = label;
  if (!end.dataset.unseen) return;
  end.disabled = Boolean(owed(alone(form)));
  end.textContent = owed(alone(form)) || end.dataset.unseen;
}
