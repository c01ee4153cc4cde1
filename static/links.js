/* If the companion is not reached, a tap on a link waits on this page, which says so and follows the link once it is.
   On all pages that are not live; away.js does it on those. */
"use strict";
if (globalThis.htmx) {
  // else companion.js did not come, and taps do what they do without scripts
  const text = document.currentScript.dataset.away,
    PAUSE = 2000;
  let waiting = null, // what the last tap asked for
    timer = 0,
    isChecked = false;

  const note = () => document.getElementById("unreached");

  function say() {
    if (note()) return;
    const place = document.createElement("p");
    Object.assign(place, { id: "unreached", className: "note bad", textContent: text });
    place.setAttribute("role", "alert");
    document.querySelector("main").prepend(place);
    place.scrollIntoView({ block: "nearest" });
  }

  async function goOn(next) {
    clearTimeout(timer);
    waiting = next;
    const yes = await isReached();
    if (waiting !== next) return; // somebody has tapped something else meanwhile
    if (yes) {
      forget();
      next();
    } else {
      say();
      timer = setTimeout(goOn, PAUSE, next);
    }
  }

  function forget() {
    clearTimeout(timer);
    waiting = null;
    note()?.remove();
  }

  /* At the window, after all scripts that have a use of their own for a tap. */
  addEventListener("click", (event) => {
    const link = linkOf(event);
    if (link) goOn(() => (location.href = link.href));
  });

  addEventListener("leave", (event) => goOn(() => (location.href = event.detail)));

  addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || isChecked) return;
    event.preventDefault();
    const send = () => {
      isChecked = true;
      form.requestSubmit(submitter);
      isChecked = false;
    };
    goOn(() => setTimeout(send)); // no form is sent while it tells of being sent
  });

  addEventListener("online", () => waiting && goOn(waiting));
  addEventListener("pageshow", (event) => event.persisted && forget());
}
