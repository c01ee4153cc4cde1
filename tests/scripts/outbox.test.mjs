/* The outbox: what is entered goes to the table once each and in order, and waits where it does not get through. */
import { test } from "node:test";
import { FormPage, answer, formOf, lost, made } from "./form-page.mjs";
import { same } from "./page.mjs";

const [OUTBOX, ENTER, UNDO, END] = ["companion:outbox:/t/1", "/t/1/enter", "/t/1/undo", "/t/1/end"];
const LOGIN = answer(200, {}, "<h1>Log in to the Wi-Fi</h1>");
const BUSY = answer(429, { "Retry-After": 3 });
const AWAY = answer(503, { "Answered-By": "companion" });
const swallowed = ({ signal, page }) =>
  new Promise((_, fail) => page.context.setTimeout(() => fail(new Error("timeout")), signal.timeout));

/* A page of a game whose form asks the next question by itself, as that of tricks; with these acts waiting. */
function opened(answers, { acts = [], ...given } = {}) {
  const kept = acts.map((act, place) => ({
    key: `${place}`,
    path: ENTER,
    fields: [],
    page: ENTER,
    version: 1,
    ...act,
  }));
  const page = new FormPage(answers, { kept: kept.length ? { [OUTBOX]: JSON.stringify(kept) } : {}, ...given });
  page.goesOn = true;
  return page;
}

const enter = (page, label, version = 1) => page.save({ version, name: "winner", value: label, description: label });
const labels = (page) => page.waiting().map(({ label }) => label);
const paths = (acts) => acts.map(({ path }) => path);
const isShown = async (page) => (page.fire("pageshow"), page.passes());

/* ---- what an answer means ---- */

for (const [what, answered, waits, isRefused, tries] of [
  ["the table has it", made(2), [], false, 1],
  ["no connection", lost, ["1"], false, 2],
  ["a network that swallows what is sent", swallowed, ["1"], false, 1],
  ["a proxy that finds no companion", answer(502), ["1"], false, 2],
  ["the log-in page of a Wi-Fi", LOGIN, ["1"], false, 2],
  ["too much in a short time", BUSY, ["1"], false, 1],
  ["another phone was quicker", answer(409), ["1"], true, 1],
  ["the table cannot let it stand", answer(422), ["1"], true, 1],
  ["a proxy's own fault", answer(500), ["1"], false, 2],
  ["the database is away, as the companion says", AWAY, ["1"], true, 1],
])
  test(`${what}: an act is done, waits or is refused`, async () => {
    const page = opened([answered]);
    await enter(page, "1");
    await page.passes(1500);
    same([labels(page), page.has("refuse"), page.posts.length], [waits, isRefused, tries]);
  });

for (const [what, answered, after] of [
  ["an answer that is lost", lost, 1000],
  ["a page of somebody else", LOGIN, 1000],
  ["a proxy that finds no companion", answer(502), 1000],
  ["a network that swallows what is sent", swallowed, 11_000],
  ["too much in a short time", BUSY, 3050],
])
  test(`${what}: the same act is sent again after ${after} ms`, async () => {
    const page = opened([answered, made(2)]);
    await enter(page, "1");
    await page.passes(after - 100);
    same([page.posts.length, labels(page)], [1, ["1"]]);
    if (answered === BUSY) page.fire("online"); // too early: the table has said when
    await page.passes(99);
    same(page.posts.length, 1);
    await page.passes(1);
    same([labels(page), page.posts.length, page.outbox.state.isLate], [[], 2, false]);
    same(page.posts[0].act, page.posts[1].act);
  });

test("what is sent again waits while the companion says that its database is away", async () => {
  const page = opened([lost, AWAY, made(2)]);
  await enter(page, "1");
  await page.passes(3000);
  same([labels(page), page.has("refuse")], [[], false]);
});

test("the pauses between tries grow up to half a minute, and begin anew with the connection", async () => {
  const page = opened([lost]);
  await enter(page, "1");
  await page.passes(150_000);
  const pauses = page.posts.slice(1).map(({ at }, place) => Math.round((at - page.posts[place].at) / 1000));
  same(pauses.slice(0, 7), [1, 2, 4, 8, 16, 30, 30]);
  await page.comesBack();
  await page.passes(1000);
  same([page.posts.at(-2).at, page.posts.at(-1).at], [150_000, 151_000]);
});

for (const [what, comes] of [
  ["it is shown", isShown],
  ["the phone is back on the net", (page) => (page.fire("online"), page.passes())],
  ["the companion is reached", (page) => page.comesBack()],
])
  test(`what an earlier page has kept is sent by another page of the table once ${what}`, async () => {
    const page = opened([made(2), made(3)], { acts: [{ key: "first" }, { key: "second" }] });
    await comes(page);
    same([page.posts.map(({ act }) => act), labels(page), page.kept], [["first", "second"], [], {}]);
  });

/* ---- in which order ---- */

