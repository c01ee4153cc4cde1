"""The page that explains a seat's total, entry by entry, and its place."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template

from companion.sessions.table.visible_table import VisibleTable
from companion.views.http.identity import visible_table_for
from companion.views.render.explanations import reasons
from companion.views.table.help import ranking_link_of
from companion.views.table.live_pages import common

bp = Blueprint("score_breakdown", __name__)


@bp.get("/t/<session>/totals/<int:seat>")
def total(session: str, seat: int) -> str:
    """Explain a seat's total, entry by entry, and its place."""
    table = visible_table_for(session)
    if seat >= table.setup.seats:
        abort(404)
    standing = table.standing
    settled = [] if standing is None else [step for step in standing.reasons if seat in _named(step.values)]
    return render_template(
        "table/total.html",
        **common(table),
        seat=seat,
        total=table.totals[seat],
        place=next(place for place, other, _ in table.plates if other == seat),
        settled=reasons(table.game, settled),
        ranking_link=ranking_link_of(table),
        parts=_parts(table, seat) if table.shows(seat) else [],
    )


def _named(values: Any) -> set[int]:
    """Return the seats that a reason of the ranking is about."""
    return {*values.get("seats", ()), *values.get("over", ())}


def _parts(table: VisibleTable, seat: int) -> list[dict[str, Any]]:
    """Return each entry that changed the seat's total: number, title, steps, and the total after it."""
    rows = []
    for number in range(1, table.count + 1):
        seat_steps = [step for step in table.steps(number) if step.seat == seat]
        points, after = table.points(number)[seat], table.totals_after(number)[seat]
        if seat_steps or points:
            steps, title = reasons(table.game, seat_steps), table.title(number)
            rows.append({"number": number, "title": title, "points": points, "after": after, "steps": steps})
    return rows
