"""Whoever enters while another phone corrects, inserts, removes, undoes or redoes: accepted where it is still right,
else told why; nothing is lost, nothing counts twice."""

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from companion.table.changes import Request
from companion.table.service import Tables
from tests.support.acting import amend, enter
from tests.support.files import LANDS
from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, bets, hand, notice, totals, trick


def deal(*taken):
    return {"bets": [{"beads": 1, "safety": False}] * 4, "tricks": list(taken)}


def tiling(*floors):
    return {"tiling": [{"tiles": [], "floor": floor} for floor in floors]}


def half(seat, colour, number):
    return {"seat": seat, "points": [[colour, number], ["red", 0]]}


class Played(NamedTuple):
    """A game with entries that stand, the value that corrects the first of them, and what a phone enters next."""

    key: str
    seats: int
    entries: list[Any]
    other: Any
    fields: dict[str, Any]
    is_part: bool = False  # of an entry
    before: tuple[dict[str, Any], ...] = ()  # parts of the running entry that are in already


HANDS = {"cards": [["G1", "G2", "Y3", "O2"], ["G3", "T3", "Y2", "O3"]]}
LUZ = Played(
    "luz", 4, [deal(1, 2, 3, 4), deal(4, 3, 2, 1)], deal(4, 4, 1, 1), trick(2, 1), True, (bets("1 1 1 1"), trick(1, 0))
)
INGENIOUS = Played(
    "ingenious", 3, [half(0, "green", 3), half(1, "blue", 2)], half(0, "green", 5), {"seat": 2, "tap": ["r1", "b2"]}
)
GAMES = (
    LUZ,
    INGENIOUS,
    Played("5211", 2, [HANDS] * 2, {"cards": [["B1", "B2", "B3", "O1"], HANDS["cards"][1]]}, hand(0, "T1 T2 T3 T4"),
           before=(hand(1, "B1 B2 B3 B4"),)),
    Played("azul", 2, [tiling(0, 1), tiling(2, 0)], tiling(1, 1), {"seat": 0, "typed": 1, "floor": 1}, True),
    Played("salamanca", 3, [{"setup": LANDS}], {"setup": [{"tile": "forest", "at": [1, 1]}, *LANDS[1:]]},
           {"end": 1, "c0": 3, "c1": 7, "c2": 1}),
)  # fmt: skip
MEANWHILE = ("correct", "insert", "remove", "undo", "redo")
CASES = [
    pytest.param(game, act, id=f"{game.key}-{act}")
    for game in GAMES
    for act in MEANWHILE
    if act not in ("insert", "remove") or game.key not in ("salamanca", "ingenious")
]


@dataclass
class At:
    """A table as two phones found it: one has its form open at version `seen`, the host acts meanwhile."""

    session: str
    host: Phone
    late: Phone
    seen: int
    sessions: Tables
    game: Played

    def enters(self, **options):
        return self.late.enter(self.session, self.game.fields, seen=self.seen, **options)

    @property
    def table(self):
        return self.sessions.table(self.session)

    @property
    def stands(self):
        return len(self.table.entries), dict(self.table.draft)

    def amends(self, kind, place=0):
        """The host corrects the first entry, puts one in before it or takes one out."""
        body = {"before" if kind == "insert" else "entry": self.table.entries[place].number}
        body |= {"insert": {"value": self.game.entries[0]}, "correct": {"value": self.game.other}}.get(kind, {})
        version = self.table.version
        amend(self.sessions, self.session, Request(1, f"amend-{version}", version, b""), kind, body)

    def does(self, kind):
        self.amends("correct" if kind in ("undo", "redo") else kind)
        for act in ("undo", "redo")[: ("undo", "redo").index(kind) + 1] if kind in ("undo", "redo") else ():
            self.host.act(self.session, act)


@pytest.fixture
def at(host, phone, sessions):
    def opened(game):
        options = {"board": 1} if game.key == "salamanca" else {}
        session = host.open(game.key, ["Ann", "Ben", "Cleo", "Dan"][: game.seats], **options)
        enter(sessions, session, *game.entries)
        late = phone().join(host, session)
        for fields in game.before:
            assert host.enter(session, fields).status_code == 303
        return At(session, host, late, host.version(session), sessions, game)

    return opened


@pytest.mark.parametrize(("game", "act"), CASES)
def test_an_entry_meanwhile_corrected_elsewhere_is_taken_or_told_why(at, game, act):
    table = at(game)
    table.does(act)
    entries, draft = table.stands
    answer = table.enters(key="late")
    assert answer.status_code == 303, notice(answer)
    now, parts = table.stands
    assert (now, len(parts)) == ((entries, len(draft) + 1) if game.is_part else (entries + 1, 0))
    if act not in ("undo", "redo"):
        news = parse(table.late.page(answer.location)).by_id("notice")
        assert news.role == "status" and news.text.startswith("Saved. Meanwhile: "), act
    version = table.table.version
    assert table.enters(key="late").status_code == 303, "sent again"
    assert table.table.version == version


def test_a_tile_is_never_given_to_another_seat_than_the_form_said(at):
    table = at(INGENIOUS)
    table.amends("remove", -1)
    answer = table.enters()
    assert answer.status_code == 422 and table.stands[0] == 1
    assert "it is the turn of Ben, not of Cleo" in notice(answer) and "Meanwhile: Move 2 removed" in notice(answer)


@pytest.mark.parametrize("kind", ["correct", "remove", "insert"])
@pytest.mark.parametrize("act", [*MEANWHILE, "entry", "part"])
def test_a_correction_meets_what_came_between(at, kind, act):
    """The late phone puts deal 2 right; deal 1 is put right meanwhile, or the running deal goes on."""
    table = at(LUZ)
    line = table.table.entries[1].number
    address = f"entries/2/{kind}"
    fields = {"line": line}
    if kind != "remove":
        posted = table.late.post(f"/t/{table.session}/entries/2/{kind}/form?line={line}", bets("2 2 2 2"))
        posted = table.late.post(posted.location.replace(f"/{kind}?", f"/{kind}/form?"), totals("4 3 2 1"))
        fields["draft"] = re.search(r"draft=([^&]+)", posted.location)[1]
    if act == "entry":
        assert table.host.enter(table.session, totals("1 2 3 4")).status_code == 303
    elif act == "part":
        assert table.host.enter(table.session, trick(2, 2)).status_code == 303
    else:
        table.does(act)
    before = table.stands[0]
    answer = table.late.act(table.session, address, fields, seen=table.seen)
    assert answer.status_code == 303, notice(answer)
    assert table.stands[0] == before + {"correct": 0, "remove": -1, "insert": 1}[kind]


@pytest.mark.parametrize("act", MEANWHILE)
def test_an_undo_takes_back_what_its_button_said_or_nothing(at, act):
    table = at(LUZ)
    table.does(act)
    before = table.stands
    answer = table.late.act(table.session, "undo", {"back": "enter"}, seen=table.seen, headers=HTMX)
    assert answer.status_code == 409 and notice(answer).startswith("Nothing is changed yet.")
    assert table.stands == before


def test_no_other_entry_is_changed_for_one_taken_out(at):
    table = at(LUZ)
    table.does("remove")
    answer = table.late.act(table.session, "entries/1/remove", seen=table.seen)
    assert answer.status_code == 409 and "Deal 1 removed" in notice(answer)
    assert table.late.act(table.session, "entries/1/remove", {"line": 1}, seen=table.seen).status_code == 303, "done"
    assert table.stands[0] == 1
