"""The sample tables on the first page, and what a demo's answers say to search engines."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, current_app, request, url_for

from companion.sessions.samples import SampleCollection
from companion.sessions.service import Sessions
from companion.sessions.table.table import Table, Viewpoint
from companion.sessions.table.visible_table import VisibleTable
from companion.views.club.pages import token_of
from companion.views.http.guard import FILES
from companion.views.http.identity import sessions
from companion.views.render.template_helpers import say
from companion.views.table.live_pages import where
from companion.views.table.standings import ranking

_INDEXED = {"home.show", *FILES}
_INDEXED_PARTS = {"guide", "referee"}


def sample_rows() -> dict[str, Any] | None:
    """Return the sample tables as somebody sees them who has not joined; None for an instance without.

    `hours_left` says when the first is made anew, `evening` is the club evening with the address of its shared page.
    """
    collection: SampleCollection | None = current_app.extensions["companion.samples"]
    if collection is None:
        return None
    rows, evening = [_row(table) for table in collection.tables()], collection.evening()
    return {
        "running": [row for row in rows if row["to_score"]],
        "finished": [row for row in rows if not row["to_score"]],
        "hours_left": collection.hours_left(),
        "evening": evening and (evening, url_for("evening_pages.show", token=token_of(evening))),
    }


def _row(table: Table) -> dict[str, Any]:
    """Return how a table stands, and the addresses to join it at; nobody scores one that is over."""
    visible = VisibleTable(table, Viewpoint("viewer"))
    line = say(ranking(visible) if visible.finished else where(visible), visible.setup.players)
    to_score = None if visible.finished else _link(table, "scorer")
    return {"table": visible, "line": line, "to_watch": _link(table, "viewer"), "to_score": to_score}


def _link(table: Table, role: str) -> str:
    return url_for("joining.by_link", token=sessions().invites.link_token(table, role))


def _keep_out_of_indexes(response: Response) -> Response:
    """Ask search engines to leave out all that visitors of a demo can fill."""
    if request.endpoint not in _INDEXED and request.blueprint not in _INDEXED_PARTS:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


def init_app(app: Flask) -> None:
    """Find the sample tables where the configuration asks for them."""
    service: Sessions = app.extensions["companion"]
    is_demo = app.config["DEMO"]
    has_samples = is_demo or app.config["SAMPLES"]
    app.extensions["companion.samples"] = SampleCollection(service, renews=is_demo) if has_samples else None
    if is_demo:
        app.after_request(_keep_out_of_indexes)
