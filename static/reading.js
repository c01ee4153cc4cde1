/* Where the focus goes after an act, and what is read out. After companion.js. */
"use strict";

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
    // On the root, which no live update replaces.
    if (by === "tap") document.documentElement.classList.add("tapped");
    if (by) readFrom(document.querySelector("h1"), false);
    sessionStorage.removeItem(ACTED);
  } catch {
    /* see above */
  }
});
