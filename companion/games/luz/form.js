"use strict";

/* A trick that waits to be sent is marked, and the form asks for the next one, as far as a phone alone can know. */
document.addEventListener("companion:waiting", (event) => {
  const form = event.target,
    { fields } = event.detail;
  const value = (name) => fields.find(([key]) => key === name)?.[1];
  if (form.dataset.mode !== "tricks" || value("stage") !== "trick") return;
  event.preventDefault();
  if (value("trick") === form.elements.trick?.value) takeTrick(form, Number(value("trick")), value("winner"));
});

function takeTrick(form, trick, winner) {
  const places = [...form.querySelectorAll(".trk li")],
    key = (seat) => form.querySelector(`.win[value="${seat}"]`);
  const earlier = places[trick - 1].querySelector(".st");
  if (earlier) countTrick(key(Number(earlier.className.match(/s(\d)/)[1]) - 1), -1);
  countTrick(key(winner), 1);
  const number = document.createElement("small"),
    mark = key(winner).querySelector(".st").cloneNode(true);
  number.textContent = trick;
  mark.classList.add("sm");
  places[trick - 1].replaceChildren(number, mark);
  places[trick - 1].dataset.waits = "";
  askNext(form, places);
}

const countTrick = (key, more) => {
  const taken = key.querySelector(".num");
  taken.textContent = Number(taken.textContent) + more;
};

function askNext(form, places) {
  const isIn = (place) => Boolean(place.querySelector(".st"));
  const next = places.findIndex((place) => !isIn(place)) + 1;
  const heading = form.querySelector("[data-asks]"),
    button = document.querySelector("#bar [data-count]");
  places.forEach((place, index) => place.classList.toggle("cur", index + 1 === next));
  heading.textContent = next ? heading.dataset.asks.replace("#", next) : heading.dataset.done;
  if (button) button.textContent = button.dataset.count.replace("#", places.filter(isIn).length);
  form.elements.trick.value = next;
  for (const key of form.querySelectorAll(".win")) key.disabled = !next;
  // What each seat still needs and would score is worked out at the table.
  for (const told of form.querySelectorAll(".win .bds, .win small, .win .tag, .hint")) told.style.visibility = "hidden";
}
