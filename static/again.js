/* What was sent while the database was away is on the page that answered, as a form: it is sent again by itself. Each
   act has a key, so that it counts once. */
"use strict";
{
  const PAUSE = 3000;

  for (const line of document.querySelectorAll("[data-by-itself], [data-by-hand]"))
    line.hidden = line.matches("[data-by-hand]");
  setTimeout(() => document.getElementById("again").submit(), PAUSE);
}
