"""The replays that a group shows: of tables whose hosts have put them in with their replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.history.groups import shows_replay
from companion.sessions.table.table import Viewpoint
from companion.sessions.table.visible_table import VisibleTable
from companion.storage.rows.group_rows import WATCH
from companion.views.groups.group_links import group_of_link
from companion.views.groups.groups import group_for
from companion.views.http.identity import sessions, stored_table
from companion.views.replay.replay import replay_page, replay_steps

bp = Blueprint("group_replays", __name__)


@bp.get("/groups/<group>/replay/<session>")
def show(group: str, session: str) -> AnyResponse:
    """Go to the first moment of a table's replay."""
    table = _table(group_for(group).id, session)
    return redirect(url_for(".moment", group=group, session=session, number=min(1, table.count)))


@bp.get("/groups/<group>/replay/<session>/<int:number>")
def moment(group: str, session: str, number: int) -> Response:
    """Show the table as it lay after an entry; 404 if there is none with this number."""
    table = _table(group_for(group).id, session)
    at = _moments(".moment", group=group, session=session)
    return _page(table, number, at, url_for(".steps", group=group, session=session))


@bp.get("/groups/<group>/replay/<session>/steps")
def steps(group: str, session: str) -> Response:
    """Return some moments, for the script of the page."""
    return replay_steps(_table(group_for(group).id, session))


@bp.get("/g/<token>/replay/<session>")
def show_shared(token: str, session: str) -> AnyResponse:
    """Go to the first moment of a table's replay, by the link of its group."""
    table = _table(_group_shown_by(token), session)
    return redirect(url_for(".moment_shared", token=token, session=session, number=min(1, table.count)))


@bp.get("/g/<token>/replay/<session>/<int:number>")
def moment_shared(token: str, session: str, number: int) -> Response:
    """Show the table as it lay after an entry, by the link of its group."""
    table = _table(_group_shown_by(token), session)
    at = _moments(".moment_shared", token=token, session=session)
    return _page(table, number, at, url_for(".steps_shared", token=token, session=session))


@bp.get("/g/<token>/replay/<session>/steps")
def steps_shared(token: str, session: str) -> Response:
    """Return some moments, for the script of the page."""
    return replay_steps(_table(_group_shown_by(token), session))


def _group_shown_by(token: str) -> str:
    group = group_of_link(token, WATCH)
    return abort(404) if group is None else group.id


def _table(group: str, session: str) -> VisibleTable:
    """A finished table as a stranger sees it; abort with 404 unless the group shows its replay."""
    if not shows_replay(sessions().store, group, session):
        abort(404)
    table = VisibleTable(stored_table(session), Viewpoint("viewer"))
    return table if table.finished else abort(404)


def _moments(endpoint: str, **values: Any) -> Callable[[int], str]:
    return lambda number: url_for(f"group_replays{endpoint}", **values, number=number)


def _page(table: VisibleTable, number: int, at: Callable[[int], str], steps_at: str) -> Response:
    answer = replay_page(table, number, at, steps_at, is_shared=True)
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
