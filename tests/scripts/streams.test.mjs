/* Which pages of one browser have a stream: four, as each keeps one of its six connections; the others ask. */
import { test } from "node:test";
import { Page, same } from "./page.mjs";

/* Pages that share what their browser keeps. What they do, one after the other, and which of them hold a place then. */
for (const [happens, holding] of [
  [["a wants", "b wants", "c wants", "d wants", "e wants"], "abcd"],
  [["a wants", "b wants", "c wants", "d wants", "b leaves", "e wants"], "acde"],
  [["a wants", "b wants", "c wants", "d wants", 24000, "b wants", "e wants"], "abcd"],
  [["a wants", "b wants", "c wants", "d wants", 24000, "b wants", 1000, "e wants"], "be"], // the others are gone
  [["a wants", "a wants", "b wants", "c wants", "d wants", "e leaves"], "abcd"],
  [["a wants", "b wants", "c wants", "d wants", "a loses it to e", "a wants"], "ebcd"],
])
  test(`${happens.join(", ")}: ${holding} have streams`, () => {
    const localStorage = new Page().kept,
      at = (key) => localStorage[`companion:stream:${key}`]?.split(" ")[0];
    let now = 0;
    const pages = {};
    for (const name of "abcde") {
      pages[name] = new Page({ localStorage, randomKey: () => name, SILENCE: 25000 }).run("static/stream.js");
    }
    const does = {
      wants: (name) => pages[name].value("holdPlace")(true),
      leaves: (name) => pages[name].value("holdPlace")(false),
      loses: (name) => {
        const key = Object.keys(localStorage).find((one) => localStorage[one].startsWith(name));
        localStorage[key] = `e ${now}`;
      },
    };
    for (const one of happens) {
      if (typeof one === "number") {
        now += one;
        for (const page of Object.values(pages)) page.now = now;
      } else {
        const [name, what] = one.split(" ");
        does[what](name);
      }
    }
    const fresh = [1, 2, 3, 4].filter((key) => now - localStorage[`companion:stream:${key}`]?.split(" ")[1] < 25000);
    same(fresh.map(at).sort(), [...holding].sort());
  });

test("a browser that stores nothing has streams", () => {
  const page = new Page({ localStorage: null, randomKey: () => "a", SILENCE: 25000 }).run("static/stream.js");
  same(page.value("holdPlace")(true), true);
});
