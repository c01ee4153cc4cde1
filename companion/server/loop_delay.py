"""How late the event loop is, and what kept it: whatever holds up the loop makes everybody wait."""

import gc
import logging
import time
from typing import Any

import gevent

from companion.metrics import LOOP_DELAY, LOOP_PAUSES

_log = logging.getLogger(__name__)

PERIOD = 0.01  # seconds between two looks
PAUSE = 0.025  # seconds from which a delay is told of


class LoopDelay:
    """Measures how much later than every PERIOD seconds a timer of the event loop fires.

    A pause is a delay of PAUSE or more. The processor's time of the loop's own thread tells what caused it: if that ran
    for PAUSE or more, it was the garbage collector, a request or other work, whichever took half of it; else the
    machine: other programs had the processor, another thread held Python's lock, or the disk kept the thread waiting.
    So a pause of the companion's own making is as long on a busy machine as on a quiet one.
    """

    def __init__(self) -> None:
        self._timer = gevent.get_hub().loop.timer(PERIOD, PERIOD)
        self._due = self._used = 0.0
        self._collecting = self._collected = 0.0
        self._longest: tuple[float, str] = (0.0, "")

    def start(self) -> None:
        """Begin to measure."""
        self._due, self._used = time.perf_counter() + PERIOD, time.thread_time()
        gc.callbacks.append(self._on_collection)
        self._timer.start(self._fired)

    def stop(self) -> None:
        """Measure no more."""
        self._timer.close()
        gc.callbacks.remove(self._on_collection)

    def request_ended(self, name: str, seconds: float) -> None:
        """Take note of a request by the pattern of its address, and how long it took."""
        if seconds > self._longest[0]:
            self._longest = seconds, name

    def _on_collection(self, phase: str, _info: dict[str, Any]) -> None:
        if phase == "start":
            self._collecting = time.thread_time()
        else:
            self._collected += time.thread_time() - self._collecting

    def _fired(self) -> None:
        now, used = time.perf_counter(), time.thread_time()
        delay = max(now - self._due, 0.0)
        LOOP_DELAY.observe(delay)
        if delay >= PAUSE:
            self._count_pause(delay, min(delay, used - self._used))
        self._due, self._used = now + PERIOD, used
        self._collected, self._longest = 0.0, (0.0, "")

    def _count_pause(self, delay: float, ran: float) -> None:
        seconds, request = self._longest
        if ran < PAUSE:
            cause, length, name = "machine", delay, ""
        elif self._collected >= ran / 2:
            cause, length, name = "garbage collector", ran, ""
        elif seconds >= ran / 2:
            cause, length, name = "request", ran, request
        else:
            cause, length, name = "other work", ran, ""
        LOOP_PAUSES[cause].observe(length)
        _log.info("the event loop stood still for %.0f ms: %s %s", length * 1000, cause, name)
