/* The place for notices of a live page: over the page, right above its bar, where no key moves when one comes or goes.

   showNotice(element)   puts a notice there, in place of the one with the same id.
   offerNotice({...})    makes one: `id`, `text`, `actions` as [{ label, run }], `isBad` for what went wrong, and
                         `onDismiss`. An action puts the notice away and then runs.
   dismissNotice(id)     takes it away again.

   Each notice gets a cross, which sends "companion:dismissed" to the notice before it goes; only what was refused later
   (waiting.js) stays until one version is chosen, as nothing else is sent before. "companion:noticed" is sent
   when something covers the page. */
"use strict";

const noticePart = (name) =>
  document.getElementById("notice-texts").content.querySelector(`[data-part="${name}"]`).cloneNode(true);

function showNotice(notice) {
  const place = document.getElementById("notices") ?? document.querySelector("main"),
    old = notice.id && document.getElementById(notice.id);
  if (old) old.replaceWith(notice);
  else place.prepend(notice);
  return notice;
}

function offerNotice({ id, text, actions = [], isBad = false, onDismiss }) {
  const notice = noticePart("offer");
  notice.id = id;
  notice.querySelector("[data-text]").textContent = text;
  if (isBad) {
    notice.classList.add("bad");
    notice.setAttribute("role", "alert");
  }
  for (const { label, run } of actions) {
    const key = noticePart("action");
    key.textContent = label;
    key.addEventListener("click", () => {
      notice.remove();
      run();
    });
    notice.querySelector(".actions").append(key);
  }
  if (!actions.length) notice.querySelector(".actions").remove();
  if (onDismiss) notice.addEventListener("companion:dismissed", onDismiss);
  return showNotice(notice);
}

const dismissNotice = (id) => putAway(document.getElementById(id));

/* The notice that the server draws stays on the page, to be filled again. */
function putAway(notice) {
  if (!notice) return;
  if (notice.id === "notice") clearNotice();
  else notice.remove();
}

function addCrosses() {
  for (const notice of document.querySelectorAll("#notices > .note:not(#refused, :has([data-dismiss]))"))
    notice.append(noticePart("dismiss"));
}

/* While a notice is shown, the page is longer by what it covers. That room stays until the next form: the browser would
   scroll a shorter page under the thumb. */
function makeRoom(isKept = true) {
  const isShown = Boolean(document.querySelector("#notices > .note"));
  if (isShown || !isKept) document.querySelector("main").classList.toggle("noticed", isShown);
}

document.addEventListener("click", (event) => {
  const notice = event.target.closest("[data-dismiss]")?.closest("#notices > .note");
  if (!notice) return;
  event.preventDefault();
  notice.dispatchEvent(new CustomEvent("companion:dismissed"));
  putAway(notice);
});

/* However a notice comes, by a script or from the server. */
function watchNotices() {
  const place = document.getElementById("notices");
  if (!place) return;
  const look = () => {
    addCrosses();
    makeRoom();
    if (place.querySelector(":scope > .note"))
      place.dispatchEvent(new CustomEvent("companion:noticed", { bubbles: true }));
  };
  new MutationObserver(look).observe(place, { childList: true, subtree: true, attributeFilter: ["class"] });
  look();
}
document.addEventListener("DOMContentLoaded", watchNotices);
