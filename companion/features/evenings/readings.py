"""The pairings and standings of an evening for other programs, by its link."""

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.engine import Message
from companion.features.evenings.shared import evening_of_link
from companion.features.evenings.state import EveningState
from companion.storage.rows.seat_rows import shown_place

Answer = dict[str, Any]


def _reading(make: Callable[[EveningState], Answer]) -> Callable[[str], tuple[object, Callable[[], Answer]]]:
    """Return what reads an evening by the token of its link."""

    def read(token: str) -> tuple[object, Callable[[], Answer]]:
        state = evening_of_link(token)
        return (state.row.version, state.row.name, state.names, state.places), partial(make, state)

    return read


def _evening(state: EveningState) -> Answer:
    return {"evening": state.row.name, "game": state.game.key, "rounds_planned": state.settings.rounds}


def _pairings(state: EveningState) -> Answer:
    """Return each table of each open round; who sits out is at no table."""
    rows: list[Answer] = []
    for each in state.evening.opened:
        for number, (table, session) in enumerate(zip(each.tables, each.sessions, strict=True), 1):
            players = [state.names.get(player) for player in table]
            places = [*map(shown_place, state.places.get(session, ()))] or None
            rows.append({"round": each.number, "table": number, "players": players, "places": places})
        if each.byes:
            players = [state.names.get(player) for player in each.byes]
            rows.append({"round": each.number, "table": None, "players": players, "places": None})
    return {**_evening(state), "pairings": rows}


def _standings(state: EveningState) -> Answer:
    """Return the standings, with the keys of the evening's JSON file."""
    rows = [{"place": line.place, "player": state.names.get(line.player), **line.as_json()} for line in state.lines]
    return {**_evening(state), "standings": rows}


_EXAMPLE = {"evening": "Friday", "game": "luz", "rounds_planned": 3}
_TABLE = {"round": 1, "table": 1, "players": ["Ann", "Ben", "Cleo"], "places": [2, 3, 1]}
_LINE = {"place": 1, "player": "Cleo", "half_points": 2, "opponents": 0.5, "mutual": 0, "firsts": 1, "wins": 1}
READINGS = {
    "e/pairings": (
        _reading(_pairings),
        Message("The tables of a club evening, by round"),
        {**_EXAMPLE, "pairings": [_TABLE]},
    ),
    "e/standings": (
        _reading(_standings),
        Message("The standings of a club evening"),
        {**_EXAMPLE, "standings": [_LINE]},
    ),
}
