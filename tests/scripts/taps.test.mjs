/* The queue of taps: what is tapped before an answer is there goes into the form that comes where that asks what was
   meant; else it is offered, or told. */
import { test } from "node:test";
import { FormPage, answer, formOf, lost, made } from "./form-page.mjs";
import { Page, same } from "./page.mjs";

/* A form that asks this, as "2" for a question, "2/1" for that of a seat, "2/1/plain" for one without a number. */
function asked(text) {
  const [question, seat, plain] = text.split("/");
  return { question, ...(seat && { seat }), ...(plain && { plain }) };
}
const KEYS = { save: { description: "Save" }, "save by another key": { name: "end", value: "1", description: "End" } };

/* What happens on the page: "4" is typed, "answer 2/1" comes for the act before with that form, "others 2/1" have
   brought the form there, and so on. Returns the page. */
async function play(happens, given = {}) {
  const page = new FormPage([null], given);
  if (given.own) page.shows({ question: "1", seat: given.own });
  page.drawn();
  for (const one of happens) {
    const [what, form] = one.split(" ").length === 2 ? one.split(" ") : [one];
    if (KEYS[one]) await page.save(KEYS[one]);
    else if (what === "answer") await page.give(made(2, { text: formOf(asked(form)) }));
    else if (what === "others")
      (Object.assign(page.value("live"), { isByOthers: true }), page.shows(asked(form)), page.drawn());
    else if (what === "touch") page.fire("pointerdown", { target: page.element() });
    else if (what === "undo") await page.taps("/t/1/undo");
    else if (what === "refuse") await page.give(answer(409));
    else if (what === "leave") page.fire("pagehide");
    else if (what === "take") (page.notices[form].actions[0].run(), await page.passes());
    else if (what === "drop") (page.notices[form].actions[1].run(), await page.passes());
    else page.types(one);
  }
  return page;
}

const posted = (page) => page.posts.map(({ question, seat, n0 }) => [seat ? `${question}/${seat}` : question, n0]);
const said = (page) =>
  page.notices.offer?.text ?? page.notices.meant?.text ?? page.context.sessionStorage["companion:told:/t/1"] ?? "";
const typed = (page) => Object.fromEntries(page.form.fields).n0;

/* Each seat has its part: the seats whose parts are in, whose phone it is ("" for one that all use), what happens, what
   is posted for which question and seat, what the form has then, and what is said. */
const FOUR = [false, false, false, false];
// prettier-ignore
const SEATS = [
  ["a phone for all goes on to the next seat", FOUR, "", ["3", "save", "answer 1/1"], [["1/0", "3"]], "", ""],
  ["what is typed before the answer is on the form that comes", FOUR, "",
    ["3", "save", "57", "answer 1/1"], [["1/0", "3"]], "57", ""],
  ["what is saved before the answer is saved on it", FOUR, "",
    ["3", "save", "57", "save", "answer 1/1"], [["1/0", "3"], ["1/1", "57"]], "", ""],
  ["all that is saved before an answer is saved one after the other", FOUR, "",
    ["3", "save", "5", "save", "7", "save", "answer 1/1", "answer 1/2"],
    [["1/0", "3"], ["1/1", "5"], ["1/2", "7"]], "", ""],
  ["what is not saved yet waits behind what is", FOUR, "",
    ["3", "save", "5", "save", "7", "answer 1/1", "answer 1/2"], [["1/0", "3"], ["1/1", "5"]], "7", ""],
  ["what fits on no form is told", FOUR, "",
    ["3", "save", "5", "save", "7", "save", "answer 1/1/plain"], [["1/0", "3"]], undefined, "Not entered: 5; 7"],
  ["it is not saved for another seat", FOUR, "",
    ["3", "save", "57", "save", "answer 1/2"], [["1/0", "3"]], "", "57 before 1/2"],
  ["nor what is only typed", FOUR, "", ["3", "save", "57", "answer 1/2"], [["1/0", "3"]], "", "57 before 1/2"],
  ["where the offer is taken it is saved", FOUR, "",
    ["3", "save", "57", "save", "answer 1/2", "take offer"], [["1/0", "3"], ["1/2", "57"]], "", "57 before 1/2"],
  ["where it is dropped what was saved after it is offered", FOUR, "",
    ["3", "save", "5", "save", "7", "save", "answer 1/2", "drop offer"], [["1/0", "3"]], "", "7 before 1/2"],
  ["after the last seat comes the next round", [false, true, true, true], "",
    ["3", "save", "57", "answer 2/0"], [["1/0", "3"]], "57", ""],
  ["but not the one after it", [false, true, true, true], "",
    ["3", "save", "57", "answer 3/0"], [["1/0", "3"]], "", "57 before 3/0"],
  ["nor another round while a seat is missing", FOUR, "",
    ["3", "save", "57", "answer 2/0"], [["1/0", "3"]], "", "57 before 2/0"],
  ["a phone of a seat stays with its part", [true, false], "1", ["4", "save"], [["1/1", "4"]], "4", ""],
  ["what is changed there before the answer is on it", [false, false], "1",
    ["4", "save", "20", "answer 1/1"], [["1/1", "4"]], "20", ""],
  ["where the round was scored it is asked about", [true, false], "1",
    ["4", "save", "20", "answer 2/1"], [["1/1", "4"]], "", "20 before 2/1"],
  ["and where it was saved already", [true, false], "1",
    ["4", "save", "20", "save", "answer 2/1"], [["1/1", "4"]], "", "20 before 2/1"],
  ["a second tap on save is the same tap", FOUR, "",
    ["3", "save", "save", "save", "answer 1/1"], [["1/0", "3"]], "", ""],
  ["an undo takes back what was saved last", FOUR, "",
    ["3", "save", "57", "save", "undo", "answer 1/1"], [["1/0", "3"]], "57", ""],
  ["what is typed when the page is left is told", FOUR, "",
    ["3", "save", "57", "leave"], [["1/0", "3"]], "57", "Not entered: 57"],
  ["and what was saved with it", FOUR, "",
    ["3", "save", "57", "save", "8", "leave"], [["1/0", "3"]], "8", "Not entered: 57; 8"],
  ["what is typed where the table asked for it is kept, not told", FOUR, "", ["3", "leave"], [], "3", ""],
];
for (const [what, tabs, own, happens, posts, left, told] of SEATS)
  test(`seats: ${what}`, async () => {
    const page = await play(happens, { tabs, own });
    same([posted(page), typed(page), said(page)], [posts, left, told]);
  });

