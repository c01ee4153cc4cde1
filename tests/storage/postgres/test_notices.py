"""Notices between companions on one PostgreSQL database."""

import subprocess
import sys
import threading
from contextlib import closing
from queue import SimpleQueue

import psycopg
import pytest

from companion.storage.postgres.database import PostgresDatabase
from tests.support import postgres

pytestmark = pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed")

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
