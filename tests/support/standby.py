"""A PostgreSQL primary with its synchronous standby, which the scripts in deploy/postgresql set up."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from tests.faults.served import ROOT
from tests.support import postgres
from tests.support.long import long
from tests.support.ports import free_port

NEEDED = [
    pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"),
    long,
]


class Pair:
    """Both servers; each has a folder and a port of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ports = (free_port(), free_port())
        shutil.copytree(ROOT / "deploy/postgresql", folder / "scripts")
        self.primary = postgres.Server(
            folder, fsync="on", max_connections="50", listen_addresses="127.0.0.1", port=str(self.ports[0])
        )
        self._standby: subprocess.Popen[bytes] | None = None

    def address(self, database: str = "postgres") -> str:
        """The address that names both servers, for whoever wants the one that takes changes."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        return f"postgresql://companion@{hosts}/{database}?target_session_attrs=read-write"

    def address_of_standby(self, database: str = "postgres") -> str:
        return f"postgresql://companion@127.0.0.1:{self.ports[1]}/{database}"

    def start(self) -> None:
        """Set up and start both; returns when commits wait for the standby."""
        self.primary.start()
        made = self._run(
            "primary.sh",
            PGDATA=str(self.primary.data),
            PGHOST=str(self.folder),
            PGPORT=str(self.ports[0]),
            POSTGRES_USER="companion",
        )
        assert made.wait(60) == 0, (self.folder / "primary.sh.txt").read_text()
        self.primary.stop()
        self.primary.start()
        settings = ("listen_addresses=127.0.0.1", f"port={self.ports[1]}", "unix_socket_directories=")
        self._standby = self._run(
            "standby.sh",
            *(part for setting in settings for part in ("-c", setting)),
            PGDATA=str(self.folder / "standby"),
            PRIMARY_HOST="127.0.0.1",
            PRIMARY_PORT=str(self.ports[0]),
        )
        assert answer(self.address_of_standby(), "SELECT pg_is_in_recovery()") is True
        assert answer(self.address(), "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'") == 1

    def promote(self) -> None:
        """Make the standby the server that takes changes."""
        assert answer(self.address_of_standby(), "SELECT pg_promote()") is True

    def stop(self) -> None:
        if self._standby is not None:
            self._standby.terminate()
            self._standby.wait(60)
        with suppress(subprocess.CalledProcessError):  # killed by the test
            self.primary.stop("immediate")

    def _run(self, name: str, *arguments: str, **values: str) -> subprocess.Popen[bytes]:
        """Start a script as the image of PostgreSQL does: as its user, with its programs in the path."""
        programs = Path(postgres.program("postgres")[-1]).parent
        path = f"{programs}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "REPLICATION_PASSWORD": "abc123", **values}
        command = [*postgres.program("postgres")[:-1], "sh", str(self.folder / "scripts" / name), *arguments]
        with open(self.folder / f"{name}.txt", "wb") as log:
            return subprocess.Popen(command, env=environment, cwd="/", stdout=log, stderr=log)


@contextmanager
def running_pair() -> Iterator[Pair]:
    """A primary and its standby, which end with the context."""
    with tempfile.TemporaryDirectory(prefix="companion-pg-") as name:
        pair = Pair(Path(name))
        try:
            pair.start()
            yield pair
        finally:
            pair.stop()


def answer(address: str, sql: str, seconds: float = 60) -> object:
    """The one value that a query gives, as soon as it gives one."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with suppress(psycopg.OperationalError), psycopg.connect(address, autocommit=True) as connection:
            row = connection.execute(sql).fetchone()
            if row is not None:
                return row[0]
        time.sleep(0.1)
    raise AssertionError(f"no answer to {sql}")
