"""A game with hundreds of entries and thousands of corrections, while others play: they notice nothing of it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.storage.opening import open_store
from companion.storage.records import NewSession, SessionRow, now
from tests.faults.clients import Client
from tests.faults.served import Served
from tests.sessions.table.test_long_log import LONG, long_log
from tests.support.long import IS_LONG, long
from tests.support.phones import bets

pytestmark = long

CORRECTIONS, TABLES, ACTS = (3000, 6, 500) if IS_LONG else (600, 2, 40)
# Seconds of the server's work that 99 of 100 acts may have to wait for, whatever else the machine does.
MOST_WAIT = 0.25 if IS_LONG else 0.5
MOST_GROWN = 60_000 * (1 + TABLES // 2)  # kB

Clients = Callable[..., Client]


def insert_session(database: Path, phone: int) -> list[str]:
    """Long games of a phone, as an earlier version of the companion may have kept them."""
    store, made = open_store(database), []
    for number in range(TABLES):
        log = long_log(300, CORRECTIONS if number % 2 else 100)  # so many that no further one is taken, or fewer
        row = SessionRow(f"long-{number}", "azul", LONG, now(), None, 0)
        links = {role: (f"{role[0]}{number}AAAA".upper(), os.urandom(32)) for role in ("scorer", "viewer")}
        made.append(store.open_session(NewSession(row, links, {phone: "host"}, log)))
    store.close()
    return made


def memory(served: Served) -> int:
    """The server's memory in kB."""
    assert served.process
    status = Path(f"/proc/{served.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def worked(served: Served) -> float:
    """For how many seconds the server's one thread that answers has run."""
    assert served.process
    return int(Path(f"/proc/{served.process.pid}/schedstat").read_text().split()[0]) / 1e9


def attack(phone: Client, sessions: list[str], is_over: threading.Event) -> Iterator[str]:
    """All that makes many entries be played again: the first look, previews and corrections early on, the log."""
    for number in range(10**6):
        for session in sessions:
            at = f"/t/{session}"
            for path in (at, f"{at}/log", f"{at}/log?before={CORRECTIONS}", f"{at}/entries/1/remove"):
                if is_over.is_set():
                    return
                assert phone.insist("GET", path).status in (200, 422), path
            version = phone.page(at).version
            answer = phone.insist("POST", f"{at}/undo", {"act": f"a{session}{number}", "version": version})
            assert answer.status == 303, answer
            yield session


@pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="work and memory are read from /proc")
def test_others_play_on_while_a_long_table_is_opened_and_amended(served: Served, client: Clients) -> None:
    attacker, player = client(served.port, "attacker"), client(served.port, "player")
    azul = attacker.open("azul", "Dan", "Eve")
    session = player.open("luz", "Ann", "Ben", "Cleo")
    served.end()
    sessions = insert_session(served.database, 1)
    served.start()
    for path in ("", "/log", "/enter", "/sheet"):  # each page is made for the first time, which takes long
        player.page(f"/t/{session}{path}")
        attacker.page(f"/t/{azul}{path}")
    quiet = waits_of(served, player, session, 0, 20)
    before, is_over, rounds = memory(served), threading.Event(), []
    second = client(served.port, "second")
    second.cookie = attacker.cookie
    attackers = [
        threading.Thread(target=lambda phone=phone, own=own: rounds.extend(attack(phone, own, is_over)))
        for phone, own in ((attacker, sessions[0::2]), (second, sessions[1::2]))
    ]
    try:
        for thread in attackers:
            thread.start()
        waits = waits_of(served, player, session, len(quiet), ACTS)
    finally:
        is_over.set()
        for thread in attackers:
            thread.join(60)
    grown = memory(served) - before
    print(f"{len(waits)} acts beside {len(rounds)} rounds of the attack, memory grew by {grown} kB.")
    for when, some in (("beside the attack", waits), ("without it", quiet)):
        print(f"{when}: half waited for {at(some, 50):.3f} s of work, 99 of 100 for {at(some, 99):.3f} s")
    assert rounds, "the attack has come round"
    assert at(waits, 99) < MOST_WAIT
    assert grown < MOST_GROWN


def waits_of(served: Served, player: Client, session: str, version: int, acts: int) -> list[float]:
    """How much the server did during each of so many acts of a player."""
    waits = []
    for number in range(version, version + acts):
        began = worked(served)
        what, fields = ("undo", {}) if number % 2 else ("enter", bets("3 2 1"))
        assert player.act(session, what, number, fields).status in (200, 303)
        waits.append(worked(served) - began)
        time.sleep(0.02)
    return waits


def at(waits: list[float], percent: int) -> float:
    return sorted(waits)[len(waits) * percent // 100]
