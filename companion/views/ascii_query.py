"""Reads raw bytes in a query string as if they came percent-encoded, as browsers send them.

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
    """WSGI middleware that leaves only ASCII in the query string."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        query: str = environ.get("QUERY_STRING", "")
        if not query.isascii():
            environ["QUERY_STRING"] = quote_from_bytes(query.encode("latin-1"), safe=punctuation)
        return self.app(environ, start_response)


def init_app(app: Flask) -> None:
    app.wsgi_app = AsciiQuery(app.wsgi_app)  # type: ignore[method-assign]
