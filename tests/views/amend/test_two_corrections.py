"""Two phones correct, remove or insert the same entry: both versions are shown, and nothing is taken back silently."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import pytest
from werkzeug.datastructures import MultiDict

from companion.making.forms import EntryForm
from companion.table.changes import Request
from tests.support.acting import amend, enter
from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, notice

Fields = dict[str, Any]


def wall(rows, floor=0):
    names = {"B": "blue", "Y": "yellow", "R": "red", "W": "white"}
    tiles = [{"row": int(row), "colour": names[colour]} for row, colour in rows.split()]
    return {"tiles": tiles, "floor": floor}


BETS = [{"beads": beads, "safety": False} for beads in (3, 2, 1)]
TOTALS = {"bets": BETS, "tricks": [3, 2, 5]}
SALE = {"building": "castle", "ruin": False, "noble": None, "lands": [{"land": "lake", "tiles": [1, 1], "rats": False}]}


@dataclass
class Case:
    """An entry that one phone changes in the tab `query`, with `fields` on its form, and another one beside it."""

    game: str
    players: list[str]
    options: dict[str, Any]
    entries: list[Any]
    first: tuple[str, Fields]
    second: tuple[str, Fields]
    said: tuple[str, str]  # by the panel of the other's and of the own version


def azul(said=("", ""), **changes):
    entry = {"tiling": [wall("1B"), wall("2Y", 1)], "first": 1}
    return Case("azul", ["Ann", "Ben"], {}, [entry], changes["first"], changes["second"], said)


TWO, THREE = ["Ann", "Ben"], ["Ann", "Ben", "Cleo"]
CASES = {
    "azul, two walls": azul(
        first=("seat=0", {"floor": 3}), second=("seat=1", {"r1": 1}),
        said=("floor line: 3 row 1: nothing", "floor line: 0 row 1: blue"),
    ),
    "azul, one row": azul(
        first=("seat=0", {"r1": 2}), second=("seat=0", {"r1": 3}), said=("row 1: yellow", "row 1: red"),
    ),
    "luz, a bet and the tricks": Case(
        "luz", THREE, {}, [TOTALS],
        ("bets=1", {"b0": 4}), ("totals=1", {"t0": 4, "t2": 4}),
        ("bet 4 Ann took 3 tricks Cleo took 5 tricks", "bet 3 Ann took 4 tricks Cleo took 4 tricks"),
    ),
    "luz, the tricks": Case(
        "luz", THREE, {}, [TOTALS],
        ("totals=1", {"t0": 4, "t1": 1}), ("totals=1", {"t0": 4, "t2": 4}),
        ("Ben took 1 trick Cleo took 5 tricks", "Ben took 2 tricks Cleo took 4 tricks"),
    ),
    "salamanca, seat and noble of a sale": Case(
        "salamanca", THREE, {}, [{"seat": 0, "sale": SALE}],
        ("", {"seat": 1}), ("", {"noble": 2}), ("by Ben no noble", "by Ann with the noble of Cleo"),
    ),
    "open, two sides": Case(
        "open", TWO, {"rounds": 3}, [{"round": [12, 5]}],
        ("seat=0", {"n0": "13"}), ("seat=1", {"n0": "6"}), ("13 5", "12 6"),
    ),
    "open, one side": Case(
        "open", TWO, {"rounds": 3}, [{"round": [12, 5]}],
        ("seat=0", {"n0": "13"}), ("seat=0", {"n0": "14"}), ("13", "14"),
    ),
}  # fmt: skip


@dataclass
class Corrector:
    """A phone that has the form of a correction open since some version."""

    phone: Phone
    session: str
    version: int
    form: EntryForm
    preview: str = ""

    def types(self, fields):
        """Change fields and tap the main button."""
        changed = MultiDict(self.form.fields)
        for name, value in fields.items():
            changed.setlist(name, value if isinstance(value, list) else [] if value is None else [value])
        answer = self.phone.post(self.form.action, changed)
        assert answer.status_code == 303, notice(answer)
        self.preview = answer.location
        return self

    def corrects(self, fields):
        assert self.saves(self.types(fields).looks().text).status_code == 303

    def looks(self):
        return self.phone.get(self.preview)

    def saves(self, page, headers=None):
        form = next(form for form in parse(page).find_all("form") if "/entries/" in form["action"])
        return self.phone.post(form["action"], form.fields, **({"headers": headers} if headers else {}))


@pytest.fixture
def two(host, phone, sessions):

    def opened(case):
        session = host.open(case.game, case.players, **case.options)
        enter(sessions, session, *case.entries)
        late = phone().join(host, session)
        version = host.version(session)
        address = f"/t/{session}/entries/{len(case.entries)}/correct?"
        return (
            Corrector(host, session, version, EntryForm(host.page(address + case.first[0]))),
            Corrector(late, session, version, EntryForm(late.page(address + case.second[0]))),
        )

    return opened


def crossed(two, case):
    """Both, and the preview of the second, which looked before the first one corrected."""
    first, second = two(case)
    page = second.types(case.second[1]).looks().text
    first.corrects(case.first[1])
    return first, second, page


def entry_of(sessions, corrector):
    return sessions.table(corrector.session).entries[-1].body


def count(sessions, corrector):
    return len(sessions.table(corrector.session).entries)


def heading(answer):
    return re.findall(r"(?s)<h1.*?</h1>", answer.text)[0]


def shown(page):
    """What is bold in each version, because it differs."""
    return [" ".join(version.bold) for version in parse(page).find("alert").find_all("list")]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("keeps", ["theirs", "mine"])
def test_two_different_corrections_show_the_words_of_both(two, sessions, name, keeps):
    case = CASES[name]
    first, second, page = crossed(two, case)
    stored = entry_of(sessions, first)
    answer = second.saves(page)
    assert answer.status_code == 409 and " corrected (the host" in notice(answer)
    assert " corrected" in heading(answer), "the page says first what happened"
    assert shown(answer.text) == list(case.said), "the differing words of both are marked"
    assert entry_of(sessions, first) == stored, "nothing is taken back silently"
    assert second.looks().status_code == 409, "the preview that is loaded anew says it too"
    label = "Keep theirs" if keeps == "theirs" else "Save mine instead"
    way = parse(answer.text).find("link", label)["href"]
    page = second.phone.page(way)
    if keeps == "mine":
        assert second.saves(page).status_code == 303
    assert (entry_of(sessions, first) == stored) == (keeps == "theirs")


def test_the_same_correction_from_two_phones_is_done_once_and_silently(two):
    case = CASES["luz, the tricks"]
    first, _ = two(case)
    second = Corrector(first.phone, first.session, first.version, first.form).types(case.first[1])
    page = second.looks().text
    first.corrects(case.first[1])
    version = first.phone.version(first.session)
    assert second.saves(page).status_code == 303
    assert first.phone.version(first.session) == version


@pytest.mark.parametrize("headers", [None, HTMX], ids=["page", "htmx"])
def test_a_preview_that_is_out_of_date_is_made_anew(two, sessions, headers):
    """Ben's blue tile in row 1 brings 1, beside the yellow one that was corrected meanwhile 2."""
    case = azul(first=("seat=1", {}), second=("seat=1", {"r1": 1}))
    case.entries = [{"tiling": [wall(""), wall("")]}] * 2
    first, second = two(case)
    page = second.types(case.second[1]).looks().text
    mended = {"entry": 1, "value": {"tiling": [wall(""), wall("1Y")]}}
    amend(sessions, first.session, Request(1, "mended", 2, b""), "correct", mended)
    before = entry_of(sessions, first)
    answer = second.saves(page, headers)
    page = second.phone.page(answer.headers["HX-Redirect"] if headers else answer.location)
    assert "The table has moved on since you looked." in page and entry_of(sessions, first) == before
    assert second.saves(page, headers).status_code in (200, 303)
    assert len(entry_of(sessions, first)["tiling"][1]["tiles"]) == 1


