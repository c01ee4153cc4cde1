"""Entries corrected, taken out and put in, undo and redo, what is refused, and the words for it.

test_long_log.py has any such logs.
"""

import pytest

from companion.engine import RuleError
from companion.games import all_games
from companion.scoring.replay import AmendmentBlocked
from companion.scoring.scoresheet import END, play, read_setup
from companion.storage.records import Event, SessionRow
from companion.table.changes import Change, Conflict, check_overlap
from companion.table.table import Viewpoint, new_table
from companion.table.versions import entry_at, table_at
from companion.table.visible_table import VisibleTable
from tests.support.each_row import each_row
from tests.support.files import examples

NAMES = ["Ann", "Ben", "Cleo"]
AT = "2026-11-20T12:00:00"


def empty(game="luz", options=None):
    found = all_games()[game]
    setup = read_setup(found, NAMES[: 2 if game == "5211" else 3], options or {})
    row = SessionRow("s", game, {"players": list(setup.players), "options": {}}, AT, None, 0)
    return new_table(row, found, setup)


def log_of(table):
    return VisibleTable(table, Viewpoint("viewer")).log


def add(table, kind, body=None):
    if kind == "undo" and table.log.target("undo"):
        body = {"event": table.log.target("undo").number}
    if kind == "redo" and table.log.target("redo"):
        body = {"event": table.log.target("redo").number}
    event = Event(table.version + 1, f"key-{table.version + 1}", b"", kind, body, 1, AT)
    table.catch_up([event])
    return event


def deal(bets, tricks):
    values = [{"beads": int(bet.rstrip("s")), "safety": bet.endswith("s")} for bet in bets.split()]
    return {"bets": values, "tricks": [int(taken) for taken in tricks.split()]}


FIRST, SECOND, THIRD = deal("3 2 5", "3 2 5"), deal("1 1 8", "1 2 7"), deal("0 9 0", "0 9 1")


def table_of(*kinds_and_bodies):
    table = empty()
    for kind, body in kinds_and_bodies:
        add(table, kind, body)
    return table


ENTRY, UNDO, REDO, STOP = ("entry", FIRST), ("undo", None), ("redo", None), ("entry", END)
THREE = (ENTRY, ("entry", SECOND), ("entry", THIRD))
CORRECT, REMOVE = ("correct", {"entry": 2, "value": FIRST}), ("remove", {"entry": 2})


def three():
    return table_of(*THREE)


def told(table):
    return [log_of(table).describe(event).text(names=NAMES) for event in table.log.events]


def bodies(table):
    return [line.body for line in table.entries]


def assert_entries(table, entries):
    """The table stands as if these had been entered and nothing else ever."""
    assert bodies(table) == entries
    state = table.game.engine.start(table.setup)
    for entry, played, after in zip(entries, table.played, table.states[1:], strict=True):
        one = play(table.game, state, entry)
        assert (one.points, one.steps, one.state) == (played.points, played.steps, after)
        state = one.state


@each_row(
    ("kind", "body", "entries"),
    [
        ("correct", {"entry": 2, "value": FIRST}, [FIRST, FIRST, THIRD]),
        ("remove", {"entry": 2}, [FIRST, THIRD]),
        ("insert", {"before": 2, "value": THIRD}, [FIRST, THIRD, SECOND, THIRD]),
    ],
)
def test_what_is_undone_before_a_later_entry_leaves_that_as_it_was(kind, body, entries):
    table = three()
    for act, left in ((kind, entries), ("undo", [FIRST, SECOND, THIRD]), ("redo", entries)):
        add(table, act, body)
        assert_entries(table, left)


def test_points_after_an_entry_without_any_was_taken_back_give_places():
    table = empty("ingenious")
    for kind, points in (("entry", []), ("undo", None), ("entry", [["red", 1]])):
        assert not table.replay.standing.ranking
        add(table, kind, {"seat": 0, "points": points})
    assert table.replay.standing.ranking


def test_acts_are_told_in_words():
    insert = "insert", {"before": 2, "value": THIRD}
    table = table_of(*THREE, CORRECT, ("remove", {"entry": 3}), insert, UNDO, REDO)
    assert told(table)[3:] == [
        "Deal 2 corrected",
        "Deal 3 removed",
        "Deal 2 inserted",
        "taken back: Deal 2 inserted",
        "again: Deal 2 inserted",
    ]
    assert table.points[4] == ((20, -5, -5), (20, 20, 20))


def test_an_entry_that_is_done_again_keeps_its_number():
    table = table_of(*THREE, UNDO, REDO, ("correct", {"entry": 3, "value": SECOND}))
    assert_entries(table, [FIRST, SECOND, SECOND])


def test_what_a_later_entry_forbids_is_blocked_and_changes_nothing():
    table = empty("5211")
    rounds = [["G6", "G5", "Y1", "O1"], ["G1", "G2", "T2", "T3"]], [["Y6", "Y5", "O2", "O3"], ["T1", "T2", "G3", "G4"]]
    for hands in rounds:
        add(table, "entry", {"cards": hands})
    wrong = {"cards": [["Y6", "G5", "Y1", "O1"], ["G1", "G2", "T2", "T3"]]}  # the only yellow 6 lies in round 2
    with pytest.raises(AmendmentBlocked) as caught:
        add(table, "correct", {"entry": 1, "value": wrong})
    assert caught.value.entry == 2 and "yellow 6" in str(caught.value.message)
    assert (table.version, bodies(table)) == (2, [{"cards": hands} for hands in rounds])


