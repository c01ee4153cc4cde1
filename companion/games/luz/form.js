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
  const places = [...form.querySelectorAll(".tricks li")],
    key = (seat) => form.querySelector(`.winner[value="${seat}"]`);
  const earlier = places[trick - 1].querySelector(".mark");
  if (earlier) countTrick(key(Number(earlier.className.match(/seat-(\d)/)[1]) - 1), -1);
  countTrick(key(winner), 1);
  const number = document.createElement("small"),
    mark = key(winner).querySelector(".mark").cloneNode(true);
  number.textContent = trick;
  mark.classList.add("small");
  places[trick - 1].replaceChildren(number, mark);
  places[trick - 1].dataset.waiting = "";
  askNext(form, places);
}

const countTrick = (key, more) => {
  const taken = key.querySelector(".number");
  taken.textContent = Number(taken.textContent) + more;
};

function askNext(form, places) {
  const isIn = (place) => Boolean(place.querySelector(".mark"));
  const next = places.findIndex((place) => !isIn(place)) + 1;
  const heading = form.querySelector("[data-question]"),
    button = document.querySelector("#bar [data-count]");
  places.forEach((place, index) => place.classList.toggle("current", index + 1 === next));
  heading.textContent = next ? heading.dataset.question.replace("#", next) : heading.dataset.done;
  if (button) button.textContent = button.dataset.count.replace("#", places.filter(isIn).length);
  form.elements.trick.value = next || "";
  form.elements.stage.value = next ? "trick" : "score";
  for (const key of form.querySelectorAll(".winner")) key.disabled = !next;
  // What each seat still needs and would score is worked out at the table.
  for (const told of form.querySelectorAll(".winner .beads, .winner small, .winner .tag, .hint"))
    told.style.visibility = "hidden";
}
