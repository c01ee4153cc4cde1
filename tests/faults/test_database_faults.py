"""Two companions, each with a network of its own to one PostgreSQL database, which is away, slow, read-only or full."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.faults.clients import Client
from tests.faults.cluster import MOST, RETURN, Evening, running_on, running_server
from tests.faults.network import Network, network_before
from tests.faults.served import Served
from tests.support import postgres
from tests.support.haproxy import wait_until
from tests.support.long import long

pytestmark = [pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"), long]

AWAY = 8  # seconds that a network is away
THINKS = 0.1  # seconds that a phone thinks before it enters
PATIENCE = MOST  # seconds within which each request is answered, whatever happens to the database


@dataclass(frozen=True)
class Cluster:
    database: postgres.Server
    networks: Sequence[Network]
    companions: Sequence[Served]
    disk: Path | None
    """Where the database is, if a small disk could be mounted for it."""

    @property
    def address(self):
        return self.database.address("companion")

    @property
    def ports(self):
        return [served.port for served in self.companions]

    def configure(self, setting):
        with psycopg.connect(self.database.address("postgres"), autocommit=True) as connection:
            connection.execute(f"ALTER SYSTEM SET {setting}")
            connection.execute("SELECT pg_reload_conf()")


@contextmanager
def small_disk(folder):
    """A disk of its own for the database; None where one cannot be mounted."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(folder)]
    if os.getuid() != 0 or subprocess.run(command, check=False, capture_output=True).returncode:
        yield None
        return
    try:
        shutil.chown(folder, "postgres", "postgres")
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def _create(database, disk):
    """Make the companions' database, on the small disk if there is one."""
    database.create("companion")
    if disk is not None:
        with psycopg.connect(database.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{disk}'")
            connection.execute("ALTER DATABASE companion SET TABLESPACE small")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-pg-")))
        folder.chmod(0o755)
        disk = stack.enter_context(small_disk(folder / "small"))
        database = stack.enter_context(running_server())
        _create(database, disk)
        server = database.folder / ".s.PGSQL.5432"
        networks = [stack.enter_context(network_before(server)) for _ in range(2)]
        addresses = [each.address("companion") for each in networks]
        companions = stack.enter_context(running_on(addresses, tmp_path_factory.mktemp("companions")))
        yield Cluster(database, networks, companions, disk)


def test_the_network_to_the_database_is_away(cluster):
    evening = Evening(cluster.ports, THINKS)
    evening.seconds_until_acts()
    cluster.networks[0].freeze()
    frozen = time.monotonic()
    others = evening.seconds_until_acts()
    print(f"one companion's network away for {AWAY} s: acts at the other one after {others:.1f} s at most")
    assert others < PATIENCE
    time.sleep(max(0, frozen + AWAY - time.monotonic()))
    cluster.networks[0].thaw()
    assert evening.seconds_until_acts() < RETURN
    _both_away(cluster, evening)
    print(f"slowest answer {evening.longest:.1f} s; {evening.check(cluster.address)}")
    assert evening.longest < PATIENCE


def _both_away(cluster, evening):
    for network in cluster.networks:
        network.freeze()
    time.sleep(AWAY)
    for network in cluster.networks:
        network.thaw()
    back = evening.seconds_until_acts()
    print(f"both networks away for {AWAY} s: acts succeeded {back:.1f} s after the return")
    assert back < RETURN
    assert any("The database cannot be reached" in sentence for sentence in evening.sentences)
    for served in cluster.companions:
        lines = [line for line in served.output().splitlines() if "database is" in line]
        assert lines[0] == "The database is away."
        assert lines[1].startswith("The database is back after ")
        assert "Traceback" not in served.output()


def test_a_slow_database_holds_up_nobody_else(cluster):
    evening = Evening(cluster.ports, thinks=THINKS)
    watcher = Client(cluster.ports[0], "watcher", source="127.0.2.1")
    session = watcher.open("luz", "Ann", "Ben", "Cleo")
    for network in cluster.networks:
        network.delay = 0.05
    times = {}
    end = time.monotonic() + 10
    while time.monotonic() < end:
        for path in ("/companion.js", "/healthz", f"/t/{session}"):
            begun = time.monotonic()
            assert watcher.ask("GET", path).status == 200
            times[path] = max(times.get(path, 0), time.monotonic() - begun)
        with psycopg.connect(cluster.address) as connection:
            found = connection.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'companion'")
            assert found.fetchall()[0][0] <= 11 * len(cluster.companions)
    for network in cluster.networks:
        network.delay = 0
    watcher.hang_up()
    figures = evening.check(cluster.address)
    print("100 ms a statement:", *(f"{path[:9]} {slowest:.1f} s," for path, slowest in times.items()), figures)
    assert times["/companion.js"] < 1.5
    assert max(times.values()) < RETURN
    assert evening.longest < PATIENCE


def test_a_read_only_database_takes_nothing_and_says_so(cluster):
    cluster_is_usable(cluster)
    evening = Evening(cluster.ports, THINKS)
    evening.seconds_until_acts()
    cluster.configure("default_transaction_read_only = on")
    wait_until(lambda: bool(evening.sentences))
    time.sleep(0.3)  # what was begun before is done
    known = len(evening.ledger.acknowledged)
    time.sleep(0.5)
    assert len(evening.ledger.acknowledged) == known
    health = Client(cluster.ports[0], "health")
    wait_until(lambda: health.ask("GET", "/healthz").status == 503)
    cluster.configure("default_transaction_read_only = off")
    assert evening.seconds_until_acts() < RETURN
    wait_until(lambda: health.ask("GET", "/healthz").status == 200)
    health.hang_up()
    print("read-only:", evening.check(cluster.address))
    assert evening.sentences == {
        "The database takes no changes at the moment. Nothing was saved; try again in a moment."
    }


def cluster_is_usable(cluster):
    for served in cluster.companions:
        wait_until(served.answers)


def test_a_full_disk_takes_nothing_and_says_so(cluster):
    if cluster.disk is None:
        pytest.skip("a small disk can be mounted by root only")
    evening = Evening(cluster.ports, THINKS)
    evening.seconds_until_acts()
    filler = cluster.disk / "filler"
    with filler.open("wb", 0) as file:
        for size in (1 << 20, 4096):
            with suppress(OSError):
                while file.write(b"." * size) == size:
                    pass
    wait_until(lambda: bool(evening.sentences), 60)
    filler.unlink()
    assert evening.seconds_until_acts() < RETURN
    print("a full disk:", evening.check(cluster.address))
    assert evening.sentences == {"The disk is full. Nothing was saved; make room and try again."}
