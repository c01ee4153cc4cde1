"""The replay for people who are not at the table: at a link that does not join it, which the host can share."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.game import Message
from companion.sessions.table.visible_table import VisibleTable
from companion.views.http.error_pages import problem
from companion.views.http.identity import stored_table
from companion.views.replay.replay import replay_page, replay_steps
from companion.views.table.links import shared_token, table_of_link

bp = Blueprint("replay_links", __name__)

_PAGE = "replay"
_NO_REPLAY = Message("This link shows no replay. It may be old or not complete; ask for a new one.")


@bp.app_template_global()
def replay_at(table: VisibleTable) -> str:
    """Return the path of a table's shared replay."""
    return url_for("replay_links.show", token=shared_token(stored_table(table.id), _PAGE))


@bp.get("/replay/<token>")
def show(token: str) -> AnyResponse:
    """Go to the first entry; without entries say so."""
    table = table_of_link(token, _PAGE)
    if table is not None and table.count:
        return redirect(url_for(".moment", token=token, number=1))
    return _page(table, token, 0)


@bp.get("/replay/<token>/<int:number>")
def moment(token: str, number: int) -> Response:
    """Show the table as it lay after an entry; 404 if there is none with this number, or the link is withdrawn."""
    return _page(table_of_link(token, _PAGE), token, number)


@bp.get("/replay/<token>/steps")
def steps(token: str) -> Response:
    """Return some moments from entry `from` on, for the script of the page."""
    return replay_steps(table_of_link(token, _PAGE) or abort(404))


def _page(table: VisibleTable | None, token: str, number: int) -> Response:
    if table is None:
        return problem(_NO_REPLAY, 404)

    def moment_at(other: int) -> str:
        return url_for("replay_links.moment", token=token, number=other)

    answer = replay_page(table, number, moment_at, url_for(".steps", token=token), is_shared=True)
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer
