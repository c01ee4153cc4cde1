"""Whatever one address does, the acts of another are answered soon; the figures are printed."""

import random
import socket
import time
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector

import pytest

from tests.faults.attacks import assert_nobody_waits
from tests.support.long import long

pytestmark = long

SEARCH = "/referee?q=who+wins+the+trick+when+the+blue+cards+are+gone+and+what+is+a+run+worth"
COLOURS = "BYRKW"  # of the first row of a wall; each row begins one space further
LONG_QUESTION = "/referee/ingenious/placement?" + "&".join(["tap=0.0.0"] * 400)


def flood(target, request, connections, at_once):
    """Keep so many connections, each with so many requests in one go, and again once they are answered."""
    with DefaultSelector() as selector:
        for _ in range(connections):
            selector.register(_begun(target, request, at_once), EVENT_READ)
        while True:
            for key, _ in selector.select(0.2):
                client = key.fileobj
                if not _goes_on(client, request, at_once):
                    selector.unregister(client)
                    client.close()
                    selector.register(_begun(target, request, at_once), EVENT_READ)


def _begun(target, request, at_once):
    client = target.connect()
    client.sendall(request * at_once)
    client.settimeout(0)
    return client


def _goes_on(client, request, at_once):
    """Take what is answered, and ask for as much again as is answered."""
    with suppress(BlockingIOError):
        try:
            heard = client.recv(1 << 20)
            client.send(request * max(1, heard.count(b"HTTP/1.1 ")))
            return heard != b""
        except BlockingIOError:
            raise
        except OSError:
            return False
    return True


def pipelined_searches(target):
    flood(target, target.request(SEARCH, cookie=False), 1, 400)


def many_searches(target):
    flood(target, target.request(SEARCH), 100, 4)


def history(target):
    flood(target, target.request("/history"), 40, 10)


def pages(target):
    """Codes to scan, the whole game as one, and what is printed: the pages that take longest."""
    paths = ("print", "join.svg", "hand-over", "enter")
    flood(target, b"".join(target.request(f"/t/{target.session}/{path}") for path in paths), 40, 3)


def long_questions(target):
    flood(target, target.request(LONG_QUESTION), 40, 10)


def many_audits(target):
    """The search that takes longest: which orders of tiling lead to a final wall, another wall each time."""
    wall = "".join(COLOURS[(space % 5 - space // 5) % 5] for space in range(25))
    chance = random.Random(1)
    left_out = [chance.sample(range(25), 5) for _ in range(40)]
    walls = ["".join("-" if space in gaps else wall[space] for space in range(25)) for gaps in left_out]
    asked = [f"/referee/azul/audit?kind=coloured&wall={one}&floor=0&claim={60 + n}" for n, one in enumerate(walls)]
    flood(target, b"".join(target.request(one) for one in asked), 20, 1)


def acts_without_end(target):
    flood(target, target.request(f"/t/{target.session}/undo", "POST", "act=k&version=0"), 100, 10)


def tables_without_end(target):
    flood(target, target.request("/new/luz", "POST", "player=Ann&player=Ben&player=Cleo"), 20, 5)


def streams_without_end(target):
    flood(target, target.request(f"/t/{target.session}/live/table"), 400, 1)


def connections_without_end(target):
    """A new connection for each request, as fast as they can be made."""
    while True:
        kept = [_begun(target, target.request("/"), 1) for _ in range(50)]
        for client in kept:
            client.close()


def pages_that_nobody_reads(target):
    """Ask for much on many connections from several addresses, and take none of it."""
    paths = ("print", "join.svg", "hand-over", "enter", "log", "sheet")
    request = b"".join(target.request(f"/t/{target.session}/{path}") for path in paths)
    kept = []
    while True:
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.bind((f"127.0.1.{len(kept) % 20 + 1}", 0))
        client.connect(("127.0.0.1", target.port))
        client.sendall(request * 4)
        kept.append(client)
        time.sleep(0.02)


ATTACKS = (
    *(pipelined_searches, many_searches, history, pages, long_questions, many_audits, acts_without_end),
    *(tables_without_end, streams_without_end, connections_without_end, pages_that_nobody_reads),
)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_an_attack_makes_nobody_else_wait(attack, served):
    assert_nobody_waits(served, attack)
