"""Phones play at two companions while the primary of PostgreSQL goes away and its synchronous standby is promoted."""

import os
import random
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from tests.faults.cluster import MOST, Evening, answer, running_on
from tests.faults.network import silent_port
from tests.faults.served import ROOT
from tests.support import postgres
from tests.support.long import long
from tests.support.ports import free_port

pytestmark = [pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"), long]


class Pair:
    """Both servers; each has a folder and a port of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.ports = (free_port(), free_port())
        shutil.copytree(ROOT / "deploy/postgresql", folder / "scripts")
        self.primary = postgres.Server(
            folder, fsync="on", max_connections="50", listen_addresses="127.0.0.1", port=str(self.ports[0])
        )
        self._standby = None

    def address(self, database="postgres"):
        """The address that names both servers, for whoever wants the one that takes changes."""
        hosts = ",".join(f"127.0.0.1:{port}" for port in self.ports)
        return f"postgresql://companion@{hosts}/{database}?target_session_attrs=read-write"

    def address_of_standby(self, database="postgres"):
        return f"postgresql://companion@127.0.0.1:{self.ports[1]}/{database}"

    def start(self):
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

    def promote(self):
        assert answer(self.address_of_standby(), "SELECT pg_promote()") is True

    def stop(self):
        if self._standby is not None:
            self._standby.terminate()
            self._standby.wait(60)
        with suppress(subprocess.CalledProcessError):  # killed by the test
            self.primary.stop("immediate")

    def _run(self, name, *arguments, **values):
        """Start a script as the image of PostgreSQL does: as its user, with its programs in the path."""
        programs = Path(postgres.program("postgres")[-1]).parent
        path = f"{programs}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "REPLICATION_PASSWORD": "abc123", **values}
        command = [*postgres.program("postgres")[:-1], "sh", str(self.folder / "scripts" / name), *arguments]
        with open(self.folder / f"{name}.txt", "wb") as log:
            return subprocess.Popen(command, env=environment, cwd="/", stdout=log, stderr=log)


@contextmanager
def running_pair():
    with tempfile.TemporaryDirectory(prefix="companion-pg-") as name:
        pair = Pair(Path(name))
        try:
            pair.start()
            yield pair
        finally:
            pair.stop()


@contextmanager
def companions_on(pair, folder):
    with psycopg.connect(pair.address(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE companion")
    with running_on([pair.address("companion")] * 2, folder) as companions:
        yield companions


@contextmanager
def refusing(pair):
    """Its processes are killed, and its port refuses connections."""
    pair.primary.kill()
    yield


@contextmanager
def frozen(pair):
    """Its processes stop where they are: connections stay, and are not answered."""
    pair.primary.pause()
    try:
        yield
    finally:
        pair.primary.kill()


@contextmanager
def unreachable(pair):
    """Its connections are gone, and what is sent to its port is dropped."""
    pair.primary.kill()
    with silent_port(pair.ports[0]):
        yield


def promoted_under_load(folder, chance, fault):
    """Promote the standby during games after a fault of the primary; the seconds until acts at each table succeed."""
    with running_pair() as pair, companions_on(pair, folder) as companions:
        evening = Evening([each.port for each in companions])
        evening.seconds_until_acts(10)
        time.sleep(chance.uniform(0, 1))
        with fault(pair):
            time.sleep(chance.uniform(0, 3))
            known = len(evening.ledger.acknowledged)
            begun = time.monotonic()
            pair.promote()
            evening.seconds_until_acts()
            taken = time.monotonic() - begun
            evening.seconds_until_acts(10)
        assert answer(pair.address_of_standby(), "SHOW synchronous_standby_names") == ""
        figures = evening.check(pair.address_of_standby("companion"))
        print(f"promoted: acts succeeded after {taken:.1f} s; {known} acts acknowledged before; {figures}")
        assert known
        assert not any("Traceback" in each.output() for each in companions)
        return taken


@pytest.mark.parametrize("fault", [refusing, frozen, unreachable])
def test_a_standby_is_promoted_and_nothing_is_lost(tmp_path, kills, fault):
    chance = random.Random(20)
    taken = [promoted_under_load(tmp_path / str(number), chance, fault) for number in range(max(1, kills // 40))]
    assert max(taken) < MOST, taken
