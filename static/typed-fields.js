/* Finds what was typed into a form, says it in words, and puts it into another form. After form.js. */
"use strict";
if (globalThis.htmx) {
  const NOT_TYPED = ["act", "version", "question"];

  const fieldsOf = (form) => [...new FormData(form)].filter(([name]) => !NOT_TYPED.includes(name));

  /* The fields less the others; each of these removes one equal field. */
  function without(fields, others) {
    const rest = others.map(String);
    return fields.filter((field) => {
      const at = rest.indexOf(String(field));
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
  }

  /* The words of what was tapped, or tapped away, as the keys have them. */
  function describe(form, { added, removed }) {
    const words = (added.length ? added : removed).map(([name, value]) => {
      const [of, is] = [name, value].map((text) => CSS.escape(text));
      const key = form.querySelector(
        `input[name="${of}"][value="${is}"]:not([type=hidden]), [data-tap="${is}"], [data-card="${is}"]`,
      );
      const text = key?.closest("label")?.textContent || key?.textContent || value;
      return (key?.dataset.name || key?.ariaLabel || text).replace(/\s+/g, " ").trim();
    });
    return words.join(", ");
  }

  /* Put typed fields into a form that has such fields; all of them if it `isSame` as the form that they come from.
     Returns false if it has none of them. */
  function fillIn(form, { added, removed, focused }, isSame = false) {
    const named = (name) => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]:not([type=hidden], button)`)];
    let isFilled = false,
      isBegun = false;
    for (const [[name, value], isOn] of [...removed.map((one) => [one, false]), ...added.map((one) => [one, true])]) {
      const fields = named(name),
        choice = fields.find((field) => field.value === value && /radio|checkbox/.test(field.type));
      if (choice) choice.checked = isOn;
      else if (fields.length && isOn && !/radio|checkbox/.test(fields[0].type)) fields[0].value = value;
      else if (fields.length || !fillHidden(form, [name, value], isOn, isSame, isBegun)) continue;
      isBegun ||= isOn && name === "tap";
      isFilled = true;
    }
    for (const more of form.querySelectorAll("[data-more]"))
      more.checked ||= Boolean(more.closest(".strip")?.querySelector(".higher :checked"));
    if (isFilled) form.dataset["viewOnly" in form.dataset ? "looked" : "dirty"] = "";
    afterSwap();
    if (isFilled && focused && document.activeElement === document.body) {
      const fields = named(focused.name); // who typed into it goes on there
      (fields.find(({ value }) => value === focused.value) ?? fields[0])?.focus({ preventScroll: true });
    }
    return isFilled;
  }

  /* Add or remove a hidden field. Returns false for a tap or card whose key is not on the page, unless `isBegun`: then
     the tap before brings the key. */
  function fillHidden(form, [name, value], isOn, isSame, isBegun) {
    const known = [...form.querySelectorAll("input[type=hidden]")].filter((field) => field.name === name);
    const isTap = name === "tap" || name === "card";
    if (!isOn) return isTap && (known.find((field) => field.value === value)?.remove() ?? true);
    const isKey = (key) => [key.dataset.tap, key.dataset.card].includes(value);
    const hasKey = isBegun || [...document.querySelectorAll("[data-tap], [data-card]")].some(isKey);
    if (!isTap && known.length === 1) return Boolean((known[0].value = value)); // a script has changed it
    if (isTap ? !hasKey : known.length || !isSame) return false;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    return true;
  }

  /* What was added to the fields that a form was given with, what was taken away, and the field that has the focus. */
  function changesIn(form, given) {
    const fields = fieldsOf(form),
      { form: of, name, value } = document.activeElement;
    return { added: without(fields, given), removed: without(given, fields), focused: of === form && { name, value } };
  }
  const isNothing = ({ added, removed }) => !added.length && !removed.length;

  globalThis.typedFields = { NOT_TYPED, fieldsOf, without, changesIn, isNothing, describe, fillIn }; // for next-form.js
}
