"""The pages with numbers: resource counters on the local machine, and metrics for Prometheus."""

import hmac
import os
from pathlib import Path
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, jsonify, request

from companion.extras import missing
from companion.metrics import REGISTRY
from companion.server import COUNTERS
from companion.server.addresses import is_own_host
from companion.views.develop import PROXIED
from companion.views.http.phone import all_tables

bp = Blueprint("internals", __name__)

_PROCESS = Path("/proc/self")
_TEXT = "text/plain; version=0.0.4; charset=utf-8"  # understood by every version of Prometheus
_GAUGES = (
    ("connections", "connections", "Open connections."),
    ("streams", "streams", "Open streams of phones."),
    ("phones", "phones", "Phones that have a stream here."),
    ("sessions_heard", "tables_heard", "Tables that any phone has a stream of here."),
    ("sessions", "tables_open", "Tables in memory."),
    ("waiting", "requests_waiting", "Requests that wait for their turn."),
    ("database_waiting", "database_waiting", "Jobs that wait for the database."),
    ("tables_stored", "tables_stored", "Tables in the database."),
)
"""What is counted, its name as a metric, and what that says."""


@bp.get("/internal/counters")
def counters() -> Response:
    """Return connections, streams, listeners, cached tables, threads, open files and memory as JSON; 404 to others."""
    if not _is_own_machine():
        abort(404)
    return jsonify({**_counts(), **_process_counts()})


def _counts() -> dict[str, int]:
    of_server = request.environ.get(COUNTERS, dict)
    return {**of_server(), **all_tables().counts()}


def _process_counts() -> dict[str, int]:
    """Threads, open files and resident memory (bytes) of this process; empty where there is no /proc."""
    try:
        resident = int((_PROCESS / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        threads, files = len(os.listdir(_PROCESS / "task")), len(os.listdir(_PROCESS / "fd"))
    except (OSError, ValueError):
        return {}
    return {"threads": threads, "open_files": files - 1, "memory": resident}  # minus the directory just listed


@bp.get("/metrics")
def metrics() -> Response:
    """Return all metrics in Prometheus's text form, on the local machine or with the token; 404 to others."""
    if not _is_own_machine() and not _has_token():
        abort(404)
    if (fault := missing("metrics", ("prometheus_client",))) is not None:
        return Response(fault.text(), 501, content_type="text/plain")
    from prometheus_client import CollectorRegistry, Gauge, generate_latest

    gauges, counts = CollectorRegistry(), {**_counts(), **all_tables().stored_counts()}
    for counted, name, about in _GAUGES:
        if counted in counts:  # what a server counts is not there without one
            Gauge(f"companion_{name}", about, registry=gauges).set(counts[counted])
    return Response(generate_latest(REGISTRY) + generate_latest(gauges), content_type=_TEXT)


def _has_token() -> bool:
    """Return whether the request carries the operator's token; never if none was set."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    expected: str | None = current_app.config.get("METRICS_TOKEN")
    is_equal = hmac.compare_digest(token.strip().encode(), (expected or "").encode())
    return expected is not None and scheme.lower() == "bearer" and is_equal


def _is_own_machine() -> bool:
    """Return whether the request comes from this machine, to its loopback name, and not through a proxy."""
    if any(name in request.headers for name in PROXIED):
        return False
    return is_own_host(request.remote_addr) and is_own_host(urlsplit(f"//{request.host}").hostname)
