"""Several companions on one PostgreSQL database: any of them, and the database, is killed while phones play.

The phones behave as behind a proxy: where a companion does not answer they ask another one.
"""

from __future__ import annotations

import json
import random
import re
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest

from companion.sessions.live import Live
from companion.sessions.service import Sessions
from companion.storage.opening import open_store
from tests.faults.clients import Answer, Client, Ledger, Lost
from tests.faults.kept import Kept, check
from tests.faults.players import Player
from tests.faults.served import Served
from tests.support import postgres
from tests.support.phones import bets

pytestmark = pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed")
TABLES = (("luz", ["Ann", "Ben", "Cleo"]), ("5211", ["Dan", "Eve"]), ("luz", ["Fay", "Gus", "Hal"]))
RETURN = 5  # seconds after the return of the database within which an act succeeds


class ProxiedClient(Client):
    """A phone that asks the next companion where one does not answer, or says that it cannot save now."""

    def __init__(self, ports: Sequence[int], name: str, ledger: Ledger) -> None:
        super().__init__(ports[0], name, ledger)
        self.ports = ports

    def ask(self, method: str, path: str, fields: Any = None) -> Answer:
        try:
            answer = super().ask(method, path, fields)
            if answer.status == 503:
                raise Lost
            return answer
        except Lost:
            self.hang_up()
            self.port = self.ports[(self.ports.index(self.port) + 1) % len(self.ports)]
            time.sleep(0.02)
            raise


@pytest.fixture(scope="module")
def database() -> Iterator[postgres.Server]:
    """A server of its own that keeps what it acknowledged."""
    with tempfile.TemporaryDirectory(prefix="companion-pg-") as folder:
        server = postgres.Server(Path(folder), fsync="on")
        server.start()
        yield server
        server.stop("immediate")


@pytest.fixture(scope="module")
def companions(database: postgres.Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Served]]:
    address = database.create("companion")
    started = []
    for number in range(3):
        folder = tmp_path_factory.mktemp(f"companion-{number}")
        started.append(Served(folder, address=address))
        started[-1].start()
    yield started
    for served in started:
        if served.process is not None:
            served.kill()


def kept_in(address: str) -> Kept:
    """The log as it is in the database."""
    store = open_store(address)
    try:
        rows = store.rows("SELECT session, number, act, kind, body FROM events ORDER BY session, number")
        sessions = [row["id"] for row in store.rows("SELECT id FROM sessions ORDER BY rowid")]
    finally:
        store.close()
    return Kept([(row["session"], row["number"], row["act"], row["kind"], _opened(row)) for row in rows], sessions)


def _opened(row: dict[str, Any]) -> str | None:
    return json.loads(row["body"])["session"] if row["kind"] == "rematch" else None


class Evening:
    """Three tables with three phones each that play, spread over the companions."""

    def __init__(self, companions: Sequence[Served]) -> None:
        self.ledger, self.players = Ledger(), list[Player]()
        ports = [served.port for served in companions]
        for place, (game, names) in enumerate(TABLES):
            phones = [
                ProxiedClient(ports[n:] + ports[:n], f"{time.monotonic_ns()}-{place}-{n}", self.ledger)
                for n in range(3)
            ]
            session = phones[0].open(game, *names)
            for phone in phones[1:]:
                phone.join(phones[0], session)
            self.players += [Player(phone, session, 7 * place + n) for n, phone in enumerate(phones)]
        for player in self.players:
            player.start()

    def stop(self) -> None:
        for player in self.players:
            player.enough.set()
        for player in self.players:
            player.stop()
            player.client.hang_up()


def checked(evening: Evening, address: str) -> None:
    """Each acknowledged act is there once and in order, and each table is counted from its log without a fault."""
    evening.stop()
    kept = kept_in(address)
    check(kept, evening.ledger)
    own = {session for session, _ in evening.ledger.acknowledged.values()}
    entered = {act for session, _, act, kind, _ in kept.events if session in own and kind != "rematch"}
    assert entered == evening.ledger.acknowledged.keys()
    store = open_store(address)
    sessions = Sessions(store, Live(lambda session, audience, pieces: (0, {})), b"x" * 32)
    for session in kept.sessions:
        table = sessions.table(session)
        assert table is not None and table.version == kept.version(session)
    store.close()


def test_companions_are_killed_and_nothing_is_lost(companions: list[Served], kills: int) -> None:
    evening, chance = Evening(companions), random.Random(18)
    for _ in range(max(3, kills // 2)):
        time.sleep(chance.uniform(0.1, 0.6))
        one = chance.choice(companions)
        one.kill()
        time.sleep(chance.uniform(0, 0.3))
        one.start()
    checked(evening, str(companions[0].database))
    assert len(evening.ledger.acknowledged) > 10
    print(f"{kills // 2} kills: {len(evening.ledger.acknowledged)} acts, {len(evening.ledger.retried)} repeated")


def test_the_database_is_killed_and_acts_succeed_soon_after_its_return(
    companions: list[Served], database: postgres.Server, kills: int
) -> None:
    evening, chance, waits = Evening(companions), random.Random(19), []
    for _ in range(max(2, kills // 4)):
        time.sleep(chance.uniform(0.2, 0.8))
        database.stop("immediate")
        time.sleep(chance.uniform(0, 1))
        database.start()
        back, known = time.monotonic(), len(evening.ledger.acknowledged)
        while len(evening.ledger.acknowledged) < known + 2:
            assert time.monotonic() < back + 3 * RETURN
            time.sleep(0.02)
        waits.append(time.monotonic() - back)
    checked(evening, str(companions[0].database))
    print(f"{len(waits)} kills of the database; seconds until acts succeed again: {max(waits):.1f} at most")
    assert max(waits) < RETURN


class Listener(threading.Thread):
    """A phone's stream: when each version came."""

    def __init__(self, phone: Client, session: str, port: int) -> None:
        super().__init__(daemon=True)
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", f"/t/{session}/live/table", headers={"Cookie": phone.cookie})
        self.response = self.connection.getresponse()
        self.came: dict[int, float] = {}
        self.events: list[str] = []

    def run(self) -> None:
        with suppress(HTTPException, OSError, ValueError, AttributeError):  # closed by the test
            while line := self.response.readline():
                self.events.append(line.decode())
                if found := re.search(rb'"version": ?(\d+)', line):
                    self.came.setdefault(int(found[1]), time.perf_counter())


def test_an_entry_at_one_companion_is_on_phones_at_another(companions: list[Served]) -> None:
    here, there, _ = companions
    host = Client(here.port, "host")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    other = Client(there.port, "other")
    other.join(host, session)
    near, far = Listener(host, session, here.port), Listener(other, session, there.port)
    for one in (near, far):
        one.start()
    time.sleep(0.5)
    delays = []
    for version in range(0, 20, 2):
        host.act(session, "enter", version, bets("2 3 4"))
        host.act(session, "undo", version + 1)
        end = time.monotonic() + 10
        while version + 2 not in far.came:
            assert time.monotonic() < end, far.events[-5:]
            time.sleep(0.005)
    delays = [far.came[version] - near.came[version] for version in near.came.keys() & far.came.keys() if version]
    print(f"later at another companion: p50 {1000 * statistics.median(delays):.1f} ms of {len(delays)}")
    for one in (near, far):
        one.response.close()
        one.connection.close()
    for phone in (host, other):
        phone.hang_up()
    assert any('"phones": 2' in event or '"phones":2' in event for event in far.events), "both phones are counted"
