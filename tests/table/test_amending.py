"""Entries corrected, taken out and put in, undo and redo, and what is refused; test_long_log.py has any such logs."""

import pytest

from companion.engine import RuleError
from companion.games import all_games
from companion.scoring.replay import AmendmentBlocked
from companion.scoring.scoresheet import play, read_setup
from companion.storage.records import Event, SessionRow
from companion.table.changes import Change, Conflict, check_overlap
from companion.table.table import Viewpoint, new_table
from companion.table.visible_table import VisibleTable
from tests.support.each_row import each_row

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


def three():
    table = empty()
    for entry in (FIRST, SECOND, THIRD):
        add(table, "entry", entry)
    return table


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
    table = three()
    add(table, "correct", {"entry": 2, "value": FIRST})
    add(table, "remove", {"entry": 3})
    add(table, "insert", {"before": 2, "value": THIRD})
    add(table, "undo")
    add(table, "redo")
    sentences = [log_of(table).describe(event).text(names=NAMES) for event in table.log.events]
    assert sentences[3:] == [
        "Deal 2 corrected",
        "Deal 3 removed",
        "Deal 2 inserted",
        "taken back: Deal 2 inserted",
        "again: Deal 2 inserted",
    ]
    assert table.points[4] == ((20, -5, -5), (20, 20, 20))


def test_an_entry_that_is_done_again_keeps_its_number():
    table = three()
    for kind in ("undo", "redo"):
        add(table, kind)
    add(table, "correct", {"entry": 3, "value": SECOND})
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
