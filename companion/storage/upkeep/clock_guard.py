"""Whether the system clock can be trusted before unused tables are deleted.

A wrong clock can make every table look unused for months. Each reading is compared with the one an hour ago and the
monotonic time since; after a start, with the last reading stored in the database.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.game import Message
from companion.storage.upkeep.maintenance import Maintenance

_HOUR = 3600.0
_DAY = 24 * _HOUR
WAIT = _DAY
"""Seconds of running time, in one go or with pauses, after a clock jump before anything is deleted again."""


@dataclass(frozen=True)
class _Reading:
    """A clock reading, and the seconds of running time since a jump; None if there was none."""

    at: float
    waited: float | None


class ClockGuard:
    """Checks the clock at each call and stores the reading in the database.

    After a start the clock may be ahead by the longest plausible downtime: a day, or a tenth of the `days` after which
    tables are deleted. `warn` is called with a message when the clock has jumped.
    """

    def __init__(self, maintenance: Maintenance, days: int, warn: Callable[[Message], None]) -> None:
        self._maintenance, self._warn = maintenance, warn
        self._max_downtime = max(_DAY, days * _DAY / 10)
        self._last_monotonic: float | None = None  # the clock that nobody sets, at the last look

    def trusted_time(self) -> datetime | None:
        """Read the clock; None unless it continues from its last reading, or has done so for a day after a jump."""
        now, monotonic = time.time(), time.monotonic()
        last = self._last_reading(now)
        passed = 0.0 if self._last_monotonic is None else monotonic - self._last_monotonic
        slack = self._max_downtime if self._last_monotonic is None else _HOUR
        waited = None if last.waited is None else last.waited + passed
        if not -_HOUR <= now - last.at - passed <= slack:
            self._warn(_jumped(last.at, now))
            waited = 0.0
        elif waited is not None and waited >= WAIT:
            waited = None
        self._last_monotonic = monotonic
        self._maintenance.set_instance_value("clock", json.dumps({"at": now, "waited": waited}))
        return datetime.fromtimestamp(now, UTC) if waited is None else None

    def _last_reading(self, now: float) -> _Reading:
        stored = self._maintenance.instance_value("clock")
        if stored is not None:
            return _Reading(**json.loads(stored))
        used = self._maintenance.last_used()
        return _Reading(now if used is None else datetime.fromisoformat(used).timestamp(), None)


def _jumped(before: float, now: float) -> Message:
    then, today = (datetime.fromtimestamp(at, UTC).isoformat(" ", "minutes")[:16] for at in (before, now))
    return Message(
        "The clock has jumped or the companion was off for long: it was {then}, now it is {now} (UTC). No unused table"
        " is deleted until the companion has run for a day.",
        then=then,
        now=today,
    )
