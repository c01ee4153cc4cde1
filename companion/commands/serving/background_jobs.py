"""Background jobs of the server: check the database, delete unused tables, remove what is left of deleted ones."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any

import gevent
from gevent.event import Event

from companion.commands.output import print_error
from companion.commands.serving.sample_games import sample_job
from companion.commands.serving.webhook_job import webhook_job
from companion.game import Message
from companion.server import wsgi
from companion.storage.database import Database
from companion.storage.error_messages import StoreError
from companion.storage.store import Store
from companion.storage.upkeep.clock_guard import trusted_time

_log = logging.getLogger(__name__)

TIDY = 3600.0
_PURGE = 24 * 3600.0
_SAMPLES = 300.0  # seconds between two looks for sample tables that are due, and for a demo's old tables
_WEBHOOKS = 5.0  # seconds between two messages about one table, at the least


@dataclass
class Stop:
    """Stops the server once `event` is set; `reason` is set if that is because of an error."""

    event: Event = field(default_factory=Event)
    reason: Message | None = None
    jobs: list[gevent.Greenlet[..., Any]] = field(default_factory=list)

    def end_jobs(self) -> None:
        """Stop all jobs; a running write is still completed."""
        gevent.killall(self.jobs)


def start_jobs(app: Any, days: int | None) -> Stop:
    """Start all jobs; tables not used for `days` are deleted, none if that is None."""
    stop, service = Stop(), app.extensions["companion"]
    stop.jobs.append(gevent.spawn(_check, service.store.database, stop))
    stop.jobs.append(wsgi.run_periodically(lambda: _purge(service.store), _PURGE, at_once=True))
    if (keep_samples := sample_job(app, lambda: gevent.sleep(0.05))) is not None:
        stop.jobs.append(wsgi.run_periodically(keep_samples, _SAMPLES, at_once=True))
    stop.jobs.append(wsgi.run_periodically(webhook_job(app), _WEBHOOKS))
    if days is not None:
        stop.jobs.append(wsgi.run_periodically(lambda: tidy(app, days), TIDY, at_once=True))
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
    service = app.extensions["companion"]
    try:
        if not service.store.database.is_leader():
            return
        if (now := trusted_time(service.store.maintenance, days, _complain)) is not None:
            service.deletion.delete_unused(days, lambda: gevent.sleep(0.05), now)
    except StoreError as error:
        print_error(Message("companion serve: unused tables could not be deleted: {reason}", reason=error.message))


def _complain(fault: Message) -> None:
    print_error(Message("{program}: {fault}", program="companion serve", fault=fault))
