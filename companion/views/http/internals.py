"""Numbers for the operator: resource counters on the local machine, and metrics for Prometheus."""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, abort, current_app, g, jsonify, request
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from companion.metrics import ACT_SECONDS, REFUSED, REGISTRY
from companion.server.counters import BEGAN, COUNTERS, REQUEST_ENDED, process_counts
from companion.server.rate_limits import RETRY_AFTER
from companion.storage.error_messages import StoreError
from companion.storage.upkeep.stored_tables import StoredTables
from companion.views.http.identity import sessions

_log = logging.getLogger(__name__)

bp = Blueprint("internals", __name__)

_SLOW = 1.0  # seconds from which a request is logged where the log shows it

# Headers that proxies add: a request through a local proxy may come from anywhere.
_PROXIED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
_TEXT = "text/plain; version=0.0.4; charset=utf-8"  # understood by every version of Prometheus
_REASONS = {
    400: "malformed",
    403: "forbidden",
    404: "not found",
    405: "malformed",
    409: "conflict",
    411: "malformed",
    413: "too large",
    414: "too large",
    422: "rules",
    500: "error",
}
_GAUGES = {
    "connections": "Open connections.",
    "streams": "Open streams of phones.",
    "phones": "Phones that have a stream here.",
    "tables_heard": "Tables that any phone has a stream of here.",
    "tables_open": "Tables in memory.",
    "requests_waiting": "Requests that wait for their turn.",
    "database_waiting": "Jobs that wait for the database.",
    "tables_stored": "Tables in the database, counted once a minute.",
}


@bp.get("/internal/counters")
def counters() -> Response:
    """Return connections, streams, listeners, cached tables, threads, open files and memory as JSON; 404 to others."""
    if not _is_own_machine():
        abort(404)
    server = request.environ.get(COUNTERS)
    return jsonify({**(server() if server else {}), **sessions().counts(), **process_counts()})


@bp.get("/metrics")
def metrics() -> Response:
    """Return all metrics in Prometheus's text form, on the local machine or with the token; 404 to others."""
    if not _is_own_machine() and not _has_token():
        abort(404)
    gauges = CollectorRegistry()
    gauges.register(_Gauges())
    return Response(generate_latest(REGISTRY) + generate_latest(gauges), content_type=_TEXT)


class _Gauges(Collector):
    """Gauges that are computed on request."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield each gauge of which the number is known."""
        for name, number in _numbers().items():
            yield GaugeMetricFamily(f"companion_{name}", _GAUGES[name], value=number)


def _numbers() -> dict[str, int]:
    service, server_counters = sessions(), request.environ.get(COUNTERS)
    counts = {**(server_counters() if server_counters else {}), **service.counts()}
    renamed = {"sessions": "tables_open", "sessions_heard": "tables_heard", "waiting": "requests_waiting"}
    numbers = {renamed.get(name, name): number for name, number in counts.items()}
    numbers["database_waiting"] = service.store.database.waiting()
    with suppress(StoreError):  # the other metrics are needed most while the database is away
        numbers["tables_stored"] = _stored_tables().count()
    return {name: number for name, number in numbers.items() if name in _GAUGES}


def _stored_tables() -> StoredTables:
    counter: StoredTables = current_app.extensions["companion.stored_tables"]
    return counter


def _has_token() -> bool:
    """Return whether the request carries the operator's token; never if none was set."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    expected: str | None = current_app.config["METRICS_TOKEN"]
    is_equal = hmac.compare_digest(token.strip().encode(), (expected or "").encode())
    return expected is not None and scheme.lower() == "bearer" and is_equal


def _is_own_machine() -> bool:
    """Return whether the request comes from this machine, to its loopback name, and not through a proxy."""
    if any(name in request.headers for name in _PROXIED):
        return False
    return _is_loopback(request.remote_addr) and _is_loopback(urlsplit(f"//{request.host}").hostname)


def _is_loopback(address: str | None) -> bool:
    if address == "localhost":
        return True
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False


def _measure(response: Response) -> Response:
    """Count a refused request, measure an act, and log a slow request."""
    if (began := request.environ.get(BEGAN)) is not None:
        seconds = time.perf_counter() - began
        # The pattern of the address, as the address itself may have the token of a link.
        name = f"{request.method} {request.url_rule}"
        if (ended := request.environ.get(REQUEST_ENDED)) is not None:
            ended(name, seconds)
        if seconds > _SLOW:
            _log.info("%s took %.1f s: %d", name, seconds, response.status_code)
    if response.status_code >= 400:
        REFUSED.labels(_reason(response.status_code)).inc()
    if (action_began := g.get("action_began")) is not None:
        ACT_SECONDS.observe(time.perf_counter() - action_began)
    return response


def _reason(status: int) -> str:
    if status == 429:
        return "rate limit" if RETRY_AFTER in request.environ else "too many tries"
    if status == 503:
        return "too many streams" if request.endpoint == "stream.stream" else "database"
    return _REASONS.get(status, "other")


def init_app(app: Flask) -> None:
    """Register the blueprint, and measure all requests."""
    app.extensions["companion.stored_tables"] = StoredTables(app.extensions["companion"].store)
    app.register_blueprint(bp)
    app.after_request(_measure)
