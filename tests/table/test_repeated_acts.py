"""An act whose answer was lost is sent again: it stands once, and leads where the first answer would have led."""

from tests.support.each_row import each_row
from tests.support.phones import HTMX, ORIGIN, bets, hand, totals, trick

LUZ = (
    ("enter", bets("3 2s 1 0"), "/enter"),
    ("enter", trick(1, 0), "/enter"),
    ("undo", {}, ""),
    ("enter", trick(1, 2), "/enter"),
    ("sit", {"seat": 1}, "/enter?seat=1"),
    ("sit", {"seat": 1, "leave": 1}, "/seats"),
    ("enter", totals("3 2 5 0"), "/enter"),
    ("undo", {"back": "enter"}, "/enter"),
    ("end", {}, ""),
)
HANDS = (
    ("enter", hand(0, "G1 G2 Y3 O2"), "/enter"),
    ("enter", hand(1, "G3 T3 Y2 O3"), "/enter"),
    ("undo", {}, ""),
    ("end", {}, ""),
)


@each_row(
    ("headers", "game", "acts"), [(way, *each) for way in (ORIGIN, HTMX) for each in (("luz", LUZ), ("5211", HANDS))]
)
def test_an_act_whose_answers_were_lost_stands_once(host, headers, game, acts):
    session = host.open(game)
    for number, (what, fields, place) in enumerate((*acts, ("rematch", {}, None))):
        answers = [host.act(session, what, fields, seen=number, key=f"k{number}", headers=headers) for _ in range(3)]
        (led,) = {answer.headers.get("Location") or answer.headers.get("HX-Redirect") for answer in answers}
        assert led == f"/t/{session}{place}" if place is not None else session not in str(led), what
        assert host.version(session) == number + 1, what


def test_an_act_that_was_lost_and_overtaken_still_counts(host, phone, luz):
    """What stands is not refused to the phone that sent it, though the table has long moved on."""
    other = phone().join(host, luz)
    for _ in range(2):
        assert host.enter(luz, bets("3 2 1 0"), seen=0, key="mine").status_code == 303
        if host.version(luz) == 1:
            for fields in (totals("3 2 5 0"), None, None, bets("0 0 0 0")):
                assert other.act(luz, "enter" if fields else "undo", fields).status_code == 303
    assert host.version(luz) == other.version(luz) == 5
