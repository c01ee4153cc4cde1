"""Whoever enters while another phone corrects, inserts, removes, undoes or redoes: accepted where it is still right,
else told why; nothing is lost, nothing counts twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from companion.game.pages.form import Whole
from companion.sessions.actions import Action
from companion.sessions.service import Sessions
from tests.support.files import LANDS
from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, Phones, bets, hand, notice, totals, trick


def deal(*taken: int) -> dict[str, Any]:
    return {"bets": [{"beads": 1, "safety": False}] * 4, "tricks": list(taken)}


def tiling(*floors: int) -> dict[str, Any]:
    return {"tiling": [{"tiles": [], "floor": floor} for floor in floors]}


def half(seat: int, colour: str, number: int) -> dict[str, Any]:
    return {"seat": seat, "points": [[colour, number], ["red", 0]]}


@dataclass
class Played:
    """A game with entries that stand, the value that corrects the first of them, and what a phone enters next."""

    key: str
    players: list[str]
    options: dict[str, int]
    entries: list[Any]
    other: Any
    before: list[dict[str, Any]]  # parts of the running entry that are in already
    part: dict[str, Any] | None
    rival: dict[str, Any] | None  # the same part with another value
    whole: dict[str, Any] | None


HANDS = {"cards": [["G1", "G2", "Y3", "O2"], ["G3", "T3", "Y2", "O3"]]}
GAMES = [
    Played("luz", ["Ann", "Ben", "Cleo", "Dan"], {}, [deal(1, 2, 3, 4), deal(4, 3, 2, 1)], deal(4, 4, 1, 1),
           [bets("1 1 1 1"), trick(1, 0)], trick(2, 1), trick(2, 3), totals("1 2 3 4")),
    Played("luz", ["Ann", "Ben", "Cleo", "Dan"], {}, [deal(1, 2, 3, 4), deal(4, 3, 2, 1)], deal(4, 4, 1, 1),
           [], {"stage": "bets", "seat": 2, "b2": 3}, {"stage": "bets", "seat": 2, "b2": 4}, None),
    Played("5211", ["Ann", "Ben"], {}, [HANDS, HANDS], {"cards": [["B1", "B2", "B3", "O1"], HANDS["cards"][1]]},
           [], hand(0, "T1 T2 T3 T4"), hand(0, "T1 T2 T3 T5"), None),
    Played("5211", ["Ann", "Ben"], {}, [HANDS, HANDS], {"cards": [["B1", "B2", "B3", "O1"], HANDS["cards"][1]]},
           [hand(1, "B1 B2 B3 B4")], None, None, hand(0, "T1 T2 T3 T4")),
    Played("azul", ["Ann", "Ben"], {}, [tiling(0, 1), tiling(2, 0)], tiling(1, 1),
           [], {"seat": 0, "typed": 1, "floor": 1}, {"seat": 0, "typed": 1, "floor": 3}, None),
    Played("ingenious", ["Ann", "Ben", "Cleo"], {}, [half(0, "green", 3), half(1, "blue", 2)], half(0, "green", 5),
           [], None, None, {"seat": 2, "tap": ["r1", "b2"]}),
    Played("salamanca", ["Ann", "Ben", "Cleo"], {"board": 1}, [{"setup": LANDS}],
           {"setup": [{"tile": "forest", "at": [1, 1]}, *LANDS[1:]]},
           [], None, None, {"end": 1, "c0": 3, "c1": 7, "c2": 1}),
]  # fmt: skip
MEANWHILE = ("correct", "insert", "remove", "undo", "redo")
CASES = [
    pytest.param(game, act, id=f"{number}-{game.key}-{act}")
    for number, game in enumerate(GAMES)
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
    sessions: Sessions
    game: Played

    def enters(self, fields: dict[str, Any], **options: Any) -> Any:
        return self.late.enter(self.session, fields, seen=self.seen, **options)

    def amends(self, kind: str) -> None:
        """The host corrects the first entry, puts one in before it or takes it out."""
        table = self.sessions.table(self.session)
        assert table
        line = table.entries[0].number
        body: dict[str, Any] = {"before" if kind == "insert" else "entry": line}
        if kind == "insert":
            body["value"] = self.game.entries[0]
        elif kind == "correct":
            body["value"] = self.game.other
        self.sessions.amend(self.session, Action(1, f"amend-{table.version}", table.version, b""), kind, body, "host")

    def does(self, kind: str) -> None:
        if kind in ("undo", "redo"):
            self.amends("correct")
            self.host.act(self.session, "undo")
        if kind == "redo":
            self.host.act(self.session, "redo")
        elif kind != "undo":
            self.amends(kind)


@pytest.fixture
def at(host: Phone, phone: Phones, sessions: Sessions) -> Callable[[Played], At]:
    def opened(game: Played) -> At:
        session = host.open(game.key, game.players, **game.options)
        for number, entry in enumerate(game.entries):
            table = sessions.table(session)
            assert table
            sessions.enter(session, Action(1, f"k{number}", table.version, b""), Whole(entry))
        late = phone().join(host, session)
        for fields in game.before:
            assert host.enter(session, fields).status_code == 303
        return At(session, host, late, host.version(session), sessions, game)

    return opened


def stood(at: At) -> tuple[int, dict[str, Any]]:
    table = at.sessions.table(at.session)
    assert table
    return len(table.entries), dict(table.draft)


@pytest.mark.parametrize(("game", "act"), CASES)
def test_an_entry_meanwhile_corrected_elsewhere_is_taken_or_told_why(
    at: Callable[[Played], At], game: Played, act: str
) -> None:
    table = at(game)
    table.does(act)
    fields = game.part or game.whole
    assert fields
    before = stood(table)
    answer = table.enters(fields, key="late")
    assert answer.status_code == 303, notice(answer)
    entries, draft = stood(table)
    assert (entries, len(draft)) == ((before[0], len(before[1]) + 1) if game.part else (before[0] + 1, 0))
    if act not in ("undo", "redo"):
        page = table.late.page(answer.location)
        news = parse(page).by_id("notice")
        assert news.role == "status" and news.text.startswith("Saved. Meanwhile: "), act
    version = table.host.version(table.session)
    assert table.enters(fields, key="late").status_code == 303, "sent again"
    assert table.host.version(table.session) == version


def test_a_tile_is_never_given_to_another_seat_than_the_form_said(at: Callable[[Played], At]) -> None:
    game = next(game for game in GAMES if game.key == "ingenious")
    table = at(game)
    standing = table.sessions.table(table.session)
    assert standing and game.whole
    act = Action(1, "out", standing.version, b"")
    table.sessions.amend(table.session, act, "remove", {"entry": standing.entries[-1].number}, "host")
    answer = table.enters(game.whole)
    assert answer.status_code == 422
    assert "it is the turn of Ben, not of Cleo" in notice(answer) and "Meanwhile: Move 2 removed" in notice(answer)
    assert stood(table)[0] == 1


@pytest.mark.parametrize("kind", ["correct", "remove", "insert"])
@pytest.mark.parametrize("act", [*MEANWHILE, "entry", "part"])
def test_a_correction_meets_what_came_between(at: Callable[[Played], At], kind: str, act: str) -> None:
    """The late phone puts deal 2 right; deal 1 is put right meanwhile, or the running deal goes on."""
    table = at(GAMES[0])
    standing = table.sessions.table(table.session)
    assert standing
    line = standing.entries[1].number
    address = f"entries/2/{kind}"
    fields: dict[str, Any] = {"line": line}
    if kind != "remove":
        posted = table.late.post(f"/t/{table.session}/entries/2/{kind}/form?line={line}", bets("2 2 2 2"))
        posted = table.late.post(posted.location.replace(f"/{kind}?", f"/{kind}/form?"), totals("4 3 2 1"))
        fields["draft"] = re.search(r"draft=([^&]+)", posted.location)[1]  # type: ignore[index]
    if act == "entry":
        assert table.host.enter(table.session, totals("1 2 3 4")).status_code == 303
    elif act == "part":
        assert table.host.enter(table.session, trick(2, 2)).status_code == 303
    else:
        table.does(act)
    before = stood(table)[0]
    answer = table.late.act(table.session, address, fields, seen=table.seen)
    assert answer.status_code == 303, notice(answer)
    assert stood(table)[0] == before + {"correct": 0, "remove": -1, "insert": 1}[kind]


def test_a_correction_of_the_same_entry_shows_both_and_mine_can_be_saved(at: Callable[[Played], At]) -> None:
    table = at(GAMES[0])
    table.does("correct")
    posted = table.late.post(f"/t/{table.session}/entries/1/correct/form", totals("4 3 2 1"))
    typed = re.search(r"draft=([^&]+)", posted.location)[1]  # type: ignore[index]
    answer = table.late.act(table.session, "entries/1/correct", {"line": 1, "draft": typed}, seen=table.seen)
    assert answer.status_code == 409 and "Deal 1 corrected" in notice(answer)
    way = parse(answer.text).find("link", "Save mine instead")["href"]
    assert "What changes" in table.late.page(way), "nothing is saved before its preview"
    typed = re.search(r"draft=([^&]+)", way)[1]  # type: ignore[index]
    assert table.late.act(table.session, "entries/1/correct", {"line": 1, "draft": typed}).status_code == 303
    assert "4, then" not in table.late.page(f"/t/{table.session}") and stood(table)[0] == 2


@pytest.mark.parametrize("act", MEANWHILE)
def test_an_undo_takes_back_what_its_button_said_or_nothing(at: Callable[[Played], At], act: str) -> None:
    table = at(GAMES[0])
    table.does(act)
    before = stood(table)
    answer = table.late.act(table.session, "undo", {"back": "enter"}, seen=table.seen, headers=HTMX)
    assert answer.status_code == 409 and "Not saved: meanwhile the table has" in notice(answer)
    assert stood(table) == before


def test_two_phones_that_take_back_the_same_agree(at: Callable[[Played], At]) -> None:
    table = at(GAMES[0])
    assert table.host.act(table.session, "undo").status_code == 303
    before = stood(table)
    assert table.late.act(table.session, "undo", seen=table.seen).status_code == 303
    assert stood(table) == before, "trick 1 is taken back once, and the bets stay"
    assert table.late.act(table.session, "redo").status_code == 303
    assert table.host.act(table.session, "redo", seen=table.seen + 1).status_code == 303
    assert stood(table)[1]["trick-1"] == 0


def test_no_other_entry_is_changed_for_one_taken_out(at: Callable[[Played], At]) -> None:
    table = at(GAMES[0])
    table.does("remove")
    answer = table.late.act(table.session, "entries/1/remove", seen=table.seen)
    assert answer.status_code == 409 and "Deal 1 removed" in notice(answer)
    assert table.late.act(table.session, "entries/1/remove", {"line": 1}, seen=table.seen).status_code == 303, "done"
    assert stood(table)[0] == 1