/* One form after the other, as tiles or tricks. */
// prettier-ignore
const ONE_BY_ONE = [
  ["what is saved before the answer is saved for the next",
    ["3", "save", "5", "save", "answer 2"], [["1", "3"], ["2", "5"]], "", ""],
  ["it is not saved for the one after it", ["3", "save", "5", "save", "answer 3"], [["1", "3"]], "", "5 before 3"],
  ["another key with nothing typed is another tap",
    ["3", "save", "save by another key", "answer 2"], [["1", "3"], ["2", ""]], "", ""],
  ["what others have answered asks first", ["others 2", "save"], [], "", "Meanwhile: Save for 2?"],
  ["where it is meant it is sent", ["others 2", "save", "save"], [["2", ""]], "", ""],
  ["or tapped there", ["others 2", "save", "take meant"], [["2", ""]], "", ""],
  ["who has touched the page since has seen it", ["others 2", "touch", "save"], [["2", ""]], "", ""],
  ["what is typed for it needs no question", ["others 2", "5", "save"], [["2", "5"]], "", ""],
  ["what an own act brings needs none",
    ["3", "save", "answer 2", "save by another key"], [["1", "3"], ["2", ""]], "", ""],
  ["what is refused is not the same tap again", ["3", "save", "refuse"], [["1", "3"]], "", ""],
  ["an undo brings what is awaited", ["undo", "others 2", "save"], [["2", ""]], "", ""],
];
for (const [what, happens, posts, left, told] of ONE_BY_ONE)
  test(`one after the other: ${what}`, async () => {
    const page = await play(happens);
    same([posted(page), typed(page), said(page)], [posts, left, told]);
  });

test("a key that enters all by itself asks once before it is the same again", async () => {
  const page = new FormPage([null]);
  const end = () => page.save({ name: "end", value: "1", empty: "", description: "End" });
  await end();
  await page.give(made(2, { text: formOf({ question: "2" }) }));
  await end();
  same([page.posts.length, said(page)], [1, "Twice End for 2?"]);
  await end();
  same([page.posts.length, "meant" in page.notices], [2, false]);
});

/* Others have entered something while this form is being filled: what it asks by now, whether its part of the table has
   moved on, and what can be done. */
for (const [question, stage, words, can] of [
  ["1", "deal 1", null, []],
  ["1", "deal 2", "changed", ["show"]],
  ["2", "deal 2", "answered", ["show", "carry"]],
])
  test(`others bring question ${question} in ${stage} while somebody types: ${words ?? "nothing"} is told`, () => {
    const page = new FormPage([lost]);
    Object.assign(page.parts["#outbox-texts"].dataset, {
      changed: "changed",
      answered: "answered",
      show: "show",
      carry: "carry",
    });
    page.types("5");
    page.value("noteChanged")(
      {
        querySelector: () => ({ elements: { question: { value: question } }, querySelectorAll: () => [] }),
        querySelectorAll: () => [],
        dataset: { stage },
      },
      null,
    );
    const { text = null, actions = [] } = page.notices.outdated ?? {};
    same([text, actions.map(({ label }) => label)], [words, can]);
    // What is typed for a question that others have answered is told where the page is left.
    page.fire("pagehide");
    same(said(page), question === "2" ? "Not entered: 5" : "");
  });

test("what is typed on the next form stays there when an earlier page's act is answered", async () => {
  const acts = [{ key: "1", path: "/t/1/enter", fields: [], page: "/t/1/enter", version: 1 }];
  const answered = made(2, { text: formOf({ question: "2" }) });
  const page = new FormPage([answered], { kept: { "companion:outbox:/t/1": JSON.stringify(acts) } });
  page.shows({ question: "2" });
  page.fire("companion:form");
  page.types("20");
  page.fire("pageshow");
  await page.passes();
  same([page.waiting(), typed(page), said(page), "dirty" in page.form.dataset], [[], "20", "", true]);
});

test("a phone of a seat says at once that its part is being saved", async () => {
  const page = await play(["4", "save"], { tabs: [true, false], own: "1" });
  same(page.parts["#head h1"].firstChild.textContent, "Saving");
});

/* What is typed, taken out of a form and put into the one that comes: there, or offered. */
for (const [form, left, told] of [
  ["1/0", "5", ""],
  ["1/1", "", "5 before 1/1"],
  ["2/0", "", "5 before 2/0"],
])
  test(`what is typed for 1/0 is ${told ? "offered" : "there"} on the form of ${form}`, async () => {
    const page = new FormPage([lost], { tabs: FOUR });
    page.types("5");
    const before = page.value("takeTyped")();
    page.shows(asked(form));
    page.value("putTyped")(before);
    same([typed(page), said(page)], [left, told]);
  });

/* A finger that bounces: the keys that it taps with the milliseconds before each tap, and the taps that count. A key is
   "winner=0" of a form, "digit" for one that counts each tap, and "page" for the next page. */
// prettier-ignore
for (const [what, taps, counted] of [
  ["two taps of 31 ms are one", [["winner=0", 0], ["winner=0", 31]], 1],
  ["two of 152 ms", [["winner=0", 0], ["winner=0", 152]], 1],
  ["two of 280 ms", [["winner=0", 0], ["winner=0", 280]], 1],
  ["two of 350 ms are two", [["winner=0", 0], ["winner=0", 350]], 2],
  ["another key counts at once", [["winner=0", 0], ["winner=1", 31]], 2],
  ["and the first one after it", [["winner=0", 0], ["winner=1", 31], ["winner=0", 31]], 3],
  ["each digit counts", [["digit", 0], ["digit", 31], ["digit", 31]], 3],
  ["save and undo are different keys", [["save", 0], ["undo", 31]], 2],
  ["two of undo are one", [["undo", 0], ["undo", 152]], 1],
  ["two of redo are one", [["redo", 0], ["redo", 152]], 1],
  ["a page that loads between them changes nothing", [["winner=0", 0], ["page", 100], ["winner=0", 100]], 1],
])
  test(`a bounce: ${what}`, async () => {
    let page, count = 0;
    const signs = [];
    const open = (kept) => {
      const now = page?.now ?? 0;
      page = new Page(kept && { sessionStorage: kept });
      page.now = now;
      page.document.createElement = () => ({ style: {}, remove: () => {} });
      page.document.body.append = (sign) => signs.push(sign.textContent);
      page.run("static/finger.js");
    };
    const keyOf = (name) => {
      const [field, value] = name.includes("=") ? name.split("=") : ["", ""];
      const action = ["undo", "redo"].includes(name) ? `/t/1/${name}` : "/t/1/enter";
      const key = { name: field, value, dataset: {}, matches: () => false, getBoundingClientRect: () => ({}) };
      key.closest = (what) =>
        what === "form" ? { getAttribute: () => action } : what === "label" || name === "digit" ? null : key;
      return key;
    };
    open();
    for (const [name, pause] of taps) {
      await page.passes(pause);
      if (name === "page") open(page.context.sessionStorage);
      else count += !page.fire("click", { target: keyOf(name) }).isStopped;
    }
    same([count, signs], [counted, Array(taps.filter(([name]) => name !== "page").length - counted).fill("1×")]);
  });

/* What a key says has values of the form in it, also where it is asked about. */
test("a key that is asked about says what it enters, and no field of a sentence", async () => {
  const page = await play(["others 2"]);
  page.form.fields.push(["trick", "2"]);
  await page.save({ description: "trick {trick} to Ann{other}", name: "winner", value: "0" });
  same(page.notices.meant.text, "Meanwhile: trick 2 to Ann for 2?");
});

/* What is typed for a question that was taken back is not for the one before it. */
for (const [from, to, actions] of [
  ["2", "3", 2],
  ["2", "1", 1],
  ["2", "2", 1],
])
  test(`what is typed for question ${from} is offered ${actions - 1} times to question ${to}`, () => {
    const page = new FormPage([null]);
    page.shows({ question: from });
    page.types("5");
    page.context.elementOf = () => ({ querySelector: () => ({ dataset: { news: "Meanwhile" } }) });
    const entry = { elements: { question: { value: to } } };
    const form = { dataset: { stage: "deal 2" }, querySelector: () => entry, querySelectorAll: () => [] };
    page.value("noteChanged")(form, "head");
    same(page.notices.outdated.actions.length, actions);
  });
