/* Sends again what was posted while the database was away. The page that answered has it as a form; its key makes it
   count once. */
"use strict";
{
  const PAUSE = 3000;

  for (const line of document.querySelectorAll("[data-by-itself], [data-by-hand]"))
    line.hidden = line.matches("[data-by-hand]");
  setTimeout(() => document.getElementById("again").submit(), PAUSE);
}
