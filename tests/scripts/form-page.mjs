/* A live page with an entry form, whose scripts run as they are: what is tapped, what is sent, what the table answers
   and what the page says. The form is a list of fields; a form that the table sends is `formOf({ question, seat })`. */
import { Page } from "./page.mjs";

export const answer =
  (status, headers = {}, text = "") =>
  () => ({
    status,
    ok: status < 400,
    headers: new Map(Object.entries(headers)),
    text: async () => text,
  });
/* The table has it: the version that it made, since which one nothing else was entered, and what it answers. */
export const made = (version, { since = version - 1, text = "", ...headers } = {}) =>
  answer(200, { "Act-Version": version, "Act-Since": since, ...headers }, text);
export const lost = () => Promise.reject(new TypeError("Failed to fetch"));
export const formOf = (asked) => `id="form" ${JSON.stringify(asked)}`;

const TEXTS = {
  next: "Saving",
  offer: "#what before #title",
  untold: "Not entered: #",
  meanwhile: "#news: #what for #title?",
  twice: "Twice #what for #title?",
};
const TOUCHED = ["dirty", "looked", "waiting", "next"];

export class FormPage extends Page {
  /* The table gives its answers one after the other, the last one again and again; null holds one back for `give`. */
  constructor(answers = [lost], { tabs = null, own = "", kept = {}, keepsNothing = false } = {}) {
    let keys = 0;
    super();
    Object.assign(this, { answers, did: [], posts: [], held: [], goesOn: false, notices: {}, seats: tabs });
    const noted = (names, result) =>
      Object.fromEntries(names.map((name) => [name, (...given) => (this.did.push(name), result?.(...given))]));
    Object.assign(
      this.context,
      noted(["fetchParts", "readOnNextPage", "isLive", "clearNotice", "readNext", "preview"]),
      {
        body: () => this.document.body.dataset,
        randomKey: () => `key ${(keys += 1)}`,
        timeOfDay: String,
        live: { made: 0, isByOthers: false },
        TOUCHED,
        isTouched: (form) => TOUCHED.some((name) => name in form.dataset),
        dirtyForm: () => ("dirty" in this.form.dataset ? this.form : null),
        offerNotice: (notice) => (this.notices[notice.id] = notice),
        dismissNotice: (id) => delete this.notices[id],
        whenReleased: (job) => job(),
        clearFlags: () => delete this.form.dataset.dirty,
        afterSwap: () => this.drawn(),
        htmx: { swap: ({ text }) => this.shows(JSON.parse(text.slice(text.indexOf("{")))) },
        AbortSignal: { timeout: (timeout) => ({ timeout }) },
        fetch: (path, { body, signal }) => this.post(path, Object.fromEntries(body), signal),
      },
    );
    this.document.body.dataset.own = own;
    this.document.activeElement = this.document.body;
    Object.assign(this.kept, kept);
    if (keepsNothing) this.kept.setItem = this.kept.removeItem = () => this.value("(() => { throw 1 })()");
    Object.assign(this.parts, {
      "#form": { dataset: { stage: "deal 1" } },
      "#outbox-texts": { dataset: TEXTS },
      "#notice": { dataset: {}, setAttribute: () => {} },
      "#head h1": { firstChild: { textContent: "" } },
      "#head [data-news]": { dataset: { news: "Meanwhile" } },
    });
    this.shows({ question: "1", ...(tabs && { seat: "0" }) });
    this.run("static/phone.js", "static/unsent.js", "static/seen.js", "static/outbox.js");
    this.outbox = this.value("outbox");
    const refuse = (act) => ((this.outbox.state.refused = act.key), true);
    Object.assign(this.outbox, noted(["draw"]), noted(["refuse"], refuse));
    Object.assign(this.value("onPhone"), { replaceForm: () => this.shows(this.form.asked) });
    this.run("static/typed-fields.js");
    Object.assign(this.value("typedFields"), {
      describe: (_, { added }) => added.map(([, value]) => value).join(),
      fillIn: (...given) => this.fills(...given),
    });
    this.run("static/next-form.js", "static/sent-form.js");
    for (const name of ["giveBack", "startAgain"]) Object.assign(this.outbox, noted([name], this.outbox[name]));
    this.drawn();
  }

