"""The fold of a log: states, the draft of the running entry, what an undo takes back and what it is called."""

from companion.scoring.scoresheet import END
from tests.table.test_amending import NAMES, add, empty, log_of

BETS = [{"beads": 3, "safety": False}, {"beads": 2, "safety": True}, {"beads": 0, "safety": False}]
DEAL = {"bets": BETS, "tricks": [3, 3, 4]}


def table_of(*kinds_and_bodies):
    table = empty()
    for kind, body in kinds_and_bodies:
        add(table, kind, body)
    return table


def part(slot, value):
    return "part", {"slot": slot, "value": value}


ENTRY, UNDO, STOP = ("entry", DEAL), ("undo", None), ("entry", END)


def describe(table, number):
    return log_of(table).describe(table.log.events[number - 1]).text(names=NAMES)


def test_a_rematch_is_not_between_two_acts():
    table = table_of(STOP, ("rematch", {"session": "next"}))
    assert table.rematch == "next" and table.version == 2
    assert table.log.scored_since(1) == [] and table.log.target("undo") == table.log.events[0]
    assert len(table.log.scored_since(0)) == len(table.log.scored_since(-5)) == 1


def test_what_an_event_is_called():
    table = table_of(part("bet-0", BETS[0]), part("trick-1", 2), ENTRY, STOP, UNDO, UNDO, UNDO)
    assert describe(table, 1) == "Ann bets 3"
    assert describe(table, 2) == "trick 1 to Cleo"
    assert describe(table, 3) == "Deal 1 entered", "it does not stand any more"
    assert describe(table, 4) == "the end of the game"
    assert describe(table, 5) == "taken back: the end of the game"
    assert describe(table, 6) == "taken back: Deal 1"
    assert describe(table, 7) == "taken back: trick 1 to Cleo"


def test_an_entry_is_called_by_the_number_it_had():
    # Deal 1 three times, the last stands; deal 2 twice.
    table = table_of(ENTRY, UNDO, ENTRY, UNDO, ENTRY, ENTRY, UNDO, ENTRY)
    told = ["Deal 1 entered", "Deal 1 entered", "Deal 1 scored", "Deal 2 entered", "Deal 2 scored"]
    assert [describe(table, number) for number in (1, 3, 5, 6, 8)] == told
    assert describe(table, 4) == "taken back: Deal 1"
    assert describe(table, 7) == "taken back: Deal 2"
