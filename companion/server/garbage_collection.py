"""When cyclic garbage is collected: objects that live long are walked only while nobody waits.

A full collection walks every object in memory, tens of milliseconds in which the event loop stands still. Requests
leave no cycles but a few small ones, which the youngest generation collects; what survives is hardly ever garbage.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

QUIET = 60.0  # seconds without a request after which all is collected
_THRESHOLDS = (2_000, 10, 1_000)  # see gc.set_threshold


class IdleCollector:
    """Collects all garbage once no request came between two calls of `run_due`; `requests` counts those so far."""

    def __init__(self, requests: Callable[[], int]) -> None:
        self._requests = requests
        self._before = self._collected = 0
        gc.set_threshold(*_THRESHOLDS)
        self._collect()

    def run_due(self) -> None:
        """Collect if there was no request since the last call, but some since the last collection."""
        requests = self._requests()
        if requests == self._before and requests != self._collected:
            self._collect()
            self._collected = requests
        self._before = requests

    def _collect(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()  # younger collections do not move these, and a full one under load does not walk them