def test_removing_what_was_corrected_shows_the_words_of_both(two, sessions):
    case = CASES["azul, two walls"]
    first, second = two(case)
    page = second.phone.page(f"/t/{second.session}/entries/1/remove")
    assert "row 1: blue" in page, "what is removed"
    first.corrects(case.first[1])
    answer = second.phone.act(second.session, "entries/1/remove", {"line": 1}, seen=second.version)
    assert answer.status_code == 409 and "floor line: 3" in answer.text and "remove Round 1" in answer.text
    way = parse(answer.text).find("link", "Remove it all the same")["href"]
    assert second.saves(second.phone.page(way)).status_code == 303
    assert count(sessions, first) == 0


def test_correcting_what_was_removed_can_put_it_back(two, sessions):
    case = CASES["open, two sides"]
    first, second = two(case)
    for seat, number in ((0, 4), (1, 7)):
        assert first.phone.enter(first.session, {"seat": seat, "n0": number}).status_code == 303
    page = second.types(case.second[1]).looks().text
    assert first.phone.act(first.session, "entries/1/remove", {"line": 1}).status_code == 303
    answer = second.saves(page)
    assert answer.status_code == 409 and "Round 1 removed" in notice(answer) and "Round 1 removed" in heading(answer)
    assert "6" in parse(answer.text).find("alert").find_all("list")[1].text, "mine"
    way = parse(answer.text).find("link", "Put it back with mine")["href"]
    assert second.saves(second.phone.page(way)).status_code == 303
    table = sessions.table(first.session)
    assert table and [line.body for line in table.entries] == [{"round": [12, 6]}, {"round": [4, 7]}]


def test_the_same_entry_is_inserted_once_by_two(two, sessions):
    case = CASES["luz, the tricks"]
    first, second = two(case)
    pages = []
    for phone, taken in ((first, "3 2 5"), (second, "3 2 5"), (second, "4 1 5")):
        address = f"/t/{first.session}/entries/1/insert"
        at = phone.phone.post(f"{address}/form", {"stage": "bets", "b0": 1, "b1": 1, "b2": 1}).location
        typed = dict(parse_qsl(at.partition("?")[2]))["draft"]
        tricks = {f"t{seat}": count for seat, count in enumerate(taken.split())}
        at = phone.phone.post(f"{address}/form", {"stage": "totals", **tricks, "draft": typed}).location
        pages.append(phone.phone.page(at))
    assert first.saves(pages[0]).status_code == 303
    assert second.saves(pages[1]).status_code == 303
    assert count(sessions, first) == 2, "both meant the same"
    answer = second.saves(pages[2])
    assert answer.status_code == 409 and shown(answer.text)[1] == "Ann took 4 tricks Ben took 1 trick"
    assert "Insert mine too" in answer.text and second.saves(answer.text).status_code == 303
    assert count(sessions, first) == 3
