"""Whoever comes late, in any order with entries, corrections and undo: log, scoresheet and export tell the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import RuleError
from companion.game.pages.parts import Newcomer
from companion.scoring.scoresheet import result
from companion.sessions.actions import options_intent, plan
from companion.sessions.session_file import read_game, session_file, sheet_of
from companion.sessions.table.table import Table, opened_table
from companion.storage.records import Event
from companion.transfer.export_lines import ImportedSession
from companion.transfer.validation import validate
from tests.games.open.test_widening_log import AT, body_of, can_stand, new_table, numbers, options, points
from tests.games.open.test_widening_log import steps as other_steps

NAMES = ("Cleo", "Dora", "Emil", "Fay")
steps = st.one_of(
    other_steps,
    st.tuples(st.just("come"), st.integers(0, 1)),
    st.tuples(st.just("entry"), st.lists(numbers, min_size=6, max_size=6)),
)
sheets = st.tuples(options, st.booleans()).map(
    lambda drawn: {**drawn[0], **({"teams": [[0], [1]]} if drawn[1] and not drawn[0]["cooperative"] else {})}
)


def come(table: Table, side: int) -> Table:
    """The table with one more seat as the store gives it again, or as it was where nobody can come."""
    newcomer = Newcomer(next(name for name in NAMES if name not in table.setup.players), side)
    try:
        intent = options_intent(table, {}, "host", newcomer)
        players = plan(table, intent).players
    except (RuleError, StopIteration):
        return table
    before = points(table)
    after = read_again(table, intent.kind, intent.body, players)
    assert points(after)[: len(before)] == before, "nobody else's points change"
    return after


def read_again(table: Table, kind: str, body: Any, players: Any) -> Table:
    """The table of the log with one event more, and of these players."""
    setup = {"opened_seats": table.opened[1].seats, **table.row.setup, "players": list(players)}
    again = opened_table(replace(table.row, setup=setup), table.opened[0])
    event = Event(table.version + 1, f"key-{table.version}", b"", kind, body, 1, AT)
    again.read([*table.log.events, event], lambda: None)
    return again


def undone(table: Table) -> Table:
    """The table after an undo, without the player whose seat goes with it."""
    assert table.log.to_undo
    body = {"event": table.log.to_undo.number}
    setup = table.amendment("undo", body).setup
    seats = table.setup.seats if setup is None else setup.seats
    return read_again(table, "undo", body, table.setup.players[:seats])


def of_the_side(table: Table, part: dict[str, Any]) -> dict[str, Any]:
    """The body of the event that gives all seats of a side the part of its first one."""
    side = next(side for side in table.state.sheet.sides if part["slot"] == f"seat-{side[0]}")
    return {"parts": {f"seat-{seat}": part["value"] for seat in side}}


def play(chosen: dict[str, Any], wanted: list[tuple[str, Any]]) -> Table:
    table = new_table(chosen)
    for kind, what in wanted:
        if kind == "come" and table.setup.seats < 6 and not table.state.finished:
            table = come(table, what)
        elif kind == "undo" and table.log.to_undo:
            table = undone(table)
        elif kind not in ("come", "undo"):
            body = body_of(table, kind, what)
            if kind == "part" and body is not None:
                kind, body = "parts", of_the_side(table, body)
            event = Event(table.version + 1, f"key-{table.version}", b"", kind, body, 1, AT)
            if body is None or (kind == "parts" and table.state.finished) or not can_stand(table, event):
                continue
            if kind == "options" and all(table.setup.options[key] == value for key, value in what.items()):
                continue
            table.apply(event)
    return table


@settings(deadline=None)
@given(sheets, st.lists(steps, max_size=14))
def test_the_scoresheet_alone_gives_the_same_result(chosen: dict[str, Any], wanted: list[tuple[str, Any]]) -> None:
    live = play(chosen, wanted)
    scored = result(sheet_of(live.record).as_json())
    assert (scored["totals"], scored["finished"]) == ([int(total) for total in live.state.totals], live.state.finished)
    late = live.setup.options["late"]
    assert [one["seat"] for one in late] == list(range(2, live.setup.seats)), "each seat behind the first two came late"
    again = read_game(session_file(live, 0)).record
    assert (again.setup, again.lines[:0], points_of(again)) == (live.setup, [], points(live))


def points_of(record: Any) -> list[str]:
    return [str(total) for total in record.states[-1].totals]


@settings(deadline=None)
@given(sheets, st.lists(steps, max_size=14))
def test_all_is_taken_back_to_the_start(chosen: dict[str, Any], wanted: list[tuple[str, Any]]) -> None:
    live, start = play(chosen, wanted), new_table(chosen)
    while live.log.to_undo:
        live = undone(live)
    assert (live.setup, live.entries, live.draft) == (start.setup, [], {}) and live.state == start.state


@settings(deadline=None)
@given(sheets, st.lists(steps, max_size=14))
def test_an_export_of_it_is_taken_in_again(chosen: dict[str, Any], wanted: list[tuple[str, Any]]) -> None:
    live = play(chosen, wanted)
    imported = ImportedSession(live.row, None, 1, 1, {}, (), tuple(live.log.events))
    assert (validate(imported).result is None) == (not live.state.finished)
    stranger = replace(live.row, setup={**live.row.setup, "opened_seats": 2, "players": [*live.setup.players, "Gus"]})
    with pytest.raises(RuleError):
        validate(replace(imported, row=stranger))
