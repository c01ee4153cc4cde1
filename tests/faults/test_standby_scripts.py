"""deploy/postgresql sets up a primary and its synchronous standby, which takes over when the primary is gone."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from tests.faults.served import ROOT
from tests.support import postgres
from tests.support.haproxy import free_port

pytestmark = [
    pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"),
    pytest.mark.skipif(not os.environ.get("COMPANION_FAULTS"), reason="make faults sets up a standby"),
]


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="companion-pg-") as name:
        shutil.copytree(ROOT / "deploy/postgresql", Path(name) / "scripts")
        yield Path(name)


def script(name: str, folder: Path, *arguments: str, **values: str) -> subprocess.Popen[bytes]:
    """Start a script as the image of PostgreSQL does: as its user, with its programs in the path."""
    programs = Path(postgres.program("postgres")[-1]).parent
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "REPLICATION_PASSWORD": "abc123", **values}
    command = [*postgres.program("postgres")[:-1], "sh", str(folder / "scripts" / name), *arguments]
    with open(folder / f"{name}.txt", "wb") as told:
        return subprocess.Popen(command, env=environment, cwd="/", stdout=told, stderr=told)


def answer(address: str, sql: str, seconds: float = 20) -> object:
    """The one value that a query gives, as soon as it gives one."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(psycopg.OperationalError), psycopg.connect(address, autocommit=True) as connection:
            found = connection.execute(sql).fetchone()
            if found is not None:
                return found[0]
        time.sleep(0.1)
    raise AssertionError(f"no answer to {sql}")


def test_the_standby_has_what_was_acknowledged_and_takes_changes_once_promoted(folder: Path) -> None:
    port = str(free_port())
    primary = postgres.Server(folder, fsync="on", max_connections="50", listen_addresses="127.0.0.1", port=port)
    address = f"{primary.address('postgres')}&port={port}"
    standby = f"postgresql://companion@/postgres?host={folder}&port={int(port) + 1}"
    primary.start()
    made = script(
        "primary.sh", folder, PGDATA=str(primary.data), PGHOST=str(folder), PGPORT=port, POSTGRES_USER="companion"
    )
    assert made.wait(20) == 0, (folder / "primary.sh.txt").read_text()
    primary.stop()
    primary.start()
    own = ("-c", "listen_addresses=", "-c", f"port={int(port) + 1}", "-c", f"unix_socket_directories={folder}")
    process = script(
        "standby.sh", folder, *own, PGDATA=str(folder / "standby"), PRIMARY_HOST="127.0.0.1", PRIMARY_PORT=port
    )
    try:
        assert answer(standby, "SELECT pg_is_in_recovery()") is True
        assert answer(address, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'") == 1
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CREATE TABLE acts AS SELECT 1 AS act")
        primary.stop("immediate")
        assert answer(standby, "SELECT pg_promote()") is True
        assert answer(standby, "INSERT INTO acts VALUES (2) RETURNING (SELECT count(*) FROM acts)", 5) == 1
    finally:
        process.terminate()
        process.wait(10)
        with suppress(subprocess.CalledProcessError):
            primary.stop("immediate")
