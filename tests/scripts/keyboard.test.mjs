/* What a keyboard types: digits without a click into a field first, and words of an input method. */
import { test } from "node:test";
import { Page, same } from "./page.mjs";

const keydown = (page, key, given = {}) =>
  page.fire("keydown", { key, keyCode: 0, isComposing: false, target: page.element(), ...given });

/* Whether the Enter, or another key, means what it says: the input method had it first, or not. */
for (const [what, key, given, isTaken] of [
  ["Enter", "Enter", {}, false],
  ["Enter while a word is composed", "Enter", { isComposing: true }, true],
  ["Enter that has just ended it", "Enter", { keyCode: 229 }, true],
  ["another key of a composition", "a", { isComposing: true }, false],
])
  test(`${what} ${isTaken ? "means nothing else" : "is a key"}`, () => {
    const page = new Page().run("static/composition.js");
    let isHeard = false;
    page.document.addEventListener("keydown", () => (isHeard = true));
    const { defaultPrevented } = keydown(page, key, given);
    same([defaultPrevented, isHeard], [isTaken, !isTaken]);
  });

const FIELD = ["textarea"],
  KEY = ["a, button, summary, input"];
const cellOf = (value, defaultValue, dataset = {}) => ({ value, defaultValue, dataset });

/* The key, what has the focus, the number that is chosen, and what becomes of the key: it goes into that number, anew
   or behind what stands there, or nowhere. */
for (const [key, given, cell, typed] of [
  ["7", {}, cellOf("", ""), "behind 0"],
  ["7", {}, cellOf("12", "12", { fresh: "" }), "anew"],
  ["7", {}, cellOf("12", ""), "behind 2"],
  ["+", {}, cellOf("12", ""), "behind 2"],
  ["-", {}, cellOf("12", ""), "behind 2"],
  ["−", {}, cellOf("12", ""), "behind 2"],
  ["Backspace", {}, cellOf("12", ""), "behind 2"],
  [".", {}, cellOf("12", ""), "behind 2"],
  ["Enter", {}, cellOf("12", ""), ""],
  ["a", {}, cellOf("", ""), ""],
  ["7", { focus: FIELD }, cellOf("", ""), ""],
  ["7", { ctrlKey: true }, cellOf("", ""), ""],
  ["7", { metaKey: true }, cellOf("", ""), ""],
  ["7", { altKey: true }, cellOf("", ""), ""],
  ["7", { defaultPrevented: true }, cellOf("", ""), ""],
])
  test(`${JSON.stringify([key, given])} on ${JSON.stringify(cell.value)}: ${typed || "not typed"}`, () => {
    const page = new Page().run("static/number-keys.js");
    let found = "";
    page.parts["[data-cell].current, [data-cell]"] = {
      ...cell,
      focus: () => (found = "focus"),
      select: () => (found = "anew"),
      setSelectionRange: (from, to) => (found = from === to ? `behind ${from}` : "wrong"),
    };
    keydown(page, key, { ...given, target: page.element({}, ...(given.focus ?? [])) });
    same(found, typed);
  });

/* A key, and the key of the referee's keypad that it presses. */
for (const [key, code, focus] of [
  ["7", "d7"],
  ["0", "d0"],
  ["-", "m"],
  ["−", "m"],
  ["Backspace", "x"],
  ["Enter", "n"],
  ["Enter", undefined, KEY],
  ["7", "d7", KEY],
  ["7", undefined, FIELD],
  ["+", undefined],
])
  test(`${key} presses ${code ?? "no key"} of a keypad${focus ? ` while ${focus} has the focus` : ""}`, () => {
    const page = new Page().run("static/number-keys.js");
    const pressed = [];
    for (const one of ["m", "x", "n", "d0", "d7"])
      page.parts[`#ask button[name=tap][value="${one}"]:not(:disabled)`] = { click: () => pressed.push(one) };
    keydown(page, key, { target: page.element({}, ...(focus ?? [])) });
    same(pressed, code ? [code] : []);
  });
