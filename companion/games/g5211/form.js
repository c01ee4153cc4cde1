"use strict";

/* A hand of cards: a tap on the grid fills the next place, a tap on a place takes its card back. */
function showHand(form) {
  const cards = [...form.querySelectorAll("input[name=card]")].map((input) => input.value);
  const places = [...form.querySelector(".hand").children];
  places.forEach((old, index) => old.replaceWith(place(form, cards[index], index)));
  for (const key of form.querySelectorAll("[data-card]")) {
    const count = cards.filter((card) => card === key.dataset.card).length;
    key.classList.toggle("on", count > 0);
    // Not disabled: a tap on a key that is used up says why its card is not taken.
    const left = Math.max(0, key.dataset.left - count);
    key.setAttribute("aria-disabled", !left);
    key.ariaLabel = `${key.dataset.name}, ${key.parentNode.dataset.copies.split("|")[left]}`;
  }
  const button = document.querySelector("[data-hand-save]");
  const labels = JSON.parse(button.dataset.missing);
  const isSaved = Boolean(button.dataset.saved) && !isTouched(form);
  button.disabled = cards.length < 4 || isSaved;
  button.textContent = isSaved ? button.dataset.saved : cards.length < 4 ? labels[cards.length] : button.dataset.ready;
}

function place(form, card, index) {
  if (!card) {
    const empty = document.createElement("span");
    empty.className = "card empty";
    empty.textContent = index + 1;
    empty.role = "img";
    empty.ariaLabel = form.querySelector(".hand").dataset.empty.replace("#", index + 1);
    return empty;
  }
  const key = form.querySelector(`[data-card="${card}"]`);
  const made = document.createElement("button");
  made.type = "button";
  made.className = `card ${[...key.classList].find((name) => !["key", "card-key", "on"].includes(name))}`;
  made.innerHTML = key.innerHTML;
  made.querySelector("svg").setAttribute("class", "glyph");
  made.dataset.taken = card;
  made.setAttribute("aria-label", key.dataset.back);
  return made;
}

/* Takes a card into the hand; what keeps it out is told. */
function tapCard(form, key) {
  const card = key.dataset.card,
    told = form.querySelector("[data-no-copy]");
  const isFull = form.querySelectorAll("input[name=card]").length >= 4,
    isUsedUp = key.getAttribute("aria-disabled") === "true";
  told.textContent = isUsedUp ? told.dataset.noCopy.replace("#", key.dataset.name) : isFull ? told.dataset.full : "";
  if (isFull || isUsedUp) return;
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = "card";
  input.value = card;
  form.append(input);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-card], [data-taken]");
  const form = key?.closest("form[data-hand]");
  if (!form) return;
  event.preventDefault();
  if (key.dataset.card) tapCard(form, key);
  else form.querySelectorAll("input[name=card]")[[...key.parentNode.children].indexOf(key)]?.remove();
  form.dispatchEvent(new Event("input", { bubbles: true }));
  showHand(form);
  // The key that was tapped may be gone or off now: the focus goes where the same card can be tapped again.
  const { card, taken } = key.dataset;
  if (!key.isConnected || key.ariaDisabled === "true")
    form.querySelector(card ? `[data-taken="${card}"]` : `[data-card="${taken}"]`)?.focus({ preventScroll: true });
});

document.addEventListener("companion:shown", (event) => showHand(event.target));
