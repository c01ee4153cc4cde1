/* Copies a link, or the page's own address where the button names none. On pages with such buttons. */
"use strict";
{
  /* Without https a browser keeps its clipboard from pages, but copies what is selected. */
  function copySelected(text) {
    const field = document.createElement("textarea");
    field.value = text;
    field.readOnly = true; // else a phone shows its keyboard
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (!isCopied) throw new Error("The browser copied nothing.");
  }

  const copy = (text) => navigator.clipboard?.writeText(text) ?? copySelected(text);

  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    try {
      await copy(button.dataset.copy || location.href);
      button.textContent = button.dataset.copied;
      button.focus();
    } catch {
      button.hidden = true;
    }
  });
}
