"""Answers made small for the wire: text is gzipped; scripts, styles and drawings go without comments and layout."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import lru_cache

import deflate
from flask import Flask, Response, request
from rcssmin import cssmin
from rjsmin import jsmin

from companion.views.guard import FILES
from companion.views.template_whitespace import without_layout

_TEXT = {"text/html", "text/css", "text/javascript", "text/csv", "image/svg+xml", "application/json", "text/plain"}
_SMALLEST = 600  # what fits into one packet gains nothing
_SHORTEN: dict[str, Callable[[str], str]] = {
    "text/javascript": jsmin,
    "text/css": cssmin,
    "image/svg+xml": without_layout,
}
_UTMOST = 12  # too slow for pages, which are packed anew each time


def accepts_gzip() -> bool:
    """Whether whoever asks can unpack gzip."""
    return request.accept_encodings["gzip"] > 0


@lru_cache(maxsize=64)
def _packed_file(text: bytes, mimetype: str) -> bytes:
    shorten = _SHORTEN.get(mimetype)
    return bytes(deflate.gzip_compress(shorten(text.decode()).encode() if shorten else text, _UTMOST))


def _pack(response: Response) -> Response:
    if response.status_code != 200 or response.mimetype not in _TEXT or "Content-Encoding" in response.headers:
        return response
    is_kept = request.endpoint in FILES
    if response.is_streamed and not is_kept:
        return response
    vary = response.headers.get("Vary")
    response.headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
    if accepts_gzip():
        response.direct_passthrough = False
        text = response.get_data()
        if len(text) >= _SMALLEST:
            small = _packed_file(text, response.mimetype) if is_kept else gzip.compress(text, mtime=0)
            response.set_data(small)
            response.headers["Content-Encoding"] = "gzip"
    return response


def init_app(app: Flask) -> None:
    """Compress every response."""
    app.after_request(_pack)
