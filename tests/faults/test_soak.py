"""Streams opened and closed in every way, a few hundred or (COMPANION_LONG=20) 10,000: nothing is left of them."""

import random
import socket
import struct
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from tests.faults.clients import Client
from tests.faults.network import network_before
from tests.support.haproxy import counters, wait_until
from tests.support.long import TIMES, long
from tests.support.phones import bets

pytestmark = long
_NO_LINGER = struct.pack("ii", 1, 0)  # closing sends a reset
PAGES = ("table", "enter", "entry?number=1", "needs")
# What streams leave nothing of.
COUNTED = ("connections", "streams", "listeners", "audiences", "sessions_heard", "threads", "open_files")


def connected(port):
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def ask(client, phone, path):
    host = f"127.0.0.1:{phone.port}"
    client.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {phone.cookie}\r\n\r\n".encode())


def opened(phone, session, page="table", port=None):
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


def wait_for_end(client):
    with client, suppress(ConnectionError):
        while client.recv(65536):
            pass


def end(client, how):
    """End a stream in this way, or what was not even asked for whole."""
    with client, suppress(OSError):
        if how == "reset":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _NO_LINGER)
        if how == "half after more":  # which hides the end from whoever only peeks
            client.sendall(b"GET / HTTP/1.1\r\n")
        if how.startswith("half"):
            client.shutdown(socket.SHUT_WR)
            wait_for_end(client)


def come_and_go(phone, session, page, port, way):
    """A phone opens a stream of a page of a session, by a port, and ends it; returns how many it opened."""
    how, _, when = way.partition(", ")
    if when == "at once":  # a tap on a link as soon as the page is there: the answer is not waited for
        client = connected(port)
        ask(client, phone, f"/t/{session}/live/{page}")
    elif when == "half asked":
        client = connected(port)
        client.sendall(f"GET /t/{session}/live/{page} HTTP/1.1\r\nHost: 127".encode())
    else:
        client = opened(phone, session, page, port)
    if when == "from page to page":  # the next one is open before the last one is closed
        for other in PAGES[:2]:
            following = opened(phone, session, other, port)
            client.close()
            client = following
    end(client, how)
    return 3 if when == "from page to page" else 1


WAYS = (
    *("close", "close, at once", "close, half asked", "close, from page to page"),
    *("reset", "reset, at once", "half", "half after more"),
)

STREAMS_IN_ALL = 500 * max(1, TIMES)
SILENT = 20  # streams that a phone leaves behind while it sleeps; a table keeps eight of them


@pytest.fixture
def proxy(served):
    with network_before(served.port) as proxy:
        yield proxy


def many_ways(phones, session, ports, turn):
    """Each way to end a stream once, on any page, in any order, some through a proxy; returns how many streams."""
    choice = random.Random(turn)
    return sum(
        come_and_go(choice.choice(phones), session, choice.choice(PAGES), ports[choice.random() < 0.2], way)
        for way in choice.sample(WAYS, len(WAYS))
    )


def evening(served, proxied, number, most):
    """A table with two phones, on which streams come and go, and which is deleted while others are still open."""
    host, guest = Client(served.port, f"host{number}"), Client(served.port, f"guest{number}")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    guest.join(host, session)
    silent = [opened(guest, session) for _ in range(SILENT)]
    count = len(silent)
    host.act(session, "enter", 0, bets("3 2 1"))
    while count < most:
        count += many_ways([host, guest], session, (served.port, proxied), number * 10_000 + count)
    host.page(f"/t/{session}")
    answer = host.insist("POST", f"/t/{session}/delete", host.form(f"d{number}", 1, {"sure": "yes"}))
    assert answer.status in (200, 303, 404), answer  # 404 where the first answer was lost
    for one in silent:
        wait_for_end(one)
    for phone in (host, guest):
        phone.hang_up()
    return count


def test_of_streams_that_ended_in_whatever_way_nothing_is_left(served, proxy):
    each = min(STREAMS_IN_ALL // 4, 1000)
    evening(served, proxy.port, 0, 50)  # what is made once and kept
    time.sleep(0.5)
    start = counters(served.port)
    numbers = range(1, STREAMS_IN_ALL // each + 1)
    with ThreadPoolExecutor(2) as pool:
        total = sum(pool.map(lambda number: evening(served, proxy.port, number, each), numbers))
    now = {}

    def is_nothing_left():
        now.update(counters(served.port))
        return all(now[name] <= start[name] for name in COUNTED)

    try:
        wait_until(is_nothing_left)
    finally:
        print(f"{total} streams; at the start {start}, at the end {now}")
    assert total >= STREAMS_IN_ALL
    grown = (now["memory"] - start["memory"]) / total
    assert grown < 20_000 if total < 5_000 else now["memory"] < start["memory"] + 30_000_000, "memory"
