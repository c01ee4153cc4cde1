/* Restores what is half entered after a reload. On live pages with an entry form. */
"use strict";
if (globalThis.onPhone) {
  // without it there is nothing that could be kept
  const { TYPED, read, write, part, clock, stage, entryForm, forgetTyped } = onPhone;
  const SAID = "companion:said"; // what tabs tell each other
  let untouched = null, // the form as the table gave it
    isAsking = false; // whether another tab may still have what is half entered

  /* ---- the form as the table gave it ---- */

  function rememberForm() {
    const form = entryForm();
    if (!form || isTouched(form)) return;
    untouched = form.cloneNode(true);
    untouched.reset(); // of what was tapped before this script was there
  }

  function replaceForm() {
    if (!untouched) return;
    const fresh = untouched.cloneNode(true);
    for (const element of [fresh, ...fresh.querySelectorAll("[data-htmx-powered]")]) delete element.dataset.htmxPowered;
    for (const name of ["act", ...TOUCHED]) delete fresh.dataset[name];
    entryForm().replaceWith(fresh);
    htmx.process(fresh);
    afterSwap();
  }

  /* ---- half entered ---- */

  const hiddenFields = (form) => [...form.querySelectorAll("input[type=hidden][name]:not([name=act], [name=version])")];

  function keepTyped() {
    const form = dirtyForm();
    if (form?.id !== "entry" || form.inert || !stage() || "next" in form.dataset) return;
    const fields = [...new FormData(form)].filter(([name]) => name !== "act" && name !== "version");
    isAsking = false;
    write(TYPED + stage(), { at: Date.now(), fields });
  }

  function restoreTyped() {
    const form = entryForm(),
      typed = form && read(TYPED + stage());
    if (!typed || "dirty" in form.dataset) return;
    form.dataset.dirty = "";
    fill(form, typed.fields);
    const line = part("restored");
    line.querySelector("time").textContent = clock(typed.at);
    showNotice(line);
    afterSwap();
    if (form.matches("[data-preview]")) preview(form);
    isAsking = true;
    tellTabs({ asks: TYPED + stage() });
  }

  function tellTabs(said) {
    for (const value of [said, null]) write(SAID, value);
  }

  /* What another tab of this phone is filling in stays there. */
  addEventListener("storage", ({ key, newValue }) => {
    const { asks, has } = (key === SAID && JSON.parse(newValue)) || {};
    if (asks === TYPED + stage() && dirtyForm() && !isAsking) tellTabs({ has: asks });
    if (has !== TYPED + stage() || !isAsking) return;
    isAsking = false;
    document.getElementById("restored")?.remove();
    replaceForm();
  });

  function fill(form, fields) {
    const values = (name) => fields.filter(([key]) => key === name).map(([, value]) => value);
    for (const field of form.querySelectorAll("input[name]:not([type=hidden]), select, textarea")) {
      const typed = values(field.name);
      if (field.type === "radio" || field.type === "checkbox") field.checked = typed.includes(field.value);
      else if (typed.length) field.value = typed[0];
    }
    // A choice that lies behind "more" opens it.
    for (const more of form.querySelectorAll("[data-more]"))
      more.checked = Boolean(more.closest(".strip")?.querySelector(".higher :checked"));
    fillHidden(form, fields);
  }

  /* Hidden fields may be taps that a game's form.js has added: put in place of those that are there, in their order. */
  function fillHidden(form, fields) {
    const visible = new Set([...form.querySelectorAll("input[name]:not([type=hidden])")].map((field) => field.name));
    for (const old of hiddenFields(form)) if (!visible.has(old.name)) old.remove();
    for (const [name, value] of fields) {
      if (visible.has(name)) continue;
      const field = Object.assign(document.createElement("input"), { type: "hidden", name, value });
      field.dataset.restored = "";
      form.append(field);
    }
  }

  /* What was chosen before the scripts were there: first.js saw in which order, or was not there either. */
  const isChosen = (field) =>
    field.checked !== field.defaultChecked || (field.type === "text" && field.value !== field.defaultValue);
  const fields = [...(entryForm()?.elements ?? [])].filter(isChosen),
    early = globalThis.earlyChoices?.length ? earlyChoices : fields.map((field) => [field, { checked: field.checked }]);
  if (early.length) {
    rememberForm();
    entryForm().dataset.dirty = "";
  }

  /* It counts as any choice, on top of what was half entered before. */
  function startTyped() {
    if (early.length) delete entryForm().dataset.dirty;
    restoreTyped();
    for (const [field, choice] of early) {
      Object.assign(field, choice);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  /* A field that the preview has added is not needed twice. */
  function dropDoubles() {
    for (const field of document.querySelectorAll("#entry > [data-restored]")) {
      if (document.querySelector(`#preview input[name="${CSS.escape(field.name)}"]`)) field.remove();
    }
  }

  function clearTyped() {
    forgetTyped(stage());
    document.getElementById("restored")?.remove();
    replaceForm();
    if (live.isSpared) fetchParts();
  }

  /* What only the table can work out is shown when it is back. */
  document.addEventListener("companion:unseen", ({ detail: { isLate } }) => {
    if (!isLate && !document.getElementById("unseen")) showNotice(part("unseen"));
  });

  function showUnseen() {
    const line = document.getElementById("unseen"),
      form = dirtyForm();
    line?.remove();
    if (line && form?.matches("[data-preview]") && !form.inert) preview(form);
  }

  // At once, whatever becomes of the page; at the window, after the game's own form.js, which adds fields at a click.
  for (const kind of ["input", "click"]) addEventListener(kind, keepTyped);
  addEventListener("pagehide", keepTyped);
  document.addEventListener("visibilitychange", keepTyped);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-clear-typed]")) clearTyped();
  });
  document.addEventListener("companion:form", () => {
    dropDoubles();
    rememberForm();
  });
  document.addEventListener("companion:live", ({ detail: yes }) => {
    if (yes) showUnseen();
  });
  document.addEventListener("DOMContentLoaded", startTyped);

  Object.assign(onPhone, { clearTyped, keepTyped, restoreTyped, replaceForm });
}
