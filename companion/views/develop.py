"""Errors with their source, which `companion serve --develop` shows its own machine and its home network only."""

import logging
from collections.abc import Iterable, Mapping
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from werkzeug.wrappers import Response

from companion.server.addresses import home_address

_log = logging.getLogger(__name__)

PROXIED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
"""Headers that proxies add: a request through a local proxy may come from anywhere."""
_REFUSED = "This companion is being developed: it answers its own machine and its home network only, without a proxy.\n"


def show_errors(app: Flask) -> None:
    """Let an application show what fails with its source, and refuse every request from elsewhere."""
    from werkzeug.debug import DebuggedApplication  # what serves without --develop does not need it

    debugged = DebuggedApplication(app.wsgi_app)  # it can run nothing: that is left out by default

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        is_proxied = any(f"HTTP_{name.upper().replace('-', '_')}" in environ for name in PROXIED)
        is_home = home_address(environ.get("REMOTE_ADDR", "")) and not is_proxied
        application: WSGIApplication = debugged if is_home else Response(_REFUSED, 403, mimetype="text/plain")
        return application(environ, start_response)

    app.wsgi_app = answer  # type: ignore[method-assign]


def broken_app(config: Mapping[str, Any], error: Exception) -> Flask:
    """Return an application that shows this error, for which the companion could not be started, at every address."""
    _log.error("the companion could not be started", exc_info=error)
    app, trace = Flask("companion", static_folder=None), error.__traceback__
    app.config.update(TRUSTED_HOSTS=config["TRUSTED_HOSTS"], PROPAGATE_EXCEPTIONS=True)

    @app.before_request
    def fail() -> None:
        raise error.with_traceback(trace)

    show_errors(app)
    return app
