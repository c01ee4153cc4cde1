"""Notices between companions on one PostgreSQL database."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support import postgres

pytestmark = pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed")

_CLOSE = """
from gevent import monkey
monkey.patch_all()
import sys, time
from companion.storage.postgres import PostgresDatabase
database, times = PostgresDatabase(sys.argv[1]), []
database.open_channel(print, lambda: times.append(time.monotonic()), lambda: None)
while not times:
    time.sleep(0.01)
time.sleep(0.05)
database.close()
time.sleep(0.3)
"""


def test_the_channel_is_closed_while_its_thread_waits_for_notices() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CLOSE, postgres.fresh_database()], capture_output=True, text=True, timeout=30
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
