"""The standings for pages: places, the reasons for them, and the result of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import Message, Seat, joined
from companion.game.ranking import ranked_totals
from companion.sessions.visible_table import VisibleTable
from companion.views.explanations import Reason, reasons
from companion.views.guard import sessions
from companion.views.statistics import session_plot

NOT_SCORED = Message("Stopped, nothing scored")


def ranking_reasons(table: VisibleTable) -> list[Reason]:
    """Return the reasons for the ranking as sentences."""
    return [] if table.standing is None else reasons(table.game, table.standing.reasons)


def final_context(table: VisibleTable) -> dict[str, Any]:
    """Return the context of the final page: winners, podium, rematch, totals plot, and a stored result that differs."""
    ranked = ranked_rows(table)
    winners = [Seat(seat) for place, seat, _ in ranked if place == 1]
    headline = _together(table) or Message(
        "{winners} wins", "{winners} share the win", len(winners), winners=joined(winners)
    )
    first, others = ranked[:1], [row for row in ranked if row[0] <= 3][1:3]
    return {
        "winners_headline": headline if winners else NOT_SCORED,
        "podium": [*others[:1], *first, *others[1:]],
        "rematch": _rematch(table),
        "changed_result": _changed_result(table, ranked),
        "plot": session_plot(table),
    }


def _together(table: VisibleTable) -> Message | None:
    """Return how a game ended that all played together; None for any other game."""
    won = None if table.standing is None else table.standing.won
    return None if won is None else Message("Won together") if won else Message("Lost together")


def _rematch(table: VisibleTable) -> str | None:
    """Return the id of the rematch that was opened from this table, unless it was deleted."""
    return table.rematch if table.rematch and sessions().store.session(table.rematch) else None


def ranked_rows(table: VisibleTable) -> list[tuple[int, int, int]]:
    """Return (place, seat, total), best first; empty if the ranking is hidden or nothing is scored yet."""
    return [] if table.standing is None else ranked_totals(table.standing.ranking, table.standing.totals)


def _changed_result(table: VisibleTable, ranked: Sequence[tuple[int, int, int]]) -> joined | None:
    """Return the result that was stored when the game ended, if the current rules give another one."""
    stored = sessions().store.session(table.id)
    if stored is None or stored.result is None:
        return None
    before = ranked_totals(stored.result["ranking"], stored.result["totals"])
    if not ranked or before == list(ranked):
        return None
    return _in_one_line(before)


def ranking(table: VisibleTable) -> joined | Message:
    """Return the places in one line, best first, or how it ended for all together."""
    ranked, together = ranked_rows(table), _together(table)
    if ranked and together is not None:
        return Message("{result}: {total}", result=together, total=ranked[0][2])
    if ranked:
        return _in_one_line(ranked)
    return NOT_SCORED if table.finished else Message("Nothing is scored yet")


def _in_one_line(ranked: Sequence[tuple[int, int, int]]) -> joined:
    return joined(
        [Message("{place}. {seat} {total}", place=place, seat=Seat(seat), total=total) for place, seat, total in ranked]
    )
