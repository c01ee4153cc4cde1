"""Background jobs: heartbeats, check the database, delete unused tables, remove what is left of deleted ones."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import gevent
from gevent.event import Event

from companion.commands.output import print_error, print_failure
from companion.engine import Message
from companion.engine.pause import pausing
from companion.live.live import ALIVE, send_heartbeats
from companion.server import wsgi
from companion.storage.error_messages import StoreError
from companion.storage.maintenance import Maintenance
from companion.storage.records import Database
from companion.storage.store import Store

_log = logging.getLogger(__name__)

TIDY = 3600.0
_PRESENCE = 0.25  # seconds between checks for changed numbers of phones
_PURGE = 24 * 3600.0
PAUSE = 0.05  # seconds after each table that is deleted or made, for requests
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


@dataclass
class Stop:
    """Stops the server once `event` is set; `reason` is set if that is because of an error.

    Each of `last` is called when no more requests are answered, before the jobs are ended.
    """

    event: Event = field(default_factory=Event)
    reason: Message | None = None
    jobs: list[gevent.Greenlet[..., Any]] = field(default_factory=list)
    last: list[Callable[[], None]] = field(default_factory=list)


def start_jobs(app: Any, days: int | None) -> Stop:
    """Start all jobs; tables not used for `days` are deleted, none if that is None."""
    stop, tables = Stop(), app.extensions["companion"]
    wsgi.run_periodically(lambda: send_heartbeats(tables.live, tables.versions, gevent.sleep), 0)
    wsgi.run_periodically(tables.live.send_phones, _PRESENCE)
    wsgi.run_periodically(app.extensions["companion.peers"].keep_alive, ALIVE)
    stop.jobs.append(gevent.spawn(_check, tables.store.database, stop))
    stop.jobs.append(wsgi.run_periodically(lambda: _purge(tables.store), _PURGE))
    if days is not None:
        stop.jobs.append(wsgi.run_periodically(lambda: tidy(app, days), TIDY))
    return stop


def _check(database: Database, stop: Stop) -> None:
    """Check a file that was too large to check at the start."""
    try:
        fault = None if database.is_checked else gevent.get_hub().threadpool.apply(database.find_fault)
    except Exception:
        _log.exception("the database could not be checked")
        return
    if fault is not None:
        stop.reason = fault.message
        stop.event.set()


def _purge(store: Store) -> None:
    """Remove what is left of what was deleted; where that fails, the next time."""
    if store.database.is_leader():
        try:
            store.maintenance.purge()
        except StoreError as error:
            _log.warning("what was deleted is still in the file: %s", error.message.text())


def tidy(app: Any, days: int) -> None:
    """Delete unused tables one by one, so that requests are handled in between; one process on the database does it."""
    tables = app.extensions["companion"]
    try:
        if not tables.is_leader():
            return
        now = trusted_time(tables.store.maintenance, days)
        if now is not None:
            with pausing(lambda: gevent.sleep(PAUSE)):
                tables.deletion.delete_old(now - timedelta(days=days), unused=True)
    except StoreError as error:
        print_error(Message("companion serve: unused tables could not be deleted: {reason}", reason=error.message))


def trusted_time(maintenance: Maintenance, days: int) -> datetime | None:
    """Read the clock and store the reading; None within a day of a jump, which is told on standard error.

    The clock may be ahead by the longest plausible downtime: a day, or a tenth of the `days` after which tables are
    deleted.
    """
    now = datetime.now(UTC)
    last, held = _last_reading(maintenance, now)
    if not -_HOUR <= now - last <= max(_DAY, days * _DAY / 10):
        then, today = (moment.isoformat(" ", "minutes")[:16] for moment in (last, now))
        print_failure("serve", Message(
            "The clock has jumped or the companion was off for long: it was {then}, now it is {now} (UTC). No unused"
            " table is deleted within the next day.", then=then, now=today,
        ))  # fmt: skip
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
