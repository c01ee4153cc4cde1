/* What did not get through: no connection, no companion behind the proxy, too much at once. After companion.js. */
"use strict";

/* What a proxy says for a companion that it cannot reach, or the companion for its database. */
const isLost = ({ status, headers }) => status > 501 && !headers.has("Answered-By");

async function reach() {
  try {
    return !isLost(
      await fetch(`${body().site}healthz`, { cache: "no-store", signal: AbortSignal.timeout?.(PATIENCE) }),
    );
  } catch {
    return false;
  }
}

/* Request the next page when a finger comes down on a link, so that the answer is on its way when it goes up. Not where
   this page itself answers: in forms of htmx, and in data-here. */
let asked = null;
document.addEventListener("pointerdown", ({ target }) => {
  const leading = target.closest("a[href]") ?? target.closest("button")?.form;
  if (!leading || leading.closest("[hx-get], [hx-post], [data-here]")) return;
  asked = { answer: reach(), at: performance.now() };
});

function isReached() {
  const { answer, at } = asked ?? {};
  asked = null;
  return performance.now() - at < SOON ? answer : reach();
}

/* The link to another page here that was tapped, which is then ours to follow. */
function linkOf(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button) return null;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  if (link.origin !== location.origin || link.target || link.download) return null;
  if (link.getAttribute("href").startsWith("#")) return null;
  event.preventDefault();
  return link;
}

/* The seconds to wait after too many requests from this phone or its network; 0 for any other answer. */
const secondsToWait = ({ status, headers }) => (status === 429 ? Number(headers.get("Retry-After")) || 0 : 0);

/* Let the outbox send it after the wait; if it cannot, the answer says when to try again, and the form stays. */
function sendLater(event) {
  const { ctx } = event.detail;
  if (ctx.request.form.elements.act && globalThis.keepForLater?.(ctx, secondsToWait(ctx.response)))
    event.preventDefault();
}

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx && ctx.text === undefined) notSent(ctx);
});

/* Let the outbox keep what found no connection; if it cannot, say so and leave the form. On pages without an outbox it
   is sent again from here. */
function notSent({ request, sourceElement: source }) {
  const { form, submitter } = request;
  isLive(false);
  if (request.method === "GET" && globalThis.sayAway) return sayAway();
  if (form?.elements.act && globalThis.keepForLater?.({ request })) return;
  if (!body().live) setTimeout(() => (source.requestSubmit ? source.requestSubmit(submitter) : source.click()), POLL);
  tellUnsent();
}

function tellUnsent() {
  const notice = document.getElementById("notice");
  if (!notice) return;
  notice.className = "note bad";
  notice.setAttribute("role", "alert");
  notice.textContent = body().unsent;
  notice.dataset.unsent = "";
}
