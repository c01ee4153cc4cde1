/* The form of an entry as it is sent: it goes on at once, and where it is sent later it stays or goes on without the
   table. On the live pages with such a form, after typed.js. */
"use strict";
if (globalThis.onPhone) {
  const { stage, entryForm } = onPhone;
  const texts = document.getElementById("outbox-texts");
  const { state, waiting, keep, send } = outbox;

  /* An entry: the form goes on at once, so that the next tap is about the next question. Two taps on a form that nobody
     has touched in between are one. */
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      if (form.id !== "entry") return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (form.inert || globalThis.saveLater?.(form, submitter)) return;
      const sent = new FormData(form);
      if (submitter?.name) sent.append(submitter.name, submitter.value);
      const act = outbox.actOf(form, new URL(form.action).pathname, sent, submitter);
      keep([...waiting(), act]);
      clearNotice();
      globalThis.goOn?.(form, act, submitter);
      send();
    },
    true,
  );

  /* ---- the form while something waits ---- */

  /* The form goes on where its game can without the table (it prevents the event); else it stays as it was sent. */
  function showWaiting() {
    const form = entryForm();
    if (!form || !state.isLate) return;
    for (const act of waiting().filter((one) => one.stage && one.stage === stage())) {
      if (!globalThis.goesOn?.(form, act)) stayAsSent(form, act);
    }
    outbox.draw();
  }

  function stayAsSent(form, act) {
    if (globalThis.hasTyped?.()) return;
    if (!form.inert) {
      form.inert = true; // first, as filling draws the form
      globalThis.fillAsSent?.(form, act);
    }
    form.dataset.waiting = "";
    document.getElementById("restored")?.remove();
    lockKeys(true);
    for (const button of document.querySelectorAll("#bar .button[form=entry]")) {
      button.dataset.label ??= button.textContent;
      button.disabled = true;
      button.textContent = texts.dataset.waiting;
    }
  }

  /* The keys of the bar stand outside of the form that they belong to. */
  function lockKeys(yes) {
    for (const keys of document.querySelectorAll("#bar .palette")) keys.inert = yes;
  }

  /* What waited is taken back, or is entered by now: a form that went on is as the table gave it; one that stayed can
     be changed, or is empty. */
  function startAgain(isEntered = false) {
    const form = entryForm();
    if (!form || !("waiting" in form.dataset)) return;
    if (!form.inert) return onPhone.replaceForm();
    form.inert = false;
    delete form.dataset.waiting;
    if (!isEntered) form.dataset.dirty = ""; // it is typed, and not saved
    lockKeys(false);
    for (const button of document.querySelectorAll("#bar [data-label]")) {
      button.disabled = false;
      button.textContent = button.dataset.label;
      delete button.dataset.label;
    }
    if (isEntered) onPhone.replaceForm();
    else afterSwap();
  }

  /* An act that did not reach the table is on its form again, to be changed or sent once more. */
  function giveBack(act) {
    const form = entryForm();
    if (!form || act.stage !== stage()) return;
    if ("waiting" in form.dataset) onPhone.replaceForm();
    if (globalThis.fillAsSent?.(entryForm(), act)) entryForm().dataset.dirty = "";
    afterSwap();
    if (entryForm().matches("[data-preview]")) preview(entryForm());
  }

  /* What the table refuses at once is told on the form, which has what was sent; false where that is not shown now. */
  function refuseOnForm(act, text) {
    const isShown = act.stage === stage() && act.page === location.pathname + location.search;
    // A form that asks the next question already shows nothing of the tap before.
    const hasGoneOn = "waiting" in (entryForm()?.dataset ?? {});
    if (state.isLate || !isShown || hasGoneOn || waiting().length > 1 || globalThis.hasTyped?.()) return false;
    keep([]);
    giveBack(act);
    htmx.swap({ text, target: document.body, sourceElement: document.body, swap: "none" });
    readNext(true);
    return true;
  }

  document.addEventListener("companion:drawn", showWaiting);
  Object.assign(outbox, { showWaiting, startAgain, giveBack, refuseOnForm });
}
