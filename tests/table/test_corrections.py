"""Corrections of two phones: those of different things commute and lose nothing; the same thing twice is a conflict."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games import all_games
from companion.scoring.scoresheet import END, read_setup
from companion.storage.records import SessionRow
from companion.table.changes import last_undoable, table_at
from companion.table.corrections import Correction, entry_at, merge
from companion.table.table import Table, new_table
from tests.support.each_row import each_row
from tests.table.test_amending import AT, FIRST, SECOND, add, deal, empty, three
from tests.views.amend.test_amendments import example_sheets

COLOURS = ("blue", "yellow", "red", "black", "white")
ROWS = [f"{seat}.{row}" for seat in range(3) for row in range(1, 6)]
FLOORS = [f"{seat}.floor" for seat in range(3)]
TILES = st.one_of(st.none(), st.builds(lambda colour: {"colour": colour}, st.sampled_from(COLOURS)))
CHANGES = st.fixed_dictionaries(
    {}, optional={**dict.fromkeys(ROWS, TILES), **dict.fromkeys(FLOORS, st.integers(1, 7)), "first": st.integers(0, 2)}
)


def azul_table() -> Table:
    table = empty("azul")
    add(table, "entry", {"tiling": [{"tiles": [], "floor": 1}] * 3, "first": 0})
    return table


def changed(table: Table, version: int, changes: dict[str, Any]) -> Correction:
    """A correction by a phone that had its form open since a version."""
    form, base = table.game.form, entry_at(table, 1, version)
    return Correction(1, version, form.entry_from_pieces(table.state, {**form.pieces(table.state, base), **changes}))


def correct(table: Table, correction: Correction) -> None:
    merged = merge(table, correction)
    assert not merged.clashing
    if merged.with_mine != merged.now:
        add(table, "correct", {"entry": 1, "value": merged.with_mine})


@given(CHANGES, CHANGES)
def test_corrections_of_different_things_commute(one: dict[str, Any], other: dict[str, Any]) -> None:
    other = {name: value for name, value in other.items() if name not in one}
    ends = []
    for order in ((one, other), (other, one)):
        table = azul_table()
        for correction in [changed(table, 1, changes) for changes in order]:
            correct(table, correction)
        ends.append(table.entries[0].body)
    assert ends[0] == ends[1]
    form, start = table.game.form, azul_table()
    pieces = form.pieces(table.state, ends[0])
    expected = {**form.pieces(start.state, start.entries[0].body), **one, **other}
    assert pieces == expected


@given(CHANGES, CHANGES)
def test_what_both_changed_otherwise_is_a_conflict_and_nothing_else_is(
    one: dict[str, Any], other: dict[str, Any]
) -> None:
    table = azul_table()
    start = table.game.form.pieces(table.state, table.entries[0].body)
    mine = changed(table, 1, other)
    correct(table, changed(table, 1, one))
    merged = merge(table, mine)
    twice = {name for name in one if name in other and len({str(x[name]) for x in (start, one, other)}) == 3}
    assert set(merged.clashing) == twice
    kept, own = [table.game.form.pieces(table.state, value) for value in (merged.with_theirs, merged.with_mine)]
    for name in start:
        theirs, ours = one.get(name, start[name]), other.get(name, start[name])
        assert kept[name] == (ours if theirs == start[name] else theirs)
        assert own[name] == (theirs if ours == start[name] else ours)


@each_row("key", all_games())
def test_the_pieces_of_every_entry_make_it_up_again_and_have_words(key: str) -> None:
    game = all_games()[key]
    form = game.form
    for sheet in example_sheets(key):
        row = SessionRow("s", key, {"players": sheet["players"], "options": {}}, AT, None, 0)
        table = new_table(row, game, read_setup(game, sheet["players"], sheet["options"]))
        for entry in sheet["entries"]:
            if entry == END:
                continue
            add(table, "entry", entry)
            pieces = form.pieces(table.state, entry)
            made = form.entry_from_pieces(table.state, pieces)
            assert form.pieces(table.state, made) == pieces
            for name, value in pieces.items():
                told = form.describe_piece(table.state, name, value)
                missing = form.describe_piece(table.state, name, None)
                assert all(str(phrase) for phrase in [*told.phrases, *missing.phrases])
                assert set(told.seats) <= set(range(len(sheet["players"])))


def test_an_entry_as_it_was_at_every_version() -> None:
    table = three()
    add(table, "correct", {"entry": 2, "value": FIRST})
    add(table, "undo")
    add(table, "redo")
    add(table, "remove", {"entry": 2})
    add(table, "undo")
    add(table, "undo")
    assert [entry_at(table, 2, version) for version in range(10)] == [
        None, None, SECOND, SECOND, FIRST, SECOND, FIRST, None, FIRST, SECOND
    ]  # fmt: skip


def test_a_table_as_it_stood_and_what_an_undo_would_have_taken_back() -> None:
    table = three()
    add(table, "undo")
    add(table, "correct", {"entry": 1, "value": deal("1 1 8", "3 2 5")})
    past = table_at(table, 3)
    assert past is not None and len(past.entries) == 3 and past.entries[0].body == FIRST
    found = [last_undoable(table, version) for version in range(6)]
    assert [event and event.number for event in found] == [None, 1, 2, 3, 2, 5]
