"""The sample tables on the first page, and what a demo's answers say to search engines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Flask, Response, current_app, request, url_for

from companion.sessions.club.state import EveningState
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


@dataclass(frozen=True)
class SampleRow:
    """A sample table on the first page: how it stands, and the addresses to join it at.

    `to_score` is None where the game is over.
    """

    table: VisibleTable
    line: str
    to_watch: str
    to_score: str | None


@dataclass(frozen=True)
class SampleRows:
    """All samples of an instance, and in how many hours the first of them is made anew.

    `evening` is the club evening with the address of its shared page.
    """

    running: Sequence[SampleRow]
    finished: Sequence[SampleRow]
    hours_left: int
    evening: tuple[EveningState, str] | None


def sample_rows() -> SampleRows | None:
    """Return the sample tables as somebody sees them who has not joined; None for an instance without."""
    collection: SampleCollection | None = current_app.extensions["companion.samples"]
    if collection is None:
        return None
    rows = [_row(table) for table in collection.tables()]
    running = [row for row in rows if row.to_score is not None]
    finished = [row for row in rows if row.to_score is None]
    return SampleRows(running, finished, collection.hours_left(), _evening(collection))


def _evening(collection: SampleCollection) -> tuple[EveningState, str] | None:
    state = collection.evening()
    return None if state is None else (state, url_for("evening_pages.show", token=token_of(state)))


def _row(table: Table) -> SampleRow:
    visible = VisibleTable(table, Viewpoint("viewer"))
    line = say(ranking(visible) if visible.finished else where(visible), visible.setup.players)
    return SampleRow(visible, line, _link(table, "viewer"), None if visible.finished else _link(table, "scorer"))


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
