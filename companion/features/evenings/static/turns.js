/* A list that does not fit on a big screen turns its pages by itself, unless somebody is at it. */
"use strict";
(() => {
  const [pause, rest] = [8000, 30000]; // milliseconds a page stays, and after somebody scrolled
  let touched = -Infinity;
  for (const act of ["wheel", "pointerdown", "keydown"])
    addEventListener(act, () => (touched = performance.now()), { passive: true });
  const rowsOf = (box) => [...box.querySelectorAll("tbody tr, :scope > li")];
  const bottomOf = (row) => row.offsetTop + row.offsetHeight;
  const isLong = (box) => box.scrollHeight > box.clientHeight + 1;
  // A row that is cut off is left to the next page.
  const trim = (box) => {
    const end = box.scrollTop + box.clientHeight;
    const whole = rowsOf(box).findLast((row) => bottomOf(row) <= end + 1);
    box.style.clipPath = isLong(box) && whole ? `inset(0 0 ${Math.max(0, end - bottomOf(whole) - 2)}px 0)` : "";
  };
  const turn = (box) => {
    const end = box.scrollTop + box.clientHeight;
    const head = box.querySelector("thead")?.offsetHeight ?? 0;
    const next = rowsOf(box).find((row) => bottomOf(row) > end + 1);
    box.scrollTop = next && isLong(box) ? next.offsetTop - head : 0;
  };
  const all = (act) => document.querySelectorAll(".turns").forEach(act);
  setInterval(() => {
    if (performance.now() - touched > rest) all(turn);
    all(trim);
  }, pause);
  document.addEventListener("companion:drawn", () => all(trim));
  addEventListener("resize", () => all(trim));
  all(trim);
})();
