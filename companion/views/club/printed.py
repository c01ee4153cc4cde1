"""An evening on paper: who sits where, slips for the results, and what each round brought each player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flask import Blueprint, render_template

from companion.club.standings import Line
from companion.game import Halves
from companion.sessions.club.state import EveningState
from companion.views.club.evenings import evening_for
from companion.views.club.pages import common

bp = Blueprint("evening_paper", __name__)


@bp.get("/evenings/<evening>/print")
def show(evening: str) -> str:
    """Show what the host prints of an evening."""
    state = evening_for(evening)
    rounds = state.evening.rounds
    return render_template(
        "club/print.html",
        **common(state),
        round=rounds[-1] if rounds else None,
        rows=list(_cross_table(state)),
    )


def _cross_table(state: EveningState) -> Iterator[tuple[Line, list[tuple[str, int | None] | None]]]:
    """Yield each line of the standings with its points and its table by round; None where somebody was not there."""
    for line in state.lines:
        by_round: Mapping[int, tuple[str, int | None]] = {
            outing.round: (
                "–" if outing.table is not None and outing.place is None else str(Halves(outing.points)),
                outing.table,
            )
            for outing in line.outings
        }
        yield line, [by_round.get(each.number) for each in state.evening.opened]
