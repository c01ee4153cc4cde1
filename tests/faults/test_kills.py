"""Clients post to a real server that is killed with -9 at random moments; nothing that was answered is lost."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import count

import pytest

from tests.faults.clients import Client, Ledger
from tests.faults.kept import Kept, check, read, replayed
from tests.faults.players import Onlooker, Player
from tests.faults.served import COMPANION, Served

TABLES = (("luz", ["Ann", "Ben", "Cleo"]), ("5211", ["Dan", "Eve"]), ("luz", ["Fay", "Gus", "Hal"]))
SEED = 5211


class Evening:
    """Several tables, three phones at each that play and one that looks on, all on one server."""

    def __init__(self, served: Served, client: Callable[..., Client]) -> None:
        self.served, self.ledger = served, Ledger()
        self.players: list[Player] = []
        self.onlookers: list[Onlooker] = []
        for place, (game, names) in enumerate(TABLES):
            phones = [client(served.port, f"{place}-{number}", self.ledger) for number in range(3)]
            session = phones[0].open(game, *names)
            for phone in phones[1:]:
                phone.join(phones[0], session)
            joined = [Player(phone, session, SEED + len(self.players) + n) for n, phone in enumerate(phones)]
            self.players += joined
            self.onlookers.append(Onlooker(phones[0], joined[0]))

    def begin(self) -> None:
        for thread in (*self.players, *self.onlookers):
            thread.start()

    def stop_playing(self) -> None:
        for player in self.players:
            player.enough.set()
        for player in self.players:
            player.stop()

    def end(self) -> None:
        for player in self.players:
            player.client.gone.set()
            player.enough.set()
        for onlooker in self.onlookers:
            onlooker.enough.set()


@pytest.fixture
def evening(serve: Callable[..., Served], client: Callable[..., Client]) -> Iterator[Evening]:
    evening = Evening(serve(program=COMPANION), client)
    evening.begin()
    yield evening
    evening.end()


def kill_at_random(evening: Evening, kills: int) -> int:
    """Kills and restarts; after each death all is on disk that was answered. How many acts lay there unanswered.

    It goes on until a kill has met an act on its way, which of a few kills none may.
    """
    chance, unanswered = random.Random(SEED), 0
    for number in count():
        if number >= kills and evening.ledger.retried:
            break
        if number % 8 == 7:  # while it starts
            evening.served.begin()
            time.sleep(chance.uniform(0, 1))
        else:
            if number:
                evening.served.start()
            time.sleep(chance.uniform(0, 0.5))
        evening.served.kill()
        kept = read(evening.served.database)
        unanswered += len(kept.entered - evening.ledger.acknowledged.keys())
        check(kept, evening.ledger)
    evening.served.start()
    return unanswered


def test_what_was_answered_is_there_once_after_every_kill(evening: Evening, kills: int) -> None:
    began = time.monotonic()
    unanswered = kill_at_random(evening, kills)
    time.sleep(0.3)
    evening.stop_playing()
    kept, ledger = read(evening.served.database), evening.ledger
    check(kept, ledger)
    assert kept.entered == ledger.acknowledged.keys(), "each act was answered in the end, or is not there"
    assert len(ledger.acknowledged) > 3 * kills and ledger.retried
    every_phone_shows_the_same(evening, kept)
    print(
        f"{kills} kills in {time.monotonic() - began:.0f} s: {len(kept.events)} events at {len(kept.sessions)} tables,",
        f"{len(ledger.acknowledged)} acts acknowledged, {len(ledger.refused)} refused, {len(ledger.retried)} repeated,",
        f"{unanswered} of them on disk already when the server died, {len(ledger.rematches)} rematches asked for",
    )


def every_phone_shows_the_same(evening: Evening, kept: Kept) -> None:
    with replayed(evening.served.database) as tables:
        assert list(tables) == kept.sessions
        for session, table in tables.items():
            phones = [player.client for player in evening.players if is_at(player.client, session)]
            assert len(phones) == 3
            assert [phone.version(session) for phone in phones] == [kept.version(session)] * 3 == [table.version] * 3
            totals = list(table.standing.totals)
            assert [phone.totals(session) for phone in phones] in ([totals] * 3, [[]] * 3 if not any(totals) else None)
    for onlooker in evening.onlookers:
        looks_at = onlooker.player.session
        wait_until_seen(onlooker, looks_at, kept.version(looks_at))
        for versions in onlooker.seen.values():
            assert versions == sorted(versions), "a version that was shown never goes back"


def is_at(client: Client, session: str) -> bool:
    return client.insist("GET", f"/t/{session}").status == 200


def wait_until_seen(onlooker: Onlooker, session: str, version: int) -> None:
    end = time.monotonic() + 60
    while onlooker.sees(session) != version:
        assert time.monotonic() < end and onlooker.is_alive(), (onlooker.sees(session), version)
        time.sleep(0.05)
