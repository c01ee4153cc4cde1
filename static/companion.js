/* What pages do beyond plain forms: stay live, keep what is typed, answer a tap at once. Everything works without. */
"use strict";

const body = () => document.body.dataset;
// A form that was spared while somebody typed is behind the rest of its page.
const shownVersion = () =>
  live.isSpared && !isBusy() ? -1 : Number(document.getElementById("head")?.dataset.version ?? -1);
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

/* ---- live ---- */

const live = {
  source: null,
  failures: 0,
  timer: 0,
  watchdog: 0,
  loading: null,
  isSpared: false,
  isByOthers: false,
  made: 0, // the newest version that an own act has made
  isAway: false,
  newest: 0,
  notBefore: 0,
};
const SILENCE = 25000,
  POLL = 3000,
  PATIENCE = 4000,
  TYPING = 4000;

const dirtyForm = () => document.querySelector("#form form[data-dirty]");
const actOnItsWay = () => document.querySelector("form.htmx-request[data-act]") || globalThis.outbox?.isEntering();
const isBusy = () => Boolean(dirtyForm() || actOnItsWay());

const putIn = (parts) => whenReleased(() => putInNow(parts));

function putInNow(parts) {
  if (parts.head && Number(elementOf(parts.head).dataset.version) < shownVersion()) return; // overtaken on its way
  // The last entry leads to the final page, which is laid out anew instead of being moved about piece by piece.
  const isOther = Object.keys(parts).some((id) => !document.getElementById(id)) || isOverNow(parts);
  if (isOther && !actOnItsWay()) {
    globalThis.takeAlong?.();
    location.href = body().table;
    return;
  }
  const isNew = globalThis.isNewForm?.(parts); // form.js is on the pages of forms only, and may still be on its way
  const shown = Object.entries(parts).map(([id, sent]) => [id, insertCached(sent)]);
  if (shown.some(([, html]) => html === null)) {
    fetchParts();
    return;
  }
  const carried = isMoved(shown) || isLookedAt(shown) ? globalThis.takeTyped?.() : null;
  let text = "";
  for (const [id, html] of shown) {
    const old = document.getElementById(id);
    if (!old) continue;
    if (id === "notice" && old.hasAttribute("role")) continue;
    if (/^(form|bar|last)$/.test(id)) {
      // An act that is on its way gets an answer of its own; a form that is being filled stays while it asks the same.
      live.isSpared = isBusy();
      if (!live.isSpared) dropUnsent();
      else if (id === "form" && !actOnItsWay()) globalThis.noteChanged?.(elementOf(html));
      if (live.isSpared) continue;
    }
    // With a new form the keys of the bar are others as well; those of the old one would be moved to their places.
    // Nor are the rows of the score pad moved down, one by one, for a new one.
    const isRead = id === "pad" && !old.querySelector("details[open], :focus");
    const isReplaced =
      isRead ||
      ((isNew || carried) && (id === "form" || (!old.contains(document.activeElement) && /^(bar|last)$/.test(id))));
    text += html.replace(`id="${id}"`, `id="${id}" hx-swap-oob="${isReplaced ? "outerHTML" : "outerMorph"}"`);
  }
  if (!text) return;
  if (isNew) {
    document.querySelector("main").style.minHeight = "";
    makeRoom(false);
  }
  const before = scores(),
    isAwaited = Boolean(actOnItsWay()), // the answer takes care of the focus
    isOwn = isAwaited || (parts.head && Number(elementOf(parts.head).dataset.version) <= live.made),
    pan = document.querySelector("#form .scroller"),
    from = [pan?.scrollLeft, pan?.scrollTop];
  if (!isOwn && parts.form) {
    live.isByOthers = true;
    globalThis.forgetSaved?.(); // what is saved next is about what they have entered
  }
  const hold = isAwaited ? null : globalThis.holdKeys?.(),
    swapped = htmx.swap({ text, target: document.body, sourceElement: document.body, swap: "none" });
  hold?.();
  if (carried) {
    afterSwap();
    globalThis.putTyped(carried);
  }
  swapped.then(() => {
    const changed = flash(before);
    if (!isOwn) tell(changed);
    if (pan && !pan.isConnected) document.querySelector("#form .scroller")?.scrollTo(...from);
    afterSwap();
  });
}

/* Whether a table's page shows a game that runs and the news one that is over, or the other way round. */
const isOverNow = ({ hero }) =>
  hero && elementOf(hero).matches(".hero") !== document.getElementById("hero").matches(".hero");

