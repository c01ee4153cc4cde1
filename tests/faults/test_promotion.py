"""Phones play at two companions while the primary of PostgreSQL is killed and its synchronous standby promoted."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.faults.cluster import RETURN, Evening, running
from tests.faults.served import Served
from tests.support import standby
from tests.support.standby import Pair, answer, running_pair

pytestmark = standby.NEEDED


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


def promoted_under_load(folder: Path, chance: random.Random) -> float:
    """Kill the primary during games and promote its standby; the seconds until acts at each table succeed."""
    with running_pair() as pair, companions_on(pair, folder) as companions:
        evening = Evening([each.port for each in companions])
        evening.seconds_until_acts(10)
        time.sleep(chance.uniform(0, 1))
        pair.primary.kill()
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


def test_a_standby_is_promoted_and_nothing_is_lost(tmp_path: Path, kills: int) -> None:
    chance = random.Random(20)
    taken = [promoted_under_load(tmp_path / str(number), chance) for number in range(max(1, kills // 40))]
    assert max(taken) < RETURN, taken
