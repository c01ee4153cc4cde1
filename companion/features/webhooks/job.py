"""The job beside the server that posts results to the URLs that are due."""

from __future__ import annotations

import logging
from argparse import Namespace
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import gevent
from gevent.pool import Pool

from companion.engine.pause import pausing
from companion.features.webhooks.delivery import Refused, Unreachable, Webhooks, destination, post
from companion.features.webhooks.rows import OPERATOR, Webhook
from companion.server import wsgi
from companion.server.addresses import Networks
from companion.storage.error_messages import StoreError

if TYPE_CHECKING:
    from companion.commands.serving.background_jobs import Stop

_log = logging.getLogger(__name__)

_PAUSE = 5.0  # seconds between two runs of the job
_AT_ONCE = 8  # messages sent at the same time
_LONGEST = 20  # seconds for one message
_EVERYWHERE = Networks.read(["0.0.0.0/0", "::/0"])


def serve(_: Namespace, app: Any, __: Mapping[str, Any], stop: Stop) -> None:
    """Start the job."""
    if "companion.webhooks" in getattr(app, "extensions", {}):
        stop.jobs.append(wsgi.run_periodically(webhook_job(app), _PAUSE))


def webhook_job(app: Any) -> Callable[[], None]:
    """Return the job that sends the due messages, in one process on a database."""
    webhooks: Webhooks = app.extensions["companion.webhooks"]
    database = app.extensions["companion"].store.database
    inside = Networks.read(app.config["WEBHOOK_NETWORKS"])

    def deliver(hook: Webhook) -> None:
        allowed = _EVERYWHERE if hook.owner == OPERATOR else inside  # the operator may use a private network
        try:
            with pausing():
                webhooks.deliver(hook, datetime.now(UTC), lambda *message: _send(allowed, *message))
        except StoreError:
            pass  # it stays due, and the database logs its failure
        except Exception:
            _log.exception("a result could not be posted")

    def job() -> None:
        try:
            due = webhooks.due(datetime.now(UTC)) if database.is_leader() else []
        except StoreError:
            return
        pool = Pool(_AT_ONCE)
        for hook in due:
            pool.spawn(deliver, hook)
        pool.join()

    return job


def _send(allowed: Networks, url: str, body: bytes, headers: Mapping[str, str]) -> bool:
    try:
        with gevent.Timeout(_LONGEST):
            post(destination(url, allowed, waits=True), body, dict(headers))
    except (Refused, Unreachable, gevent.Timeout):
        return False
    return True
