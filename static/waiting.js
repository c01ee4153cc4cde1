/* What waits on the phone to be sent, and what the table has refused: shown on the live pages, after outbox.js. */
"use strict";
{
  const { part, clock, stage, entryForm } = onPhone;
  const texts = document.getElementById("outbox-texts");
  const { state, waiting, keep, takeBack, send, isOnItsWay } = outbox;

  /* ---- refused ---- */

  /* Show a refusal; returns false if the answer has none. It is shown on the form if that is still the one that was
     sent. Otherwise it is shown on top, and later acts wait until one version is chosen. */
  function refuse(act, status, text) {
    const notice = new DOMParser().parseFromString(text, "text/html").getElementById("notice");
    if (!notice) return false;
    globalThis.forgetSaved?.();
    if (!outbox.refuseOnForm?.(act, text)) refuseAbove(act, status, notice);
    return true;
  }

  function refuseAbove(act, status, notice) {
    forgetRefusal();
    state.refused = act.key;
    const shown = part("refused");
    shown.append(...notice.childNodes);
    for (const place of shown.querySelectorAll("[data-own]")) place.textContent ||= act.label;
    if (shown.querySelector("[data-answered]")) tellOthersOf(act, shown);
    if (!shown.querySelector("[data-keep]")) {
      const choices = part("choices");
      choices.querySelector("[data-what]").textContent = act.label;
      shown.append(choices);
    }
    shown.dataset.status = status;
    showNotice(shown);
    outbox.showWaiting?.();
  }

  /* What waits for the same question of the same seat: once that is answered, all of it is refused together. */
  const asksOf = ({ path, fields }) =>
    [path, ...fields.filter(([name]) => ["question", "seat", "of"].includes(name)).flat()].join();
  const othersOf = (act) => waiting().filter((one) => one.key !== act.key && asksOf(one) === asksOf(act));

  function tellOthersOf(act, shown) {
    for (const { key, label } of othersOf(act)) {
      const line = document.createElement("p");
      line.dataset.also = key;
      line.textContent = label;
      shown.querySelector(".version:last-child li").lastElementChild.before(line);
    }
  }

  function forgetRefusal() {
    state.refused = null;
    document.getElementById("refused")?.remove();
  }

  /* What was typed is no longer to be saved, on this page neither. */
  function dropTyped(of) {
    onPhone.forgetTyped(of);
    if (of === stage()) delete entryForm()?.dataset.dirty;
  }

  /* Keep the other version. What the rules refuse goes back into the form, if that is still shown, to be corrected. */
  function keepTheirs(isOvertaken) {
    const act = waiting().find((one) => one.key === state.refused),
      also = [...document.querySelectorAll("[data-also]")].map(({ dataset }) => dataset.also);
    keep(waiting().filter(({ key }) => !also.includes(key)));
    takeBack(state.refused);
    if (!isOvertaken) return;
    if (act?.path.endsWith("/enter")) dropTyped(act.stage);
    fetchParts();
  }

  /* Save this phone's version: the refused act is sent again with a new key, and changed as the refusal says. */
  function saveMine(changes) {
    const key = state.refused;
    forgetRefusal();
    keep(waiting().map((act) => (act.key === key ? { ...act, ...changes, key: randomKey() } : act)));
    send();
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-keep], [data-again], [data-take-back]");
    if (key?.dataset.takeBack) return takeBack(key.dataset.takeBack);
    const shown = key?.closest("#refused");
    if (!shown) {
      if (key?.matches("[data-keep]:not([data-dismiss])")) dropTyped(stage());
      return;
    }
    event.preventDefault();
    if (key.matches("[data-keep]")) keepTheirs(shown.dataset.status === "409");
    else saveMine();
  });

  document.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      if (!form.closest("#refused")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const act = outbox.actOf(form, new URL(form.action).pathname, new FormData(form, submitter), submitter);
      if (!submitter.name) return saveMine({ version: act.base, fields: act.fields });
      keep([act, ...waiting()]); // what the host allows by it goes out first
      saveMine();
    },
    true,
  );

  /* ---- at a glance ---- */

  function draw() {
    // What is refused, and what is told with it, does not wait.
    const acts = (state.isLate || state.refused ? waiting() : []).filter(
      ({ key }) => key !== state.refused && !document.querySelector(`[data-also="${key}"]`),
    );
    drawState(acts);
    const old = document.getElementById("outbox");
    if (!acts.length) return old?.remove();
    const shown = part("outbox");
    shown.querySelector("[data-title]").textContent = texts.dataset.many.replace("#", acts.length);
    const seen = shown.querySelector("[data-seen]");
    seen.textContent = seen.textContent.replace("#", clock(state.seen));
    seen.hidden = state.isLive;
    shown.querySelector("[data-offline]").hidden = Boolean(state.refused);
    shown.querySelector("[data-behind]").hidden = !state.refused;
    shown.querySelector("[data-continue]").hidden = Boolean(entryForm()?.inert);
    shown.querySelector("ol").append(...acts.map(row));
    if (old?.outerHTML === shown.outerHTML) return;
    // Below the form, so that its keys do not move; on other pages at the top.
    if (old) old.replaceWith(shown);
    else if (document.getElementById("form")) document.querySelector("main").append(shown);
    else document.querySelector("main").prepend(shown);
  }

  // Trick 3 cannot be sent without trick 2: what others of the same form stand on is taken back after them.
  const isBuiltOn = (act, index, acts) =>
    acts.slice(index + 1).some((later) => later.stage && later.stage === act.stage);

  function row(act, index, acts) {
    const shown = part("row");
    shown.querySelector("b").textContent = act.label;
    shown.querySelector("[data-at]").textContent = clock(act.at);
    const button = shown.querySelector("button");
    button.dataset.takeBack = act.key;
    button.ariaLabel = texts.dataset.undo.replace("#", act.label);
    button.disabled = isOnItsWay(act);
    if (isBuiltOn(act, index, acts)) button.remove();
    return shown;
  }

  function drawState(acts) {
    if (!state.isLive && acts.length)
      document.getElementById("people")?.setAttribute("data-state", texts.dataset.state.replace("#", acts.length));
    for (const plates of document.querySelectorAll("#stand .standings, #stand .rows"))
      plates.classList.toggle("stale", !state.isLive);
    const undo = document.querySelector("#bar form[action$='/undo'] button"),
      last = acts.at(-1);
    if (!undo) return;
    undo.dataset.label ??= undo.ariaLabel;
    undo.ariaLabel = undo.title = last ? texts.dataset.undo.replace("#", last.label) : undo.dataset.label;
  }

  document.addEventListener("companion:drawn", draw);
  Object.assign(outbox, { refuse, forgetRefusal, draw });
  if (waiting().length) state.isLate = true;
}
