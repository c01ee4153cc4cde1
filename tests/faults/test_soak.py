"""Streams opened and closed in every way, a few hundred or (COMPANION_LONG=20) 10,000: nothing is left of them."""

from __future__ import annotations

import random
import selectors
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest

from tests.faults.clients import Client
from tests.faults.served import Served
from tests.support.long import TIMES, long
from tests.support.phones import bets
from tests.support.streams import COUNTED, PAGES, STREAMS, WAYS, Way, counters, opened, settled, wait_for_end, with_body


class Proxy:
    """Listens on a port of its own, in one thread for all connections."""

    def __init__(self, behind: int) -> None:
        self.behind = behind
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port: int = self._listener.getsockname()[1]
        self._waker, self._woken = socket.socketpair()
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._listener, selectors.EVENT_READ)
        self._ready.register(self._woken, selectors.EVENT_READ)

    def run(self) -> None:
        while True:
            for key, _ in self._ready.select():
                if key.fileobj is self._woken:
                    return
                if key.fileobj is self._listener:
                    self._accept()
                elif isinstance(key.fileobj, socket.socket) and key.fileobj.fileno() >= 0:
                    self._carry(key.fileobj, key.data)

    def _accept(self) -> None:
        client, _ = self._listener.accept()
        server = socket.create_connection(("127.0.0.1", self.behind))
        self._ready.register(client, selectors.EVENT_READ, server)
        self._ready.register(server, selectors.EVENT_READ, client)

    def _carry(self, sender: socket.socket, receiver: socket.socket) -> None:
        with suppress(OSError):
            data = sender.recv(65536)
            receiver.sendall(data)
            if data:
                return
        for end in (sender, receiver):
            with suppress(KeyError, ValueError):
                self._ready.unregister(end)
            end.close()

    def end(self) -> None:
        self._waker.send(b".")

    def close(self) -> None:
        """Free all that is open, once `run` has returned."""
        for key in list(self._ready.get_map().values()):
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self._ready.close()
        self._waker.close()


@contextmanager
def proxy_before(port: int) -> Iterator[Proxy]:
    proxy = Proxy(port)
    thread = threading.Thread(target=proxy.run, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.end()
        thread.join(10)
        proxy.close()


pytestmark = long

Clients = Callable[..., Client]
SILENT = 20  # streams that a phone leaves behind while it sleeps; a table keeps eight of them


@pytest.fixture
def streams() -> int:
    """How many streams are opened."""
    return 500 * max(1, TIMES)


@pytest.fixture
def proxy(served: Served) -> Iterator[Proxy]:
    with proxy_before(served.port) as proxy:
        yield proxy


def many_ways(phones: list[Client], session: str, port: int, proxied: int, turn: int) -> Counter[str]:
    """Each way to end a stream once, on any page, some through a proxy and some in any order at once."""
    choice = random.Random(turn)
    ways = [*WAYS, with_body] if turn % 20 == 0 else list(WAYS)
    choice.shuffle(ways)
    count: Counter[str] = Counter()

    def go(way: Way) -> None:
        is_proxied = choice.random() < 0.2
        way(choice.choice(phones), session, choice.choice(PAGES), proxied if is_proxied else port)
        count[way.__name__] += STREAMS.get(way, 1)
        count["by a proxy"] += is_proxied * STREAMS.get(way, 1)

    for way in ways:
        go(way)
    return count


def asleep(phone: Client, session: str) -> list[socket.socket]:
    return [opened(phone, session) for _ in range(SILENT)]


def evening(served: Served, proxied: int, number: int, most: int) -> Counter[str]:
    """A table with two phones, on which streams come and go, and which is deleted while others are still open."""
    host, guest = Client(served.port, f"host{number}"), Client(served.port, f"guest{number}")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    guest.join(host, session)
    count: Counter[str] = Counter()
    silent = asleep(guest, session)
    count["silent"] += len(silent)
    host.act(session, "enter", 0, bets("3 2 1"))
    while sum(count.values()) - count["by a proxy"] < most:
        count += many_ways([host, guest], session, served.port, proxied, number * 1000 + count["closed"])
    host.page(f"/t/{session}")
    answer = host.insist("POST", f"/t/{session}/delete", host.form(f"d{number}", 1, {"sure": "yes"}))
    assert answer.status in (200, 303, 404), answer  # 404 where the first answer was lost
    for one in silent:
        wait_for_end(one)
    for phone in (host, guest):
        phone.hang_up()
    return count


def test_of_streams_that_ended_in_whatever_way_nothing_is_left(
    served: Served, proxy: Proxy, streams: int, capsys: pytest.CaptureFixture[str]
) -> None:
    each = min(streams // 4, 1000)
    evening(served, proxy.port, 0, 50)  # what is made once and kept
    time.sleep(0.5)
    start = counters(served.port)
    began = time.monotonic()
    count: Counter[str] = Counter()
    with ThreadPoolExecutor(2) as pool:
        for done in pool.map(lambda number: evening(served, proxy.port, number, each), range(1, streams // each + 1)):
            count += done
    now = settled(served.port, start)
    total = sum(count.values()) - count["by a proxy"]
    print(f"{total} streams in {time.monotonic() - began:.0f} s: {dict(count)}")
    print(f"at the start {start}")
    print(f"at the end   {now}")
    assert total >= streams
    for name in COUNTED:
        assert now[name] <= start[name], (name, start, now)
    grown = (now["memory"] - start["memory"]) / total
    assert grown < 20_000 if total < 5_000 else now["memory"] < start["memory"] + 30_000_000, "memory"
