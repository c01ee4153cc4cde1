/* Hands the text of a result to the phone's own sheet, else copies it. */
"use strict";
for (const key of document.querySelectorAll("[data-text]"))
  key.addEventListener("click", async () => {
    const { text, done } = key.dataset;
    try {
      await navigator.share({ text });
    } catch (fault) {
      if (fault.name === "AbortError") return;
      await navigator.clipboard.writeText(text);
      key.textContent = done;
    }
  });
