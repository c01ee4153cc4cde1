"""What is in use, as numbers for whoever runs the companion, asked on its own machine."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, jsonify, request

from companion.server.counters import COUNTERS, process_counts
from companion.views.guard import sessions

bp = Blueprint("internals", __name__)

# What proxies add: whoever comes through one may be anybody, though the proxy is on this machine.
_PROXIED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")


@bp.get("/internal/counters")
def counters() -> Response:
    """Connections, streams, listeners, tables in memory, threads, open files and memory, as JSON."""
    if not _is_own_machine():
        abort(404)
    server = request.environ.get(COUNTERS)
    return jsonify({**(server() if server else {}), **sessions().counts(), **process_counts()})


def _is_own_machine() -> bool:
    """Whether this was asked on this machine itself and under its own name, not through a proxy or another site."""
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
