"""How much of the processor a request itself uses, without what others use while it waits."""

from __future__ import annotations

import time
from typing import Any

import greenlet


class ProcessorMeter:
    """Counts the processor time of the greenlets that are measured, from switch to switch of this thread.

    At each switch the thread's time since the last one belongs to the greenlet that ran. Whoever traced the switches
    before goes on to do so.
    """

    def __init__(self) -> None:
        self._used: dict[greenlet.greenlet, float] = {}
        self._since = time.thread_time()
        self._traced_before = greenlet.settrace(self._switched)

    def begin(self) -> None:
        """Measure the current greenlet from here on."""
        self._used[greenlet.getcurrent()] = self._since - time.thread_time()

    def end(self) -> float:
        """The seconds that the current greenlet has used since `begin`; it is not measured any more."""
        return self._used.pop(greenlet.getcurrent()) + time.thread_time() - self._since

    def close(self) -> None:
        """Measure nothing any more."""
        greenlet.settrace(self._traced_before)

    def _switched(self, event: Any, switch: Any) -> None:
        now, ran = time.thread_time(), switch[0]
        if ran in self._used:
            self._used[ran] += now - self._since
        self._since = now
        if self._traced_before is not None:
            self._traced_before(event, switch)
