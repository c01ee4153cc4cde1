"""Any order of entries, widenings, newcomers, corrections, undo and redo: memory, log, scoresheet and export agree."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from companion.engine import RuleError
from companion.features.takeout.export_lines import ImportedSession, validate
from companion.features.takeout.session_file import read_game, session_file
from companion.forms.parts import Newcomer
from companion.games import all_games
from companion.scoring.game_stats import stored_result
from companion.scoring.scoresheet import END, read_setup, result
from companion.storage.records import Event, SessionRow
from companion.table.amending import options_change
from companion.table.changes import play_change
from companion.table.table import sheet_of
from companion.table.table_loader import opened_table
from companion.table.visible_log import HOST_ALLOWS, points_of
from companion.table.visible_table import VisibleTable

NAMES = ["Ann", "Ben"]
LATE = ("Cleo", "Dora", "Emil", "Fay")
AT = "2026-11-20T12:00:00+00:00"
LINES = [{"name": "coins", "factor": 2, "per": 3}, {"name": "cards", "factor": -1, "per": 1}]

numbers = st.integers(0, 40) | st.lists(st.integers(0, 20), min_size=2, max_size=3)
changes = st.one_of(
    st.fixed_dictionaries({}, optional={"negative": st.just(True), "halves": st.just(True)}),
    st.sampled_from([3, 5, 0]).map(lambda rounds: {"rounds": rounds}),
    st.sampled_from([[0], [1], []]).map(lambda away: {"away": away}),
    st.sampled_from([60, 200, None]).map(lambda limit: {"limit": limit}),
    st.sampled_from([1, 2, 5]).map(lambda factor: {"lines": [{**LINES[0], "factor": factor}, LINES[1]]}),
    st.sampled_from(["gold", "tins"]).map(lambda name: {"lines": [{**LINES[0], "name": name}, LINES[1]]}),
)
steps = st.one_of(
    st.tuples(st.just("entry"), st.lists(numbers, min_size=6, max_size=6)),
    st.tuples(st.just("come"), st.integers(0, 1)),
    st.tuples(st.just("part"), st.tuples(st.integers(0, 1), st.integers(0, 40))),
    st.tuples(st.just("options"), changes),
    st.tuples(st.just("correct"), st.tuples(st.integers(0, 9), numbers)),
    st.tuples(st.just("remove"), st.integers(0, 9)),
    st.tuples(st.sampled_from(["undo", "redo"]), st.none()),
)
options = st.fixed_dictionaries(
    {
        "rounds": st.sampled_from([2, 3, 0]),
        "lines": st.just(LINES) | st.just([]),
        "cooperative": st.booleans(),
        "limit": st.sampled_from([None, 30]),
    }
).flatmap(
    lambda chosen: st.sampled_from([chosen, chosen if chosen["cooperative"] else {**chosen, "teams": [[0], [1]]}])
)


def new_table(chosen):
    game = all_games()["open"]
    setup = read_setup(game, NAMES, {"name": "Harbour", **chosen})
    row = SessionRow("s", "open", {"players": NAMES, "options": dict(setup.options)}, AT, None, 0)
    return opened_table(row, game)


def body_of(table, kind, what):
    """The body of an event that a phone could send now; None where it could send none."""
    sides = len(table.state.sheet.sides)
    if kind == "entry":
        due = "lines" if table.replay.states[-1].sheet.closing_keys and len(table.entries) > 1 else "round"
        return {due: [[number, number] if due == "lines" else number for number in what[:sides]]}
    if kind == "part":
        side = table.state.sheet.sides[what[0] % sides]
        is_due = "round" in (table.standing.details["next"] or "")
        return {"slot": f"seat-{side[0]}", "value": {"round": str(what[1])}} if sides > 1 and is_due else None
    if kind == "options":
        return {"options": what}
    if kind in ("correct", "remove"):
        at = what[0] if kind == "correct" else what
        if at >= len(table.entries) or table.entries[at].body == END:
            return None
        body = {"entry": table.entries[at].number}
        if kind == "remove":
            return body
        return {**body, "value": {"round": [what[1]] * sides}} if "round" in table.entries[at].body else None
    last = table.log.target("undo") if kind == "undo" else table.log.target("redo")
    return last and {"event": last.number}


def can_stand(table, event):
    """Whether the table takes the event; what is refused leaves it as it was."""
    try:
        if event.kind == "options":
            play_change(table, options_change(table, event.body["options"]))
        table.replay.play_splice(table.splice(event.kind, event.body))
    except RuleError as error:
        return error.message is HOST_ALLOWS
    return True


def points(table):
    return [str(total) for total in table.state.totals]


def come(table, side):
    """The table with one more seat as the store gives it again, or as it was where nobody can come."""
    newcomer = Newcomer(next(name for name in LATE if name not in table.setup.players), side)
    try:
        change = options_change(table, {}, newcomer)
        players = play_change(table, change).players
    except (RuleError, StopIteration):
        return table
    before = points(table)
    after = read_again(table, change.kind, change.body, players)
    assert points(after)[: len(before)] == before, "nobody else's points change"
    return after


def read_again(table, kind, body, players):
    """The table of the log with one event more, and of these players."""
    setup = {"opened_seats": table.opened[1].seats, **table.row.setup, "players": list(players)}
    again = opened_table(replace(table.row, setup=setup), table.opened[0])
    event = Event(table.version + 1, f"key-{table.version}", b"", kind, body, 1, AT)
    again.read([*table.log.events, event])
    return again


def undone(table):
    """The table after an undo, without the player whose seat goes with it."""
    assert table.log.target("undo")
    body = {"event": table.log.target("undo").number}
    setup = table.splice("undo", body).setup
    seats = table.setup.seats if setup is None else setup.seats
    return read_again(table, "undo", body, table.setup.players[:seats])


def of_the_side(table, part):
    """The body of the event that gives all seats of a side the part of its first one."""
    side = next(side for side in table.state.sheet.sides if part["slot"] == f"seat-{side[0]}")
    return {"parts": {f"seat-{seat}": part["value"] for seat in side}}


def happens(table, kind, what):
    """The table after this, or as it was where nobody could do it."""
    if kind == "come":
        return come(table, what) if table.setup.seats < 6 and not table.state.finished else table
    if kind == "undo":
        return undone(table) if table.log.target("undo") else table
    body = body_of(table, kind, what)
    if kind == "part" and body is not None:
        kind, body = "parts", of_the_side(table, body)
    event = Event(table.version + 1, f"key-{table.version}", b"", kind, body, 1, AT)
    if body is None or (kind == "parts" and table.state.finished) or not can_stand(table, event):
        return table
    if kind == "options" and all(table.setup.options[key] == value for key, value in what.items()):
        return table
    before, factors = points(table), [line["factor"] for line in table.setup.options["lines"]]
    table.catch_up([event])
    if kind == "options" and factors == [line["factor"] for line in table.setup.options["lines"]]:
        assert points(table) == before, "what stands keeps its points"
    return table


def play(chosen, wanted):
    table = new_table(chosen)
    for kind, what in wanted:
        table = happens(table, kind, what)
    return table


def seen(table):
    """Everything that is read of a table."""
    known = points_of(table, 1, table.version) if table.version else {}
    return (
        table.state, table.setup, table.game.points, table.replay.lines, table.draft, table.standing,
        session_file(table, 0), {number: pair for number, pair in known.items() if number in table.log.before},
        [str(VisibleTable(table, table.viewpoint(None, "host")).log.describe(event)) for event in table.log.events],
    )  # fmt: skip


@settings(deadline=None)
@given(options, st.lists(steps, max_size=14))
def test_what_is_loaded_or_taken_along_is_what_was_in_memory(chosen, wanted):
    live = play(chosen, wanted)
    loaded = opened_table(live.row, live.opened[0])
    loaded.read(live.log.events)
    assert seen(loaded) == seen(live)
    scored = result(sheet_of(live.replay).as_json())
    assert (scored["totals"], scored["finished"]) == ([int(total) for total in live.state.totals], live.state.finished)
    late = live.setup.options["late"]
    assert [one["seat"] for one in late] == list(range(2, live.setup.seats)), "each seat behind the first two came late"
    again = read_game(session_file(live, 0)).replay
    assert (again.setup, [str(total) for total in again.states[-1].totals]) == (live.setup, points(live))
    imported = ImportedSession(live.row, 1, 1, {}, (), tuple(live.log.events))
    row, stored = validate(imported), stored_result(live.replay)
    assert (row.result is None) == (stored is None)
    if row.result is not None:
        assert row.result.get("options", {}) == live.changed_options
    stranger = replace(live.row, setup={**live.row.setup, "opened_seats": 2, "players": [*live.setup.players, "Gus"]})
    with pytest.raises(RuleError):
        validate(replace(imported, row=stranger))


@settings(deadline=None)
@given(options, st.lists(steps, max_size=14))
def test_all_is_taken_back_to_the_start_and_done_again(chosen, wanted):
    live, start = play(chosen, wanted), new_table(chosen)
    states = [points(live)]
    while live.log.target("undo"):
        live = undone(live)
        states.append(points(live))
    assert (live.setup, live.entries, live.draft) == (start.setup, [], {}) and live.state == start.state
    for expected in reversed(states[:-1]):
        if not live.log.target("redo"):
            return  # somebody came late, whose name is gone
        event = Event(
            live.version + 1, f"r-{live.version}", b"", "redo", {"event": live.log.target("redo").number}, 1, AT
        )
        live.catch_up([event])
        assert points(live) == expected
