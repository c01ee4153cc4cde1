"""Resource counters for the operator, available on the local machine only."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, jsonify, request

from companion.server.counters import COUNTERS, process_counts
from companion.views.guard import sessions

bp = Blueprint("internals", __name__)

# Headers that proxies add: a request through a local proxy may come from anywhere.
_PROXIED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")


@bp.get("/internal/counters")
def counters() -> Response:
    """Return connections, streams, listeners, cached tables, threads, open files and memory as JSON; 404 to others."""
    if not _is_own_machine():
        abort(404)
    server = request.environ.get(COUNTERS)
    return jsonify({**(server() if server else {}), **sessions().counts(), **process_counts()})


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