/* Whether a form that somebody fills in asks for something else now. */
const isMoved = (shown) =>
  dirtyForm() &&
  !actOnItsWay() &&
  shown.some(([id, html]) => id === "form" && questionIn(elementOf(html)) !== questionIn(document));
/* Whether what somebody looks at, such as a space of a board, has to be shown on the form that comes. */
const isLookedAt = (shown) =>
  document.querySelector("#form [data-looked]") && !isBusy() && shown.some(([id]) => id === "form");
const questionIn = (place) => place.querySelector("#entry [name=question]")?.value;

/* A piece that stays as it is comes as an empty element with its id: the one on the page stands in for it. */
function insertCached(html) {
  if (!html.includes("data-cached")) return html;
  const stage = document.createElement("template");
  stage.innerHTML = html;
  for (const gap of stage.content.querySelectorAll("[data-cached]")) {
    const held = document.getElementById(gap.getAttribute("data-cached"));
    if (!held) return null;
    gap.replaceWith(held.cloneNode(true));
  }
  return stage.innerHTML;
}

const elementOf = (html) => new DOMParser().parseFromString(html, "text/html").body.firstElementChild;

function scores() {
  return new Map(
    [...document.querySelectorAll(".standings .plate")].map((plate) => [
      plate.dataset.seat,
      plate.querySelector(".number").textContent,
    ]),
  );
}

/* The plates whose points have changed. */
function flash(before) {
  const changed = [...scores()].filter(([seat, points]) => before.has(seat) && before.get(seat) !== points);
  return changed.map(([seat]) => {
    const plate = document.querySelector(`.standings .plate[data-seat="${seat}"]`);
    plate.classList.remove("fresh");
    void plate.offsetWidth;
    plate.classList.add("fresh");
    return plate;
  });
}

/* A screen reader says what others have just done and which totals it changed, not the page over again. */
function tell(plates) {
  const place = document.getElementById("announcement"),
    news = document.querySelector("#head [data-news]")?.dataset.news;
  if (!place || !news) return;
  const totals = plates.map(
    (plate) => `${plate.querySelector(".name").textContent} ${plate.querySelector(".number").textContent}`,
  );
  const said = [news, ...totals].join(". ");
  if (place.textContent !== said) place.textContent = said;
}

function showPhones(count) {
  for (const place of document.querySelectorAll("[data-phones]")) place.textContent = count;
}

function isLive(yes) {
  document.getElementById("people")?.classList.toggle("down", !yes);
  document.getElementById("people")?.setAttribute("data-state", yes ? "" : body().lost);
  document.dispatchEvent(new CustomEvent("companion:live", { detail: yes }));
}

function heard() {
  live.failures = 0;
  isLive(true);
  clearTimeout(live.watchdog);
  live.watchdog = setTimeout(restart, SILENCE);
}

/* An answer that was on its way when the table moved on again may be older than that: then once more. */
const fetchParts = (known = live.newest) =>
  (live.loading ??= askForParts().then(() => {
    live.loading = null;
    if (live.newest > known) return fetchParts();
  }));

async function askForParts() {
  if (Date.now() < live.notBefore) return;
  try {
    const address = new URL(body().parts, location.href);
    address.searchParams.set("have", shownVersion());
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (answer.status === 404) location.href = body().home;
    if (answer.status === 200) {
      const news = await answer.json();
      showPhones(news.phones);
      putIn(news.parts);
    }
    live.notBefore = Date.now() + 1000 * secondsToWait(answer);
    if (!answer.ok) throw answer;
    heard();
    if (live.isAway && live.timer) restart(); // the companion is back: no need to go on asking
    live.isAway = false;
  } catch {
    live.isAway = true;
    isLive(false);
  }
}

function connect() {
  const source = new EventSource(body().live);
  live.source = source;
  source.addEventListener("version", (event) => {
    heard();
    const news = JSON.parse(event.data);
    showPhones(news.phones);
    live.newest = news.version;
    if (news.version < 0) location.href = body().home;
    else if (news.version !== shownVersion()) fetchParts();
  });
  source.addEventListener("change", (event) => {
    heard();
    const news = JSON.parse(event.data);
    live.newest = news.version;
    const shown = shownVersion();
    if (news.since === shown) putIn(news.parts);
    else if (news.version !== shown) fetchParts();
  });
  source.addEventListener("phones", (event) => {
    heard();
    showPhones(JSON.parse(event.data).phones);
  });
  source.addEventListener("typing", (event) => {
    heard();
    globalThis.showTyping?.(JSON.parse(event.data).seat);
  });
  source.addEventListener("away", () => isLive(false)); // the database; the next event says that it is back
  source.addEventListener("gone", () => {
    location.href = body().home;
  });
  source.addEventListener("busy", poll); // this phone has many pages open; the newest ones keep their streams
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) {
      poll();
      return;
    } // no room for one more stream: asking tells
    isLive(false);
    live.failures += 1;
    if (live.failures >= 3) poll();
  };
}

