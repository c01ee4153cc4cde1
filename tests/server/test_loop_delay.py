"""Pauses of the event loop are counted under what caused them, by the processor's time of the loop's thread."""

import gc
import time
from collections.abc import Callable, Iterator

import gevent
import pytest

from companion.metrics import LOOP_PAUSES, REGISTRY
from companion.server.loop_delay import PAUSE, LoopDelay

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
