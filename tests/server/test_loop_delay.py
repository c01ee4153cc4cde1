"""Pauses of the event loop are counted under what caused them, and the companion makes none of its own under load.

A pause is counted by the processor's time of the loop's thread, so that other programs on the machine change nothing.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import gevent
import pytest

from companion.metrics import LOOP_PAUSES, REGISTRY
from companion.server.loop_delay import PAUSE, LoopDelay
from tests.faults.clients import Client
from tests.faults.cluster import Listener
from tests.support.long import long
from tests.support.loop_delays import metrics, pauses
from tests.support.phones import bets
from tools.bench.serving import serving

LONG = 3 * PAUSE


@pytest.fixture
def loop_delay() -> Iterator[LoopDelay]:
    measured = LoopDelay()
    measured.start()
    gevent.sleep(0.03)
    yield measured
    measured.stop()


def work() -> None:
    end = time.thread_time() + LONG
    while time.thread_time() < end:
        pass


def collect() -> None:
    kept: list[list[int]] = [[] for _ in range(100_000)]
    end = time.thread_time() + LONG
    while time.thread_time() < end:
        gc.collect()
    assert kept


def wait() -> None:
    time.sleep(LONG)


def counts() -> dict[str, int]:
    name = "companion_loop_pause_seconds_count"
    return {cause: int(REGISTRY.get_sample_value(name, {"cause": cause}) or 0) for cause in LOOP_PAUSES}


@pytest.mark.parametrize(
    ("cause", "paused"),
    [("other work", work), ("request", work), ("garbage collector", collect), ("machine", wait)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_pause_is_counted_under_its_cause(loop_delay: LoopDelay, cause: str, paused: Callable[[], None]) -> None:
    before = counts()
    paused()
    if cause == "request":
        loop_delay.request_ended("GET /history.csv", LONG)
    gevent.sleep(0.03)
    after = counts()
    assert after[cause] > before[cause]


@long
def test_entries_make_no_pause(tmp_path: Path) -> None:
    with serving(tmp_path) as served, ExitStack() as open_phones:
        tables = [table(served.port, number, open_phones) for number in range(4)]
        for host, session in tables:
            play(host, session, 4)  # the first ones compile templates
        before = pauses(metrics(served.port))
        for host, session in tables:
            play(host, session, 60)
        assert pauses(metrics(served.port)) == before


def table(port: int, number: int, open_phones: ExitStack) -> tuple[Client, str]:
    """The host of a new table at which another phone listens."""
    host, other = Client(port, f"host-{number}"), Client(port, f"other-{number}")
    session = host.open("luz", "Ann", "Ben", "Cleo")
    other.join(host, session)
    stream = Listener(other, session, port)
    stream.start()
    for phone in (host, other, stream):
        open_phones.callback(phone.hang_up)
    return host, session


def play(host: Client, session: str, times: int) -> None:
    """Enter bets and take them back."""
    seen = host.version(session)
    for number in range(times):
        what, fields = ("undo", {}) if number % 2 else ("enter", bets("2 3 4"))
        answer = host.act(session, what, seen + number, fields)
        assert answer.status == 303, answer
