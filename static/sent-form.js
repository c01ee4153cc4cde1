/* What an entry form does when it is sent. It asks the next question at once, also without a connection if its game can
   tell what that is. On live pages with such a form, after typed.js. */
"use strict";
if (globalThis.onPhone) {
  const { stage, entryForm } = onPhone;
  const texts = document.getElementById("outbox-texts");
  const { state, waiting, keep, send } = outbox;

  /* Send an entry, and let the form ask the next question at once. Two taps on save are one if nothing was touched in
     between. */
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
      onPhone.forgetTyped(stage()); // the next question may be asked on the same stage
      clearNotice();
      globalThis.goOn?.(form, act, submitter);
      send();
    },
    true,
  );

  /* ---- the form while something waits ---- */

  /* Let the form ask the next question if its game can do that without the table (it prevents the event); otherwise it
     stays as it was sent. */
  function showWaiting() {
    const form = entryForm();
    if (!form || !state.isLate) return;
    for (const act of waiting().filter((one) => one.stage && one.stage === stage())) {
      if (!globalThis.goesOn?.(form, act)) stayAsSent(form, act);
    }
    outbox.draw();
  }

  function stayAsSent(form, act) {
    if (globalThis.hasTyped?.() || asksNext(form)) return;
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
      button.textContent = state.refused === act.key ? texts.dataset.refused : texts.dataset.waiting;
    }
  }

  /* The part of the next seat, where the phone has kept it: one phone goes on for its whole table. */
  function asksNext(form) {
    const tab = "next" in form.dataset && document.querySelector("#form a[data-tab][aria-current]");
    return Boolean(tab) && new URL(tab.href).search !== location.search && globalThis.showTab?.(tab);
  }

  /* The keys of the bar stand outside of the form that they belong to. */
  function lockKeys(yes) {
    for (const keys of document.querySelectorAll("#bar .palette")) keys.inert = yes;
  }

  /* End the waiting of a form whose act was taken back or is entered now. A form that had gone on is reset; one that
     had stayed can be changed or, once entered, is emptied. */
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

  /* Show a refusal on the form that was sent; returns false if that is not shown any more. */
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
