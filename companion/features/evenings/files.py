"""An evening as files, standings and tables as CSV and all of it as JSON, and on paper."""

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, Response, render_template

from companion.engine import Halves, Message
from companion.feature import Cell
from companion.features.evenings.pages import TIE_BREAKS, called, common
from companion.features.evenings.standings import Line
from companion.features.evenings.state import EveningState
from companion.features.evenings.views import evening_for
from companion.views.http.responses import csv_file, json_file
from companion.views.render.template_helpers import say

bp = Blueprint("evening_files", __name__)

_STANDINGS = (Message("Place"), Message("Name"), Message("Points"), *(head for head, _ in TIE_BREAKS))
_TABLES = (Message("Round"), Message("Table"), Message("Name"), Message("Place"), Message("Points"))


@bp.get("/evenings/<evening>/standings.csv")
def standings(evening: str) -> Response:
    """Download the standings, one row per player."""
    return csv_file(_standing_rows(evening_for(evening)), "evening-standings.csv")


@bp.get("/evenings/<evening>/tables.csv")
def tables(evening: str) -> Response:
    """Download what each round brought each player, one row per player and round."""
    return csv_file(_table_rows(evening_for(evening)), "evening-tables.csv")


@bp.get("/evenings/<evening>/evening.json")
def whole(evening: str) -> Response:
    """Download the whole evening."""
    return json_file(as_json(evening_for(evening)), "evening.json")


def _decimal(halves: int) -> Cell:
    return f"{halves // 2}.5" if halves % 2 else halves // 2


def _standing_rows(state: EveningState) -> Iterator[list[Cell]]:
    yield [say(title) for title in _STANDINGS]
    for line in state.lines:
        points = [_decimal(value) for value in (line.points, line.opponents)]
        yield [line.place, called(state, line.player), *points, line.mutual, line.firsts]


def _table_rows(state: EveningState) -> Iterator[list[Cell]]:
    yield [say(title) for title in _TABLES]
    rows = [(result.round, result.table or 0, line.player, result) for line in state.lines for result in line.results]
    for number, table, player, result in sorted(rows, key=lambda row: row[:3]):
        is_counted = result.place is not None or result.table is None
        points = _decimal(result.points) if is_counted else None
        yield [number, table or None, called(state, player), result.place, points]


def as_json(state: EveningState) -> dict[str, Any]:
    """Return the whole evening as plain JSON; points are in halves."""
    settings = state.settings
    return {
        "evening": state.row.name,
        "game": state.game.key,
        "options": dict(state.row.setup["options"]),
        "system": settings.system,
        "size": settings.size,
        "rounds_planned": settings.rounds,
        "seed": settings.seed,
        "players": [
            {"number": player, "name": called(state, player), "present": player not in state.evening.gone}
            for player in state.evening.since
        ],
        "rounds": [
            {
                "round": each.number,
                "sit_out": list(each.byes),
                "tables": [
                    {"players": list(table), "places": list(state.places.get(session, ())) or None}
                    for table, session in zip(each.tables, each.sessions, strict=True)
                ],
            }
            for each in state.evening.opened
        ],
        "standings": [
            {"player": line.player, "place": line.place, "half_points": line.points}
            | {"opponents": line.opponents, "mutual": line.mutual, "firsts": line.firsts}
            for line in state.lines
        ],
    }


@bp.get("/evenings/<evening>/print")
def printed(evening: str) -> str:
    """Show what the host prints of an evening."""
    state = evening_for(evening)
    last = state.evening.rounds[-1] if state.evening.rounds else None
    return render_template("evenings/print.html", **common(state), round=last, rows=list(_cross_table(state)))


def _cross_table(state: EveningState) -> Iterator[tuple[Line, list[tuple[str, int | None] | None]]]:
    """Yield each line of the standings with its points and its table by round; None where somebody was not there."""
    for line in state.lines:
        by_round: Mapping[int, tuple[str, int | None]] = {
            result.round: (
                "–" if result.table is not None and result.place is None else str(Halves(result.points)),
                result.table,
            )
            for result in line.results
        }
        yield line, [by_round.get(each.number) for each in state.evening.opened]
