"""Answers that are cut off after the commit: the phone sends the same act again, and it stands once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from tests.faults.clients import Client, Lost
from tests.faults.cutter import CUTS, Cutter, cutter_before
from tests.faults.kept import check, read, replayed
from tests.faults.served import Served
from tests.support.long import mostly_long
from tests.support.phones import bets, hand, totals, trick

Clients = Callable[..., Client]
LUZ: tuple[tuple[str, Mapping[str, Any], str], ...] = (
    ("enter", bets("3 2s 1"), "/enter"),
    ("enter", trick(1, 0), "/enter"),
    ("undo", {}, ""),
    ("enter", trick(1, 2), "/enter"),
    ("sit", {"seat": 1}, "/enter"),
    ("sit", {"seat": 1, "leave": 1}, "/seats"),
    ("enter", totals("3 2 5"), "/enter"),
    ("undo", {"back": "enter"}, "/enter"),
    ("end", {}, ""),
)
HANDS: tuple[tuple[str, Mapping[str, Any], str], ...] = (
    ("enter", hand(0, "G1 G2 Y3 O2"), "/enter"),
    ("enter", hand(1, "G3 T3 Y2 O3"), "/enter"),
    ("undo", {}, ""),
    ("enter", hand(1, "G3 T3 Y2 O2"), "/enter"),
    ("end", {}, ""),
)


@pytest.fixture
def cutter(served: Served) -> Iterator[Cutter]:
    with cutter_before(served.port) as cutter:
        yield cutter


@pytest.mark.parametrize("htmx", mostly_long([True, False]))
def test_an_act_whose_answers_were_lost_stands_once(
    served: Served, cutter: Cutter, client: Clients, htmx: bool
) -> None:
    phone = client(cutter.port, "phone")
    phone.htmx = htmx
    games = [("luz", ["Ann", "Ben", "Cleo"], LUZ), ("5211", ["Dan", "Eve"], HANDS)] * 2
    for (game, players, acts), cut in zip(reversed(games) if htmx else games, CUTS.values(), strict=True):
        session = phone.open(game, *players)
        for number, (what, fields, place) in enumerate(acts):
            assert phone.version(session) == number
            cutter.fates = [cut, cut]
            answer = phone.act(session, what, number, fields)
            assert answer.location == f"/t/{session}{place}", (what, fields, answer)
        cutter.fates = [cut, cut]
        assert phone.act(session, "rematch", len(acts)).location != f"/t/{session}"
        assert phone.version(session) == len(acts) + 1
    kept = read(served.database)
    check(kept, phone.ledger)
    assert kept.entered == phone.ledger.acknowledged.keys()
    assert htmx or kept.entered <= phone.ledger.retried
    assert len(kept.sessions) == 2 * len(games), "each game has one rematch"
    assert cutter.lost >= len(kept.events) > 0
    with replayed(served.database) as tables:
        assert all(phone.version(session) == table.version for session, table in tables.items())


def test_an_act_that_was_lost_and_overtaken_still_counts(served: Served, cutter: Cutter, client: Clients) -> None:
    """What stands is not refused to the phone that sent it, though the table has long moved on."""
    cut, other = client(cutter.port, "cut"), client(served.port, "other")
    session = cut.open("luz", "Ann", "Ben", "Cleo")
    other.join(cut, session)
    form = cut.form("mine", 0, bets("3 2 1"))
    cutter.fates = [CUTS["before its first byte"]]
    with pytest.raises(Lost):
        cut.ask("POST", f"/t/{session}/enter", form)
    other.act(session, "enter", 1, totals("3 2 5"))
    other.act(session, "undo", 2)
    other.act(session, "undo", 3)
    other.act(session, "enter", 4, bets("0 0 0"))
    cut.note(session, "enter", "mine", cut.ask("POST", f"/t/{session}/enter", form))
    assert not cut.ledger.refused and cut.version(session) == other.version(session) == 5
    check(read(served.database), cut.ledger)
    check(read(served.database), other.ledger)


def test_one_act_sent_many_times_at_once_is_one_act(served: Served, client: Clients) -> None:
    host = client(served.port, "host")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    phones = [client(served.port, "host") for _ in range(12)]
    for phone in phones:
        phone.cookie = host.cookie
        phone.act(session, "sit", 0, {"seat": 0})  # the same key from each
    threads = [threading.Thread(target=phone.act, args=[session, "enter", 1, bets("3 2 1")]) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert [phone.ledger.acknowledged.keys() for phone in phones] == [{"host-1", "host-2"}] * 12
    assert host.version(session) == 2
    check(read(served.database), phones[0].ledger)
