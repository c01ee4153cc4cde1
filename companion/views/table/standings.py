"""The standings for pages: places, the reasons for them, and the result of a finished game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.engine import Message, Seat, Step, joined
from companion.engine.ranking import ranked_sides
from companion.table.visible_table import VisibleTable
from companion.views.http.phone import all_tables
from companion.views.render.plots import session_plot

RankedSide = tuple[int, tuple[int, ...], int]
"""The place of a side, its seats, and its total."""
NOT_SCORED = Message("Stopped, nothing scored")


def final_context(table: VisibleTable) -> dict[str, Any]:
    """Return the context of the final page; its podium has three sides, the first in the middle."""
    ranked = ranked_rows(table)
    first, others = ranked[:1], [row for row in ranked if row[0] <= 3][1:3]
    return {
        "winners_headline": _headline(table, ranked),
        "podium": [*others[:1], *first, *others[1:]],
        "rematch": all_tables().still_there(table.rematch),
        "changed_result": _changed_result(table, ranked),
        "total_settles_some": _total_settles_some(table),
        "plot": session_plot(table),
        "dated_by": table.made,
    }


def seats_named(step: Step) -> set[int]:
    """Return the seats that a reason for the ranking names."""
    return {*step.values.get("seats", ()), *step.values.get("over", ())}


def _total_settles_some(table: VisibleTable) -> bool:
    """Return whether some place of a ranking has no reason but the total."""
    if table.standing is None:
        return False
    named = {seat for step in table.standing.reasons for seat in seats_named(step)}
    return any(named.isdisjoint(side) for side in table.standing.sides or [[seat] for seat in range(table.setup.seats)])


def _headline(table: VisibleTable, ranked: Sequence[RankedSide]) -> Message:
    """Return who won, as the title of the final page; a team wins as one, and nobody does alone."""
    together, winners = _together(table), [seats for place, seats, _ in ranked if place == 1]
    if not ranked:
        return NOT_SCORED
    if together is not None:
        return together
    if table.setup.seats == 1 and table.is_scored:
        return Message("{label}: {text}", label=Seat(0), text=ranked[0][2])
    if len(winners) == 1 and len(winners[0]) > 1:
        return Message("{winners} win", winners=side_name(winners[0]))
    names = joined([side_name(seats) for seats in winners])
    return Message("{winners} wins", "{winners} share the win", len(winners), winners=names)


def side_name(seats: Sequence[int]) -> Message | Seat:
    """Return the name of a side: its player, or all of a team ("Ann + Cleo")."""
    *others, last = seats
    return Message("{mates} + {mate}", mates=side_name(others), mate=Seat(last)) if others else Seat(last)


def result_in_line(table: VisibleTable) -> tuple[list[tuple[str, bool, int | None]], Message | None]:
    """Return of each seat, best first, its name, whether it won, and its total if known; and what else is said."""
    names, together = table.setup.players, _together(table)
    ranked = [(seat, place, total) for place, seats, total in ranked_rows(table) for seat in seats]
    if table.standing is None or not ranked:
        return [(name, False, None) for name in names], NOT_SCORED
    won = table.standing.won
    return [
        (names[seat], place == 1 or bool(won), total if table.is_scored else None) for seat, place, total in ranked
    ], together


def _together(table: VisibleTable) -> Message | None:
    won = None if table.standing is None else table.standing.won
    return None if won is None else Message("Won together") if won else Message("Lost together")


def ranked_rows(table: VisibleTable) -> list[RankedSide]:
    """Return (place, seats, total) of each side, best first; empty if hidden, or if nothing is scored yet."""
    standing = table.standing
    return [] if standing is None else ranked_sides(standing)


def _changed_result(table: VisibleTable, ranked: Sequence[RankedSide]) -> joined | None:
    """Return the result that was stored when the game ended, if the current rules give another one."""
    stored = all_tables().row(table.id)
    if stored is None or stored.result is None or table.standing is None:
        return None
    before = ranked_sides(replace(table.standing, ranking=stored.result["ranking"], totals=stored.result["totals"]))
    if not ranked or before == list(ranked):
        return None
    return _in_one_line(before)


def leader(table: VisibleTable) -> Message | None:
    """Return who is ahead alone; None where nobody is, or where totals are hidden."""
    first = [side_name(seats) for place, seats, _ in ranked_rows(table) if place == 1]
    is_told = len(first) == 1 and table.setup.seats > 1 and not table.hides
    return Message("{side} is ahead", side=first[0]) if is_told else None


def ranking(table: VisibleTable) -> joined | Message:
    """Return the places in one line, best first, or how it ended for all together."""
    ranked, together = ranked_rows(table), _together(table)
    if ranked and together is not None:
        return Message("{label}: {text}", label=together, text=ranked[0][2]) if table.is_scored else together
    if ranked:
        return _in_one_line(ranked, is_scored=table.is_scored)
    return NOT_SCORED if table.finished else Message("Nothing is scored yet")


def _in_one_line(ranked: Sequence[RankedSide], *, is_scored: bool = True) -> joined:
    told = Message("{place}. {seat} {total}") if is_scored else Message("{place}. {seat}")
    return joined(
        [Message(told.singular, place=place, seat=side_name(seats), total=total) for place, seats, total in ranked]
    )
