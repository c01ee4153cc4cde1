"""Phones play at two companions while the primary of PostgreSQL goes away and its synchronous standby is promoted."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import psycopg
import pytest

from tests.faults.cluster import MOST, Evening, running
from tests.faults.network import silent_port
from tests.faults.served import Served
from tests.support import standby
from tests.support.long import long
from tests.support.standby import Pair, answer, running_pair

pytestmark = [*standby.NEEDED, long]

Fault = Callable[[Pair], AbstractContextManager[None]]


@contextmanager
def companions_on(pair: Pair, folder: Path) -> Iterator[Sequence[Served]]:
    """Two companions that know the addresses of both servers."""
    with psycopg.connect(pair.address(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE companion")
    folders = [folder / f"companion-{number}" for number in range(2)]
    for each in folders:
        each.mkdir(parents=True)
    options = ("--behind-proxy", "127.0.0.1")
    with running([Served(each, options=options, address=pair.address("companion")) for each in folders]) as companions:
        yield companions


@contextmanager
def refusing(pair: Pair) -> Iterator[None]:
    """Its processes are killed, and its port refuses connections."""
    pair.primary.kill()
    yield


@contextmanager
def frozen(pair: Pair) -> Iterator[None]:
    """Its processes stop where they are: connections stay, and are not answered."""
    pair.primary.pause()
    try:
        yield
    finally:
        pair.primary.kill()


@contextmanager
def unreachable(pair: Pair) -> Iterator[None]:
    """Its connections are gone, and what is sent to its port is dropped."""
    pair.primary.kill()
    with silent_port(pair.ports[0]):
        yield


def promoted_under_load(folder: Path, chance: random.Random, fault: Fault) -> float:
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
def test_a_standby_is_promoted_and_nothing_is_lost(tmp_path: Path, kills: int, fault: Fault) -> None:
    chance = random.Random(20)
    taken = [promoted_under_load(tmp_path / str(number), chance, fault) for number in range(max(1, kills // 40))]
    assert max(taken) < MOST, taken
