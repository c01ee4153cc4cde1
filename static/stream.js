/* Receives the changes of a live page by a stream or, where streams do not get through, by polling. After companion.js.
 */
"use strict";

/* Over HTTP/1.1 a browser opens six connections to a site, and a stream keeps one. So only four pages have streams;
   each holds a place in the browser's storage, and the others poll. The place of a page that crashed is soon free. */
const PLACES = [1, 2, 3, 4].map((place) => `companion:stream:${place}`),
  OWN = randomKey();

/* Take or keep a place, or give it back; returns whether this page has one. */
function holdPlace(isWanted) {
  try {
    const places = PLACES.map((key) => [key, ...(localStorage[key]?.split(" ") ?? [])]),
      own = places.find(([, by]) => by === OWN),
      [key] = own ?? places.find(([, , at]) => !(Math.abs(Date.now() - at) < SILENCE)) ?? [];
    if (isWanted && key) localStorage[key] = `${OWN} ${Date.now()}`;
    if (!isWanted && own) delete localStorage[key];
    return Boolean(key);
  } catch {
    return true; // this browser stores nothing
  }
}

/* The companion is reached; `version` is the table's newest, where it told that. */
function heard(version = -1) {
  live.told = Math.max(live.told, version);
  live.failures = 0;
  isLive(true);
  clearTimeout(live.watchdog);
  live.watchdog = setTimeout(restart, SILENCE);
  if (live.source && !holdPlace(true)) poll(); // another page took it at the same moment
}

/* Fetch the parts; once more if a newer version was told while the answer was on its way. */
const fetchParts = (known = live.newest) =>
  (live.loading ??= askForParts().then(() => {
    live.loading = null;
    if (live.newest > known) return fetchParts();
  }));

async function askForParts() {
  if (Date.now() < live.notBefore) return;
  try {
    const address = new URL(body().parts, location.href);
    let version = shownVersion();
    address.searchParams.set("have", version);
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (answer.status === 404) location.href = body().home;
    if (answer.status === 200) {
      const news = await answer.json();
      version = news.version;
      showPhones(news.phones);
      putIn(news.parts);
    }
    live.notBefore = Date.now() + 1000 * secondsToWait(answer);
    if (!answer.ok) throw answer;
    heard(version);
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
    const news = JSON.parse(event.data);
    heard(news.version);
    showPhones(news.phones);
    live.newest = news.version;
    if (news.version < 0) location.href = body().home;
    else if (news.version !== shownVersion()) fetchParts();
  });
  source.addEventListener("change", (event) => {
    const news = JSON.parse(event.data);
    heard(news.version);
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
  holdPlace(false);
  clearTimeout(live.watchdog);
  clearInterval(live.timer);
  live.timer = 0;
}

/* Where streams do not get through, or enough are open, ask every few seconds; try the stream again now and then. */
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
  if (!holdPlace(true)) {
    poll();
    return;
  }
  live.watchdog = setTimeout(poll, PATIENCE); // the first event comes at once, unless something holds the stream back
  connect();
}

/* After a while in the background a connection may be dead without a sign. Repeat a request that is not answered soon.
 */
function comeBack() {
  const ask = () => {
    live.loading = null;
    fetchParts();
  };
  ask();
  restart();
  setTimeout(() => live.loading && ask(), SOON);
}

// On a phone alone nobody else changes a page.
if (document.body.dataset.live && !("alone" in body())) {
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : comeBack()));
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  addEventListener("online", comeBack);
  // The stream is over: what it sent before would say "live" again. Asking tells whether the companion is reached.
  addEventListener("offline", () => {
    isLive(false);
    poll();
  });
  addEventListener("pagehide", stop);
  restart();
}
