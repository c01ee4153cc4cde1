"""A result for people who are not at the table: a page and a picture, at a link that does not join the table."""

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, abort, url_for
from flask_babel import get_locale

from companion.engine import Message, joined
from companion.storage.records import SessionRow
from companion.table.invites import Invites
from companion.table.visible_table import VisibleTable
from companion.time_zone import day_of
from companion.views.export.picture import compose_picture, drawing
from companion.views.http.error_pages import respond
from companion.views.http.identity import dated_by
from companion.views.render.plots import Drawing
from companion.views.render.template_helpers import long_date, say
from companion.views.rules import ranking_reasons
from companion.views.table.joining import table_of_link
from companion.views.table.live_pages import pad, where
from companion.views.table.standings import final_context, ranked_rows, ranking, side_name

bp = Blueprint("results", __name__)

_PAGE = "result"
_NO_RESULT = Message("This link shows no result. It may be old or not complete; ask for a new one.")


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
        picture_at=url_for(".picture", token=token),
        picture_name=f"{table.game.key}-{day_of(dated_by(table))}.png",
    )


@bp.get("/r/<token>/picture.svg")
def picture(token: str) -> Response:
    """Serve the result as a picture to send."""
    table = table_of_link(token, _PAGE)
    if table.hides:
        abort(404)
    language = str(get_locale()).replace("_", "-")
    answer = _answer("table/picture.svg", table, picture=_picture(table), drawing=drawing, locale=language)
    answer.mimetype = "image/svg+xml"
    return answer


def _answer(template: str, table: VisibleTable, **context: Any) -> Response:
    return respond(template, table=table, game=table.game, where=where(table), **context)


def _picture(table: VisibleTable) -> Drawing:
    title = final_context(table)["winners_headline"] if table.finished else Message("Still running")
    subtitle = Message("{game}, {day}", game=table.game.title, day=dated(table))
    names = list(table.setup.players)
    sides = ranked_rows(table)
    named = {seats[0]: say(joined([side_name(seats)]), names) for _, seats, _ in sides}
    shown = [named.get(seat, name) for seat, name in enumerate(names)]
    ranked = [(place, seats[0], total) for place, seats, total in sides] or table.plates
    return compose_picture(say(title, names), say(subtitle), ranked, shown)


def dated(table: VisibleTable) -> str:
    """Return the day of a table with its year."""
    return long_date(dated_by(table))
