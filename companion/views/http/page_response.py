"""The response as the server takes it: its headers are not copied and checked once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, Response
from werkzeug.datastructures import Headers

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_RESOLVED = {"location", "content-location"}


class PageResponse(Response):
    """A response whose headers Werkzeug prepares only where it would change one."""

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:
        """Return the headers with the length of the body."""
        names = {name.lower() for name, _ in self.headers}
        if self.status_code in (204, 304) or self.status_code < 200 or not names.isdisjoint(_RESOLVED):
            return super().get_wsgi_headers(environ)
        if "content-length" not in names and self.is_sequence:
            self.headers.add("Content-Length", str(sum(map(len, self.response))))
        return self.headers


def init_app(app: Flask) -> None:
    """Let the application make responses of this class."""
    app.response_class = PageResponse