function stop() {
  live.source?.close();
  live.source = null;
  clearTimeout(live.watchdog);
  clearInterval(live.timer);
  live.timer = 0;
}

/* Where streams do not get through, ask every few seconds; and try the stream again now and then. */
function poll() {
  stop();
  fetchParts();
  let rounds = 0;
  live.timer = setInterval(() => {
    fetchParts();
    rounds += 1;
    if (rounds >= 10) restart();
  }, POLL);
}

function restart() {
  stop();
  live.failures = 0;
  if (document.hidden || !body().live) return;
  live.watchdog = setTimeout(poll, SILENCE);
  connect();
}

if (document.body.dataset.live) {
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : (fetchParts(), restart())));
  addEventListener("pageshow", (event) => {
    if (event.persisted) {
      fetchParts();
      restart();
    }
  });
  addEventListener("online", () => {
    fetchParts();
    restart();
  });
  // The stream is over: what it sent before would say "live" again. Asking tells whether the companion is reached.
  addEventListener("offline", () => {
    isLive(false);
    poll();
  });
  addEventListener("pagehide", stop);
  restart();
}

/* ---- sending ---- */

/* A key that only asks, tapped before the form's own script is there, loads the page as without any script. */
document.addEventListener(
  "submit",
  (event) => {
    if (event.submitter?.getAttribute("formmethod") === "get") event.stopImmediatePropagation();
  },
  true,
);

/* The key of an act is made here and kept until it is answered, so that a second tap or a retry counts once. */
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const form = ctx.request.form;
  if (!form || !form.elements.act || ctx.request.method !== "POST") return;
  form.dataset.act ||= randomKey();
  ctx.request.body.set("act", form.dataset.act);
  const versions = ctx.request.body.getAll("version");
  ctx.request.body.set("version", versions[versions.length - 1]);
});

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail,
    form = ctx.request.form;
  if (ctx.response && isLost(ctx.response)) return (event.preventDefault(), notSent(ctx));
  if (!form || !ctx.response) return;
  if (secondsToWait(ctx.response)) return sendLater(event);
  delete form.dataset.act;
  if (ctx.response.status >= 400) return dropUnsent();
  if (dirtyForm() && globalThis.showAround?.(ctx.text)) event.preventDefault();
  else clearFlags(); // the answer brings the form
});

function clearFlags() {
  dropUnsent();
  for (const typed of document.querySelectorAll("form[data-dirty]")) delete typed.dataset.dirty;
  live.isSpared = false;
}

const dropUnsent = () => document.querySelector("#notice[data-unsent]") && clearNotice();

function clearNotice() {
  const notice = document.getElementById("notice");
  notice.removeAttribute("role");
  notice.className = "";
  delete notice.dataset.unsent;
  notice.replaceChildren();
}

/* ---- focus ---- */

/* After an act the next step is read out: its heading, or what went wrong. Only keys move the page along with it. */
const ACTED = "companion:acted",
  acted = { by: null, isFault: false, scrolls: false };

function goOnReading() {
  const form = acted.by,
    isFault = acted.isFault;
  acted.by = null;
  if (!form) return;
  // A button that is still there, such as undo, stays under the finger.
  if (!isFault && form.id !== "entry" && form.isConnected && form.contains(document.activeElement)) return;
  readFrom(
    document.getElementById(isFault ? "notice" : "step") ?? document.querySelector("h1"),
    isFault || acted.scrolls,
  );
}

/* The next step is read out, or what went wrong with the one before. */
function readNext(isFault = false) {
  Object.assign(acted, { by: document.getElementById("entry"), isFault });
  goOnReading();
}

function readFrom(place, scrolls) {
  if (!place) return;
  if (!place.matches("input")) place.tabIndex = -1;
  // A notice is in sight already.
  place.focus({ preventScroll: !scrolls || Boolean(place.closest("#notices")) });
}

document.addEventListener(
  "submit",
  () => {
    acted.scrolls = Boolean(document.querySelector(":focus-visible"));
  },
  true,
);

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  if (event.defaultPrevented || !ctx.request.form || ctx.request.method !== "POST" || !ctx.response) return;
  if (!ctx.response.headers.has("HX-Redirect"))
    return Object.assign(acted, { by: ctx.request.form, isFault: ctx.response.status >= 400 });
  readOnNextPage();
});