/* Tapped without a connection: what waits then, and what is posted once it is back. */
for (const [taps, waits, posted] of [
  [
    ["1", "2", "3"],
    ["1", "2", "3"],
    [ENTER, ENTER, ENTER],
  ],
  [["1", "2", UNDO], ["1"], [ENTER]],
  [
    ["1", "2", UNDO, "3"],
    ["1", "3"],
    [ENTER, ENTER],
  ],
  [["1", "2", UNDO, UNDO], [], []],
  [
    ["1", END],
    ["1", "Undo"],
    [ENTER, END],
  ],
])
  test(`offline ${taps.join(", ")}: sent once each and in order`, async () => {
    const page = opened([lost]);
    for (const tap of taps) await (tap.startsWith("/") ? page.taps(tap) : enter(page, tap));
    same([labels(page), new Set(page.waiting().map(({ key }) => key)).size], [waits, waits.length]);
    Object.assign(page, { posts: [], answers: [made(2)] });
    await page.comesBack();
    same([paths(page.posts), labels(page)], [posted, []]);
  });

/* Tapped while the first act is on its way: what waits behind it, without what an undo was drawn for. */
for (const [what, first, taps, behind] of [
  ["an undo of what is on its way goes behind it", ENTER, [UNDO], [UNDO]],
  ["a second undo takes back the first", ENTER, [UNDO, UNDO], []],
  ["what else is done goes behind it", ENTER, [END], [END]],
  ["an undo that is on its way is taken back by a redo", UNDO, [UNDO], ["/t/1/redo"]],
])
  test(what, async () => {
    const page = opened([null], { acts: [{ path: first }] });
    await isShown(page);
    for (const action of taps) same(await page.taps(action), true);
    const waits = page.waiting().slice(1);
    same([paths(waits), waits.map(({ fields }) => fields)], [behind, behind.map(() => [])]);
    page.answers = [made(3)];
    await page.give(made(2));
    same([paths(page.posts), labels(page)], [[first, ...behind], []]);
  });

for (const [what, prepare, given] of [
  ["nothing waits", () => {}, {}],
  ["its form is locked", (page) => enter(page, "1"), { inert: true }],
])
  test(`where ${what} a key of the bar is sent as on any page`, async () => {
    const page = opened([lost]);
    await prepare(page);
    same(await page.taps(END, given), false);
  });

test("an answer that says nothing refuses nothing", async () => {
  const page = opened([answer(409), made(2)]);
  page.outbox.refuse = () => false;
  await enter(page, "1");
  same(labels(page), ["1"]);
  await page.passes(1000);
  same(labels(page), []);
});

test("what was refused and is taken back makes way for what waits behind it", async () => {
  const page = opened([answer(409), made(2)]);
  page.outbox.forgetRefusal = () => (page.outbox.state.refused = null);
  await enter(page, "1");
  await enter(page, "2");
  page.outbox.takeBack(page.waiting()[0].key);
  await page.passes();
  same([labels(page), page.posts.length], [[], 2]);
});

for (const [what, acts, key, isKept] of [
  ["an act that found no connection waits", [], "tapped", true],
  ["it waits behind what is there", [{ key: "first" }], "tapped", true],
  ["what has no key of its own is no act", [], "", false],
])
  test(what, () => {
    const page = opened([lost], { acts });
    const form = { id: "", dataset: { act: key }, elements: { act: {} } };
    const body = new (page.value("FormData"))({ fields: [["version", 3]] });
    const submitter = { dataset: { description: "End the game" } };
    const isTaken = page.value("keepForLater")({ request: { form, action: END, body, submitter } });
    same([isTaken, page.waiting().length, "act" in form.dataset], [isKept, acts.length + isKept, !isKept]);
    if (isKept) same(page.waiting().at(-1), { ...page.waiting().at(-1), key, version: 3, page: ENTER, path: END });
  });

/* What an act that waits is called. */
for (const [id, submitter, label] of [
  ["entry", { dataset: { description: "trick {trick} to Ann" }, name: "winner" }, "trick 7 to Ann"],
  ["entry", { dataset: {}, textContent: "Save" }, "1"], // by what the page asks for
  ["", { dataset: {}, textContent: "End", getAttribute: () => null }, "End"],
  ["", { dataset: {}, textContent: "", getAttribute: () => "Undo: trick 7" }, "Undo: trick 7"],
])
  test(`an act is called ${label}`, () => {
    const page = opened([lost]);
    const form = { id, dataset: {} };
    const sent = new (page.value("FormData"))({
      fields: [
        ["trick", "7"],
        ["version", 1],
      ],
    });
    const act = page.outbox.actOf(form, ENTER, sent, submitter);
    same([act.label, act.keyName], [label, submitter.name ?? ""]);
  });

test("an entry is on its way until its answer is shown, and nothing else is", async () => {
  const page = opened([null]);
  const found = [page.outbox.isEntering()];
  await enter(page, "1");
  found.push(page.outbox.isEntering());
  await page.give(made(2));
  found.push(page.outbox.isEntering());
  page.outbox.keep([{ ...page.outbox.actOf(page.form, END, page.value("FormData").from([]), null) }]);
  await isShown(page);
  found.push(page.outbox.isEntering());
  same(found, [false, true, false, false]);
});