  async post(path, fields, signal) {
    this.posts.push({ path, at: this.now, ...fields });
    const next = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    if (next === null) return new Promise((give) => this.held.push(give));
    return next({ signal, page: this });
  }

  /* The answer that was held back the longest. */
  give(answered) {
    this.held.shift()(answered({}));
    return this.passes();
  }

  /* A form that asks this, as the table sends it, with a number that is not typed yet; a `plain` one has none. */
  shows(asked) {
    const typed = "plain" in asked ? [] : [["n0", ""]],
      fields = [...Object.entries(asked), ...typed],
      hidden = Object.entries(asked).map(([name, value]) => ({ name, value }));
    const elements = Object.assign([...hidden, ...typed.map(([name]) => ({ name }))], { act: {} });
    for (const field of hidden) elements[field.name] = field;
    this.form = {
      ...{ id: "entry", asked, fields, elements, dataset: {}, inert: false, action: "http://table/t/1/enter" },
      matches: (what) => what === "[data-answered]" && "answered" in this.form.dataset,
      getAttribute: () => "/t/1/enter",
      querySelectorAll: (what) => (what === "input[type=hidden]" ? hidden : []),
      append: () => {},
      contains: () => false,
      dispatchEvent: () => !this.goesOn, // whether the game's own script asks the next question by itself
      requestSubmit: (key) => this.fire("submit", { target: this.form, submitter: key }),
    };
    this.parts["#entry"] = this.form;
    this.parts["#head h1"].firstChild.textContent = Object.values(asked).join("/");
    this.parts["#form"].dataset.asks = Object.values(asked).join("/");
    if (this.seats) this.parts["#form [data-tab]"] = this.seats.map((isIn, seat) => tabOf(isIn, seat, asked.seat));
  }

  drawn() {
    this.fire("companion:form");
    this.fire("companion:drawn");
  }

  types(number) {
    this.form.fields = this.form.fields.map(([name, value]) => [name, name === "n0" ? number : value]);
    this.form.dataset.dirty = "";
  }

  fills(form, { added }) {
    for (const [name, value] of added) if (name === "n0") this.types(value);
    return added.length > 0;
  }

  /* A key that saves the form, as drawn for this version. */
  save({ version = 1, name = "", value = "", ...dataset } = {}) {
    const key = { name, value, dataset, setAttribute: () => {}, remove: () => {}, cloneNode: () => ({ ...key }) };
    this.form.fields = [["version", version], ...this.form.fields.filter(([one]) => one !== "version")];
    this.fire("submit", { target: this.form, submitter: key });
    return this.passes();
  }

  /* A key of the bar with a form of its own, such as undo; true where it is not sent as on any page. */
  async taps(action, { version = 1, inert = false } = {}) {
    const body = new (this.value("FormData"))({
      fields: [
        ["event", 7],
        ["version", version],
      ],
    });
    const form = { dataset: { act: "tapped" }, elements: { act: {} }, inert, getAttribute: () => action };
    const submitter = { dataset: { description: "Undo" }, name: "" };
    const ctx = { request: { form, action, method: "POST", body, submitter } };
    const isTaken =
      this.fire("submit", { target: form, submitter }).defaultPrevented ||
      this.fire("htmx:config:request", { detail: { ctx } }).defaultPrevented;
    await this.passes();
    return isTaken;
  }

  comesBack() {
    this.fire("companion:live", { detail: true });
    return this.passes();
  }

  waiting() {
    return this.outbox.waiting();
  }

  has(name) {
    return this.did.includes(name);
  }
}

const tabOf = (isIn, seat, current) => ({
  dataset: { tab: `${seat}` },
  ariaCurrent: `${seat}` === current ? "true" : null,
  querySelector: () => (isIn ? {} : null),
  setAttribute: () => {},
  removeAttribute: () => {},
});
