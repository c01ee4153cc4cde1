/* The replay's slider, keys, swipes and playing. Moments are fetched ahead, some at a time. */
"use strict";
(() => {
  const page = document.querySelector("[data-moments]");
  if (!page) return;
  const { at, moments } = page.dataset;
  const BATCH = 8;
  const SWIPE = 60;
  const slot = document.getElementById("moment");
  const slider = document.getElementById("slider");
  const play = document.getElementById("play");
  const pace = document.getElementById("pace");
  const after = document.getElementById("after");
  const isRunning = "running" in page.dataset;
  const batches = new Map();
  let count = Number(slider.max);
  let number = Number(slider.value);
  let wanted = number;
  const drawnAt = Number(page.dataset.version);
  let version = drawnAt; // a later one where somebody entered or corrected meanwhile: its page has another plot, too
  let timer = 0;

  async function read(first) {
    const answer = await fetch(`${moments}?from=${first}`);
    if (!answer.ok) throw new Error(answer.statusText);
    const data = await answer.json();
    if (data.version > version) {
      version = data.version;
      count = slider.max = data.count;
    }
    return data.moments;
  }

  function batch(to) {
    const first = to - ((to - 1) % BATCH);
    if (!batches.has(first)) {
      const reading = read(first);
      reading.catch(() => batches.delete(first));
      batches.set(first, reading);
    }
    return batches.get(first);
  }

  function fetchAround() {
    for (const to of [number, number + BATCH, number - BATCH, number + 2 * BATCH]) {
      if (to >= 1 && to - ((to - 1) % BATCH) <= count) batch(to);
    }
  }

  async function show(to) {
    if (to > count && isRunning) return lookFor(to);
    wanted = Math.min(Math.max(to, 1), count);
    const asked = wanted;
    if (asked === number) return;
    try {
      const drawn = (await batch(asked))[asked];
      if (wanted !== asked) return;
      if (drawn && version === drawnAt) draw(asked, drawn);
      else load(asked);
    } catch {
      load(asked);
    }
  }

  /* Where the companion is not reached, the page says so and goes on by itself; see links.js. */
  function load(to) {
    dispatchEvent(new CustomEvent("leave", { detail: addressOf(to) }));
  }

  function addressOf(to) {
    return `${at}${to}${timer ? `?pace=${pace.value}` : ""}`;
  }

  /* Whether a game that goes on has a later entry by now; its page has the plot up to there. */
  async function lookFor(to) {
    try {
      await read(count);
      if (to <= count) load(to);
    } catch {
      // The companion is away; the next press asks again.
    }
  }

  function draw(to, drawn) {
    number = to;
    slot.innerHTML = drawn;
    slider.value = to;
    document.getElementById("position").textContent = `${to} / ${count}`;
    for (const [id, other] of Object.entries({ first: 1, before: to - 1, after: to + 1, last: count })) {
      lead(document.getElementById(id), other);
    }
    leadOn();
    const plot = document.querySelector(".plot[data-left]");
    const x = plot && Number(plot.dataset.left) + to * Number(plot.dataset.across);
    document.getElementById("cursor")?.setAttribute("d", `M${x} 6V200`);
    tell();
    fetchAround();
  }

  function lead(link, to) {
    const leads = to >= 1 && to <= count && to !== number;
    if (leads) link.href = at + to;
    else link.removeAttribute("href");
    for (const [name, value] of [
      ["aria-disabled", "true"],
      ["role", "link"],
    ]) {
      if (leads) link.removeAttribute(name);
      else link.setAttribute(name, value);
    }
  }

  function leadOn() {
    if (isRunning && number === count) {
      after.href = at + number;
      after.removeAttribute("aria-disabled");
      after.removeAttribute("role");
    }
  }

  /* The address holds the moment, and the pace while it plays: a page that is opened there plays on. */
  function tell() {
    history.replaceState(null, "", addressOf(number));
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = play.dataset.off;
    tell();
  }

  function start() {
    play.textContent = play.dataset.on;
    timer = setTimeout(next, pace.value * 1000);
    tell();
  }

  async function next() {
    await show(number + 1);
    if (!timer) return;
    if (number < count || isRunning) start();
    else stop();
  }

  function go(to) {
    if (timer) stop();
    show(to);
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const href = link?.getAttribute("href");
    const to = href?.startsWith(at) && /^\d+$/.test(href.slice(at.length)) && Number(href.slice(at.length));
    if (!to || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(link === after ? number + 1 : to);
  });

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.matches?.("input, select, [tabindex='0']")) return;
    const to = { ArrowLeft: number - 1, ArrowRight: number + 1, Home: 1, End: count }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });

  /* A board that is pushed about keeps its swipes. */
  let from = null;
  slot.addEventListener(
    "touchstart",
    (event) => {
      const board = event.target.closest(".frame");
      const isPushed = board && board.scrollWidth > board.clientWidth;
      from = event.touches.length === 1 && !isPushed ? event.touches[0] : null;
    },
    { passive: true },
  );
  slot.addEventListener("touchend", (event) => {
    if (!from) return;
    const { clientX, clientY } = event.changedTouches[0];
    const [across, down] = [clientX - from.clientX, clientY - from.clientY];
    from = null;
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) go(number - Math.sign(across));
  });

  slider.addEventListener("input", () => go(Number(slider.value)));
  pace.addEventListener("change", () => timer && (stop(), start()));
  play.addEventListener("click", async () => {
    if (timer) return stop();
    if (number === count) await show(1);
    start();
  });

  const given = new URLSearchParams(location.search).get("pace");
  if ([...pace.options].some((option) => option.value === given)) pace.value = given;
  document.getElementById("playing").hidden = false;
  leadOn();
  fetchAround();
  if (given && (number < count || isRunning) && !matchMedia("(prefers-reduced-motion: reduce)").matches) start();
})();
