/* Notes that are typed on while they are being saved stay on the page. On the pages of notes only, after sending.js. */
"use strict";

/* True where something was typed while this was on its way: the page then stays, and is about what was saved. */
globalThis.staysAt = (form, sent) => {
  if (!form.dataset.typedSince || !hasChanged(form, sent)) return false;
  readAgain(form);
  const notice = document.getElementById("notice");
  notice.className = "note";
  notice.setAttribute("role", "status");
  notice.textContent = form.dataset.typedSince;
  return true;
};

function hasChanged(form, sent) {
  const now = new FormData(form);
  for (const name of ["act", "version"]) for (const fields of [now, sent]) fields.delete(name);
  const text = (fields) => String(new URLSearchParams([...fields]));
  return text(now) !== text(sent);
}

async function readAgain(form) {
  try {
    const page = await fetch(form.action).then((answer) => answer.text()),
      fresh = new DOMParser().parseFromString(page, "text/html").getElementById(form.id);
    for (const { name, value } of fresh.querySelectorAll("input[type=hidden]")) form.elements[name].value = value;
  } catch {
    /* then the next save is told what stands */
  }
}
