/* What a phone keeps. On the live pages only. */
"use strict";
const onPhone = (() => {
  const TYPED = `companion:typed:${body().table}:`,
    DAY = 24 * 3600 * 1000;

  const entryForm = () => document.getElementById("entry");
  const stage = () => document.getElementById("form")?.dataset.stage;
  const part = (name) =>
    document.getElementById("outbox-texts").content.querySelector(`[data-part="${name}"]`).cloneNode(true);

  /* ---- said above the bar ---- */

  const texts = document.getElementById("outbox-texts");
  const TOLD = `companion:told:${body().table}`;

  /* Say something about what was tapped; with `enter` it is offered, and done where the offer is taken, else `drop`. */
  function offer(text, enter = null, drop = () => {}) {
    const actions = [
      { label: texts.dataset.enter, run: enter },
      { label: texts.dataset.drop, run: drop },
    ];
    offerNotice({ id: "offer", text, actions: enter ? actions : [], onDismiss: drop });
  }

  /* What the page before had to say. */
  document.addEventListener("DOMContentLoaded", () => {
    try {
      const sentence = sessionStorage.getItem(TOLD);
      sessionStorage.removeItem(TOLD);
      if (sentence) offer(sentence);
    } catch {
      /* then it is not told */
    }
  });

  /* ---- kept on the phone ---- */

  function read(key) {
    try {
      return JSON.parse(localStorage.getItem(key));
    } catch {
      return null;
    }
  }

  /* False where the phone keeps nothing: its storage is full or switched off. */
  function write(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }

  const forgetTyped = (of) => of && write(TYPED + of, null);

  /* What was half entered yesterday is not what is asked today; a table that nobody opens for months is gone. */
  function forgetOld() {
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith("companion:typed:") && !(Date.now() - read(key)?.at < DAY)) write(key, null);
        if (key.startsWith("companion:outbox:") && !(Date.now() - read(key)?.at(-1)?.at < 90 * DAY)) write(key, null);
      }
    } catch {
      /* a phone that keeps nothing has nothing to forget */
    }
  }

  document.addEventListener("DOMContentLoaded", forgetOld);

  return { TYPED, TOLD, texts, offer, read, write, part, clock: timeOfDay, stage, entryForm, forgetTyped };
})();
globalThis.onPhone = onPhone; // for the scripts of single pages; typed.js adds to it
