"""Who may see the pages of a companion that is developed: this machine and its home network, nobody beyond."""

from __future__ import annotations

from flask import Flask, Response, request

from companion.server.addresses import home_address

PROXIED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
"""Headers that proxies add: a request through a local proxy may come from anywhere."""
_REFUSED = "This companion is being developed: it answers its own machine and its home network only, without a proxy.\n"


def init_app(app: Flask) -> None:
    """Refuse every request from elsewhere; has to be installed before anything that answers."""
    app.before_request(_refuse_strangers)


def _refuse_strangers() -> Response | None:
    is_proxied = any(name in request.headers for name in PROXIED)
    if home_address(request.remote_addr or "") and not is_proxied:
        return None
    return Response(_REFUSED, 403, mimetype="text/plain")
