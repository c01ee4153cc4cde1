"""Companions on one PostgreSQL database: they start at once, tell each other, and one of two hosts says nothing."""

import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from queue import SimpleQueue

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from companion.features import extensions
from companion.storage.error_messages import StoreError
from companion.storage.postgres.database import LOCK, PostgresDatabase
from tests.faults.cluster import MOST
from tests.faults.network import network_before
from tests.support import postgres
from tests.support.haproxy import wait_until
from tests.support.long import long

pytestmark = pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed")

_WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'advisory' AND datname = 'at_once'"


def start(address):
    database = PostgresDatabase(address, extensions())
    rows = database.rows("SELECT name FROM _migrations")
    database.close()
    return len(rows)


def test_several_start_at_once_on_an_empty_database():
    address = postgres.shared_server().create("at_once")
    with psycopg.connect(address, autocommit=True) as holder, ThreadPoolExecutor(3) as threads:
        holder.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        starts = [threads.submit(start, address) for _ in range(3)]
        wait_until(lambda: holder.execute(_WAITING).fetchall() == [(3,)])
        holder.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
        assert len({each.result(20) for each in starts}) == 1


def test_one_process_does_the_upkeep_until_it_ends():
    address = postgres.fresh_database()
    first, second = PostgresDatabase(address), PostgresDatabase(address)
    assert [first.is_leader(), second.is_leader(), first.is_leader()] == [True, False, True]
    first.close()
    wait_until(second.is_leader)
    second.close()


_CLOSE = """
from gevent import monkey
monkey.patch_all()
import sys, time
from companion.storage.postgres.database import PostgresDatabase
database, times = PostgresDatabase(sys.argv[1]), []
database.open_channel(print, lambda: times.append(time.monotonic()), lambda: None)
while not times:
    time.sleep(0.01)
time.sleep(0.05)
database.close()
time.sleep(0.3)
"""


def test_the_channel_is_closed_while_its_thread_waits_for_notices():
    done = subprocess.run(
        [sys.executable, "-c", _CLOSE, postgres.fresh_database()], capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.fixture
def pair():
    """The address of a database, what sends a notice of one companion, and what another one hears."""
    address, heard = postgres.fresh_database(), SimpleQueue()
    with closing(PostgresDatabase(address)) as one, closing(PostgresDatabase(address)) as other:
        is_there = threading.Event()
        other.open_channel(heard.put, is_there.set, lambda: None)
        assert is_there.wait(20)
        yield address, one.open_channel(lambda notice: None, lambda: None, lambda: None), heard


def cut_sender(address):
    """End the only connection that has sent a notice, on the server's side."""
    # Other tests have databases on the same server.
    sql = (
        "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND query LIKE 'SELECT count(pg_notify%'"
    )
    with psycopg.connect(address, autocommit=True) as connection:
        assert connection.execute(sql).fetchall() == [(True,)]


def test_what_is_sent_by_a_connection_that_was_cut_meanwhile_arrives(pair):
    address, publish, heard = pair
    for number in range(4):
        publish({"kind": "sent away", "session": "one", "phones": [number]})
        # A notice is heard at its commit. Where the cut comes before the sender knows of it, it is sent again.
        while heard.get(timeout=20)["phones"] != [number]:
            assert number, "nothing was sent before the first"
        cut_sender(address)


def test_the_last_of_what_is_sent_together_is_heard_last(pair):
    """A phone that comes, goes and comes again, before the channel is open."""
    _, publish, heard = pair
    for phones in ([1], [], [1]):
        publish({"kind": "phones", "session": "one", "phones": phones})
    publish({"kind": "gone", "session": "one"})
    last = {}
    while (notice := heard.get(timeout=20))["kind"] == "phones":
        last = notice
    assert last["phones"] == [1]


@pytest.fixture
def first():
    """The network before the first of two hosts, which takes connections and says nothing once it is frozen."""
    with network_before(postgres.shared_server().folder / ".s.PGSQL.5432") as network:
        yield network


def address_of_both(first):
    """A database's address by the first host and, without a network between, by the second one."""
    own = conninfo_to_dict(postgres.fresh_database())
    return f"postgresql://companion@/{own['dbname']}?host=127.0.0.1,{own['host']}&port={first.port},5432"


def asked_until_answered(database):
    """Ask until there is an answer; returns the seconds that took."""
    begun = time.monotonic()
    while True:
        with suppress(StoreError):
            database.rows("SELECT 1 AS one")
            return time.monotonic() - begun


def test_a_host_that_is_silent_from_the_start_holds_nobody_up(first):
    address = address_of_both(first)
    first.freeze()
    begun = time.monotonic()
    with closing(PostgresDatabase(address)) as database, ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda _: asked_until_answered(database), range(8)))
        assert time.monotonic() - begun < MOST


@long
def test_where_a_host_goes_silent_the_other_one_answers(first):
    heard = []
    address = address_of_both(first)
    with (
        closing(PostgresDatabase(address)) as database,
        closing(PostgresDatabase(address)) as other,
        ThreadPoolExecutor(8) as threads,
    ):
        database.open_channel(heard.append, lambda: None, lambda: None)
        publish = other.open_channel(lambda notice: None, lambda: None, lambda: None)
        list(threads.map(lambda _: database.rows("SELECT 1 AS one FROM pg_sleep(0.05)"), range(8)))
        first.freeze()
        assert asked_until_answered(database) < MOST
        # No connection to the silent host is met again.
        assert max(threads.map(lambda _: asked_until_answered(database), range(8))) < 1

        def is_heard():
            publish({"kind": "change", "session": "x"})
            return bool(heard)

        wait_until(is_heard, MOST)