def test_an_amendment_that_is_itself_wrong_is_no_block():
    table = three()
    for kind, body in (
        ("correct", {"entry": 2, "value": deal("1 1 8", "1 1 1")}),
        ("insert", {"before": 2, "value": {}}),
        ("remove", {"entry": 9}),
        ("correct", {"entry": 0, "value": FIRST}),
    ):
        with pytest.raises(RuleError) as caught:
            add(table, kind, body)
        assert not isinstance(caught.value, AmendmentBlocked)
    assert_entries(table, [FIRST, SECOND, THIRD])


def test_one_entry_too_many_is_blocked_by_the_last():
    table = three()
    add(table, "entry", FIRST)
    assert table.state.finished
    with pytest.raises(AmendmentBlocked) as caught:
        add(table, "insert", {"before": 1, "value": FIRST})
    assert caught.value.entry == 4


def test_of_two_insertions_at_one_place_the_second_is_told():
    table = three()
    add(table, "insert", {"before": 2, "value": FIRST})
    check_overlap(table, 3, Change("insert", {"before": 3, "value": SECOND}))
    late = Change("insert", {"before": 2, "value": SECOND})
    with pytest.raises(Conflict) as conflict:
        check_overlap(table, 3, late)
    assert [event.kind for event in conflict.value.between] == ["insert"]
    add(table, "undo")
    check_overlap(table, 3, late)


def test_of_two_corrections_of_one_entry_the_second_is_told_unless_the_first_was_taken_back():
    table = three()
    add(table, "correct", {"entry": 2, "value": FIRST})
    late = Change("correct", {"entry": 2, "value": deal("1 1 8", "3 2 5")})
    check_overlap(table, 3, Change("correct", {"entry": 1, "value": SECOND}))
    check_overlap(table, 4, late)
    with pytest.raises(Conflict):
        check_overlap(table, 3, late)
    add(table, "undo")
    check_overlap(table, 3, late)


def test_a_correction_typed_before_the_options_changed_is_told():
    table = empty("open", {"name": "Golf", "rounds": 3})
    add(table, "entry", {"round": [1, 2, 3]})
    add(table, "options", {"options": {"name": "Golf", "rounds": 4}})
    with pytest.raises(Conflict) as conflict:
        check_overlap(table, 1, Change("correct", {"entry": 1, "value": {"round": [2, 2, 3]}}))
    assert [event.kind for event in conflict.value.between] == ["options"]


def test_a_rematch_is_not_between_two_acts():
    table = table_of(STOP, ("rematch", {"session": "next"}))
    assert table.rematch == "next" and table.version == 2
    assert table.log.scored_since(1) == [] and table.log.target("undo") == table.log.events[0]
    assert len(table.log.scored_since(0)) == len(table.log.scored_since(-5)) == 1


def test_what_an_event_is_called():
    bet, trick = (
        ("part", {"slot": slot, "value": value}) for slot, value in (("bet-0", FIRST["bets"][0]), ("trick-1", 2))
    )
    assert told(table_of(bet, trick, ENTRY, STOP, UNDO, UNDO, UNDO)) == [
        "Ann bets 3",
        "trick 1 to Cleo",
        "Deal 1 entered",  # it does not stand any more
        "the end of the game",
        "taken back: the end of the game",
        "taken back: Deal 1",
        "taken back: trick 1 to Cleo",
    ]


def test_an_entry_is_called_by_the_number_it_had():
    first, second = ["Deal 1 entered", "taken back: Deal 1"], ["Deal 2 entered", "taken back: Deal 2"]
    entered = table_of(ENTRY, UNDO, ENTRY, UNDO, ENTRY, ENTRY, UNDO, ENTRY)
    assert told(entered) == [*first, *first, "Deal 1 scored", *second, "Deal 2 scored"]


@each_row("key", all_games())
def test_the_pieces_of_every_entry_have_words(key):
    game = all_games()[key]
    form = game.form
    for sheet in examples(key):
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
    table = table_of(*THREE, CORRECT, UNDO, REDO, REMOVE, UNDO, UNDO)
    assert [entry_at(table, 2, version) for version in range(10)] == [
        None, None, SECOND, SECOND, FIRST, SECOND, FIRST, None, FIRST, SECOND
    ]  # fmt: skip


def test_a_table_as_it_stood_and_what_an_undo_would_have_taken_back():
    table = table_of(*THREE, UNDO, ("correct", {"entry": 1, "value": deal("1 1 8", "3 2 5")}))
    past = table_at(table, 3)
    assert past is not None and len(past.entries) == 3 and past.entries[0].body == FIRST
    found = [past.log.target("undo") for version in range(6) if (past := table_at(table, version))]
    assert [event and event.number for event in found] == [None, 1, 2, 3, 2, 5]
