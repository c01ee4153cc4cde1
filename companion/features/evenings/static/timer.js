/* How long a round still has, by the clock of the server: `data-now` is its time when the page was written. */
"use strict";
(() => {
  let [shown, ahead] = ["", 0]; // which `data-now` is known, and by how much the server is ahead of this device
  const two = (number) => String(number).padStart(2, "0");
  const tick = () => {
    const timer = document.querySelector("[data-until]");
    if (!timer) return;
    if (timer.dataset.now !== shown) {
      shown = timer.dataset.now;
      ahead = Date.parse(shown) - Date.now();
    }
    const left = Math.round((Date.parse(timer.dataset.until) - Date.now() - ahead) / 1000);
    const all = Math.abs(left);
    const [hours, minutes] = [Math.floor(all / 3600), Math.floor(all / 60) % 60];
    const face = `${left < 0 ? "\u2212" : ""}${hours ? `${hours}:${two(minutes)}` : minutes}:${two(all % 60)}`;
    const place = timer.querySelector("b");
    if (place.textContent !== face) place.textContent = face;
    timer.classList.toggle("up", left < 0);
  };
  setInterval(tick, 1000);
  document.addEventListener("companion:drawn", tick);
  tick();
})();
