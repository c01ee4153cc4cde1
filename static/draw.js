/* Who begins is drawn: the names go round before the one that stands on the page already. These are only looks: a
   screen reader tells the result at once; a page opened later, or on a device that wants no motion, just has it. */

function turn(result) {
  const reel = document.createElement("span"),
    names = JSON.parse(result.dataset.reel);
  reel.className = "reel";
  reel.ariaHidden = "true";
  Object.assign(reel.style, { position: "absolute", inset: "0" });
  for (const name of [...names, ...names]) {
    const line = reel.appendChild(document.createElement("i"));
    line.textContent = name;
    Object.assign(line.style, {
      display: "block",
      height: "100%",
      overflow: "hidden",
      background: "var(--ground)",
      fontStyle: "normal",
      whiteSpace: "nowrap",
    });
  }
  Object.assign(result.style, { position: "relative", overflow: "hidden" });
  result.append(reel);
  const way = [{ transform: "none" }, { transform: `translateY(-${200 * names.length}%)` }];
  reel.animate(way, { duration: 2400, easing: "cubic-bezier(.1,.6,.2,1)" }).onfinish = () => reel.remove();
}

export function show(result) {
  const told = document.getElementById("announcement"),
    news = document.querySelector("#head [data-news]")?.dataset.news;
  if (told && news && told.textContent !== news) told.textContent = news;
  if (document.activeElement?.closest("#beginning")) result.scrollIntoView({ block: "nearest" });
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) turn(result);
}
