/* What a tap on a form shows before anything else is there to answer it. */
"use strict";
{
  const early = [],
    PATIENCE = 3000;
  let isGiving = false;

  /* A tap before the other scripts are loaded waits for them. Otherwise the browser would send the form and load a
     page. */
  function keep(event) {
    const key = event.target.closest("#entry button, #entry a[data-tap], [form=entry]");
    if (!key || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    early.push(key);
    setTimeout(give, PATIENCE);
  }

  /* A choice is made at once; the other scripts are told of it later, in the order of the taps. */
  const chosen = (globalThis.earlyChoices = []);
  function note({ target: field }) {
    if (field.form?.id === "entry") chosen.push([field, { checked: field.checked, value: field.value }]);
  }

  /* Let the taps that waited happen: with the scripts or, if they do not load, without them. */
  function give() {
    document.removeEventListener("click", keep, true);
    isGiving = true;
    for (const key of early.splice(0)) key.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    isGiving = false;
  }

  /* A key of a form with a preview looks tapped at once; what the tap comes to, the companion tells a moment later. */
  function mark({ target }) {
    const key = target.closest("button.key[data-tap]:not(.off)");
    if (key?.form?.matches("[data-preview]") && !isGiving) key.classList.toggle("on");
  }

  document.addEventListener("click", mark, true); // before a script draws what the tap comes to
  const [visit] = performance.getEntriesByType("navigation");
  if (!visit?.domContentLoadedEventStart && !globalThis.htmx) {
    document.addEventListener("click", keep, true);
    document.addEventListener("input", note, true);
    document.addEventListener("DOMContentLoaded", () => {
      document.removeEventListener("input", note, true);
      setTimeout(give);
    });
  }
}
