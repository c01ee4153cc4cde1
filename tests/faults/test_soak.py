"""Streams opened and closed in every way, a few hundred or (COMPANION_LONG=200) 100,000: nothing is left of them."""

from __future__ import annotations

import random
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from tests.faults.clients import Client
from tests.faults.network import Network, network_before
from tests.faults.served import Served
from tests.support.haproxy import counters
from tests.support.long import TIMES, long
from tests.support.phones import bets

pytestmark = long
_NO_LINGER = struct.pack("ii", 1, 0)  # closing sends a reset
PAGES = ("table", "enter", "entry?number=1", "needs")
# What streams leave nothing of.
COUNTED = ("connections", "streams", "listeners", "audiences", "sessions_heard", "threads", "open_files")


def settled(port: int, start: dict[str, int], seconds: float = 60) -> dict[str, int]:
    """The counters once all is as at the start, or after so many seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        now = counters(port)
        if all(now[name] <= start[name] for name in COUNTED):
            break
        time.sleep(0.1)
    return now


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def ask(client: socket.socket, phone: Client, path: str) -> None:
    host = f"127.0.0.1:{phone.port}"
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {phone.cookie}\r\n\r\n".encode())


def opened(phone: Client, session: str, page: str = "table", port: int | None = None) -> socket.socket:
    """A stream whose first event has come; closed where it was refused."""
    client = connected(port or phone.port)
    ask(client, phone, f"/t/{session}/live/{page}")
    read = b""
    while b"\n\n" not in read:
        piece = client.recv(4096)
        if not piece or (read + piece).startswith(b"HTTP/1.1 503 "):
            client.close()
            break
        read += piece
    return client


def wait_for_end(client: socket.socket) -> None:
    """Read until the server hangs up."""
    with client, suppress(ConnectionError):
        while client.recv(65536):
            pass


Way = Callable[[Client, str, str, int], None]
"""A phone opens a stream of a page of a session, by a port, and ends it."""


def closed(phone: Client, session: str, page: str, port: int) -> None:
    opened(phone, session, page, port).close()


def closed_at_once(phone: Client, session: str, page: str, port: int) -> None:
    """A tap on a link as soon as the page is there: the answer is not waited for."""
    with connected(port) as client:
        ask(client, phone, f"/t/{session}/live/{page}")


def reset(phone: Client, session: str, page: str, port: int) -> None:
    with opened(phone, session, page, port) as client, suppress(OSError):
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)


def reset_at_once(phone: Client, session: str, page: str, port: int) -> None:
    with connected(port) as client:
        ask(client, phone, f"/t/{session}/live/{page}")
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)


def half_closed(phone: Client, session: str, page: str, port: int) -> None:
    client = opened(phone, session, page, port)
    with suppress(OSError):
        client.shutdown(socket.SHUT_WR)
        wait_for_end(client)


def half_closed_after_more(phone: Client, session: str, page: str, port: int) -> None:
    """What was sent after the request hides the end from whoever only peeks."""
    client = opened(phone, session, page, port)
    with suppress(OSError):
        client.sendall(b"GET / HTTP/1.1\r\n")
        client.shutdown(socket.SHUT_WR)
        wait_for_end(client)


def half_asked(phone: Client, session: str, page: str, port: int) -> None:
    with connected(port) as client:
        client.sendall(f"GET /t/{session}/live/{page} HTTP/1.1\r\nHost: 127".encode())


def next_page(phone: Client, session: str, page: str, port: int) -> None:
    """A phone that goes from page to page: the next one is open before the last one is closed."""
    last = opened(phone, session, page, port)
    for other in PAGES[:2]:
        following = opened(phone, session, other, port)
        last.close()
        last = following
    last.close()


WAYS: tuple[Way, ...] = (
    closed, closed_at_once, reset, reset_at_once, half_closed, half_closed_after_more, half_asked, next_page,
)  # fmt: skip
STREAMS = {next_page: 3}
"""How many streams a way opens, where it is more than one."""

STREAMS_IN_ALL = 500 * max(1, TIMES)
SILENT = 20  # streams that a phone leaves behind while it sleeps; a table keeps eight of them


@pytest.fixture
def proxy(served: Served) -> Iterator[Network]:
    with network_before(served.port) as proxy:
        yield proxy


def many_ways(phones: list[Client], session: str, port: int, proxied: int, turn: int) -> Counter[str]:
    """Each way to end a stream once, on any page, some through a proxy and some in any order at once."""
    choice = random.Random(turn)
    ways = list(WAYS)
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


def evening(served: Served, proxied: int, number: int, most: int) -> Counter[str]:
    """A table with two phones, on which streams come and go, and which is deleted while others are still open."""
    host, guest = Client(served.port, f"host{number}"), Client(served.port, f"guest{number}")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    guest.join(host, session)
    count: Counter[str] = Counter()
    silent = [opened(guest, session) for _ in range(SILENT)]
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


def test_of_streams_that_ended_in_whatever_way_nothing_is_left(served: Served, proxy: Network) -> None:
    each = min(STREAMS_IN_ALL // 4, 1000)
    evening(served, proxy.port, 0, 50)  # what is made once and kept
    time.sleep(0.5)
    start = counters(served.port)
    began = time.monotonic()
    count: Counter[str] = Counter()
    numbers = range(1, STREAMS_IN_ALL // each + 1)
    with ThreadPoolExecutor(2) as pool:
        for done in pool.map(lambda number: evening(served, proxy.port, number, each), numbers):
            count += done
    now = settled(served.port, start)
    total = sum(count.values()) - count["by a proxy"]
    print(f"{total} streams in {time.monotonic() - began:.0f} s: {dict(count)}")
    print(f"at the start {start}")
    print(f"at the end   {now}")
    assert total >= STREAMS_IN_ALL
    for name in COUNTED:
        assert now[name] <= start[name], (name, start, now)
    grown = (now["memory"] - start["memory"]) / total
    assert grown < 20_000 if total < 5_000 else now["memory"] < start["memory"] + 30_000_000, "memory"
