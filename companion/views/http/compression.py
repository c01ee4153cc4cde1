"""Compresses responses: text is gzipped; scripts, styles and drawings are minified first."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

import deflate
from flask import Flask, Response, request
from rcssmin import cssmin
from rjsmin import jsmin

from companion.views.http.guard import FILES
from companion.views.render.template_whitespace import without_layout

_TEXT = {"text/html", "text/css", "text/javascript", "text/csv", "image/svg+xml", "application/json", "text/plain"}
_SMALLEST = 600  # bytes; a response that fits into one packet gains nothing
_MINIFIERS: dict[str, Callable[[str], str]] = {
    "text/javascript": jsmin,
    "text/css": cssmin,
    "image/svg+xml": without_layout,
}
_GZIP = 16 + zlib.MAX_WBITS  # zlib's sign for gzip
_FILE_LEVEL = 12  # too slow for pages, which are compressed on each request


def accepts_gzip() -> bool:
    """Return whether the client accepts gzip."""
    return bool(request.accept_encodings["gzip"] > 0)


@lru_cache(maxsize=64)
def _compressed_file(text: bytes, mimetype: str) -> bytes:
    minify = _MINIFIERS.get(mimetype)
    return bytes(deflate.gzip_compress(minify(text.decode()).encode() if minify else text, _FILE_LEVEL))


def _compressed_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Compress an answer that is made while it is sent."""
    compressor = zlib.compressobj(wbits=_GZIP)
    for piece in pieces:
        if small := compressor.compress(piece):
            yield small
    yield compressor.flush()


def _compress(response: Response) -> Response:
    if response.response == [b""]:  # it only leads elsewhere
        return response
    if response.status_code != 200 or response.mimetype not in _TEXT or "Content-Encoding" in response.headers:
        return response
    is_file = request.endpoint in FILES
    if response.direct_passthrough and not is_file:
        return response
    vary = response.headers.get("Vary")
    response.headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
    if accepts_gzip():
        if response.is_streamed and not is_file:
            response.response = _compressed_pieces(response.iter_encoded())
            response.headers["Content-Encoding"] = "gzip"
            return response
        response.direct_passthrough = False
        text = response.get_data()
        if len(text) >= _SMALLEST:
            small = _compressed_file(text, response.mimetype) if is_file else gzip.compress(text, mtime=0)
            response.set_data(small)
            response.headers["Content-Encoding"] = "gzip"
    return response


def init_app(app: Flask) -> None:
    """Compress every response."""
    app.after_request(_compress)
