/* The players of a new table are put in order by dragging. */
"use strict";
document.addEventListener("companion:drawn", () => {
  const list = document.querySelector("[data-sort]");
  // An answer may keep the list and drop what is noted on it, so the list itself is asked.
  if (!list || !window.Sortable || Sortable.get(list)) return;
  // A drag that the script draws: that of the browser is none for a finger, and not the same in all browsers.
  Sortable.create(list, {
    forceFallback: true,
    filter: "button",
    preventOnFilter: false,
    delay: 120,
    delayOnTouchOnly: true,
    onEnd: () => list.closest("form").requestSubmit(),
  });
});
