// Returns what makes a page too wide, and which of the elements that a selector names are too low to tap.
(tapped) => {
  const seen = (element) => element.getClientRects().length && !element.closest("[aria-hidden=true]");
  const label = (element) => `${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 30)}`;
  const faults = [];
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 0) {
    const edge = document.documentElement.clientWidth;
    const wide = [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > edge + 1);
    faults.push(`${over} px too wide: ${label(wide.at(-1) ?? document.body)}`);
  }
  for (const element of document.querySelectorAll(tapped)) {
    const box = element.getBoundingClientRect();
    if (seen(element) && box.height < 43.5) faults.push(`${box.height} px high: ${label(element)}`);
  }
  return faults;
};
