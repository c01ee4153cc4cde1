"""Answer a form with the page that it leads to, instead of a redirect to it: a slow phone waits for one answer less."""

from collections.abc import Iterable
from io import BytesIO
from urllib.parse import unquote, urlsplit
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, request
from werkzeug.wrappers import Response

_AT_ONCE = "at-once"
"""The query of a form's address that asks for this; a form on such a page does, too."""
_IS_NEXT = "companion.is_next_page"
"""Marks the request of a page that answers a form: its address is the form's until a script mends it."""


def init_app(app: Flask) -> None:
    """Answer forms that ask for it with the next page. Only scripts ask first, so that without them all is as ever."""
    app.wsgi_app = _with_next_page(app.wsgi_app)  # type: ignore[assignment, method-assign]
    app.jinja_env.globals["is_next_page"] = lambda: _IS_NEXT in request.environ


def _with_next_page(app: WSGIApplication) -> WSGIApplication:
    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "POST" or environ.get("QUERY_STRING") != _AT_ONCE:
            return app(environ, start_response)
        done = Response.from_app(app, environ)
        if done.status_code != 303:
            return done(environ, start_response)
        cookies = done.headers.getlist("Set-Cookie")
        page = Response.from_app(app, _next_request(environ, done.headers["Location"], cookies))
        done.close()
        for cookie in cookies:
            page.headers.add("Set-Cookie", cookie)
        return page(environ, start_response)

    return answer


def _next_request(environ: WSGIEnvironment, location: str, cookies: list[str]) -> WSGIEnvironment:
    """Return the request that the browser would send to go where the form leads, with the cookies that it set."""
    address = urlsplit(location)
    kept = {name: value for name, value in environ.items() if name not in ("CONTENT_LENGTH", "CONTENT_TYPE")}
    new = [cookie.split(";")[0] for cookie in cookies]
    return {
        **kept,
        "REQUEST_METHOD": "GET",
        "PATH_INFO": unquote(address.path, "latin-1").removeprefix(environ["SCRIPT_NAME"]),
        "QUERY_STRING": address.query,
        "HTTP_COOKIE": "; ".join([*new, *filter(None, [environ.get("HTTP_COOKIE")])]),
        "wsgi.input": BytesIO(),
        _IS_NEXT: True,
    }
