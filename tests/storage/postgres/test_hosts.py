"""An address with two hosts, of which the first takes connections and says nothing, from the start or from then on."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

import pytest
from psycopg.conninfo import conninfo_to_dict

from companion.storage.error_messages import StoreError
from companion.storage.postgres.database import PostgresDatabase
from tests.faults.cluster import MOST
from tests.faults.network import network_before
from tests.support import postgres
from tests.support.haproxy import wait_until
from tests.support.long import long

pytestmark = pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed")


@pytest.fixture
def first():
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
