/* The Enter that takes a word of an input method over into a field means nothing else: it neither sends the form nor
   goes on to the next field. Before all other scripts that look at keys. */
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
