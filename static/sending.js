/* An act on its way: its key, its answer, and what the page drops then. After companion.js. */
"use strict";

/* A key that only asks loads the page if it is tapped before the form's own script has loaded. */
document.addEventListener(
  "submit",
  (event) => {
    if (event.submitter?.getAttribute("formmethod") === "get") event.stopImmediatePropagation();
  },
  true,
);

/* The key of an act is made here and kept until it is answered, so that a second tap or a retry counts once. */
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const { form, method, body: fields } = ctx.request;
  if (!form?.elements.act || method !== "POST") return;
  form.dataset.act ||= randomKey();
  fields.set("act", form.dataset.act);
  fields.set("version", fields.getAll("version").at(-1));
});

document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail,
    form = ctx.request.form;
  if (ctx.response && isLost(ctx.response)) return (event.preventDefault(), notSent(ctx));
  if (!form || !ctx.response) return;
  if (secondsToWait(ctx.response)) return sendLater(event);
  delete form.dataset.act;
  if (ctx.response.status >= 400) return dropUnsent();
  if (globalThis.staysAt?.(form, ctx.request.body)) return event.preventDefault();
  // What was refused and is sent again, or saved otherwise, is what is on the form: it is not typed for another one.
  const isTyped = dirtyForm() && !form.matches("[data-of-entry]");
  if (isTyped && globalThis.showAround?.(ctx.text)) event.preventDefault();
  else clearFlags(); // the answer brings the form
});

function clearFlags() {
  dropUnsent();
  for (const typed of document.querySelectorAll("form[data-dirty]")) delete typed.dataset.dirty;
  live.isSpared = false;
}

const dropUnsent = () => document.querySelector("#notice[data-unsent]") && clearNotice();

function clearNotice() {
  const notice = document.getElementById("notice");
  notice.removeAttribute("role");
  notice.className = "";
  delete notice.dataset.unsent;
  notice.replaceChildren();
}
