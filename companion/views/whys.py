"""Why a seat of a session has its total, entry by entry, and its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, render_template

from companion.table import Table, Viewpoint
from companion.views.pages import common, entry_title
from companion.views.reasons import reasons
from companion.views.table import seen_by

bp = Blueprint("whys", __name__)


@bp.get("/t/<session>/totals/<int:seat>")
def total(session: str, seat: int) -> str:
    """How a seat came to its total, entry by entry, and to its place."""
    table, viewpoint = seen_by(session)
    if seat >= table.setup.seats:
        abort(404)
    shows = table.shows(viewpoint)
    context = common(table, viewpoint)
    if not shows(seat):
        return render_template("total.html", **context, seat=seat, place=None, parts=[])
    standing = table.standing
    place = 1 + sum(len(better) for better in standing.ranking[: _place(standing.ranking, seat)])
    settled = [] if table.hides else [step for step in standing.reasons if seat in _named(step.values)]
    return render_template(
        "total.html",
        **context,
        seat=seat,
        total=table.state.totals[seat],
        place=None if table.hides else place,
        settled=reasons(table.game, settled),
        parts=_parts(table, viewpoint, seat),
    )


def _place(ranking: Sequence[Sequence[int]], seat: int) -> int:
    return next(number for number, place in enumerate(ranking) if seat in place)


def _named(values: Any) -> set[int]:
    """The seats that a reason of the ranking is about."""
    return {*values.get("seats", ()), *values.get("over", ())}


def _parts(table: Table, viewpoint: Viewpoint, seat: int) -> list[dict[str, Any]]:
    """Each entry that changed the seat's total: its number, title and steps, and the total after it."""
    shows, made = table.shows(viewpoint), []
    for number, played in enumerate(table.played, 1):
        own = [step for step in played.steps if step.seat == seat]
        if own or played.points[seat]:
            steps = reasons(table.game, own, shows)
            points, after = played.points[seat], played.state.totals[seat]
            title = entry_title(table, number)
            made.append({"number": number, "title": title, "points": points, "after": after, "steps": steps})
    return made
