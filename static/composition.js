/* Enter that accepts a word of an input method does nothing else: it sends no form and moves to no other field. Comes
   before all other scripts that listen to keys. */
"use strict";

/* 229 is what browsers give for a key that the input method had first, some after they have said that it has ended. */
const isComposing = (event) => event.isComposing || event.keyCode === 229;

addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Enter" || !isComposing(event)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  },
  true,
);
