/* The times of a table's clock: they count by the server's time, and go on where a limit is reached. */
import { test } from "node:test";
import { Page, same } from "./page.mjs";

/* A page whose clock runs since the server's time 0, with a limit in seconds, or none; `answers` are what the server
   says of its time, null where it does not answer. */
async function running(limit, ...answers) {
  const answer = (time) => ({ ok: true, text: async () => `${time}` });
  const page = new Page({
    live: { made: 0 },
    fetch: () => (answers[0] === null ? new Promise(() => {}) : answer(answers.shift() ?? page.now)),
  });
  const face = { textContent: "" },
    marks = { toggle: (_, isUp) => (page.isUp = isUp) };
  const counter = { dataset: { base: "0", limit: `${limit}`, runs: "" }, classList: marks, querySelector: () => face };
  page.parts["#clock"] = {
    dataset: { now: "/now", at: "0" },
    querySelector: () => null,
    querySelectorAll: () => [counter],
  };
  page.run("static/seen.js", "companion/features/clock/static/clock.js");
  await page.passes();
  page.face = () => face.textContent;
  return page;
}

for (const [limit, seconds, face, isUp] of [
  [0, 0, "0:00", false],
  [0, 61, "1:01", false],
  [90, 0, "1:30", false],
  [2, 1, "0:01", false],
  [2, 2, "0:00", true],
  [2, 3, "\u22120:01", true],
])
  test(`after ${seconds} s of ${limit || "no limit"} the clock says ${face}${isUp ? ": time is up" : ""}`, async () => {
    const page = await running(limit);
    await page.passes(1000 * seconds + 10);
    same([page.face(), page.isUp], [face, isUp]);
  });

test("it goes on as soon as the first answer is there", async () => {
  same((await running(0, 3_600_000, null)).face(), "1:00:00");
});
