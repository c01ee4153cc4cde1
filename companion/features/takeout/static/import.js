// A scanned code opens this page with a piece of a game behind the #. Pieces wait in this browser until all are here.
"use strict";
(() => {
  const form = document.getElementById("import");
  const text = document.getElementById("text");
  const waits = document.getElementById("import-status");
  if (!form) return;
  const KEPT = "brought";

  function kept(mark) {
    try {
      const found = JSON.parse(localStorage.getItem(KEPT));
      if (found && found.mark === mark) return found.pieces;
    } catch {
      // Nothing was kept, or nothing can be: then the pieces are those in the field.
    }
    const typed = text.value.split(/\s+/).filter((word) => word.includes(`.${mark}.`));
    return Object.fromEntries(typed.map((word) => [word.split(".")[0], word]));
  }

  function keep(mark, pieces) {
    try {
      if (pieces) localStorage.setItem(KEPT, JSON.stringify({ mark, pieces }));
      else localStorage.removeItem(KEPT);
    } catch {
      // The field keeps them while this page is open.
    }
  }

  function take() {
    const piece = location.hash.slice(1);
    const [, at, count, mark] = /^(\d+)\.(\d+)\.([0-9a-f]{8})\.[\w-]+$/.exec(piece) || [];
    if (!mark) return;
    // Off the address, so that a reload or the way back does not bring it once more.
    history.replaceState(null, "", location.pathname);
    const pieces = { ...kept(mark), [at]: piece };
    const numbers = Array.from({ length: Number(count) }, (_, index) => String(index + 1));
    const missing = numbers.filter((number) => !pieces[number]);
    text.value = Object.values(pieces).join("\n");
    keep(mark, missing.length ? pieces : null);
    if (!missing.length) return form.requestSubmit();
    const status = waits.dataset.text.replace("##", count).replace("#", at);
    waits.querySelector("p").textContent = `${status} ${missing.join(", ")}`;
    waits.hidden = false;
  }

  addEventListener("hashchange", take);
  take();
})();
