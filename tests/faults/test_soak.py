"""Streams opened and closed in every way, a few hundred or (COMPANION_LONG=200) 100,000: nothing is left of them."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.clients import Client
from tests.faults.network import Network, network_before
from tests.faults.served import Served
from tests.support.long import TIMES, long
from tests.support.phones import bets
from tests.support.streams import COUNTED, PAGES, STREAMS, WAYS, Way, counters, opened, settled, wait_for_end, with_body

pytestmark = long

STREAMS_IN_ALL = 500 * max(1, TIMES)
SILENT = 20  # streams that a phone leaves behind while it sleeps; a table keeps eight of them


@pytest.fixture
def proxy(served: Served) -> Iterator[Network]:
    with network_before(served.port) as proxy:
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
