"""The clock is set back while the server runs: what came first stays first, and the phones go on hearing."""

import json
import sqlite3
import time
from contextlib import closing
from http.client import HTTPConnection

import pytest

from tests.faults.kept import check, copied, read, replayed
from tests.support.long import long
from tests.support.phones import bets, totals, trick

pytestmark = long
# The clock as everything sees it that asks for the time of day; and a heartbeat that a test can wait for.
PROGRAM = """
from gevent import monkey
monkey.patch_all()
import datetime, pathlib, sys, time
true, shift = time.time, pathlib.Path("shift")
time.time = lambda: true() + float(shift.read_text())
class Shifted(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)
from companion.table import invites
from companion.live import live
from companion.storage import records
from companion.commands.cli import main
records.datetime = invites.datetime = Shifted
live.HEARTBEAT = 0.2
sys.exit(main())
"""
DAY = 24 * 3600


class Clock:
    """How far the server's clock is set forward or back."""

    def __init__(self, folder):
        self.file = folder / "shift"
        self.set(0)

    def set(self, days):
        other = self.file.with_suffix(".new")
        other.write_text(str(days * DAY))
        other.rename(self.file)


@pytest.fixture
def clock(tmp_path):
    return Clock(tmp_path)


@pytest.fixture
def shifted(serve, clock):
    return serve(program=("-c", PROGRAM))


def stamps(database):
    with copied(database) as copy, closing(sqlite3.connect(copy)) as db:
        return [at for (at,) in db.execute("SELECT at FROM events ORDER BY session, number")]


def test_the_log_and_the_pages_keep_the_order_of_the_acts(shifted, clock, client):
    host, guest = client(shifted.port, "host"), client(shifted.port, "guest")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    guest.join(host, session)
    acts = [bets("3 2 1"), totals("3 2 5"), bets("1 1 1"), trick(1, 2), totals("0 5 5"), bets("2 2 2")]
    for number, fields in enumerate(acts):
        clock.set(-100 * number)
        (host if number % 2 else guest).act(session, "enter", number, fields)
    clock.set(30)
    assert host.act(session, "undo", len(acts)).status == 303
    at = stamps(shifted.database)
    assert at[:-1] == sorted(at[:-1], reverse=True) and at[-1] == max(at), "the clock did go back, and forward"
    kept = read(shifted.database)
    for phone in (host, guest):
        check(kept, phone.ledger)
        assert phone.version(session) == len(acts) + 1
        assert phone.page(f"/t/{session}/enter").text.count('value="bets"'), "the last act was taken back"
    with replayed(shifted.database) as tables:
        assert [entry.number for entry in tables[session].entries] == [2, 5]
        assert host.totals(session) == guest.totals(session) == list(tables[session].standing.totals)
    clock.set(-5000)
    shifted.kill()
    shifted.start()
    host.act(session, "enter", len(acts) + 1, bets("2 2 2"))
    assert host.version(session) == len(acts) + 2, "a phone is known again after a start in the past"


def heard(connection):
    response, name = connection.getresponse(), ""
    while line := response.readline().decode():
        if line.startswith("event: "):
            name = line[7:].strip()
        if line.startswith("data: "):
            yield name, json.loads(line[6:]).get("version", -1)


def test_heartbeats_and_changes_still_come(shifted, clock, client):
    host = client(shifted.port, "host")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    with closing(HTTPConnection("127.0.0.1", shifted.port, timeout=60)) as connection:
        connection.request("GET", f"/t/{session}/live/table", headers={"Cookie": host.cookie})
        events = heard(connection)
        assert [next(events) for _ in range(2)] == [("version", 0)] * 2
        for number, days in enumerate((-400, 0)):
            clock.set(days)
            began = time.monotonic()
            assert [next(events) for _ in range(3)] == [("version", number)] * 3
            assert time.monotonic() - began < 4
            host.act(session, "enter", number, bets(f"{number} 2 1"))
            assert ("change", number + 1) in [next(events) for _ in range(3)]
