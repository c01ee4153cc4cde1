"""The page on which the host of a table sets the URL of its webhook."""

from functools import partial

from flask import Blueprint, abort, current_app, request, url_for
from flask.blueprints import BlueprintSetupState
from flask_babel import get_locale
from werkzeug.wrappers import Response

from companion.engine import Message
from companion.extras import missing
from companion.features.webhooks import FEATURE
from companion.features.webhooks.delivery import Refused, TooManyLookups, Webhooks, destination
from companion.features.webhooks.rows import Webhook, remove_webhook, set_webhook, webhook_of
from companion.server.addresses import Networks, client_network
from companion.server.fair_queue import Caller
from companion.views.http.error_pages import redirect_to, respond
from companion.views.http.phone import all_tables, phone
from companion.views.http.requests import require_host
from companion.views.table.joining import public_link
from companion.views.table.live_pages import common

bp = Blueprint("webhooks", __name__)


@bp.record_once
def _open(state: BlueprintSetupState) -> None:
    app = state.app
    app.config.setdefault("WEBHOOK", None)  # an `OperatorHook`
    app.config.setdefault("WEBHOOKS_OF_HOSTS", True)  # whether hosts may set a URL
    app.config.setdefault("WEBHOOK_NETWORKS", [])  # private networks that hosts may use
    service = app.extensions["companion"]
    link = partial(public_link, app.config["BASES"], service.invites)
    app.extensions["companion.webhooks"] = Webhooks(service, app.config["WEBHOOK"], link)


_LONGEST = 600


@bp.route("/t/<session>/webhook", methods=["GET", "POST"])
def show(session: str) -> Response:
    """Show, set or remove the host's URL; show a refused one with the reason."""
    require_host(session)
    if not current_app.config["WEBHOOKS_OF_HOSTS"]:
        abort(403)
    if request.method != "POST":
        hook = all_tables().read(webhook_of, session)
        return _page(session, hook.url if hook else "", None, 200)
    url = request.form.get("url", "").strip()[:_LONGEST]
    if not url or request.form.get("remove") == "yes":
        all_tables().write(lambda db: remove_webhook(db, session), session)
        return redirect_to(url_for(".show", session=session))
    if fault := missing("webhooks", FEATURE.extra):
        return _page(session, url, fault, 501)
    asker = Caller(client_network(request.remote_addr or ""), str(phone()))
    try:
        destination(url, Networks.read(current_app.config["WEBHOOK_NETWORKS"]), asker)
    except (Refused, TooManyLookups) as error:
        return _page(session, url, error.message, 422 if isinstance(error, Refused) else 429)
    locale = str(get_locale())
    all_tables().write(lambda db: set_webhook(db, session, url, locale), session)
    return redirect_to(url_for(".show", session=session))


def _page(session: str, url: str, fault: Message | None, status: int) -> Response:
    table, hook = require_host(session), all_tables().read(webhook_of, session)
    webhooks: Webhooks = current_app.extensions["companion.webhooks"]
    context = {
        "missing": missing("webhooks", FEATURE.extra),
        "url": url,
        "hook": hook,
        "outcome": _outcome(hook),
        "secret": webhooks.secret(session),
    }
    return respond("webhooks/webhook.html", status, **common(table), **context, fault=fault)


def _outcome(hook: Webhook | None) -> Message | None:
    """Return whether the last result was delivered; None if there was none yet."""
    if hook is None or not hook.number:
        return None
    if hook.told == hook.number:
        return Message("The result has been sent.")
    if not hook.due:
        return Message("The result could not be sent; no more attempts are made. Save the address to try again.")
    if hook.attempts:
        return Message(
            "The result could not be sent in one attempt; the next one follows by itself.",
            "The result could not be sent in {count} attempts; the next one follows by itself.",
            hook.attempts,
        )
    return Message("The result is about to be sent.")
