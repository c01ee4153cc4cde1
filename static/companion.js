/* Puts the changed parts of a page in place, and announces them. Pages also work without this script and those after
   it. */
"use strict";

const body = () => document.body.dataset;
// A page that answers a form has the form's address; loaded again there, the form would be sent again.
if (body().address) history.replaceState(null, "", body().address);
// A form that was spared while somebody typed is behind the rest of its page.
const shownVersion = () =>
  live.isSpared && !isBusy() ? -1 : Number(document.getElementById("head")?.dataset.version ?? -1);
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

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
  told: -1, // the newest version that the companion has told of
  notBefore: 0,
};
const SILENCE = 25000,
  POLL = 3000,
  PATIENCE = 4000,
  SOON = 1500,
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
  const isNew = !isBusy() && globalThis.isNewForm?.(parts); // form.js is on the pages of forms only, or on its way yet
  const shown = Object.entries(parts).map(([id, sent]) => [id, insertCached(sent)]);
  if (shown.some(([, html]) => html === null)) {
    fetchParts();
    return;
  }
  const carried = isLookedAt(shown) ? globalThis.takeTyped?.() : null;
  let text = "";
  for (let [id, html] of shown) {
    const old = document.getElementById(id);
    if (!old) continue;
    if (id === "head" && dirtyForm() && !actOnItsWay()) html = withTitle(html);
    if (id === "notice" && old.hasAttribute("role")) continue;
    if (/^(form|bar|last)$/.test(id)) {
      // An act that is on its way gets an answer of its own; a form that is being filled stays, with what it asks.
      live.isSpared = isBusy();
      if (!live.isSpared) dropUnsent();
      else if (id === "form" && !actOnItsWay()) globalThis.noteChanged?.(elementOf(html), parts.head);
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

/* A form that is being filled keeps its title and what stands below it, which say whom and what that is for. */
function withTitle(html) {
  const head = elementOf(html);
  for (const place of ["h1", "h1 small"])
    head.querySelector(place).firstChild.data = document.querySelector(`#head ${place}`).firstChild.data;
  return head.outerHTML;
}
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

/* A screen reader says what others have just done, the totals that it changed and what is next, not all of the page. */
function tell(plates) {
  const place = document.getElementById("announcement"),
    news = document.querySelector("#head [data-news]")?.dataset.news;
  if (!place || !news) return;
  const totals = plates.map(
    (plate) => `${plate.querySelector(".name").textContent} ${plate.querySelector(".number").textContent}`,
  );
  const asked = document.querySelectorAll("#now > h2, #now > header > *, #step"),
    next = asked.length ? [...asked] : [document.querySelector("#head h1").firstChild];
  const said = [news, ...totals, ...next.map((part) => part.textContent.trim())].join(". ");
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
