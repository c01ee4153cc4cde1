"""Percent-encode raw bytes in query strings, as browsers do.

Werkzeug decodes the query string as UTF-8 and raises where it is not; percent-encoded bytes it replaces.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import punctuation
from typing import TYPE_CHECKING
from urllib.parse import quote_from_bytes

from flask import Flask

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class AsciiQuery:
    """WSGI middleware that percent-encodes every byte of the query string that is not ASCII."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Call the wrapped application with an ASCII query string."""
        query: str = environ.get("QUERY_STRING", "")
        if not query.isascii():
            environ["QUERY_STRING"] = quote_from_bytes(query.encode("latin-1"), safe=punctuation)
        return self.app(environ, start_response)


def init_app(app: Flask) -> None:
    """Wrap the application in this middleware."""
    app.wsgi_app = AsciiQuery(app.wsgi_app)  # type: ignore[method-assign]
