/* On the home page: the browser's offer to put the companion on the phone's first screen waits behind a key. */
"use strict";
{
  const place = document.getElementById("install");
  let offer = null;

  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // no banner of the browser over the page
    offer = event;
    place.hidden = false;
  });
  place.addEventListener("click", () => {
    place.hidden = true; // an offer can be taken once
    offer.prompt();
  });
  addEventListener("appinstalled", () => {
    place.hidden = true;
  });
}
