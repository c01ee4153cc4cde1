/* Sends what is entered, once each and in order: at once or, without a connection, later. The form does not wait for
   it. On live pages only, after phone.js; waiting.js shows what waits. */
"use strict";
{
  const { read, write, stage, entryForm } = onPhone;
  const OUTBOX = `companion:outbox:${body().table}`;
  const LONGEST_PAUSE = 30000,
    ANSWER = 10000,
    LATE_ANSWER = 20000;
  const state = {
    isSending: false,
    isLate: false,
    isLive: true,
    refused: null,
    seen: Number(document.getElementById("kept")?.dataset.at ?? Date.now()),
    pause: 1000,
    timer: 0,
    notBefore: 0,
    unkept: null,
  };

  /* ---- kept on the phone ---- */

  // Always read again: another tab may send the same acts. Their keys make them count once all the same.
  const waiting = () => state.unkept ?? read(OUTBOX) ?? [];

  /* Where the phone keeps nothing, an act is in this page's memory until it is answered. */
  function keep(acts) {
    const kept = acts.length ? acts : null;
    state.unkept = write(OUTBOX, kept) ? null : kept;
    outbox.draw();
  }

  /* ---- what waits ---- */

  /* What a key says that it does with these fields, whose values its sentence has; undefined where it says nothing. */
  const describe = (key, fields) =>
    key?.dataset.description?.replace(/\{(\w+)\}/g, (_, name) => fields.find(([one]) => one === name)?.[1] ?? "");

  /* Describe the action for people: by its button, else by what the form asks. */
  function named(form, submitter, fields) {
    const asks = form.id === "entry" ? document.getElementById("form").dataset.asks : "";
    return describe(submitter, fields) || asks || submitter?.getAttribute("aria-label") || submitter?.textContent || "";
  }

  function actOf(form, path, sent, submitter) {
    const seen = Number(sent.getAll("version").at(-1)),
      last = waiting().at(-1);
    // If something waits before an undo, the undo takes that back, not the event that its button names, unless it was
    // asked about.
    const skipped = ["act", "version", ...(last && !sent.has("sure") ? ["event"] : [])];
    const fields = [...sent].filter(([name]) => !skipped.includes(name));
    return {
      key: form.dataset.act || randomKey(),
      // An undo that is on its way is taken back by a redo; another undo would take back one more.
      path: last?.path === path ? path.replace(/undo$/, "redo") : path,
      fields,
      keyName: submitter?.name ?? "",
      // Entered on the same page as the one before it, it builds on that one, even if that one has changed since.
      version: last?.base === seen ? last.version : seen,
      base: seen,
      label: named(form, submitter, fields),
      page: location.pathname + location.search,
      stage: stage() ?? null,
      at: Date.now(),
    };
  }

  /* An act of another form goes behind what waits; false where the phone cannot keep it. */
  function putBehind({ form, action, body: sent, submitter }) {
    if (!form.dataset.act || !write(OUTBOX, [...waiting(), actOf(form, action, sent, submitter)])) return false;
    delete form.dataset.act;
    clearNotice();
    return true;
  }

  /* The same for one that found no connection, or came too soon by so many seconds. */
  globalThis.keepForLater = ({ request }, seconds = 0) => {
    if (!putBehind(request)) return false;
    tryLater(seconds);
    return true;
  };

  /* The act that is being sent. It may have arrived already, so only the table can undo it. */
  const isOnItsWay = (act) => state.isSending && waiting()[0]?.key === act.key;

  /* While something waits, further acts queue behind it, and undo removes the newest. */
  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail,
      { form, action, method, body: sent } = ctx.request;
    if (!form?.elements.act || method !== "POST" || !waiting().length) return;
    const newest = waiting().at(-1);
    if (action.endsWith("/undo") && !isOnItsWay(newest)) takeBack(newest.key);
    else if (form.inert || !putBehind({ ...ctx.request, body: sent })) return;
    event.preventDefault();
    send();
  });

  function takeBack(key) {
    if (isOnItsWay({ key })) return;
    if (state.refused === key) outbox.forgetRefusal();
    keep(waiting().filter((act) => act.key !== key));
    outbox.startAgain?.();
    send();
  }

  /* ---- sending what waits ---- */

  async function send() {
    if (state.isSending || state.refused || Date.now() < state.notBefore) return;
    clearTimeout(state.timer);
    state.isSending = true;
    let last = null,
      act = null;
    try {
      while (!state.refused && (act = waiting()[0])) {
        outbox.draw();
        last = await post(act);
        if (!last) break;
      }
    } finally {
      state.isSending = false;
    }
    if (last) goOnAfter(last);
    outbox.draw();
  }

  /* One act; returns it with its answer, or null where it is not acknowledged. */
  async function post(act) {
    const headers = { "HX-Request": "true", "HX-Current-URL": new URL(act.page, location.href).href };
    const sent = new URLSearchParams([...act.fields, ["act", act.key], ["version", act.version]]);
    try {
      const answer = await fetch(act.path, {
        method: "POST",
        headers,
        body: sent,
        signal: AbortSignal.timeout?.(state.isLate ? LATE_ANSWER : ANSWER),
      });
      const text = await answer.text();
      if (answer.ok && answer.headers.has("Act-Version")) {
        acknowledge(act, answer);
        return { act, text, address: answer.headers.get("HX-Redirect") };
      }
      if (!refuses(answer) || !outbox.refuse(act, answer.status, text)) notSentNow(secondsToWait(answer));
    } catch {
      isLive(false);
      notSentNow();
    }
    return null;
  }

  /* Any other answer, such as a hotel network's, is not the table's. */
  const refuses = (answer) =>
    answer.status >= 400 &&
    !secondsToWait(answer) &&
    (answer.status < 500 || (!state.isLate && answer.headers.has("Answered-By")));

  /* The table has this act. Acts that build on it alone get the version that it made. */
  function acknowledge(act, answer) {
    const [since, version] = ["Act-Since", "Act-Version"].map((name) => Number(answer.headers.get(name)));
    const rest = waiting().filter((one) => one.key !== act.key);
    live.made = Math.max(live.made, version);
    for (const one of rest) if (one.version >= since && one.version < version) one.version = version;
    state.isLate &&= rest.length > 0;
    keep(rest);
    state.pause = 1000;
  }

  /* Everything is sent: show the page as if nothing had waited. */
  async function goOnAfter({ act, text, address }) {
    if (act.page !== location.pathname + location.search || (!address && !text)) await fetchParts();
    else if (address) leaveFor(address);
    else globalThis.showAnswer?.(text, act) ?? (await fetchParts());
    // What the table made of it may have been drawn before the answer came, when it still waited.
    if (entryForm()?.inert && !waiting().length) outbox.startAgain?.(true);
  }

  /* What is tapped for the next question goes along, or is told there. */
  function leaveFor(address) {
    globalThis.takeAlong?.();
    readOnNextPage();
    location.href = address;
  }

  /* A phone that can keep nothing gets the form back and is told. */
  function notSentNow(seconds = 0) {
    if (!state.unkept) return tryLater(seconds);
    const [act] = state.unkept;
    keep([]);
    outbox.giveBack?.(act);
    tellUnsent();
  }

  /* Try again after a pause that grows, and not before the time that the companion asked for. */
  function tryLater(seconds = 0) {
    clearTimeout(state.timer);
    state.isLate = true;
    outbox.showWaiting?.();
    outbox.draw();
    state.notBefore = Math.max(state.notBefore, Date.now() + 1000 * seconds);
    state.timer = setTimeout(send, Math.max(state.pause, state.notBefore - Date.now() + 50));
    state.pause = Math.min(2 * state.pause, LONGEST_PAUSE);
  }

  document.addEventListener("companion:live", ({ detail: yes }) => {
    state.isLive = yes;
    if (yes) {
      state.seen = Date.now();
      state.pause = 1000;
      send();
    }
    outbox.draw();
  });
  addEventListener("storage", (event) => {
    if (event.key === OUTBOX) outbox.draw();
  });
  addEventListener("online", send);
  addEventListener("pageshow", send);

  const isEntering = () =>
    outbox.answers > 0 || (state.isSending && waiting().some((act) => act.path.endsWith("/enter")));
  globalThis.outbox = {
    answers: 0,
    state,
    waiting,
    keep,
    actOf,
    describe,
    takeBack,
    send,
    isOnItsWay,
    isEntering,
    isPrompt: () => state.isLive && !state.isLate, // an answer may come at once, as far as this page knows
  };
}
