/* What the forms of the games work out by themselves: typed numbers and formulas, half a tile, a sale, a floor line;
   and what the key says that saves. Where the companion works out the same, the cases are those of same.json. */
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Page, same } from "./page.mjs";

const SAME = JSON.parse(readFileSync(new URL("same.json", import.meta.url), "utf8"));
const scriptOf = (game) => new Page({ isTouched: () => false }).run(`companion/games/${game}/form.js`);

/* ---- open sheet ---- */

const open = scriptOf("open");

for (const [text, plain] of SAME["plain numbers"])
  test(`${JSON.stringify(text)} is read as ${plain}`, () => same(open.value("plainNumber")(text), plain));

const total = (terms) => terms.reduce((sum, term) => sum + term, 0);
for (const [text, terms] of [...SAME.sums, ["", []], ["7+", [7]], ["-", []]])
  test(`${JSON.stringify(text)} is ${terms ?? "no number"}`, () => {
    same(open.value("readSum")({ value: text }), terms && { number: total(terms), terms: terms.length });
  });

/* A cell of a form with one or two, as the keys of the bar type into it. */
const cellOf = (value, isFresh) => {
  const marks = new Set(isFresh ? ["current"] : []);
  return {
    ...{
      value,
      dataset: isFresh ? { fresh: "" } : {},
      maxLength: 200,
      defaultValue: "",
      scrollIntoView: () => {},
      dispatchEvent: () => {},
      closest: () => null,
      parentNode: { querySelector: () => ({}) },
    },
    classList: {
      toggle: (name, isOn) => (isOn ? marks.add(name) : marks.delete(name)),
      contains: (name) => marks.has(name),
    },
  };
};
const formOf = (...cells) => ({
  elements: { at: {} },
  querySelectorAll: () => cells,
  querySelector: () => cells.find((cell) => cell.classList.contains("current")),
});

for (const [text, key, isFresh, typed] of SAME["keys of a number"])
  test(`${JSON.stringify(text)}${isFresh ? ", begun anew," : ""} is ${JSON.stringify(typed)} after ${key}`, () => {
    const cell = cellOf(text, isFresh);
    open.value("press")(formOf(cell), key);
    same(cell.value, typed);
  });

test("the key for the next number goes round, a digit begins it anew", () => {
  const cells = [cellOf("1"), cellOf("2")],
    form = formOf(...cells);
  for (const key of ["n", "d7", "n", "d8", "d9"]) open.value("press")(form, key);
  same([cells.map(({ value }) => value), form.elements.at.value], [["89", "7"], 0]);
});

for (const [what, dataset, numbers] of [
  ["what was typed goes on in the second number", { dirty: "" }, ["3", "4"]],
  ["nothing is typed yet, and the first number is the next", {}, ["4", ""]],
])
  test(`a form has come whose second number was chosen before: ${what}`, () => {
    const cells = [cellOf("dirty" in dataset ? "3" : "", true), cellOf("")],
      form = Object.assign(formOf(...cells), { dataset });
    form.elements.at.value = "1";
    open.fire("companion:shown", { target: form });
    open.value("press")(form, "d4");
    same([cells.map(({ value }) => value), form.elements.at.value], [numbers, numbers.indexOf("4")]);
  });

for (const [lines, unit, typed, points] of SAME.lines)
  test(`lines ${JSON.stringify(lines)} of ${typed} are ${points}`, () => {
    const numbers = [...typed],
      given = lines.map((line) => ({ factor: 1, per: 1, ...line }));
    const isTyped = ({ formula = {} }) => !["best", "worst", "sum", "of"].some((kind) => kind in formula);
    const shown = given.map((line) => (isTyped(line) ? numbers.shift() : null));
    const worthOf = (place) => open.value("lineWorth")(given[place], place, worthOf, (at) => shown[at], unit);
    same(
      given.map((_, place) => worthOf(place)),
      points,
    );
  });

/* What a number alone comes to: typed text, factor and per, and what is told beside it. */
for (const [value, factor, per, told] of [
  ["12", 1, 1, ""],
  ["12+5", 1, 1, "= 17"],
  ["5", 2, 1, "= 10"],
  ["5-8", 1, 1, "= −3"],
  ["7", 1, 2, "= 3"],
  ["", 2, 1, ""],
  ["x", 2, 1, ""],
])
  test(`${JSON.stringify(value)} by ${factor} per ${per} says ${JSON.stringify(told)}`, () => {
    const place = {};
    const cell = {
      value,
      dataset: { factor: `${factor}`, per: `${per}` },
      closest: () => null,
      parentNode: { querySelector: () => place },
    };
    open.value("tellWorth")(cell);
    same(place.textContent, told);
  });

/* ---- Ingenious ---- */

for (const [taps, marks, spaces, missing] of SAME["taps of a tile"])
  test(`${taps.join(" ")}: ${missing} taps are missing`, () => {
    const none = { marks: ["", ""], spaces: ["", ""], wide: "" };
    same(scriptOf("ingenious").value("tapped")(none, taps), { marks, spaces, wide: "", missing });
  });

for (const [taps, wide] of [
  [["r+"], "r"],
  [["r+", "b+"], "b"],
  [["r+", "r+"], ""],
  [["r+", "r12"], "r"],
])
  test(`${taps.join(" ")} unfolds the larger numbers of ${wide || "no colour"}`, () => {
    const none = { marks: ["", ""], spaces: ["", ""], wide: "" };
    same(scriptOf("ingenious").value("tapped")(none, taps).wide, wide);
  });

