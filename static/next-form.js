/* The form after an own act, and under what others enter. It asks the next question at once; what is tapped until its
   answer is there goes into the form that comes, as far as that asks what was meant. On pages with an entry form, after
   typed.js. */
"use strict";
if (globalThis.onPhone) {
  const { entryForm, stage, replaceForm, texts, offer } = onPhone;
  const NOT_TYPED = ["act", "version", "question", "meant"];
  const next = {
    given: [], // the fields of the form as it was given, emptied or sent
    seat: null, // whose part is tapped until the answer is there, in games where each seat has one
    title: "", // of the form that was sent
    tab: null, // and its tab
    key: null, // the key that was tapped on it to save it
    read: null, // what was read out when the form went on
    isSaved: false, // whether the last tap of this page was one that saves
  };

  /* ---- what is typed ---- */

  const fieldsOf = (form) => [...new FormData(form)].filter(([name]) => !NOT_TYPED.includes(name));

  /* The fields that are not among the others, each as often as it is there more often. */
  function without(fields, others) {
    const rest = others.map(String);
    return fields.filter((field) => {
      const at = rest.indexOf(String(field));
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
  }

  function typedIn(form) {
    const fields = fieldsOf(form);
    return { added: without(fields, next.given), removed: without(next.given, fields) };
  }
  const isNothing = ({ added, removed }) => !added.length && !removed.length;
  const hasTyped = () => Boolean(entryForm() && "next" in entryForm().dataset && !isNothing(typedIn(entryForm())));

  document.addEventListener("companion:form", () => {
    const form = entryForm();
    if (form && !["dirty", "waiting", "next"].some((name) => name in form.dataset)) next.given = fieldsOf(form);
  });

  /* The words of what was tapped, as the keys have them. */
  function describe(form, { added }) {
    const words = added.map(([name, value]) => {
      const [of, is] = [name, value].map((text) => CSS.escape(text));
      const key = form.querySelector(
        `input[name="${of}"][value="${is}"]:not([type=hidden]), [data-tap="${is}"], [data-card="${is}"]`,
      );
      const text = key?.closest("label")?.textContent || key?.textContent || value;
      return (key?.dataset.name || key?.ariaLabel || text).replace(/\s+/g, " ").trim();
    });
    return words.join(", ");
  }

  /* Put typed fields into a form that has such, all of them where it `isSame` as the one they come from; false where
     it has none of them. */
  function fillIn(form, { added, removed }, isSame = false) {
    const named = (name) => [...form.querySelectorAll(`[name="${CSS.escape(name)}"]:not([type=hidden], button)`)];
    let isFilled = false;
    for (const [[name, value], isOn] of [...removed.map((one) => [one, false]), ...added.map((one) => [one, true])]) {
      const fields = named(name),
        choice = fields.find((field) => field.value === value && /radio|checkbox/.test(field.type));
      if (choice) choice.checked = isOn;
      else if (fields.length && isOn && !/radio|checkbox/.test(fields[0].type)) fields[0].value = value;
      else if (fields.length || !fillHidden(form, [name, value], isOn, isSame)) continue;
      isFilled = true;
    }
    for (const more of form.querySelectorAll("[data-more]"))
      more.checked ||= Boolean(more.closest(".strip")?.querySelector(".higher :checked"));
    if (isFilled) form.dataset.dirty = "";
    afterSwap();
    return isFilled;
  }

  /* Taps and cards are fields that scripts add, for keys that the form or the bar has. */
  function fillHidden(form, [name, value], isOn, isSame) {
    const known = [...form.querySelectorAll("input[type=hidden]")].filter((field) => field.name === name);
    const isTap = name === "tap" || name === "card";
    if (!isOn) return isTap && (known.find((field) => field.value === value)?.remove() ?? true);
    const isKey = (key) => [key.dataset.tap, key.dataset.card].includes(value);
    if (isTap ? ![...document.querySelectorAll("[data-tap], [data-card]")].some(isKey) : known.length || !isSame)
      return false;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    return true;
  }

  /* ---- after an own act ---- */

  const question = (form) => form?.elements.question?.value;
  const seatOf = (form) => (form?.elements.seat ?? form?.elements.of)?.value;
  const own = () => (body().own ?? "").split(" ").filter(Boolean);
  const hasTabs = () => Boolean(document.querySelector("#form [data-tab]"));
  /* On a phone of one seat the form stays with that seat's part. */
  const staysWith = (form) => hasTabs() && own().length === 1 && seatOf(form) === own()[0];

  /* True where the game's own form asks the next question without the table. */
  function goesOn(form, act) {
    form.dataset.waiting = "";
    const event = new CustomEvent("companion:waiting", { bubbles: true, cancelable: true, detail: act });
    if (!form.dispatchEvent(event)) return true;
    delete form.dataset.waiting;
    return false;
  }

  function goOn(form, act) {
    delete form.dataset.dirty;
    document.getElementById("restored")?.remove();
    live.isByOthers = false;
    next.isSaved = true;
    if (!goesOn(form, act)) {
      next.title = "";
      if (!staysWith(form)) empty();
      entryForm().dataset.next = "";
    }
    next.given = fieldsOf(entryForm());
    readNext();
    next.read = document.activeElement;
  }

  function empty() {
    replaceForm();
    const tabs = [...document.querySelectorAll("#form [data-tab]")],
      at = tabs.findIndex((tab) => tab.ariaCurrent);
    const after = [...tabs.slice(at + 1), ...tabs.slice(0, at)].find((tab) => !tab.querySelector(":scope > .glyph"));
    next.seat = after?.dataset.tab ?? null;
    next.title = heading()?.textContent;
    next.tab = tabs[at];
    mark(after, texts.dataset.next);
  }

  const heading = () => document.querySelector("#head h1")?.firstChild;

  /* Say whose part is asked for, by the title and the tab. */
  function mark(tab, title) {
    for (const other of document.querySelectorAll("#form [data-tab][aria-current]"))
      other.removeAttribute("aria-current");
    tab?.setAttribute("aria-current", "true");
    if (heading()) heading().textContent = title;
  }

  /* A tap that saves, on a form whose last one is still on its way: with nothing tapped in between it is the same one,
     else it waits for the next form. True where nothing is to be sent now. */
  function saveLater(form, submitter) {
    const isAgain = next.isSaved && "empty" in (submitter?.dataset ?? {}) && isNothing(typedIn(form));
    if (!("next" in form.dataset)) {
      if (isAgain) offer(texts.dataset.twice.replace("#", submitter.textContent.trim()), () => save(form, submitter));
      return isAgain;
    }
    if (isNothing(typedIn(form))) return true;
    next.key = submitter ?? {};
    submitter?.setAttribute("aria-busy", "true");
    return true;
  }

  /* What was refused is not saved: the same key means the same again, once the table allows it. */
  const forgetSaved = () => (next.isSaved = false);

  function save(form, key) {
    forgetSaved();
    form.requestSubmit(key?.isConnected ? key : undefined);
  }

  for (const kind of ["pointerdown", "keydown"])
    document.addEventListener(
      kind,
      ({ target }) => {
        if (!target.closest?.("[form=entry].button")) next.isSaved = false;
      },
      true,
    );

  /* ---- the answer ---- */

  /* Show the answer to an act, with what was tapped since in the form that it brings. */
  function showAnswer(text, act) {
    outbox.answers += 1; // under a finger it is shown a moment later, and is on its way until then
    whenReleased(() => {
      outbox.answers -= 1;
      if (outbox.isEntering()) return; // tapped meanwhile: that gets an answer of its own
      const before = taken(act.fields.find(([name]) => name === "question")?.[1]);
      clearFlags();
      htmx.swap({ text, target: document.body, sourceElement: document.body, swap: "none" });
      afterSwap();
      // Who has gone on with the keys meanwhile stays there.
      if ([document.body, next.read].includes(document.activeElement)) readNext();
      if (before) settle(before, isExpected(before));
    });
    return true;
  }

  /* What is typed is taken out of the form, so that nothing of it stays in the one that takes its place. */
  function taken(asked) {
    const form = entryForm();
    if (!form) return null;
    const typed = typedIn(form);
    const before = {
      typed,
      key: next.key,
      words: describe(form, typed),
      asked: asked ?? question(form),
      seat: "next" in form.dataset ? next.seat : seatOf(form),
      title: heading()?.textContent,
      stays: staysWith(form),
    };
    Object.assign(next, { key: null, seat: null });
    for (const name of ["dirty", "next", "waiting"]) delete form.dataset[name];
    if (isNothing(typed)) return null;
    replaceForm();
    return before;
  }

  /* Whether the form asks what comes next after an own act, so that what was tapped since is meant for it. */
  function isExpected({ asked, seat, stays }) {
    const form = entryForm(),
      isSame = question(form) === asked;
    if (!form) return false;
    if (stays) return isSame;
    if (hasTabs()) return isSame ? seatOf(form) === seat : seat === null && isNextTo(asked, question(form));
    return isSame || isNextTo(asked, question(form));
  }
  const isNextTo = (one, other) => Number(other) === Number(one) + 1;

  /* What was typed goes into the form where that was meant, else it is offered; where it fits nowhere it is told. */
  async function settle(before, isMeant) {
    const form = entryForm();
    if (!form || !fits(form, before.typed)) return offer(texts.dataset.untold.replace("#", before.words));
    if (isMeant) return enter(before);
    const title = heading().textContent.trim();
    const sentence = texts.dataset.offer.replace("#what", before.words).replace("#title", title);
    return offer(sentence, () => enter(before));
  }

  const fits = (form, { added, removed }) => {
    const names = new Set([...form.elements].map((field) => field.name));
    return [...added, ...removed].some(([name]) => names.has(name) || name === "tap" || name === "card");
  };

  async function enter({ typed, key }) {
    const form = entryForm();
    if (!form || !fillIn(form, typed)) return;
    if (form.matches("[data-preview]")) await preview(form);
    const named = key?.name && `[form=entry][name="${key.name}"][value="${CSS.escape(key.value)}"]`;
    const saves = document.querySelector(named || "#bar .button[form=entry]");
    if (key && saves && !saves.disabled) save(entryForm(), saves);
  }

  /* ---- under what others enter ---- */

  /* Others have answered what the form asked: what is half entered is taken out, and put into the form that comes. */
  function takeTyped() {
    const meant = question(entryForm()),
      before = taken();
    return before && { ...before, meant };
  }

  /* Where one seat acts after the other, a tile that is typed early is the next seat's, but not on the phone of the
     seat before. Elsewhere it was meant for the round that is over. */
  function putTyped(before) {
    const form = entryForm();
    const isOther = !hasTabs() && seatOf(form) !== undefined && seatOf(form) !== before.seat;
    if (question(form) === before.asked && seatOf(form) === before.seat) return void enter(before);
    const isNext = isOther && !own().includes(before.seat);
    settle(before, isNext);
    if (!isNext || !form || !("dirty" in form.dataset)) return;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "meant", value: before.meant }));
    offer(texts.dataset.carried.replace("#title", before.title.trim()).replace("#what", before.words));
  }

  /* The same is asked still, but others have entered what is half entered here: saving it tells both. */
  function noteChanged(form) {
    if (form.dataset.stage === stage()) return;
    const run = () => {
      onPhone.clearTyped();
      dismissNotice("outdated");
    };
    offerNotice({ id: "outdated", text: texts.dataset.changed, actions: [{ label: texts.dataset.show, run }] });
  }

  /* The answer to another act of this phone, such as an undo, around what is half entered; false where nothing is. */
  function showAround(text) {
    if (!text.includes('id="form"')) return false;
    const before = takeTyped();
    if (!before) return false;
    clearFlags();
    htmx.swap({ text, target: document.body, sourceElement: document.body, swap: "none" });
    afterSwap();
    putTyped(before);
    return true;
  }

  /* The game is over, or the page is left: what is typed is told on the page that comes. */
  function takeAlong() {
    const form = entryForm(),
      typed = form && typedIn(form);
    if (!form || isNothing(typed)) return;
    try {
      sessionStorage.setItem(onPhone.TOLD, texts.dataset.untold.replace("#", describe(form, typed)));
    } catch {
      /* then it is not told */
    }
    delete form.dataset.dirty;
    onPhone.forgetTyped(stage());
  }

  /* Where another phone has just given the answer that is tapped now, it may have been meant for the same question. */
  document.addEventListener(
    "click",
    (event) => {
      const key = event.target.closest("#form [data-same]");
      if (!key || !live.isByOthers) return;
      live.isByOthers = false;
      event.preventDefault();
      event.stopImmediatePropagation();
      offer(key.dataset.same, () => entryForm()?.requestSubmit(document.querySelector("#form [data-same]")));
    },
    true,
  );

  /* An act that waits, or was refused, stands on the form as it was sent; false where it was one tap. */
  function fillAsSent(form, act) {
    if ("next" in form.dataset && next.title) mark(next.tab, next.title);
    delete form.dataset.next;
    next.given = fieldsOf(form);
    const added = without(act.fields, next.given).filter(([name]) => ![...NOT_TYPED, act.keyName].includes(name));
    const isFilled = fillIn(form, { added, removed: [] }, true);
    delete form.dataset.dirty;
    return isFilled;
  }

  Object.assign(globalThis, {
    goOn,
    goesOn,
    saveLater,
    forgetSaved,
    showAnswer,
    takeTyped,
    putTyped,
    noteChanged,
    showAround,
    takeAlong,
    fillAsSent,
    hasTyped,
  }); // for the scripts of all pages
}
