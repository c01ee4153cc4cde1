"""Whether the system clock can be trusted before unused tables are deleted.

A wrong clock can make every table look unused for months, so each reading is compared with the one before, which is
stored in the database.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from companion.game import Message
from companion.storage.upkeep.maintenance import Maintenance

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


def trusted_time(maintenance: Maintenance, days: int, warn: Callable[[Message], None]) -> datetime | None:
    """Read the clock and store the reading; None within a day of a jump, about which `warn` is called with a message.

    The clock may be ahead by the longest plausible downtime: a day, or a tenth of the `days` after which tables are
    deleted.
    """
    now = datetime.now(UTC)
    last, held = _last_reading(maintenance, now)
    if not -_HOUR <= now - last <= max(_DAY, days * _DAY / 10):
        warn(_jumped(last, now))
        held = (now + _DAY).timestamp()
    maintenance.set_instance_value("clock", json.dumps({"at": now.timestamp(), "held": held}))
    return None if now.timestamp() < held else now


def _last_reading(maintenance: Maintenance, now: datetime) -> tuple[datetime, float]:
    """Return the last reading, and until when nothing is deleted; at first, when a table was last used."""
    if (stored := maintenance.instance_value("clock")) is None:
        used = maintenance.last_used()
        return now if used is None else datetime.fromisoformat(used), 0.0
    reading = json.loads(stored)
    return datetime.fromtimestamp(reading["at"], UTC), reading.get("held", 0.0)


def _jumped(before: datetime, now: datetime) -> Message:
    then, today = (moment.isoformat(" ", "minutes")[:16] for moment in (before, now))
    return Message(
        "The clock has jumped or the companion was off for long: it was {then}, now it is {now} (UTC). No unused table"
        " is deleted within the next day.",
        then=then,
        now=today,
    )
