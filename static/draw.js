/* Who begins is drawn: the names go round before the one that stands on the page already. These are only looks: a
   screen reader tells the result at once; a page opened later, or on a device that wants no motion, just has it. */
"use strict";
{
  const numberOf = (result) => Number(result.dataset.drawn);
  const drawn = () => [...document.querySelectorAll("[data-drawn]")].sort((a, b) => numberOf(b) - numberOf(a))[0];
  let seen = drawn()?.dataset.drawn;
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  function turn(result) {
    const reel = document.createElement("span"),
      names = JSON.parse(result.dataset.reel);
    reel.className = "reel";
    reel.ariaHidden = "true";
    for (const name of [...names, ...names]) reel.appendChild(document.createElement("i")).textContent = name;
    reel.style.setProperty("--turns", 2 * names.length);
    reel.addEventListener("animationend", () => reel.remove());
    result.append(reel);
  }

  document.addEventListener("companion:drawn", () => {
    const result = drawn();
    if (!result || result.dataset.drawn === seen) return;
    seen = result.dataset.drawn;
    const told = document.getElementById("announcement"),
      news = document.querySelector("#head [data-news]")?.dataset.news;
    if (told && news && told.textContent !== news) told.textContent = news;
    if (document.activeElement?.closest("#beginning")) result.scrollIntoView({ block: "nearest" });
    if (!isStill()) turn(result);
  });
}
