"""Whoever opens streams without end at one table keeps nobody waiting at another one."""

from __future__ import annotations

import socket
import statistics
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from tests.faults.clients import Client
from tests.faults.served import Served
from tests.support.long import IS_LONG, long
from tests.support.phones import bets
from tests.support.streams import COUNTED, PAGES, ask, connected, counters, opened, settled

pytestmark = long

Clients = Callable[..., Client]
PATIENCE = 0.25  # seconds within which 99 of 100 acts are answered, on a machine that has nothing else to do
PHONES = 310  # more than a table has streams
TOGETHER = 5  # requests that are on their way at the same moment
ACTS = 6
MOST = 300
BETS = bets("1 2 3")


@pytest.fixture
def attempts() -> int:
    """How many streams are opened: a thousand, or 9,000 where faults are looked for at length."""
    return 9_000 if IS_LONG else 1_000


@contextmanager
def acts_timed(phone: Client, session: str) -> Iterator[list[float]]:
    """A table at which an act is done again and again; how long each took, in seconds."""
    times: list[float] = []
    done = threading.Event()

    def act() -> None:
        version = phone.version(session)
        while not done.wait(0.02):
            began = time.monotonic()
            phone.act(session, "undo" if version % 2 else "enter", version, {} if version % 2 else BETS)
            times.append(time.monotonic() - began)
            version += 1

    thread = threading.Thread(target=act)
    thread.start()
    try:
        yield times
    finally:
        done.set()
        thread.join()


def percentile(times: list[float], number: int) -> float:
    return statistics.quantiles(times, n=100)[number - 1]


def told_of(times: list[float]) -> str:
    p50, p99, longest = (1000 * each for each in (percentile(times, 50), percentile(times, 99), max(times)))
    return f"{len(times)} acts, p50 {p50:.0f} ms, p99 {p99:.0f} ms, longest {longest:.0f} ms"


def phones_announced(client: socket.socket) -> int:
    """How often a stream has told how many phones there are."""
    client.settimeout(0.5)
    read = b""
    with suppress(TimeoutError):
        while piece := client.recv(1 << 20):
            read += piece
    return read.count(b"event: phones\n")


def flood(phones: list[Client], session: str, attempts: int) -> tuple[list[socket.socket], Counter[str]]:
    """Open so many streams, several at the same moment; what stays open, and what came, by its status."""
    kept: list[socket.socket] = []
    statuses: Counter[str] = Counter()
    for start in range(0, attempts, TOGETHER):
        clients = [connected(phones[0].port) for _ in range(min(TOGETHER, attempts - start))]
        for number, client in enumerate(clients, start):
            ask(client, phones[number % len(phones)], f"/t/{session}/live/{PAGES[number % len(PAGES)]}")
        for client in clients:
            with suppress(ConnectionError):
                statuses[client.recv(4096)[9:12].decode()] += 1
        kept += clients
    return kept, statuses


def crowd(served: Served) -> tuple[list[Client], str]:
    """Very many phones at a table, the first one its host."""
    host = Client(served.port, "host")
    session = host.open("luz", "Dan", "Eve", "Flo")
    link = host.link(session)
    phones = [host, *(Client(served.port, f"guest{number}") for number in range(PHONES))]
    for phone in phones[1:]:
        assert phone.insist("POST", link, {}).status == 303
        phone.hang_up()
    return phones, session


def test_streams_without_end_at_one_table_hold_up_nobody_at_another(
    served: Served, client: Clients, attempts: int
) -> None:
    quiet = client(served.port, "quiet")
    calm = quiet.open("luz", "Ann", "Ben", "Cleo")
    (host, *guests), crowded = crowd(served)
    for page in PAGES:  # what a page takes when it is first made is made
        opened(host, crowded, page).close()
    with acts_timed(quiet, calm) as before:
        time.sleep(1)
    start = counters(served.port)
    listening, began = opened(host, crowded), time.monotonic()
    with acts_timed(quiet, calm) as times:
        kept, statuses = flood(guests, crowded, attempts)
        for version in range(ACTS):  # each makes a page for each audience and goes to all
            host.act(crowded, "undo" if version % 2 else "enter", version, {} if version % 2 else BETS)
        busy, notified = counters(served.port), phones_announced(listening)
        seconds = time.monotonic() - began
        for one in (listening, *kept):
            one.close()
        after = settled(served.port, start)
    host.hang_up()
    print(f"{attempts} streams in {seconds:.1f} s: {dict(statuses)}; {busy}; phones told {notified} times")
    print(f"acts elsewhere before: {told_of(before)}; during: {told_of(times)}")
    assert 0 < busy["listeners"] <= MOST and statuses["503"] > 0 and statuses["200"] >= MOST
    assert not {name: after[name] for name in COUNTED if after[name] > start[name]}
    assert notified <= seconds + 2
    assert percentile(times, 99) < PATIENCE + 10 * percentile(before, 90)  # other tests run beside this one
