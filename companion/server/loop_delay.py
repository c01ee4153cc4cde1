"""How late the event loop is: whatever holds it up makes everybody wait."""

import logging
import time

import gevent

from companion.metrics import LOOP_DELAY, LOOP_PAUSES

_log = logging.getLogger(__name__)

PERIOD = 0.01  # seconds between two looks
PAUSE = 0.025  # seconds from which a delay is told of


class LoopDelay:
    """Measures how much later than every PERIOD seconds a timer of the event loop fires.

    A pause is a delay of PAUSE or more. It is of the companion's own making if the loop's thread had the processor for
    PAUSE or more, and that is then its length, as long on a busy machine as on a quiet one. Else the machine caused it:
    other programs had the processor, another thread held Python's lock, or the disk kept the thread waiting.
    """

    def __init__(self) -> None:
        self._timer = gevent.get_hub().loop.timer(PERIOD, PERIOD)
        self._due, self._used = time.perf_counter() + PERIOD, time.thread_time()
        self._timer.start(self._fired)

    def stop(self) -> None:
        """Measure no more."""
        self._timer.close()

    def _fired(self) -> None:
        now, used = time.perf_counter(), time.thread_time()
        delay = max(now - self._due, 0.0)
        LOOP_DELAY.observe(delay)
        if delay >= PAUSE:
            ran = min(delay, used - self._used)
            cause, length = ("companion", ran) if ran >= PAUSE else ("machine", delay)
            LOOP_PAUSES[cause].observe(length)
            _log.info("the event loop stood still for %.0f ms: %s", length * 1000, cause)
        self._due, self._used = now + PERIOD, used
