/* What a form for an entry or a question does at each tap, and when others enter something. Comes after companion.js
   and before the game's own form.js, on pages with such a form. */
"use strict";

/* Label the save key, and switch it off while something is missing, by its data and what is chosen. A part that is
   entered already and was not changed counts as chosen. Where others enter theirs on their own phones, `some` can be
   saved alone. */
function saveKey({ ready, saved, some, sumLabel, sumNeeded }, { missing, chosen, sum, isTouched }) {
  const isWrong = sum !== null && sum !== Number(sumNeeded);
  if (saved && !isTouched) return { text: saved, isOff: true };
  if (some && missing && chosen) return { text: some.replace("#", chosen), isOff: isWrong };
  if (missing) return { text: missing, isOff: true };
  return { text: isWrong ? sumLabel.replace("#", sum) : ready, isOff: isWrong };
}

if (globalThis.htmx) {
  // where companion.js does not come, a form is a plain one

  // What marks a form that is not as the table gave it: filled in, looked at, sent, waiting for the next one.
  const TOUCHED = ["dirty", "looked", "waiting", "next"];
  // Milliseconds without a preview after which the form says what it can.
  const LATE_PREVIEW = 1500;
  const isTouched = (form) => TOUCHED.some((name) => name in form.dataset);

  /* ---- what is chosen ---- */

  const checkedSum = (form, name) =>
    [...form.querySelectorAll(`input[type=radio][name^="${name}"]:checked`)].reduce(
      (sum, input) => sum + Number(input.value),
      0,
    );
  /* One choice is needed, or as many as the field says. */
  const isChosen = (field) =>
    field.dataset.cards
      ? field.querySelectorAll("input:checked").length === Number(field.dataset.cards)
      : Boolean(field.querySelector("input[type=radio]:checked, .on[data-tap]"));

  /* While something is missing the button is off and says what. */
  function showMissing(form) {
    for (const place of form.querySelectorAll("[data-sum]"))
      place.textContent = checkedSum(form, place.dataset.sum) + Number(place.dataset.sumMore ?? 0);
    for (const place of form.querySelectorAll("[data-over]"))
      place.hidden = checkedSum(form, place.dataset.overOf) <= Number(place.dataset.over);
    const button = document.querySelector("[data-save]");
    if (!button) return;
    button.dataset.ready ??= button.textContent;
    const fields = [...form.querySelectorAll("[data-need]")];
    const key = saveKey(button.dataset, {
      missing: fields.find((field) => !isChosen(field))?.dataset.need,
      chosen: fields.filter(isChosen).length,
      sum: button.dataset.sumOf ? checkedSum(form, button.dataset.sumOf) : null,
      isTouched: isTouched(form),
    });
    button.disabled = key.isOff;
    button.textContent = key.text;
  }

  document.addEventListener("input", (event) => {
    // Keys of the bar belong to a form that they do not stand in; a game's script may tell of the form itself.
    const form = event.target.form ?? event.target;
    if (form.id !== "entry") return;
    form.dataset.dirty = "";
    tellTyping(form);
    showMissing(form);
    // A form that waits for an answer is about what the table does not ask yet.
    if (!form.matches("[data-preview]") || "next" in form.dataset) return;
    if (isUnseen) showUnseen(form, true);
    preview(form);
  });

  /* Each tap adds a field to the form, so that quick taps add up. The server works out what they mean: in the preview
     of an entry, or in the answer to a question, which is asked again at each change. */
  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-tap], #ask button[name=tap]");
    const form = key?.form ?? key?.closest("form"); // keys of the bar belong to a form that they do not stand in
    if (!form?.matches("[data-preview], #ask")) return;
    event.preventDefault();
    const tap = Object.assign(document.createElement("input"), {
      type: "hidden",
      name: "tap",
      value: key.dataset.tap ?? key.value,
    });
    form.append(tap);
    tap.dispatchEvent(new Event(form.id === "ask" ? "change" : "input", { bubbles: true }));
  });

  /* An answer to the tap before is held back. If this tap asks again, its own answer includes both. */
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx } = event.detail;
    if (!finger.isDown) return;
    event.preventDefault();
    whenReleased(() => ctx.sourceElement.matches(".htmx-request") || htmx.swap(ctx));
  });

  /* Keep the height of the page when a tap removes something: the browser would scroll a shorter one under the thumb.
   */
  function keepScroll(further = 0) {
    const main = document.querySelector("main"),
      page = document.documentElement,
      bottom = Math.ceil(scrollY + further) + innerHeight;
    main.style.minHeight = `${bottom - (page.scrollHeight - main.offsetHeight)}px`;
  }

  /* A form with data-preview fetches its #preview and the bar at each tap, with what is chosen in the address: they
     show what the engine makes of it before anything is saved. */
  let previews = 0,
    isUnseen = false; // whether the last one did not come
  async function preview(form) {
    const mine = ++previews,
      asked = questionIn(document);
    // What is tapped after it, or was sent, is no longer what the answer shows; nor is what the form asks meanwhile.
    const isAwaited = (page = document) =>
      mine === previews && form.isConnected && !("next" in form.dataset) && questionIn(page) === asked;
    const address = new URL(body().parts, location.href);
    const fields = [...new FormData(form)].filter(([name]) => name !== "act" && name !== "version");
    for (const [name] of fields) address.searchParams.delete(name);
    for (const [name, value] of [...fields, ["only", "form"], ["only", "bar"]])
      address.searchParams.append(name, value);
    const late = setTimeout(() => isAwaited() && showUnseen(form, true), LATE_PREVIEW);
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (!isAwaited()) return;
      if (isLost(answer)) throw answer;
      const seconds = secondsToWait(answer);
      if (seconds)
        setTimeout(() => {
          if (isAwaited()) preview(form);
        }, 1000 * seconds);
      if (answer.status !== 200) return;
      const { parts } = await answer.json();
      const answered = new DOMParser().parseFromString(parts.form, "text/html"),
        shown = answered.getElementById("preview");
      if (!isAwaited() || !isAwaited(answered)) return;
      // The form may ask for something else already, such as the next seat's part.
      if (shown?.dataset.key !== document.getElementById("preview")?.dataset.key) return;
      const text = [
        ["preview", shown?.outerHTML],
        ["bar", parts.bar],
      ]
        .map(([id, html]) => html?.replace(`id="${id}"`, `id="${id}" hx-swap-oob="outerMorph"`) ?? "")
        .join("");
      whenReleased(() => {
        if (!isAwaited()) return;
        isUnseen = false;
        document.getElementById("unseen")?.remove();
        keepScroll();
        htmx.swap({ text, target: document.body, sourceElement: document.body, swap: "none" });
      });
    } catch {
      if (isAwaited()) showUnseen(form);
      isLive(false);
    } finally {
      clearTimeout(late);
    }
  }

  /* Show what is tapped as far as this phone can tell without the server. The main key says what is missing or, by its
     data-unseen, that the rest comes later. A game's form.js adds what else is missing to the event, and draws what it
     can. The next preview replaces all that; `isLate` says that one may still come. */
  function showUnseen(form, isLate = false) {
    isUnseen = true;
    const told = new CustomEvent("companion:unseen", { bubbles: true, detail: { missing: "", isLate } }),
      key = document.querySelector("#bar [data-unseen]");
    form.dispatchEvent(told); // first: what is drawn of the taps is what is chosen
    told.detail.missing ||= [...form.querySelectorAll("[data-need]")].find((field) => !isChosen(field))?.dataset.need;
    if (!key || form.inert) return;
    key.disabled = Boolean(told.detail.missing);
    key.textContent = told.detail.missing || key.dataset.unseen;
  }

  document.addEventListener("companion:live", ({ detail: yes }) => {
    if (yes) isUnseen = false;
  });

  /* ---- what others do ---- */

  /* Replace the whole form if the new one asks for something else, or stands under a result that was put away. Merged
     piece by piece, its keys would move. */
  function isNewForm({ form, last }) {
    const mode = (section) => section?.querySelector("#entry")?.dataset.mode,
      isBack = last !== undefined && document.getElementById("last").hidden;
    return Boolean(form) && (isBack || mode(elementOf(form)) !== mode(document.getElementById("form")));
  }

  /* Keep the keys where they are while others' entries are shown. Call this before, and the function that it returns
     after. If something above the keys becomes higher, such as a result, the page is scrolled by as much. */
  function holdKeys() {
    const top = () => document.getElementById("form")?.getBoundingClientRect().top ?? 0,
      before = top();
    return () => {
      showLast();
      const by = top() - before;
      if (by <= 0) return;
      keepScroll(by);
      scrollBy({ top: by, behavior: "instant" });
    };
  }

  /* Say for a few seconds that another phone fills in a seat's part; each tap there says it again. */
  function showTyping(seat) {
    for (const place of document.querySelectorAll(`[data-tab="${seat}"] small`)) {
      place.dataset.was ??= place.textContent;
      place.textContent = body().typing;
      clearTimeout(place.timer);
      place.timer = setTimeout(() => {
        if (place.textContent === body().typing) place.textContent = place.dataset.was;
        delete place.dataset.was;
      }, TYPING + 2000);
    }
  }

  let toldTyping = 0;
  function tellTyping(form) {
    const seat = form.elements.seat?.value;
    if (!/^\d+$/.test(seat) || !body().live || Date.now() - toldTyping < TYPING) return;
    toldTyping = Date.now();
    fetch(`${body().table}/typing`, { method: "POST", body: new URLSearchParams({ seat }) }).catch(() => {});
  }

  /* ---- the last result ---- */

  /* The result on top of the form stays until it is put away; the next one shows again. */
  const LAST = "companion:last";

  function showLast() {
    const last = document.querySelector("#last[data-entry]");
    if (!last) return;
    const name = `${body().table}:${last.dataset.entry}`;
    try {
      last.hidden = sessionStorage.getItem(LAST) === name;
    } catch {
      /* then it is shown */
    }
  }

  document.addEventListener("click", (event) => {
    const last = event.target.closest("[data-hide-last]")?.closest("#last");
    if (!last) return;
    try {
      sessionStorage.setItem(LAST, `${body().table}:${last.dataset.entry}`);
    } catch {
      /* hidden on this page alone */
    }
    last.hidden = true;
  });

  document.addEventListener("companion:form", () => {
    const form = document.getElementById("entry");
    if (form) {
      showMissing(form);
      // A game's own form.js listens for this.
      form.dispatchEvent(new CustomEvent("companion:shown", { bubbles: true }));
      if (isUnseen && isTouched(form) && !("next" in form.dataset)) showUnseen(form, true);
    }
    showLast();
  });

  // for the scripts of all pages and typed.js
  Object.assign(globalThis, { TOUCHED, isTouched, preview, showUnseen, isNewForm, holdKeys, showTyping });
}
