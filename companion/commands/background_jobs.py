"""What a server does to its database by itself, beside the serving: check it, scrub it, delete what nobody uses."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any

import gevent
from gevent.event import Event

from companion.commands.output import complain
from companion.game import Message
from companion.server import wsgi
from companion.storage import integrity
from companion.storage.clock_guard import ClockGuard
from companion.storage.instance_key import lost_links
from companion.storage.store import StoreError

_log = logging.getLogger(__name__)

TIDY = 3600.0


@dataclass
class Stop:
    """Ends the serving once it is set; `why` where nobody asked for that."""

    event: Event = field(default_factory=Event)
    why: Message | None = None
    jobs: list[gevent.Greenlet[..., Any]] = field(default_factory=list)

    def end_jobs(self) -> None:
        """Begin nothing more; what the thread that writes is doing is still done."""
        gevent.killall(self.jobs)


def look_after(app: Any, days: int | None) -> Stop:
    """Begin; tables are deleted that nobody has used for so many days, none where that is None."""
    stop, kept = Stop(), app.extensions["companion"]
    if lost := app.extensions["companion.lost_links"]:
        _complain(lost_links(lost))
    stop.jobs.append(gevent.spawn(_check_and_scrub, kept.store, stop))
    stop.jobs.append(wsgi.run_periodically(kept.store.finish_scrubbing, TIDY))
    if days is not None:
        guard = ClockGuard(kept.store, days, _complain)
        stop.jobs.append(wsgi.run_periodically(lambda: tidy(app, days, guard), TIDY, at_once=True))
    return stop


def _check_and_scrub(store: Any, stop: Stop) -> None:
    """Look through a file that is too large to be looked through before the start; then take out of it what an earlier
    life, ended in the middle of a deletion, has left."""
    try:
        fault = None if store.is_checked else gevent.get_hub().threadpool.apply(integrity.find_fault, (store.path,))
    except Exception:
        _log.exception("the database could not be checked")
        return
    if fault is None:
        store.scrub()
    else:
        stop.why = fault.message
        stop.event.set()


def tidy(app: Any, days: int, guard: ClockGuard) -> None:
    """Delete what nobody uses any more, table by table, so that others are answered in between."""
    try:
        if guard.is_trusted():
            app.extensions["companion"].delete_unused(days, lambda: gevent.sleep(0.05))
    except StoreError as error:
        complain(Message("companion serve: unused tables could not be deleted: {reason}", reason=error.message))


def _complain(fault: Message) -> None:
    complain(Message("{program}: {fault}", program="companion serve", fault=fault))
