/* Animates the draw of who begins. The result is on the page already; the style hides it until the names stand still. A
   screen reader tells it at once. Nothing moves on a page that is opened later, or on a device that wants no motion. */

const TIME = { duration: 2400, easing: "cubic-bezier(.1,.6,.2,1)" };

function turn(result) {
  const reel = document.createElement("span"),
    names = JSON.parse(result.dataset.drawn);
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
  return reel.animate(way, TIME).finished.then(() => reel.remove());
}

/* Resolves once the names stand still; after the same time on a page that shows no names. */
export async function show() {
  const result = document.querySelector("[data-drawn]");
  if (result) tell(result);
  if (!("drawing" in document.documentElement.dataset)) return;
  await (result ? turn(result) : document.documentElement.animate([], TIME).finished);
}

function tell(result) {
  const told = document.getElementById("announcement"),
    news = document.querySelector("#head [data-news]")?.dataset.news;
  if (told && news && !told.textContent.startsWith(news)) told.textContent = news;
  if (document.activeElement?.closest("#beginning")) result.scrollIntoView({ block: "nearest" });
}