function readOnNextPage() {
  try {
    sessionStorage.setItem(ACTED, acted.scrolls ? "keys" : "tap");
  } catch {
    /* then the next page is read from its top */
  }
}

document.addEventListener("DOMContentLoaded", () => {
  try {
    const by = sessionStorage.getItem(ACTED);
    // A page that was just loaded draws the frame of the focus in any case; after a tap nobody looks for it.
    if (by === "tap") document.querySelector("h1")?.classList.add("tapped");
    if (by) readFrom(document.querySelector("h1"), false);
    sessionStorage.removeItem(ACTED);
  } catch {
    /* see above */
  }
});

/* What a proxy says for a companion that it cannot reach, or the companion for its database. */
const isLost = ({ status, headers }) => status > 501 && !headers.has("Answered-By");

async function isReached() {
  try {
    return !isLost(await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE) }));
  } catch {
    return false;
  }
}

/* The link to another page here that was tapped, which is then ours to follow. */
function linkOf(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button) return null;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  if (link.origin !== location.origin || link.target || link.download) return null;
  if (link.getAttribute("href").startsWith("#")) return null;
  event.preventDefault();
  return link;
}

/* How long to wait where too much came from this phone or its network in a short time; 0 for any other answer. */
const secondsToWait = ({ status, headers }) => (status === 429 ? Number(headers.get("Retry-After")) || 0 : 0);

/* The outbox sends it after the wait; where it cannot, the answer says when to try again, and the form stays. */
function sendLater(event) {
  const { ctx } = event.detail;
  if (ctx.request.form.elements.act && globalThis.keepForLater?.(ctx, secondsToWait(ctx.response)))
    event.preventDefault();
}

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx && ctx.text === undefined) notSent(ctx);
});

/* The outbox keeps what found no connection; where it cannot, the page says so and the form stays. Without an outbox it
   is sent again from here. */
function notSent({ request, sourceElement: source }) {
  const { form, submitter } = request;
  isLive(false);
  if (request.method === "GET" && globalThis.sayAway) return sayAway();
  if (form?.elements.act && globalThis.keepForLater?.({ request })) return;
  if (!body().live) setTimeout(() => (source.requestSubmit ? source.requestSubmit(submitter) : source.click()), POLL);
  tellUnsent();
}

function tellUnsent() {
  const notice = document.getElementById("notice");
  if (!notice) return;
  notice.className = "note bad";
  notice.setAttribute("role", "alert");
  notice.textContent = body().unsent;
  notice.dataset.unsent = "";
}

/* ---- under a finger ---- */

/* Nothing changes under a finger: what comes while one is down on the form is shown after its tap. */
const finger = { isDown: false, taps: 0, held: [] };

function whenReleased(job) {
  if (finger.isDown) finger.held.push(job);
  else job();
}

function release() {
  finger.isDown = false;
  for (const job of finger.held.splice(0)) job();
}

// The next finger may be down before the end of a tap is told.
const releaseAfter = (pause) => setTimeout((tap) => tap === finger.taps && release(), pause, finger.taps);

document.addEventListener(
  "pointerdown",
  ({ target }) => {
    finger.taps += 1;
    finger.isDown = Boolean(target.closest?.("#form, #bar"));
  },
  true,
);
// A finger that was moved or held makes no click.
document.addEventListener("pointerup", () => releaseAfter(300), true);
document.addEventListener("pointercancel", release, true);
addEventListener("click", () => releaseAfter(0));
addEventListener("blur", release);

/* Who comes late makes a column more: the page around the parts that were sent is for as many seats as they are. */
function countSeats() {
  const main = document.querySelector("main"),
    seats = document.getElementById("head")?.dataset.seats;
  if (main && seats) main.className = main.className.replace(/\bplayers-\d+/, `players-${seats}`);
}

function afterSwap() {
  countSeats();
  // The answer to an act may come after the news of somebody else's later one.
  if (body().parts && live.newest > shownVersion() && !actOnItsWay()) fetchParts();
  for (const name of ["companion:form", "companion:drawn"]) document.dispatchEvent(new CustomEvent(name));
}

document.addEventListener("htmx:after:swap", () => {
  afterSwap();
  goOnReading();
  const fault = document.querySelector("#new :is([aria-invalid], #notice)");
  if (fault) readFrom(fault, true);
});
document.addEventListener("DOMContentLoaded", afterSwap);

/* Arrow keys on boards, once something has the focus; without a connection Tab does. */
document.addEventListener("focusin", () => import(body().boardKeys).catch(() => {}));
