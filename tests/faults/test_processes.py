"""Three companions on one PostgreSQL database: each of them, and the database, is killed or replaced during games."""

from __future__ import annotations

import random
import signal
import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from tests.faults.clients import Client
from tests.faults.cluster import RETURN, Evening, Listener, kept_in, running, running_server
from tests.faults.served import Served
from tests.support import haproxy, postgres
from tests.support.haproxy import Haproxy, free_port, wait_until
from tests.support.phones import bets

pytestmark = pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed")


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


def test_companions_are_killed_and_nothing_is_lost(cluster: Cluster, rounds: int) -> None:
    evening, chance, waits = Evening(cluster.front), random.Random(18), []
    for _ in range(rounds):
        time.sleep(chance.uniform(0.1, 0.6))
        one = chance.choice(cluster.companions)
        one.kill()
        waits.append(evening.seconds_until_acts())
        one.start()
    figures = evening.check(cluster.address)
    print(f"{rounds} kills of a companion: tables went on after {max(waits):.1f} s at most; {figures}")
    assert max(waits) < RETURN


def test_companions_are_replaced_one_by_one(cluster: Cluster, rounds: int) -> None:
    evening = Evening(cluster.front)
    for one in [*cluster.companions] * max(1, rounds // 40):
        if cluster.haproxy is not None:
            wait_until(lambda: cluster.haproxy is None or cluster.haproxy.healthy() == 3, 20)
        one.end(signal.SIGTERM)
        one.start()
    assert evening.seconds_until_acts() < RETURN
    print(f"replaced one by one: slowest answer {evening.longest:.1f} s; {evening.check(cluster.address)}")
    assert evening.longest < RETURN
    assert not evening.sentences


def test_the_database_is_killed_and_acts_succeed_soon_after_its_return(cluster: Cluster, rounds: int) -> None:
    evening, chance, waits = Evening(cluster.ports), random.Random(19), []
    for number in range(max(2, rounds // 4)):
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


def test_of_two_acts_at_once_at_two_companions_one_is_the_next(cluster: Cluster) -> None:
    here, there, _ = (Client(port, f"at-{port}") for port in cluster.ports)
    there.ledger = here.ledger
    session = here.open("luz", "Ann", "Ben", "Cleo")
    there.join(here, session)
    for version in range(0, 40, 2):
        both = threading.Barrier(2)

        def enter(phone: Client, posted: str, seen: int = version, both: threading.Barrier = both) -> None:
            both.wait(10)
            phone.act(session, "enter", seen, bets(posted))

        threads = [threading.Thread(target=enter, args=asked) for asked in ((here, "2 3 4"), (there, "1 1 1"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert len(here.ledger.refused) == len(here.ledger.acknowledged) / 2 + 0.5
        here.act(session, "undo", version + 1)
    events = [event for event in kept_in(cluster.address).events if event[0] == session]
    assert [number for _, number, *_ in events] == list(range(1, 41))
    assert [act for _, _, act, *_ in events] == list(here.ledger.acknowledged)
    for phone in (here, there):
        phone.hang_up()


def test_an_entry_at_one_companion_is_on_phones_at_another(cluster: Cluster) -> None:
    here, there, _ = cluster.ports
    host = Client(here, "host")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    other = Client(there, "other")
    other.join(host, session)
    near, far = Listener(host, session, here), Listener(other, session, there)
    for one in (near, far):
        one.start()
    time.sleep(0.5)
    for version in range(0, 20, 2):
        host.act(session, "enter", version, bets("2 3 4"))
        host.act(session, "undo", version + 1)
        wait_until(lambda come=version + 2: come in far.came)  # type: ignore[misc]
    delays = [far.came[version] - near.came[version] for version in near.came.keys() & far.came.keys() if version]
    print(f"later at another companion: p50 {1000 * statistics.median(delays):.1f} ms of {len(delays)}")
    for one in (near, far):
        one.response.close()
        one.connection.close()
    for phone in (host, other):
        phone.hang_up()
    assert any('"phones": 2' in event or '"phones":2' in event for event in far.events), "both phones are counted"
