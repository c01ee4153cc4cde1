"""A backup made while the server runs takes the place of a lost database, as the page on hosting says."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.faults.clients import Client
from tests.faults.served import COMPANION, ROOT, Served
from tests.support.phones import bets, totals

Clients = Callable[..., Client]


def test_a_backup_of_a_running_server_goes_on_elsewhere(
    serve: Callable[..., Served], client: Clients, tmp_path: Path
) -> None:
    served = serve()
    host = client(served.port, "host")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    host.act(session, "enter", 0, bets("3 2 1"))
    link, copy, place = host.link(session), tmp_path / "copy.sqlite", tmp_path / "elsewhere"
    command = [sys.executable, *COMPANION, "backup", copy, "--database", served.database]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    host.act(session, "enter", 1, totals("3 2 5"))
    place.mkdir()
    copy.rename(place / "companion.sqlite")
    other = serve(kept=place)
    same = client(other.port, "same")
    same.cookie = host.cookie
    assert same.version(session) == 1 and same.link(session) == link, "the backup knows of nothing later"
    guest = client(other.port, "guest").join(same, session)
    assert guest.act(session, "enter", 1, totals("3 2 5")).status == 303
    assert same.totals(session) == host.totals(session)


def test_after_the_end_everything_is_in_one_file(serve: Callable[..., Served], client: Clients, tmp_path: Path) -> None:
    """Copied by hand while nothing runs, the file that bears the name of the database is all of it."""
    place = tmp_path / "kept"
    place.mkdir()
    served = serve(kept=place, options=("--delete-after", "180", "--public-url", "http://127.0.0.1:1"))
    session = client(served.port, "host").open("luz", "Ann", "Ben", "Cleo")
    served.end()
    assert sorted(path.name for path in place.iterdir()) == ["companion.sqlite"]
    with closing(sqlite3.connect(served.database)) as database:
        assert database.execute("SELECT id FROM sessions").fetchall() == [(session,)]
