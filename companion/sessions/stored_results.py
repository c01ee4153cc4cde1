"""The result that is stored with the action after which a game is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.scoring.game_stats import figures_of
from companion.scoring.replay import Amendment, Record
from companion.scoring.scoresheet import Played
from companion.sessions.actions import Intent
from companion.sessions.table.table import Table
from companion.storage.records import SIDE_EVENTS


def result_after(
    table: Table, intent: Intent, amendment: Amendment, played: Sequence[Played]
) -> Mapping[str, Any] | None:
    """The result to store with an act after which the game is over; None with any other."""
    if intent.kind in ("part", "parts", *SIDE_EVENTS):
        return None
    state = played[-1].state if played else table.states[amendment.start]
    if not state.finished:
        return None
    changed = {"options": table.changed_options} if table.changed_options else {}
    result = stored_result(table.record.with_amendment(amendment, played))
    return None if result is None else {**result, **changed}


def stored_result(record: Record) -> Mapping[str, Any] | None:
    """What is stored of a game that is over; None while it runs. Its ranking is empty where nothing was scored."""
    state = record.states[-1]
    if not state.finished:
        return None
    standing = record.standing
    return {
        "totals": standing.totals,
        "ranking": standing.ranking,
        "won": standing.won,
        "sides": standing.sides or None,
        "figures": seat_figures(record),
    }


def seat_figures(record: Record) -> Sequence[Mapping[str, Any]]:
    """The figures of a game as it stands, by seat."""
    return figures_of(record.game, record.states, [line.body for line in record.lines], record.played)
