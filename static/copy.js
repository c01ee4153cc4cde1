/* Copies a link, which a browser lets a page do under https only. On the page that has links to send. */
"use strict";
if (navigator.clipboard?.writeText) {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = button.dataset.copied;
    } catch {
      button.hidden = true;
    }
  });
}
