"""Whether the time of day can be trusted when what nobody has used for long is to be deleted for good.

A clock that is set wrong makes every table look unused for months. It is compared with what it told an hour ago and how
long that is by a clock that nobody sets; and after a start with what it told when the companion last looked.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from companion.game import Message
from companion.storage.maintenance import Upkeep

_HOUR = 3600.0
_DAY = 24 * _HOUR
WAIT = _DAY
"""Seconds that the companion has to run after a jump, in one go or with pauses, before it deletes again."""


@dataclass(frozen=True)
class _Look:
    """What the clock told, and since a jump, for how many seconds the companion has run; None where all is well."""

    at: float
    waited: float | None


class ClockGuard:
    """Looks at the clock again and again; what it saw last is kept in the database.

    After a start the clock may be ahead by as long as the companion may have been off: a day, or a tenth of the `days`
    after which tables are deleted.
    """

    def __init__(self, store: Upkeep, days: int, tell: Callable[[Message], None]) -> None:
        self._store, self._tell = store, tell
        self._longest_off = max(_DAY, days * _DAY / 10)
        self._counted: float | None = None  # the clock that nobody sets, at the last look

    def is_trusted(self) -> bool:
        """Look at the clock; whether it goes on from where it was, or a day has passed since it did not."""
        now, counted = time.time(), time.monotonic()
        last = self._last(now)
        passed = 0.0 if self._counted is None else counted - self._counted
        slack = self._longest_off if self._counted is None else _HOUR
        waited = None if last.waited is None else last.waited + passed
        if not -_HOUR <= now - last.at - passed <= slack:
            self._tell(_jumped(last.at, now))
            waited = 0.0
        elif waited is not None and waited >= WAIT:
            waited = None
        self._counted = counted
        self._store.keep("clock", json.dumps({"at": now, "waited": waited}))
        return waited is None

    def _last(self, now: float) -> _Look:
        kept = self._store.kept("clock")
        if kept is not None:
            return _Look(**json.loads(kept))
        used = self._store.last_used()
        return _Look(now if used is None else datetime.fromisoformat(used).timestamp(), None)


def _jumped(before: float, now: float) -> Message:
    then, today = (datetime.fromtimestamp(at, UTC).isoformat(" ", "minutes")[:16] for at in (before, now))
    return Message(
        "The clock has jumped or the companion was off for long: it was {then}, now it is {now} (UTC). No unused table"
        " is deleted until the companion has run for a day.",
        then=then,
        now=today,
    )
