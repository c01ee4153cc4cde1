/* What is entered without a connection waits on the phone and is sent later, once each and in order. On the live pages
   only, after phone.js; where the phone keeps nothing, pages are as they would be without it. */
"use strict";
{
  const texts = document.getElementById("outbox-texts");
  const { read, write, part, clock, stage, entryForm, dropTyped } = onPhone;
  const OUTBOX = `companion:outbox:${body().table}`;
  const LONGEST_PAUSE = 30000,
    ANSWER = 20000;
  const state = {
    isSending: false,
    refused: null,
    isLive: true,
    seen: Date.now(),
    pause: 1000,
    timer: 0,
    notBefore: 0,
  };

  /* ---- kept on the phone ---- */

  // Always read again: another tab may send the same acts. Their keys make them count once all the same.
  const waiting = () => read(OUTBOX) ?? [];

  function keep(acts) {
    const isKept = write(OUTBOX, acts.length ? acts : null);
    draw();
    return isKept;
  }

  /* ---- what waits ---- */

  /* Describe the action for people: by its button, else by what the page asks for. */
  function named(form, submitter, fields) {
    const description = submitter?.dataset.description?.replace(
      /\{(\w+)\}/g,
      (_, name) => fields.find(([key]) => key === name)?.[1],
    );
    const asked = form.id === "entry" ? document.querySelector("#head h1").firstChild.textContent : "";
    return description || asked || submitter?.getAttribute("aria-label") || submitter?.textContent || "";
  }

  function actOf({ request: { form, action: path, body: sent, submitter } }) {
    const seen = Number(sent.get("version")),
      last = waiting().at(-1);
    const fields = [...sent].filter(([name]) => name !== "act" && name !== "version");
    return {
      key: form.dataset.act,
      // An undo that is on its way is taken back by a redo; another undo would take back one more.
      path: last?.path === path ? path.replace(/undo$/, "redo") : path,
      fields,
      // Entered on the same page as the one before it, it builds on that one, even if that one has changed since.
      version: last?.base === seen ? last.version : seen,
      base: seen,
      label: named(form, submitter, fields),
      page: location.pathname + location.search,
      stage: stage() ?? null,
      at: Date.now(),
    };
  }

  /* An act that found no connection, or came too soon by so many seconds; false where the phone cannot keep it. */
  globalThis.keepForLater = (ctx, seconds = 0) => {
    const act = actOf(ctx);
    if (!act.key || !keep([...waiting(), act])) return false;
    delete ctx.request.form.dataset.act;
    clearNotice();
    showWaiting();
    draw();
    tryLater(seconds);
    return true;
  };

  /* The first one while it is being sent: it may have arrived already, so it can only be undone at the table. */
  const isOnItsWay = (act) => state.isSending && waiting()[0]?.key === act.key;

  /* As long as something waits, what is entered next goes behind it; undo takes the newest back. */
  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail,
      { form, action, method, body: sent } = ctx.request;
    if (!form?.elements.act || method !== "POST" || !waiting().length) return;
    const newest = waiting().at(-1);
    if (action.endsWith("/undo") && !isOnItsWay(newest)) takeBack(newest.key);
    else if (form.inert || !keepForLater({ request: { ...ctx.request, body: sent } })) return;
    event.preventDefault();
    delete form.dataset.act;
    send();
  });

  function takeBack(key) {
    if (isOnItsWay({ key })) return;
    if (state.refused === key) forgetRefusal();
    keep(waiting().filter((act) => act.key !== key));
    startAgain();
    send();
  }

  /* ---- the form while something waits ---- */

  /* The form goes on where its game can without the table (it prevents the event); else it stays as it was sent. */
  function showWaiting() {
    const form = entryForm();
    if (!form) return;
    for (const act of waiting().filter((one) => one.stage && one.stage === stage())) {
      form.dataset.waiting = "";
      const event = new CustomEvent("companion:waiting", { bubbles: true, cancelable: true, detail: act });
      const goesOn = !form.dispatchEvent(event);
      form.inert = !goesOn;
      if (goesOn) continue;
      document.getElementById("restored")?.remove();
      for (const button of document.querySelectorAll("#bar [form=entry]")) {
        button.dataset.label ??= button.textContent;
        button.disabled = true;
        button.textContent = texts.dataset.waiting;
      }
    }
  }

  /* What waited is taken back: a form that went on is as the table gave it, one that stayed can be changed. */
  function startAgain() {
    const form = entryForm();
    if (!form || !("waiting" in form.dataset)) return;
    if (!form.inert) return onPhone.replaceForm();
    form.inert = false;
    delete form.dataset.waiting;
    for (const button of document.querySelectorAll("#bar [data-label]")) {
      button.disabled = false;
      button.textContent = button.dataset.label;
      delete button.dataset.label;
    }
    afterSwap();
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
        draw();
        last = await post(act);
        if (!last) break;
      }
    } finally {
      state.isSending = false;
      draw();
    }
    if (last) goOnAfter(last);
  }

  /* One act; returns it with where the table sends the phone, or null where it is not acknowledged. */
  async function post(act) {
    const headers = { "HX-Request": "true", "HX-Current-URL": new URL(act.page, location.href).href };
    const sent = new URLSearchParams([...act.fields, ["act", act.key], ["version", act.version]]);
    try {
      const answer = await fetch(act.path, {
        method: "POST",
        headers,
        body: sent,
        signal: AbortSignal.timeout?.(ANSWER),
      });
      const text = await answer.text();
      if (answer.ok && answer.headers.has("Act-Version")) {
        acknowledge(act, answer);
        return { act, address: answer.headers.get("HX-Redirect") };
      }
      // Any other answer, such as a hotel network's, is not the table's.
      const seconds = secondsToWait(answer),
        isRefusal = answer.status >= 400 && answer.status < 500 && !seconds,
        notice = isRefusal && new DOMParser().parseFromString(text, "text/html").getElementById("notice");
      if (notice) refuse(act, answer.status, notice);
      else tryLater(seconds);
    } catch {
      isLive(false);
      tryLater();
    }
    return null;
  }

  /* The table has it. What was built on it and nothing else stands on the version that it made. */
  function acknowledge(act, answer) {
    const [since, version] = ["Act-Since", "Act-Version"].map((name) => Number(answer.headers.get(name)));
    const rest = waiting().filter((one) => one.key !== act.key);
    for (const one of rest) if (one.version >= since && one.version < version) one.version = version;
    keep(rest);
    state.pause = 1000;
    dropTyped(act.stage);
  }

  /* Everything is sent: the page goes on as if it had been sent at once. */
  async function goOnAfter({ act, address }) {
    if (address && act.page === location.pathname + location.search && !dirtyForm()) {
      location.href = address;
      return;
    }
    await fetchParts();
    // What the table made of it may have been drawn before the answer came, when it still waited.
    if (entryForm()?.inert && !waiting().length) startAgain();
  }

  /* After a pause that grows, and not before the seconds are over that the table asked for. */
  function tryLater(seconds = 0) {
    clearTimeout(state.timer);
    state.notBefore = Math.max(state.notBefore, Date.now() + 1000 * seconds);
    state.timer = setTimeout(send, Math.max(state.pause, state.notBefore - Date.now() + 50));
    state.pause = Math.min(2 * state.pause, LONGEST_PAUSE);
  }

  /* ---- refused later ---- */

  /* Both versions as the table tells them; what waits behind it waits until one of them is chosen. */
  function refuse(act, status, notice) {
    forgetRefusal();
    state.refused = act.key;
    const shown = part("refused");
    shown.append(...notice.childNodes);
    for (const place of shown.querySelectorAll("[data-own]")) place.textContent ||= act.label;
    if (!shown.querySelector("[data-keep]")) {
      const choices = part("choices");
      choices.querySelector("[data-what]").textContent = act.label;
      shown.append(choices);
    }
    shown.dataset.status = status;
    document.querySelector("main").prepend(shown);
    shown.scrollIntoView({ block: "center" });
  }

  function forgetRefusal() {
    state.refused = null;
    document.getElementById("refused")?.remove();
  }

  /* Theirs stands. What could not stand at all goes back into the form where that is still shown, to be mended. */
  function keepTheirs(isOvertaken) {
    const act = waiting().find((one) => one.key === state.refused);
    if (isOvertaken && act) dropTyped(act.stage);
    takeBack(state.refused);
    if (isOvertaken) fetchParts();
  }

  /* Mine is another act: on the version that was shown beside it, with what the form there says. */
  function saveMine(version, fields) {
    const key = state.refused;
    forgetRefusal();
    keep(
      waiting().map((act) =>
        act.key === key
          ? { ...act, key: randomKey(), version: version ?? act.version, fields: fields ?? act.fields }
          : act,
      ),
    );
    send();
  }

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-keep], [data-again], [data-take-back]");
    if (key?.dataset.takeBack) return takeBack(key.dataset.takeBack);
    const shown = key?.closest("#refused");
    if (!shown) {
      if (key?.matches("[data-keep]")) dropTyped(stage());
      return;
    }
    event.preventDefault();
    if (key.matches("[data-keep]")) keepTheirs(shown.dataset.status === "409");
    else saveMine(null);
  });

  document.addEventListener(
    "submit",
    (event) => {
      if (!event.target.closest("#refused")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const fields = [...new FormData(event.target)].filter(([name]) => name !== "act" && name !== "version");
      saveMine(Number(event.target.elements.version.value), fields);
    },
    true,
  );

  /* ---- at a glance ---- */

  function draw() {
    const acts = waiting();
    drawState(acts.length);
    const old = document.getElementById("outbox");
    if (!acts.length) return old?.remove();
    const shown = part("outbox");
    shown.querySelector("[data-title]").textContent = texts.dataset.many.replace("#", acts.length);
    const seen = shown.querySelector("[data-seen]");
    seen.textContent = seen.textContent.replace("#", clock(state.seen));
    seen.hidden = state.isLive;
    shown.querySelector("[data-continue]").hidden = Boolean(entryForm()?.inert);
    shown.querySelector("ol").append(...acts.map(row));
    if (old?.outerHTML === shown.outerHTML) return;
    // Under the form, so that its keys stay where they are; above all else elsewhere.
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
    button.setAttribute("aria-label", texts.dataset.undo.replace("#", act.label));
    button.disabled = isOnItsWay(act);
    if (isBuiltOn(act, index, acts)) button.remove();
    return shown;
  }

  function drawState(count) {
    if (!state.isLive && count)
      document.getElementById("people")?.setAttribute("data-state", texts.dataset.state.replace("#", count));
    for (const plates of document.querySelectorAll("#stand .standings, #stand .rows"))
      plates.classList.toggle("stale", !state.isLive);
    const undo = document.querySelector("#bar form[action$='/undo'] button"),
      last = waiting().at(-1);
    if (!undo) return;
    undo.dataset.label ??= undo.getAttribute("aria-label");
    const label = last ? texts.dataset.undo.replace("#", last.label) : undo.dataset.label;
    for (const name of ["aria-label", "title"]) undo.setAttribute(name, label);
  }

  document.addEventListener("companion:live", ({ detail: yes }) => {
    state.isLive = yes;
    if (yes) {
      state.seen = Date.now();
      state.pause = 1000;
      send();
    }
    draw();
  });
  document.addEventListener("companion:drawn", () => {
    showWaiting();
    draw();
  });
  addEventListener("storage", (event) => {
    if (event.key === OUTBOX) draw();
  });
  addEventListener("online", send);
  addEventListener("pageshow", send);
}
