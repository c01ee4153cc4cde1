/* A page without a browser, for the scripts of the site: it runs them as they are, with as much of a page as the test
   gives them. What a script asks for beyond that is not there, as on a page that has no such part.

       const page = new Page();
       page.run("static/seen.js");
       const keys = page.value("whatWasSeen")("#keys", () => asked);
       page.fire("pointerdown", { target: page.element() });

   Values of a script are compared with `same`: they come from a realm of their own. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import vm from "node:vm";

const ROOT = new URL("../../", import.meta.url);

export const same = (actual, expected, message) => assert.deepEqual(plain(actual), plain(expected), message);
const plain = (value) => (value === undefined ? null : JSON.parse(JSON.stringify(value)));

class PageEvent {
  constructor(type, given = {}) {
    Object.assign(this, { type, defaultPrevented: false, isStopped: false }, given);
  }
  preventDefault() {
    this.defaultPrevented = true;
  }
  stopImmediatePropagation() {
    this.isStopped = true;
  }
}

/* The fields of a form, or of `fields` as [name, value]. */
class Fields extends Array {
  constructor(form) {
    super();
    this.push(...(form?.fields ?? []).map((field) => [...field]));
  }
  static get [Symbol.species]() {
    return Array;
  }
  append(name, value) {
    this.push([name, String(value)]);
  }
  set(name, value) {
    this.splice(0, this.length, ...this.filter(([key]) => key !== name), [name, String(value)]);
  }
  has(name) {
    return this.some(([key]) => key === name);
  }
  getAll(name) {
    return this.filter(([key]) => key === name).map(([, value]) => value);
  }
}

/* Its keys are properties, as in a browser. */
class Storage {
  getItem(key) {
    return this[key] ?? null;
  }
  setItem(key, value) {
    this[key] = value;
  }
  removeItem(key) {
    delete this[key];
  }
}

export class Page {
  constructor(globals = {}) {
    this.now = 0; // milliseconds since the page was opened
    this.listeners = [];
    this.timers = [];
    this.parts = {}; // what getElementById and querySelector find, by id and by selector
    this.kept = new Storage(); // what the phone keeps
    const listen = (type, run, isEarly) => this.listeners.push({ type, run, isEarly: isEarly === true });
    const dispatchEvent = (event) => this.dispatch(event);
    this.document = {
      addEventListener: listen,
      removeEventListener: (type, run) => (this.listeners = this.listeners.filter((one) => one.run !== run)),
      dispatchEvent,
      hidden: false,
      body: { dataset: { live: "", table: "/t/1" } },
      documentElement: { lang: "en", dataset: {} },
      getElementById: (id) => this.parts[`#${id}`] ?? null,
      querySelector: (what) => this.parts[what] ?? null,
      querySelectorAll: (what) => [this.parts[what] ?? []].flat(),
    };
    this.context = vm.createContext({
      document: this.document,
      addEventListener: listen,
      dispatchEvent,
      location: { pathname: "/t/1/enter", search: "", href: "http://table/t/1/enter", origin: "http://table" },
      localStorage: this.kept,
      sessionStorage: new Storage(),
      performance: { now: () => this.now },
      Date: Object.assign(class extends Date {}, { now: () => this.now }),
      setTimeout: (run, pause = 0, ...given) => this.timers.push({ at: this.now + pause, run: () => run(...given) }),
      clearTimeout: (timer) => timer && (this.timers[timer - 1].run = () => {}),
      crypto,
      Event: PageEvent,
      CustomEvent: PageEvent,
      FormData: Fields,
      URL,
      URLSearchParams,
      ...globals,
    });
  }

  run(...names) {
    for (const name of names) vm.runInContext(readFileSync(new URL(name, ROOT), "utf8"), this.context, name);
    return this;
  }

  /* Something that a script has declared, or any expression of its page. */
  value(expression) {
    return vm.runInContext(`(${expression})`, this.context);
  }

  fire(type, given = {}) {
    const event = new PageEvent(type, given);
    this.dispatch(event);
    return event;
  }

  dispatch(event) {
    const heard = this.listeners.filter(({ type }) => type === event.type);
    for (const { run } of [...heard.filter(({ isEarly }) => isEarly), ...heard.filter(({ isEarly }) => !isEarly)])
      if (!event.isStopped) run(event);
    return !event.defaultPrevented;
  }

  /* Until so many milliseconds have passed, with the timers that are due by then and all that follows from them. */
  async passes(milliseconds = 0) {
    const end = this.now + milliseconds;
    await settled();
    for (;;) {
      const due = this.timers
        .filter(({ at, isDone }) => !isDone && at <= end)
        .sort((one, other) => one.at - other.at)[0];
      if (!due) break;
      this.now = Math.max(this.now, due.at);
      due.isDone = true;
      due.run();
      await settled();
    }
    this.now = end;
  }

  /* An element that is in what these selectors stand for, as the target of an event. */
  element(given = {}, ...selectors) {
    const found = (what) => selectors.some((one) => what.includes(one));
    const element = { dataset: {}, closest: (what) => (found(what) ? element : null), matches: found, ...given };
    return element;
  }
}

const settled = () => new Promise((done) => setImmediate(done));
