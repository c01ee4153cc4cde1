/* After an act of this phone, the form asks the next question at once. What is tapped before the answer arrives goes
   into the form that it brings, if that asks the same. Also keeps what is typed when others enter something. On pages
   with an entry form, after typed.js and typed-fields.js. */
"use strict";
if (globalThis.onPhone) {
  const { entryForm, stage, replaceForm, texts, offer } = onPhone;
  const { NOT_TYPED, fieldsOf, without, changesIn, isNothing, describe, fillIn } = typedFields;
  const next = {
    given: [], // the fields of the form as it was given, emptied or sent
    asked: null, // the question that the last own act answered
    seat: null, // whose part comes after it, in games where each seat has one
    stays: false, // whether the form stays with that part
    queue: [], // what was tapped and saved on the forms after it, in this order; at last what is not saved yet
    isInHand: false, // whether something of it is being entered, or is offered again
    by: "", // the key that the last own act was saved by
    isPredicted: false, // whether this phone said by itself what the form asks
    isByOthers: false, // whether the form asks something else because others have answered
    title: "", // of the form that was sent
    tab: null, // and its tab
    read: null, // what was read out when the form went on
  };

  /* Whether the form is the one of what comes next, while the last answer is on its way. */
  const isFormWaiting = () => "next" in (entryForm()?.dataset ?? {});

  /* On a form that shows what was sent nothing is typed. */
  const typedIn = (form) => (form.inert ? { added: [], removed: [] } : changesIn(form, next.given));
  const hasTyped = () => next.queue.length > 0 || (isFormWaiting() && !isNothing(typedIn(entryForm())));

  document.addEventListener("companion:form", () => {
    const form = entryForm();
    if (form) lookAtGiven(form);
    if (form && !("next" in form.dataset) && !outbox.waiting().length && !outbox.isEntering()) goThroughQueue();
  });

  /* ---- what a tap is meant for ---- */

  /* What the form asks: who, which round, which trick. */
  const asksOf = (form) =>
    [...form.querySelectorAll("input[type=hidden]")]
      .filter(({ name, value }) => value && !["act", "version", "tap", "card"].includes(name))
      .map(({ name, value }) => `${name}=${value}`)
      .join("&");
  const asked = whatWasSeen("[form=entry], #entry button", () => asksOf(entryForm()));

  function lookAtGiven(form) {
    if (isTouched(form)) return;
    next.given = fieldsOf(form);
    if (asked.note()) {
      dismissNotice("meant"); // that was about another question
      next.isByOthers = live.isByOthers || next.isPredicted || next.asked === null || !isExpected();
    }
    next.isPredicted = false;
  }

  /* Ask once whether a key that enters something by itself was meant for what the form asks now. After an act of this
     phone only if it was saved by the same key, and that enters nothing but itself. */
  function asksFirst(form, submitter) {
    const isRepeated = "empty" in (submitter?.dataset ?? {}) && next.by === keyOf(submitter);
    if (asked.isSeen() || !(next.isByOthers || isRepeated)) return false;
    asked.look();
    const news = document.querySelector("#head [data-news]")?.dataset.news ?? "";
    const sentence = next.isByOthers ? texts.dataset.meanwhile.replace("#news", news) : texts.dataset.twice;
    const text = sentence.replace("#what", nameOf(submitter, form)).replace("#title", asksInWords());
    const run = () => entryForm() && save(entryForm(), submitter);
    offerNotice({ id: "meant", text, actions: [{ label: texts.dataset.enter, run }] });
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

  /* The same once the answer is late: what was tapped on the form that waited for it is on the one that goes on. */
  function goesOnLate(form, act) {
    const typed = isFormWaiting() && typedIn(form);
    if (!goesOn(form, act)) return false;
    if (!typed || isFormWaiting()) return true;
    next.given = fieldsOf(form);
    if (!isNothing(typed)) next.queue.push({ typed, key: null, words: describe(form, typed) });
    while (next.queue.length && !next.isInHand && !isFormWaiting()) goThroughQueue();
    return true;
  }

  function goOn(form, act, submitter) {
    delete form.dataset.dirty;
    document.getElementById("restored")?.remove();
    dismissNotice("meant");
    live.isByOthers = false;
    next.by = keyOf(submitter);
    dismissNotice("outdated");
    Object.assign(next, { title: "", asked: question(form), stays: staysWith(form), seat: null });
    if (goesOn(form, act)) {
      next.given = fieldsOf(entryForm());
      asked.note(true);
      next.isPredicted = true;
    } else {
      goToNext();
      waitForForm();
    }
    next.read = null;
    if (showUnsaved()) return;
    readNext();
    next.read = document.activeElement;
  }

  function waitForForm() {
    entryForm().dataset.next = "";
    next.given = fieldsOf(entryForm());
  }

  /* What is tapped last and not saved stays on the form that waits, to go on with; true where it is typed into. */
  function showUnsaved() {
    if (!isFormWaiting() || next.queue.at(-1)?.key !== null) return false;
    fillIn(entryForm(), next.queue.pop().typed, true);
    return entryForm().contains(document.activeElement);
  }

  /* Whether it stays or is emptied, the page says at once that the part before is being saved. */
  function goToNext() {
    const tabs = [...document.querySelectorAll("#form [data-tab]")],
      at = tabs.findIndex((tab) => tab.ariaCurrent);
    Object.assign(next, { title: heading()?.textContent, tab: tabs[at] });
    if (next.stays) return mark(next.tab, texts.dataset.next);
    replaceForm();
    const after = [...tabs.slice(at + 1), ...tabs.slice(0, at)].find((tab) => !tab.querySelector(":scope > .glyph"));
    next.seat = after?.dataset.tab ?? null;
    mark(after, texts.dataset.next);
  }

  const asksInWords = () => document.getElementById("form").dataset.asks;
  const heading = () => document.querySelector("#head h1")?.firstChild;

  /* Say whose part is asked for, by the title and the tab. */
  function mark(tab, title) {
    for (const other of document.querySelectorAll("#form [data-tab][aria-current]"))
      other.removeAttribute("aria-current");
    tab?.setAttribute("aria-current", "true");
    if (heading()) heading().textContent = title;
  }

  /* Take a tap on save while the last act is still on its way; returns true if nothing is to be sent now. If nothing
     was tapped in between, it is the same tap twice. Otherwise it waits for the next form, and what is tapped after it
     for the form after that. */
  function saveLater(form, submitter) {
    lookAtGiven(form); // the form may have come this very moment
    const typed = typedIn(form),
      isEmpty = isNothing(typed),
      // Another key means something else, such as the one that ends a turn after the one that ends its step.
      isAgain = isEmpty && next.by === keyOf(submitter);
    if (!("next" in form.dataset)) return (isEmpty || form.dataset.looked === "before") && asksFirst(form, submitter);
    if (isAgain) return true;
    next.by = keyOf(submitter);
    const words = isEmpty ? nameOf(submitter, form) : describe(form, typed);
    next.queue.push({ typed, key: submitter?.cloneNode() ?? undefined, words });
    submitter?.setAttribute("aria-busy", "true");
    if (!next.stays) {
      replaceForm();
      mark(null, texts.dataset.next);
    }
    waitForForm();
    return true;
  }

  /* An undo takes back what was saved last: that is on the form that waits again, and not saved. */
  document.addEventListener(
    "submit",
    (event) => {
      const isUndo = event.target.getAttribute("action")?.endsWith("/undo");
      if (isUndo) asked.expect();
      if (!isUndo || !next.queue.length || !isFormWaiting()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      fillIn(entryForm(), next.queue.pop().typed, true);
    },
    true,
  );

  const keyOf = (key) => `${key?.name ?? ""}=${key?.value ?? ""}`;
  const nameOf = (key, form) =>
    outbox.describe(key, [...new FormData(form)]) ??
    key?.ariaLabel ??
    key?.textContent.replace(/\s+/g, " ").trim() ??
    "";

  /* What was refused is not saved: the same key means the same again, once the table allows it. */
  const forgetSaved = () => (next.by = "");

  /* Save by a key that may not be on the page any more, or not yet. */
  function save(form, key) {
    forgetSaved();
    if (!key) return form.requestSubmit();
    const again = key.cloneNode();
    again.hidden = true;
    again.disabled = false;
    form.append(again);
    form.requestSubmit(again);
    again.remove();
  }

  /* ---- the answer ---- */

  /* Show the answer to an act; what was tapped since goes into the form that it brings. */
  function showAnswer(text) {
    outbox.answers += 1; // under a finger it is shown a moment later, and is on its way until then
    whenReleased(() => {
      outbox.answers -= 1;
      if (outbox.isEntering()) return; // tapped meanwhile: that gets an answer of its own
      if (!isFormWaiting() && !next.queue.length && showAround(text)) return; // typed where the table asked for it
      const unsaved = taken();
      if (unsaved) next.queue.push(unsaved);
      clearFlags();
      htmx.swap({ text, target: document.body, sourceElement: document.body, swap: "none" });
      afterSwap();
      // Who has gone on with the keys meanwhile stays there.
      if ([document.body, next.read].includes(document.activeElement)) readNext();
    });
    return true;
  }

  /* Take what is typed out of the form, so that none of it remains in the form that replaces it. */
  function taken() {
    const form = entryForm();
    if (!form) return null;
    const typed = typedIn(form),
      before = { typed, key: null, words: describe(form, typed) };
    for (const name of TOUCHED) delete form.dataset[name];
    if (isNothing(typed)) return null;
    next.isInHand = true; // the queue goes on with the form that comes
    replaceForm();
    next.isInHand = false;
    return before;
  }

  /* Whether it asks a seat again that has had its turn: who taps on before that is shown may mean another one. */
  const isFurther = () => "further" in entryForm().dataset;

  /* The form that comes after an own act is there. */
  function goThroughQueue(isMeant = isExpected() && !isFurther()) {
    const item = !next.isInHand && next.queue.shift();
    if (item) settle(item, isMeant);
  }

  /* Whether the form asks what this phone expected after its act: then what was tapped since is meant for it. */
  function isExpected() {
    const form = entryForm(),
      isSame = question(form) === next.asked,
      isNext = Number(question(form)) === Number(next.asked) + 1;
    if (next.stays) return isSame;
    if (!hasTabs()) return isSame || isNext;
    return isSame ? seatOf(form) === next.seat : isNext && next.seat === null;
  }
  const numberIn = (text) => Number(/\d*$/.exec(text));

  /* Put what was typed into the form if it was meant for that. Otherwise offer it or, if it fits nowhere, say what it
     was. */
  function settle(item, isMeant) {
    const form = entryForm();
    if (!form || !fits(form, item.typed)) return tellUntold([item, ...next.queue.splice(0)]);
    if (isMeant) return enter(item);
    const sentence = texts.dataset.offer.replace("#what", item.words).replace("#title", asksInWords());
    const drop = () => {
      next.isInHand = false;
      goThroughQueue(false);
    };
    next.isInHand = true;
    return offer(sentence, () => enter(item), drop);
  }

  const tellUntold = (items) => offer(texts.dataset.untold.replace("#", items.map(({ words }) => words).join("; ")));

  const fits = (form, { added, removed }) => {
    if (!added.length && !removed.length) return true; // a key alone
    const names = new Set([...form.elements].map((field) => field.name));
    return [...added, ...removed].some(([name]) => names.has(name) || name === "tap" || name === "card");
  };

  function enter(item) {
    const form = entryForm();
    next.isInHand = true; // filling draws the form
    const isFilled = form && (isNothing(item.typed) || fillIn(form, item.typed));
    next.isInHand = false;
    if (!isFilled) return tellUntold([item]);
    if (item.key !== null) save(form, item.key);
    else if (form.matches("[data-preview]")) preview(form);
  }

  /* ---- under what others enter ---- */

  /* Move what is half entered, or looked at, from the form into the one that replaces it. */
  function takeTyped() {
    const form = entryForm(),
      isLook = form && "looked" in form.dataset;
    const was = { isLook, asked: question(form), seat: form && "next" in form.dataset ? next.seat : seatOf(form) };
    const item = taken();
    return item && { ...was, item };
  }

  function putTyped({ isLook, asked, seat, item }) {
    const form = entryForm();
    if (isLook) {
      if (!form || !fillIn(form, item.typed)) return;
      form.dataset.looked = "before"; // and not for what the form asks now
      return preview(form);
    }
    if (question(form) === asked && seatOf(form) === seat) return enter(item);
    settle(item, false);
  }

  /* Cross out what others have taken, also on a form that is being filled. What is chosen here stays; if it is saved,
     the companion says why it cannot be. */
  function crossOut(form) {
    for (const sent of form.querySelectorAll("[data-shared]")) {
      const key = document.querySelector(`#entry [data-shared][name="${sent.name}"][value="${sent.value}"]`);
      if (!key || key.checked) continue;
      key.disabled = sent.disabled;
      key.ariaLabel = sent.ariaLabel;
    }
  }

  /* Keep a form that is being filled when others have entered something: with its question, and unsaved. If it is
     saved, the companion shows both versions where they differ. */
  function noteChanged(form, head) {
    const forms = [form.querySelector("#entry"), entryForm()],
      [now, before] = forms.map(question),
      [seat, typedFor] = forms.map(seatOf),
      isSame = now === before;
    if (isSame) crossOut(form);
    if (form.dataset.stage === stage() || document.querySelector("#notice[role=alert]")) return; // told already
    const actions = [{ label: texts.dataset.show, run: onPhone.clearTyped }];
    // What was typed for a question that was taken back is not for the one before it, nor one player's for another.
    if (numberIn(now) > numberIn(before) && (seat === typedFor || own().includes(seat)))
      actions.push({ label: texts.dataset.carry, run: carry });
    let text = texts.dataset.changed;
    if (!isSame) {
      const news = (head && elementOf(head).querySelector("[data-news]")?.dataset.news) ?? "";
      text = texts.dataset.answered.replace("#news", news).replace("#title", asksInWords());
      entryForm().dataset.answered = "";
    }
    offerNotice({ id: "outdated", text, actions });
  }

  /* What is half entered is wanted for what the table asks now. */
  async function carry() {
    onPhone.forgetTyped(stage());
    const item = taken();
    await fetchParts();
    if (item) enter(item);
  }

  /* Show the answer to another act, such as an undo, and keep what is half entered; returns false if nothing is. */
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

  /* Another form takes the place of the one that waits, such as that of a tab. */
  function setAside() {
    asked.expect();
    const unsaved = isFormWaiting() && taken();
    if (unsaved) next.queue.push(unsaved);
  }

  /* Let the next page say what was typed, as the game is over or this page is left. */
  function takeAlong() {
    const form = entryForm(),
      typed = form && typedIn(form);
    const words = next.queue.map((item) => item.words);
    if (form && !isNothing(typed)) words.push(describe(form, typed));
    if (!words.length) return;
    try {
      sessionStorage.setItem(onPhone.TOLD, texts.dataset.untold.replace("#", words.join("; ")));
    } catch {
      /* then it is not told */
    }
    delete form?.dataset.dirty;
    onPhone.forgetTyped(stage());
  }

  /* What is typed for a question that others have answered is not there again: the next page asks another one. */
  const isAnswered = () => dirtyForm()?.matches("[data-answered]");

  addEventListener("pagehide", () => {
    if (hasTyped() || isAnswered()) takeAlong();
    next.queue = []; // a page that is shown again does not enter what was told
  });

  /* Put an act that waits, or was refused, back on the form as it was sent; returns false if it was a single tap. */
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
    goesOn: goesOnLate,
    saveLater,
    forgetSaved,
    showAnswer,
    takeTyped,
    putTyped,
    noteChanged,
    showAround,
    takeAlong,
    setAside,
    fillAsSent,
    hasTyped,
  }); // for the scripts of all pages
}
