/* Takes typed names into the form of a new table at once, so that the next name or the start need not wait for an
   answer. A name that an answer does not have yet stays on the page and is sent with the next tap. */
"use strict";
{
  const waiting = []; // names that no answer has taken in yet
  let key = null, // of the table to open: the same through all answers, so that it is opened once
    isOpening = false,
    isEarly = false;
  const form = () => document.getElementById("new");
  const field = () => document.getElementById("name");
  const start = () => document.querySelector("#new [name=opens]");
  const isHtmx = () => form().matches("[data-htmx-powered]");

  function row(name) {
    const made = document.createElement("li"),
      text = document.createElement("b"),
      sent = Object.assign(document.createElement("input"), { type: "hidden", name: "waiting", value: name });
    Object.assign(made.dataset, { waiting: "", name });
    const shown = made.appendChild(document.createElement("span"));
    shown.className = "ellipsis";
    shown.dir = "auto";
    text.textContent = name;
    shown.append(text);
    made.append(sent);
    return made;
  }

  function draw() {
    for (const old of document.querySelectorAll("#new [data-waiting]")) old.remove();
    document.querySelector("#new [data-sort]")?.append(...waiting.map(row));
    showStart();
  }

  /* The table can be opened as soon as enough names stand on the page. */
  function showStart() {
    const button = start();
    if (!button) return;
    key ??= button.value;
    button.value = key;
    button.dataset.label ??= button.textContent;
    const isTyped = field()?.value.trim() ? 1 : 0;
    button.disabled = waiting.length + isTyped < Number(button.dataset.few);
    button.textContent = button.disabled ? button.dataset.label : button.dataset.ready;
  }

  function takeIn() {
    const name = field()?.value.trim();
    if (!name) return;
    waiting.push(name);
    field().value = "";
    keepInAddress(name);
    draw();
  }

  /* Keep the name in the address, for somebody who leaves before the answer and comes back. The answer sets an address
     with all names. */
  function keepInAddress(name) {
    const address = new URL(location.href);
    address.searchParams.append("waiting", name);
    history.replaceState(history.state, "", address);
  }

  /* After a line of an open sheet comes the next one, which the answer would bring only later. */
  function nextLine() {
    const line = document.activeElement?.closest?.("#new .line");
    if (!line || !line.querySelector("[name=line]").value.trim()) return;
    const all = [...document.querySelectorAll("#new .line")],
      place = all.indexOf(line) + 1;
    const next = all[place] ?? line.cloneNode(true);
    if (!all[place]) {
      for (const input of next.querySelectorAll("input")) input.value = "";
      next.querySelector("[name=line]").id = `line${place}`;
      line.after(next);
    }
    next.querySelector("[name=line]").focus();
  }

  document.addEventListener(
    "submit",
    (event) => {
      if (event.target !== form() || event.submitter?.name) return;
      takeIn();
      nextLine();
      if (isHtmx() && !isOpening) return;
      // Before the other scripts are there a plain form would leave the page, and with it what is typed meanwhile.
      event.preventDefault();
      event.stopImmediatePropagation();
      isEarly = !isOpening;
    },
    true,
  );

  /* A second tap on the start is the same start. */
  document.addEventListener(
    "click",
    (event) => {
      if (!start()?.contains(event.target) || !isHtmx()) return;
      if (isOpening) event.preventDefault();
      if (isOpening) event.stopImmediatePropagation();
      isOpening = true;
    },
    true,
  );

  document.addEventListener("input", (event) => {
    if (event.target === field()) showStart();
  });

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.target?.id !== "new") return;
    for (const name of ctx.request.body?.getAll("waiting") ?? []) {
      if (waiting.includes(name)) waiting.splice(waiting.indexOf(name), 1);
    }
    const typed = field();
    if (typed?.matches("[aria-invalid]") && !typed.value) {
      typed.value = typed.defaultValue;
      typed.select(); // what is typed next takes its place
    }
    draw();
  });

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement === start() && !ctx.response?.headers.has("HX-Redirect")) isOpening = false;
  });

  document.addEventListener("DOMContentLoaded", () => {
    draw();
    if (!isEarly) return;
    globalThis.htmx?.process(form());
    form().requestSubmit();
  });

  // The table that this page has opened is another one than the next.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    key = null;
    isOpening = false;
  });
}
