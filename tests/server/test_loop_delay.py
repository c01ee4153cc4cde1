"""Pauses of the event loop are counted under what caused them, by the processor's time of the loop's thread."""

import time

import gevent
import pytest

from companion.metrics import LOOP_PAUSES, REGISTRY
from companion.server.loop_delay import PAUSE, LoopDelay

LONG = 3 * PAUSE


@pytest.fixture
def loop_delay():
    measured = LoopDelay()
    gevent.sleep(0.03)
    yield measured
    measured.stop()


def work():
    end = time.thread_time() + LONG
    while time.thread_time() < end:
        pass


def wait():
    time.sleep(LONG)


def counts():
    name = "companion_loop_pause_seconds_count"
    return {cause: int(REGISTRY.get_sample_value(name, {"cause": cause}) or 0) for cause in LOOP_PAUSES}


@pytest.mark.parametrize(
    ("cause", "paused"),
    [("companion", work), ("machine", wait)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_pause_is_counted_under_its_cause(loop_delay, cause, paused):
    before = counts()
    paused()
    gevent.sleep(0.03)
    after = counts()
    assert after[cause] > before[cause]
