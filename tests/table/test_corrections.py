"""An entry and a table as they were at each version, and the words for all that an entry has."""

from companion.games import all_games
from companion.scoring.scoresheet import END, read_setup
from companion.storage.records import SessionRow
from companion.table.table import new_table
from companion.table.versions import entry_at, table_at
from tests.support.each_row import each_row
from tests.table.test_amending import AT, FIRST, SECOND, add, deal, three
from tests.views.amend.test_amendments import example_sheets


@each_row("key", all_games())
def test_the_pieces_of_every_entry_have_words(key):
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
            for name, value in pieces.items():
                told = form.describe_piece(table.state, name, value)
                missing = form.describe_piece(table.state, name, None)
                assert all(str(phrase) for phrase in [*told.phrases, *missing.phrases])
                assert set(told.seats) <= set(range(len(sheet["players"])))


def test_an_entry_as_it_was_at_every_version():
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


def test_a_table_as_it_stood_and_what_an_undo_would_have_taken_back():
    table = three()
    add(table, "undo")
    add(table, "correct", {"entry": 1, "value": deal("1 1 8", "3 2 5")})
    past = table_at(table, 3)
    assert past is not None and len(past.entries) == 3 and past.entries[0].body == FIRST
    found = [past.log.target("undo") for version in range(6) if (past := table_at(table, version))]
    assert [event and event.number for event in found] == [None, 1, 2, 3, 2, 5]