test("nothing else goes out until one version of what was refused is chosen", async () => {
  const page = opened([answer(409)]);
  await enter(page, "1");
  await enter(page, "2");
  await page.comesBack();
  same([page.posts.length, labels(page)], [1, ["1", "2"]]);
});

/* ---- the version that an act is meant for ---- */

test("what is tapped on one page builds on what was tapped there before, as that has moved on", async () => {
  const page = opened([lost], { acts: [{ version: 5, base: 4 }] });
  for (const [label, version] of Object.entries({ 2: 4, 3: 6 })) await enter(page, label, version);
  const found = page.waiting().map(({ version, base }) => `${version} of ${base}`);
  same(found, ["5 of 4", "5 of 4", "6 of 6"]);
});

/* The versions of what waits behind the first act, the version since which nothing else was entered, the one that the
   act has made, and the versions of what waits then: what was built on the act moves along. */
for (const [versions, since, version, after] of [
  [[4], 4, 5, [5]],
  [[4], 4, 7, [7]], // another phone took a seat meanwhile, which is apart
  [[4, 4], 4, 5, [5, 5]],
  [[3], 4, 5, [3]], // it was meant for what stood before
  [[6], 4, 5, [6]],
])
  test(`version ${version} made since ${since} takes what waits for ${versions} to ${after}`, async () => {
    const page = opened([made(version, { since }), null], { acts: [4, ...versions].map((one) => ({ version: one })) });
    await isShown(page);
    const found = page.waiting().map((one) => one.version);
    same([found, page.posts[1].version, page.value("live").made], [after, `${after[0]}`, version]);
  });

/* ---- how the page goes on ---- */

const NEXT = formOf({ question: "2" });
for (const [what, answered, page, asked, found] of [
  ["shows the form that comes", made(2, { text: NEXT }), ENTER, "2", {}],
  ["asks for its parts where the answer brings none", made(2), ENTER, "1", { asks: true }],
  ["asks for its parts where it was sent from another page", made(2, { text: NEXT }), "/t/1", "1", { asks: true }],
  ["leaves for the address that it is given", made(2, { "HX-Redirect": "/t/1/final" }), ENTER, "1", { leaves: true }],
])
  test(`once all is sent the page ${what}`, async () => {
    const opening = opened([answered], { acts: [{ page }] });
    await isShown(opening);
    const { href } = opening.context.location;
    same([opening.form.asked.question, opening.has("fetchParts")], [asked, Boolean(found.asks)]);
    same(href === "/t/1/final" && opening.has("readOnNextPage"), Boolean(found.leaves));
  });

test("what is typed by then is told where the page leaves for another address", async () => {
  const page = opened([null]);
  page.goesOn = false;
  await enter(page, "1");
  page.types("57");
  await page.give(made(2, { "HX-Redirect": "/t/1/final" }));
  same(page.context.sessionStorage["companion:told:/t/1"], "Not entered: 57");
});

test("a form drawn before the answer to what it waits for is not held", async () => {
  const page = opened([made(2)], { acts: [{ path: UNDO }] });
  Object.assign(page.form, { inert: true });
  page.form.dataset.waiting = "";
  await isShown(page);
  same([page.has("startAgain"), page.form.inert], [true, false]);
  same(["waiting", "dirty"].filter((mark) => mark in page.form.dataset), []);
});

test("a form that stays as it was sent takes nothing more until that is taken back or entered", async () => {
  const page = opened([lost]);
  page.goesOn = false;
  page.types("12");
  await page.save({ description: "12" });
  same([page.form.inert, page.form.fields.at(-1)], [true, ["n0", "12"]]);
  await page.save({ description: "12" });
  same([page.form.inert, labels(page)], [true, ["12"]]);
  await page.taps(UNDO);
  same([page.form.inert, "dirty" in page.form.dataset, labels(page)], [false, true, []]);
});

/* ---- a phone that keeps nothing ---- */

for (const [what, answered, isGivenBack] of [
  ["is sent all the same", made(2), false],
  ["is given back and told where it finds no connection", lost, true],
])
  test(`without storage what is entered ${what}`, async () => {
    const page = opened([answered], { keepsNothing: true });
    await enter(page, "1");
    same([page.has("giveBack"), "unsent" in page.parts["#notice"].dataset], [isGivenBack, isGivenBack]);
    await page.passes(60_000);
    same([labels(page), page.posts.length], [[], 1]);
  });

/* ---- what is forgotten ---- */

test("what was typed yesterday and what waited a quarter of a year are dropped, and nothing else", () => {
  const page = opened();
  const day = 24 * 3600 * 1000;
  page.now = 100 * day;
  const kept = {
    "companion:typed:/t/1:a": { at: 99.5 * day },
    "companion:typed:/t/1:b": { at: 98.9 * day },
    "companion:outbox:/t/2": [{ at: 0 }, { at: 11 * day }],
    "companion:outbox:/t/3": [{ at: 9 * day }],
    another: "thing",
  };
  for (const [key, value] of Object.entries(kept)) page.kept.setItem(key, JSON.stringify(value));
  page.fire("DOMContentLoaded");
  same(Object.keys(page.kept), ["companion:typed:/t/1:a", "companion:outbox:/t/2", "another"]);
});
