"""A result for people who are not at the table, at a link that does not join the table."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response

from companion.engine import Message
from companion.storage.records import SessionRow
from companion.table.invites import Invites
from companion.table.visible_table import VisibleTable
from companion.views.http.error_pages import respond
from companion.views.http.requests import dated_by
from companion.views.render.template_helpers import long_date
from companion.views.table.joining import table_of_link
from companion.views.table.live_pages import pad, ranking_reasons, where
from companion.views.table.standings import final_context, ranking

bp = Blueprint("results", __name__)

_PAGE = "result"
_NO_RESULT = Message("This link shows nothing. It may be old or not complete; ask for a new one.")


def public_link(bases: Sequence[str], invites: Invites, row: SessionRow) -> str | None:
    """Return the address of a stored session's shared result at the first of the bases; None without any."""
    return f"{bases[0]}/r/{row.id}{invites.shared_token(row, _PAGE)}" if bases else None


@bp.get("/r/<token>")
def show(token: str) -> Response:
    """Show the ranking, its reasons and the points by entry; a running game is marked as such."""
    table = table_of_link(token, _PAGE, _NO_RESULT)
    if table.hides:
        return _answer("table/result-hidden.html", table)
    return _answer(
        "table/result.html",
        table,
        dated=dated(table),
        **{key: value for key, value in final_context(table).items() if key != "rematch"},
        plates=table.plates,
        names=table.setup.players,
        pad=list(reversed(pad(table))),
        ranking_reasons=ranking_reasons(table),
        ranking=ranking(table),
        token=token,
    )


def _answer(template: str, table: VisibleTable, **context: Any) -> Response:
    return respond(template, table=table, game=table.game, where=where(table), **context)


def dated(table: VisibleTable) -> str:
    """Return the day of a table with its year."""
    return long_date(dated_by(table))
