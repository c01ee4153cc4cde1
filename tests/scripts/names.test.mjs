/* Names that are typed for a new table: each stands at once, however late the answers are, and one table is opened. */
import { test } from "node:test";
import { Page, same } from "./page.mjs";

/* The form of a new table that two players can open; `isEarly` where its scripts have not come yet. */
class NewTable extends Page {
  constructor({ isEarly = false } = {}) {
    super({
      history: { state: null, replaceState: (_, __, to) => (this.context.location.href = `${to}`) },
      htmx: { process: () => {} },
    });
    Object.assign(this, { isEarly, rows: [], submits: 0 });
    this.context.location.href = "http://table/new/luz";
    this.document.createElement = () => elementOf();
    this.form = { matches: () => !this.isEarly, requestSubmit: () => (this.submits += 1) };
    this.start = {
      value: "key 1",
      dataset: { few: "2", ready: "Open" },
      textContent: "Two at least",
      contains: (one) => one === this.start,
    };
    this.field = { value: "", defaultValue: "", matches: () => false, select: () => (this.isSelected = true) };
    const list = {
      append: (...rows) =>
        this.rows.push(
          ...rows.map((row) => ({
            ...row,
            remove: () => (this.rows = this.rows.filter((one) => one.dataset.name !== row.dataset.name)),
          })),
        ),
    };
    Object.assign(this.parts, {
      "#new": this.form,
      "#name": this.field,
      "#new [name=opens]": this.start,
      "#new [data-sort]": list,
    });
    this.document.querySelectorAll = (what) => (what === "#new [data-waiting]" ? [...this.rows] : []);
    this.run("static/names.js");
    this.fire("DOMContentLoaded");
  }

  types(name) {
    this.field.value = name;
    this.fire("input", { target: this.field });
  }

  /* A name and Enter; true where the page sends nothing of its own. */
  enters(name) {
    this.types(name);
    return this.fire("submit", { target: this.form, submitter: null }).defaultPrevented;
  }

  /* The answer to a request that had these names. */
  answers(...names) {
    this.fire("htmx:after:swap", {
      detail: { ctx: { target: { id: "new" }, request: { body: { getAll: () => names } } } },
    });
  }

  opens() {
    return !this.fire("click", { target: this.start }).defaultPrevented;
  }

  shown() {
    return this.rows.map(({ dataset }) => dataset.name);
  }
}

const elementOf = () => ({ dataset: {}, append: () => {}, appendChild: (one) => one });

test("each name stands in its order before any answer, its field is free", () => {
  const page = new NewTable();
  const sent = ["Ann", " Ben ", "  "].map((name) => [page.enters(name), page.field.value.trim()]);
  same([sent, page.shown()], [Array(3).fill([false, ""]), ["Ann", "Ben"]]);
  same(new URL(page.context.location.href).searchParams.getAll("waiting"), ["Ann", "Ben"]);
});

/* The names that stand, the one that is typed, and whether the table can be opened. */
for (const [names, typed, isOpen] of [
  [[], "Ann", false],
  [["Ann"], "", false],
  [["Ann"], "Ben", true],
  [["Ann"], "  ", false],
  [["Ann", "Ben"], "", true],
])
  test(`the table ${isOpen ? "can" : "cannot"} be opened with ${names} and ${JSON.stringify(typed)}`, () => {
    const page = new NewTable();
    for (const name of names) page.enters(name);
    page.types(typed);
    same([page.start.disabled, page.start.textContent], [!isOpen, isOpen ? "Open" : "Two at least"]);
  });

/* The names of the request that is answered, and those that no answer has taken in. */
for (const [answered, left] of [
  [[], ["Ann", "Ann", "Ben"]],
  [["Ann"], ["Ann", "Ben"]],
  [["Ann", "Ann", "Ben"], []],
  [["Cleo"], ["Ann", "Ann", "Ben"]],
])
  test(`an answer that knows ${answered} leaves ${left} of Ann, Ann, Ben to be sent`, () => {
    const page = new NewTable();
    for (const name of ["Ann", "Ann", "Ben"]) page.enters(name);
    page.types("Ev");
    page.answers(...answered);
    same([page.shown(), page.field.value], [left, "Ev"]);
  });

test("a name that cannot be is there again to be typed over", () => {
  const page = new NewTable();
  Object.assign(page.field, { matches: () => true, defaultValue: "Ann" });
  page.answers();
  same([page.field.value, page.isSelected], ["Ann", true]);
});

test("a second tap on the start is the same start until it is refused", () => {
  const page = new NewTable();
  same([page.opens(), page.opens()], [true, false]);
  same(page.enters("Cleo"), true);
  page.fire("htmx:finally:request", {
    detail: { ctx: { sourceElement: page.start, response: { headers: new Map() } } },
  });
  same([page.opens(), page.opens()], [true, false]);
  page.start.value = "key 2";
  page.answers();
  same(page.start.value, "key 1");
  page.fire("pageshow", { persisted: true });
  page.start.value = "key 3";
  page.answers();
  same([page.opens(), page.start.value], [true, "key 3"]);
});

test("what is entered before the scripts are there is sent once they are", () => {
  const page = new NewTable({ isEarly: true });
  same([page.enters("Ann"), page.opens(), page.opens()], [true, true, true]);
  page.fire("DOMContentLoaded");
  same([page.submits, page.shown()], [1, ["Ann"]]);
});
