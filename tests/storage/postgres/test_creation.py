"""Several companions that start at once on an empty PostgreSQL database: one makes the tables, the others wait."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from companion.features import extensions
from companion.storage.postgres.database import LOCK, PostgresDatabase
from tests.support import postgres
from tests.support.haproxy import wait_until

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
