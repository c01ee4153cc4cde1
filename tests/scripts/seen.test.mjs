/* What a tap was meant for: whether somebody has seen what a key is about, and that nothing changes under a finger. */
import { test } from "node:test";
import { Page, same } from "./page.mjs";

/* What happens on the page, one after the other, and whether a tap now is meant for what the key is about. A letter is
   what the key is about from here on; "own X" comes of an act of this phone; a number is so many milliseconds. */
for (const [happens, isSeen] of [
  [["A"], true], // as the page was loaded
  [["A", "B"], false],
  [["A", "B", 3999], false],
  [["A", "B", 4000, "touch the key"], false],
  [["A", "B", 4001], false], // the finger has not set out
  [["A", "B", 4001, "touch the key"], true],
  [["A", "B", "touch the key"], false],
  [["A", "B", "touch the page"], true],
  [["A", "B", "press a key"], true],
  [["A", "B", "hide", "show"], true],
  [["A", "hide", "B", "show"], true],
  [["A", "own B"], true],
  [["A", "own B", "C"], false],
  [["A", "B", "A"], true], // as it was, before anybody could tap
  [["A", "B", "touch the page", "C"], false],
  [["A", "B", 4001, "C", "touch the key"], false], // the time counts from the last change
  [["A", "B", "expect"], true],
  [["A", "expect", "B"], true],
  [["A", "expect", "B", "C"], false],
  [["A", "B", "look"], true],
])
  test(`${happens.join(", ")}: ${isSeen ? "meant for it" : "not seen"}`, () => {
    const page = new Page().run("static/seen.js");
    let asked = null;
    const seen = page.value("whatWasSeen")("#key", () => asked);
    const touch = (type, ...selectors) => page.fire(type, { target: page.element({}, ...selectors) });
    const does = {
      "touch the key": () => touch("pointerdown", "#key"),
      "touch the page": () => touch("pointerdown"),
      "press a key": () => touch("keydown"),
      hide: () => ((page.document.hidden = true), page.fire("visibilitychange")),
      show: () => ((page.document.hidden = false), page.fire("visibilitychange")),
      expect: seen.expect,
      look: seen.look,
    };
    for (const one of happens) {
      if (typeof one === "number") page.now += one;
      else if (does[one]) does[one]();
      else {
        asked = one.at(-1);
        seen.note(one.startsWith("own"));
      }
    }
    same(seen.isSeen(), isSeen);
  });

test("only a change between two questions is told as one", () => {
  const page = new Page().run("static/seen.js");
  let asked = "A";
  const seen = page.value("whatWasSeen")("#key", () => asked);
  const told = ["A", "A", "B"].map((next) => ((asked = next), seen.note()));
  same(told, [false, false, true]);
});

/* What happens, and whether what came meanwhile ("news") is shown after each of them. */
for (const [happens, shown] of [
  [["news"], [true]],
  [
    ["down on the form", "news", "up", "click"],
    [false, false, false, true],
  ],
  [
    ["down elsewhere", "news"],
    [true, true],
  ],
  [
    ["down on the form", "news", "up", 299],
    [false, false, false, false],
  ],
  [
    ["down on the form", "news", "up", 300],
    [false, false, false, true],
  ], // a finger that was held makes no click
  [
    ["down on the form", "news", "cancel"],
    [false, false, true],
  ],
  [
    ["down on the form", "news", "leave"],
    [false, false, true],
  ],
  // The next finger is down before the end of the tap before is told.
  [
    ["down on the form", "up", "down on the form", "news", 300, "up", "click"],
    [0, 0, 0, 0, 0, 0, 1],
  ],
  // The answer to a question of the referee; a tap that asks anew has an answer of its own.
  [["answer"], [true]],
  [
    ["down on the question", "answer", "up", "click"],
    [false, false, false, true],
  ],
  [
    ["down on the question", "answer", "up", "click that asks"],
    [false, false, false, false],
  ],
])
  test(`${happens.join(", ")}: news are shown ${shown.at(-1) ? "then" : "not yet"}`, async () => {
    let isShown = ["news", "answer", "down elsewhere"].includes(happens[0]),
      isAsking = false;
    const page = new Page({ htmx: { swap: () => (isShown = true) } }).run("static/finger.js", "static/form.js");
    const ctx = { sourceElement: { matches: () => isAsking } };
    const target = (...selectors) => ({ target: page.element({}, ...selectors) });
    const does = {
      "down on the form": () => page.fire("pointerdown", target("#form")),
      "down on the question": () => page.fire("pointerdown", target("#ask")),
      "down elsewhere": () => page.fire("pointerdown", target()),
      up: () => page.fire("pointerup"),
      click: () => page.fire("click", target()),
      "click that asks": () => ((isAsking = true), page.fire("click", target())),
      cancel: () => page.fire("pointercancel"),
      leave: () => page.fire("blur"),
      news: () => ((isShown = false), page.value("whenReleased")(() => (isShown = true))),
      answer: () => (isShown = !page.fire("htmx:before:swap", { detail: { ctx } }).defaultPrevented),
    };
    const found = [];
    for (const one of happens) {
      if (typeof one === "number") await page.passes(one);
      else does[one]();
      await page.passes();
      found.push(isShown);
    }
    same(found, shown.map(Boolean));
  });
