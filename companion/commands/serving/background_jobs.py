"""Background jobs of the server: check the database, delete unused tables, remove what is left of deleted ones."""

from __future__ import annotations

import logging
from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import gevent
from gevent.event import Event

from companion.commands.output import print_error, print_failure
from companion.commands.serving.options import whole_number
from companion.game import Message
from companion.game.pause import pausing
from companion.server import wsgi
from companion.storage.database import Database
from companion.storage.error_messages import StoreError
from companion.storage.maintenance import trusted_time
from companion.storage.store import Store

if TYPE_CHECKING:
    from companion.sessions.samples import SampleCollection


_log = logging.getLogger(__name__)

TIDY = 3600.0
_PURGE = 24 * 3600.0
_SAMPLES = 300.0  # seconds between two looks for sample tables that are due, and for a demo's old tables
MOST_SEED = 99_999
_PAUSE = 0.05  # seconds after each table that is deleted or made, for requests


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
    stop, service = Stop(), app.extensions["companion"]
    stop.jobs.append(gevent.spawn(_check, service.store.database, stop))
    stop.jobs.append(wsgi.run_periodically(lambda: _purge(service.store), _PURGE, at_once=True))
    if (keep_samples := sample_job(app)) is not None:
        stop.jobs.append(wsgi.run_periodically(keep_samples, _SAMPLES, at_once=True))
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
        if (
            now := trusted_time(service.store.maintenance, days, lambda fault: print_failure("serve", fault))
        ) is not None:
            with pausing(lambda: gevent.sleep(_PAUSE)):
                service.deletion.delete_unused(days, now)
    except StoreError as error:
        print_error(Message("companion serve: unused tables could not be deleted: {reason}", reason=error.message))


def read_seed(args: Namespace) -> int | None:
    """Return the seed of the options, None where they name none; raise `ServeError` if it is no number."""
    name, text = ("--seed", args.seed) if args.is_demo else ("--demo", args.samples)
    return whole_number(name, text, 0, MOST_SEED) if text else None


def begin_samples(app: Any, args: Namespace, seed: int | None) -> Message | None:
    """Store which sample games are wanted; returns the line about their seed, None for an instance without."""
    samples: SampleCollection | None = getattr(app, "extensions", {}).get("companion.samples")
    if samples is None:
        return None
    stored = samples.begin(seed, is_reset=args.is_demo and args.reset)
    option = "--seed" if args.is_demo else "--demo"
    return Message("The sample games have the seed {seed}; {option} {seed} plays the same ones.", seed=str(stored),
                   option=option)  # fmt: skip


def sample_job(app: Any) -> Callable[[], None] | None:
    """Return the job that keeps sample tables, and a demo's other tables for a day; None for an instance without."""
    samples: SampleCollection | None = app.extensions["companion.samples"]
    if samples is None:
        return None
    database = app.extensions["companion"].store.database

    def job() -> None:
        if not database.is_leader():
            return
        try:
            with pausing(lambda: gevent.sleep(_PAUSE)):
                samples.make_due()
                if samples.renews:
                    samples.delete_visitors_tables()
        except StoreError as error:
            print_error(Message("companion: the sample games could not be kept: {reason}", reason=error.message))

    return job
