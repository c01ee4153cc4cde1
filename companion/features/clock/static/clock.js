/* The times of a table's clock go on in the page. They count by the server's time: what this device's own clock says
   does not matter, and if it is set while the page is open, nothing changes. */

const TRIES = 3,
  OFTEN = 300000; // milliseconds after which the server is asked again, as two clocks never run alike

let ahead = null, // of the server's time over performance.now(), once it is known
  asked = -Infinity,
  wasAway = false,
  asking = null,
  timer = 0;

const clock = () => document.getElementById("clock");
const serverTime = () => performance.now() + ahead;

/* Of several answers the one that took least is nearest to the truth: it was on its way for the shortest time. */
async function ask(address) {
  let least = Infinity;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const sent = performance.now(),
      answer = await fetch(address, { cache: "no-store" }),
      there = Number(await answer.text()),
      back = performance.now();
    if (!answer.ok || back - sent >= least) continue;
    least = back - sent;
    ahead = there - (sent + back) / 2;
    draw();
  }
  asked = performance.now();
}

function setByServer() {
  const address = clock()?.dataset.now;
  if (!address) return;
  asking ??= ask(address)
    .catch(() => {}) // no connection: what is known of the server's time goes on
    .finally(() => {
      asking = null;
      draw();
    });
}

function face(seconds) {
  const all = Math.abs(seconds),
    two = (number) => String(number).padStart(2, "0"),
    [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
  return `${seconds < 0 ? "\u2212" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(all % 60)}`;
}

/* Show what a counter has now; returns the milliseconds until it shows something else. */
function show(counter, at) {
  const limit = Number(counter.dataset.limit),
    runs = "runs" in counter.dataset,
    passed = Number(counter.dataset.base) + (runs ? Math.max(0, serverTime() - at) : 0),
    seconds = Math.floor(passed / 1000),
    text = face(limit ? limit - seconds : seconds),
    place = counter.querySelector("b"),
    isUp = limit > 0 && seconds >= limit;
  if (place.textContent !== text) place.textContent = text;
  counter.classList.toggle("up", isUp);
  return runs ? 1000 - (passed % 1000) : Infinity;
}

function draw() {
  clearTimeout(timer);
  const shown = clock();
  if (!shown || ahead === null) return;
  const at = Number(shown.dataset.at),
    waits = [...shown.querySelectorAll("[data-base]")].map((counter) => show(counter, at)),
    wait = Math.min(...waits);
  if (wait < Infinity && !document.hidden) timer = setTimeout(draw, wait + 1);
}

/* The page has a clock, perhaps another one than before. */
function tick() {
  if (ahead === null || performance.now() - asked > OFTEN) setByServer();
  draw();
}

document.addEventListener("companion:drawn", tick);
tick();

// Where a device sleeps, performance.now() may stand still.
document.addEventListener("visibilitychange", () => document.hidden || setByServer());
addEventListener("online", setByServer);
addEventListener("pageshow", (event) => event.persisted && setByServer());
document.addEventListener("companion:live", ({ detail: isThere }) => {
  if (isThere && (wasAway || performance.now() - asked > OFTEN)) setByServer();
  wasAway = !isThere;
});
/* ---- taps ---- */

/* A tap is about this moment: it does not wait behind entries, and is kept only where there is no connection. The
   stream brings what comes of it; what is filled in on the page stays. */
const isTap = ({ detail: { ctx } }) => ctx?.request.form?.closest("#clock");

/* What the keys are about: how often the clock was halted, the one that passes it on also which turn runs. */
const field = (name) => clock()?.querySelector("form")?.elements[name].value,
  keys = ["turn", "halts"].map((name) => whatWasSeen("#clock form", () => field(name)));
let isOwn = false;

function noteKeys() {
  const isByEntry = Number(document.getElementById("head")?.dataset.version) <= live.made,
    changed = keys.map((about) => about.note(isOwn || isByEntry));
  if (changed.includes(true)) isOwn = false;
}

document.addEventListener("companion:drawn", noteKeys);
noteKeys();

const isSeen = (key) => keys.slice(key === "turn" ? 0 : 1).every((about) => about.isSeen());

function send(event) {
  if (!isTap(event)) return;
  event.stopImmediatePropagation();
  const { form, action, body: fields, submitter } = event.detail.ctx.request;
  if (!isSeen(fields.get("do"))) {
    event.preventDefault();
    for (const about of keys) about.look();
    offerNotice({ id: "clock-notice", text: clock().dataset.meanwhile });
    return;
  }
  dismissNotice("clock-notice");
  isOwn = true;
  const kept = keptTurns(action),
    names = submitter?.dataset.order?.split("\n");
  // The key says only who comes after the turn that the page shows.
  if (names) submitter.dataset.description = submitter.dataset.said.replace("#", () => names[kept % names.length]);
  fields.set("turn", Number(fields.get("turn")) + kept);
  fields.set("act", (form.dataset.act = randomKey()));
}

/* The turns that have ended without a connection, which the page does not show yet. */
const keptTurns = (path) =>
  (globalThis.outbox?.waiting() ?? []).filter(
    (act) => act.path === path && act.fields.some(([name, value]) => name === "do" && value === "turn"),
  ).length;

function sent(event) {
  if (!isTap(event)) return;
  event.stopImmediatePropagation();
  const { response } = event.detail.ctx;
  if (response && !isLost(response) && !secondsToWait(response)) {
    dropUnsent();
    if (live.timer) fetchParts(); // where no stream gets through
    return;
  }
  event.preventDefault();
  isOwn = false;
  isLive(false);
  if (!globalThis.keepForLater?.(event.detail.ctx)) tellUnsent();
}

document.addEventListener("htmx:config:request", send, true);
for (const name of ["htmx:after:request", "htmx:error"]) document.addEventListener(name, sent, true);