/* ---- Salamanca ---- */

for (const [taps, at, fertile] of SAME["taps of a space"])
  test(`${taps.join(" ") || "nothing"} selects ${at || "nothing"} ${fertile}`, () => {
    const fields = [["at", ""], ["v", ""], ...taps.map((tap) => ["tap", tap])];
    same(scriptOf("salamanca").value("selected")(fields), { at, fertile });
  });

/* What the form came with, the taps, whether a second one takes a key back, and what is chosen. */
for (const [first, taps, isCleared, chosen] of [
  ["", [], false, undefined],
  ["farm", ["seat.1"], false, "farm"],
  ["farm", ["0.2", "castle", "seat.1"], false, "castle"],
  ["farm", ["castle", "farm"], false, "farm"],
  ["", ["castle", "castle"], false, "castle"],
  ["", ["castle", "castle"], true, undefined],
  ["castle", ["castle", "farm", "castle"], true, "castle"],
])
  test(`${taps.join(" ")} after ${first || "nothing"} ${isCleared ? "clears to" : "chooses"} ${chosen}`, () => {
    const codes = ["farm", "castle", "monastery"];
    same(scriptOf("salamanca").value("chosenOf")(codes, first, taps, isCleared), chosen);
  });

/* ---- Azul ---- */

/* How many spaces of the floor line are taken, and how many with the start marker put there or taken away. */
for (const [taken, isTaken, after] of [
  [0, true, 1],
  [2, true, 3],
  [7, true, 7],
  [3, false, 2],
  [0, false, 0],
])
  test(`a floor line of ${taken} has ${after} spaces ${isTaken ? "with" : "without"} the start marker`, () => {
    const spaces = Array.from({ length: 7 }, (_, index) => ({ checked: index + 1 === taken })),
      marked = {};
    const form = { id: "entry", elements: { floor: spaces, marked } };
    scriptOf("azul").fire("input", { target: { name: "marker", type: "button", form, checked: isTaken } });
    same([spaces.findIndex(({ checked }) => checked) + 1, marked.value], [after, Number(isTaken)]);
    same(spaces.filter(({ checked }) => checked).length, after ? 1 : 0);
  });

test("a tile takes the place of the one before it in its row", () => {
  const row = [
    { type: "checkbox", checked: true },
    { type: "checkbox", checked: true },
    { type: "hidden", checked: true },
  ];
  const tapped = { ...row[1], name: "r1", closest: () => ({}), form: { id: "entry", elements: { r1: row } } };
  row[1] = tapped;
  scriptOf("azul").fire("input", { target: tapped });
  same(
    row.map(({ checked }) => checked),
    [false, true, true],
  );
});

/* ---- the key that saves, in every game ---- */

const KEY = { ready: "Save", saved: "Saved", some: "Save # of 4", sumOf: "t", sumNeeded: "10", sumLabel: "# of 10" };
for (const [what, key, chosen, text, isOff] of [
  ["all is chosen", { saved: null, some: null }, {}, "Save", false],
  ["something is missing", { saved: null, some: null }, { missing: "Ben: tap 1 card" }, "Ben: tap 1 card", true],
  ["a part of others is missing", { saved: null }, { missing: "Ann", chosen: 2 }, "Save 2 of 4", false],
  ["nothing is chosen", { saved: null }, { missing: "Ann", chosen: 0 }, "Ann", true],
  ["the sum is right", { saved: null }, { sum: 10 }, "Save", false],
  ["the sum is wrong", { saved: null }, { sum: 9 }, "9 of 10", true],
  ["a part is chosen and its sum wrong", { saved: null }, { missing: "Ann", chosen: 2, sum: 9 }, "Save 2 of 4", true],
  ["it is saved", {}, {}, "Saved", true],
  ["it was changed since", {}, { isTouched: true }, "Save", false],
])
  test(`where ${what} the key says ${JSON.stringify(text)}${isOff ? " and is off" : ""}`, () => {
    const page = new Page().run("static/form.js");
    same(page.value("saveKey")({ ...KEY, ...key }, { chosen: 0, sum: null, isTouched: false, ...chosen }), {
      text,
      isOff,
    });
  });

/* ---- a tap before it is counted ---- */

test("a key looks tapped before any script draws what the tap comes to, whichever came first", () => {
  const performance = { getEntriesByType: () => [{ domContentLoadedEventStart: 1 }] },
    page = new Page({ performance }),
    marks = [];
  page.document.addEventListener("click", () => marks.push("drawn"));
  page.run("static/first.js");
  const form = { matches: () => true },
    target = page.element({ form, classList: { toggle: (name) => marks.push(name) } }, "button.key");
  page.fire("click", { target });
  same(marks, ["on", "drawn"]);
});

/* ---- what is typed, beside what a form was given with ---- */

for (const [fields, others, left] of [
  [["a1", "b2"], ["a1"], ["b2"]],
  [["a1", "a1"], ["a1"], ["a1"]],
  [["a1"], ["a1", "a1"], []],
  [["a1", "a2"], ["a2"], ["a1"]],
  [[], ["a1"], []],
])
  test(`${fields} without ${others} is ${left}`, () => {
    const pairs = (texts) => texts.map(([name, value]) => [name, value]);
    const { without } = new Page({ htmx: {} }).run("static/typed-fields.js").value("typedFields");
    same(without(pairs(fields), pairs(others)), pairs(left));
  });
