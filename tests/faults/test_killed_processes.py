"""Three companions on one PostgreSQL database: each of them, and the database, is killed or replaced during games.

Only in `make test-long`: test_haproxy.py and test_database_faults.py have the short forms.
"""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from tests.faults.cluster import RETURN, Evening, running, running_server
from tests.faults.served import Served
from tests.support import haproxy, postgres
from tests.support.haproxy import Haproxy, wait_until
from tests.support.long import long
from tests.support.ports import free_port

pytestmark = [
    pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"),
    long,
]


@dataclass(frozen=True)
class Cluster:
    """The database, the companions on it, and haproxy before them where it is installed."""

    database: postgres.Server
    companions: Sequence[Served]
    haproxy: Haproxy | None

    @property
    def address(self) -> str:
        return str(self.companions[0].database)

    @property
    def ports(self) -> list[int]:
        """The ports of the companions."""
        return [served.port for served in self.companions]

    @property
    def front(self) -> list[int]:
        """The port that phones use; without a proxy, they ask one companion after another."""
        return self.ports if self.haproxy is None else [self.haproxy.port]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    options = ("--behind-proxy", "127.0.0.1")
    with running_server() as database:
        address = database.create("companion")
        folders = [tmp_path_factory.mktemp("companion") for _ in range(3)]
        with running([Served(folder, options=options, address=address) for folder in folders]) as companions:
            if not haproxy.is_installed():
                yield Cluster(database, companions, None)
                return
            proxy = Haproxy(tmp_path_factory.mktemp("haproxy"), free_port(), [each.port for each in companions])
            try:
                proxy.start()
                yield Cluster(database, companions, proxy)
            finally:
                proxy.stop()


def test_companions_are_killed_and_nothing_is_lost(cluster: Cluster, kills: int) -> None:
    evening, chance, waits = Evening(cluster.front), random.Random(18), []
    for _ in range(kills):
        time.sleep(chance.uniform(0.1, 0.6))
        companion = chance.choice(cluster.companions)
        companion.kill()
        waits.append(evening.seconds_until_acts())
        companion.start()
    figures = evening.check(cluster.address)
    print(f"{kills} kills of a companion: tables went on after {max(waits):.1f} s at most; {figures}")
    assert max(waits) < RETURN


def test_companions_are_replaced_one_by_one(cluster: Cluster, kills: int) -> None:
    evening = Evening(cluster.front)
    for companion in [*cluster.companions] * max(1, kills // 40):
        if cluster.haproxy is not None:
            wait_until(lambda: cluster.haproxy is None or cluster.haproxy.healthy() == 3, 20)
        companion.end(signal.SIGTERM)
        companion.start()
    assert evening.seconds_until_acts() < RETURN
    print(f"replaced one by one: slowest answer {evening.longest:.1f} s; {evening.check(cluster.address)}")
    assert evening.longest < RETURN
    assert not evening.sentences


def test_the_database_is_killed_and_acts_succeed_soon_after_its_return(cluster: Cluster, kills: int) -> None:
    evening, chance, waits = Evening(cluster.ports), random.Random(19), []
    for number in range(max(2, kills // 4)):
        time.sleep(chance.uniform(0.2, 0.8))
        if number % 5 == 1:
            cluster.database.kill_connection()
        else:
            cluster.database.kill()
            time.sleep(chance.uniform(0, 1))
            cluster.database.start()
        waits.append(evening.seconds_until_acts())
    figures = evening.check(cluster.address)
    print(f"{len(waits)} kills of the database: acts succeeded {max(waits):.1f} s after its return at most; {figures}")
    assert max(waits) < RETURN
