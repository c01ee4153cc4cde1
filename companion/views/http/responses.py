"""What happens to every response: it is measured, and text is gzipped; files are sent as the build made them."""

import gzip
import hashlib
import logging
import time
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache

from flask import Flask, Response, g, request

from companion import paths
from companion.engine.pause import in_slices
from companion.metrics import ACT_SECONDS, REFUSED
from companion.server import BEGAN, REQUEST_ENDED
from companion.server.rate_limits import RETRY_AFTER
from companion.views.http.guard import FILES, WORKER

_log = logging.getLogger(__name__)

_SLOW = 1.0  # seconds from which a request is logged where the log shows it
_REASONS = {
    **dict.fromkeys((400, 405, 411), "malformed"),
    **dict.fromkeys((413, 414), "too large"),
    **{403: "forbidden", 404: "not found", 409: "conflict", 422: "rules", 500: "error"},
}
_TEXT = {"text/html", "text/css", "text/javascript", "text/csv", "image/svg+xml", "application/json", "text/plain"}
_SMALLEST = 600  # bytes; a response that fits into one packet gains nothing
_AT_ONCE = 64 * 1024  # bytes: some 3 ms
_GZIP = 16 + zlib.MAX_WBITS  # zlib's sign for gzip


def accepts_gzip() -> bool:
    """Return whether the client accepts gzip."""
    return bool(request.accept_encodings["gzip"] > 0)


@lru_cache(maxsize=64)
def _compressed_file(text: bytes) -> bytes:
    """Return the file that the build minified and compressed; one that it has not seen is compressed as it is."""
    made = paths.MINIFIED / f"{hashlib.sha256(text).hexdigest()}.gz"
    return made.read_bytes() if made.is_file() else gzip.compress(text, mtime=0)


def _compressed(text: bytes) -> bytes:
    """Compress a page at once, and a long file in pieces, as others wait meanwhile."""
    if len(text) <= _AT_ONCE:
        return gzip.compress(text, mtime=0)
    pieces = (text[start : start + _AT_ONCE] for start in range(0, len(text), _AT_ONCE))
    return b"".join(_compressed_pieces(in_slices(pieces)))


def _compressed_pieces(pieces: Iterable[bytes]) -> Iterator[bytes]:
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
            is_made = is_file or request.endpoint == WORKER
            response.set_data(_compressed_file(text) if is_made else _compressed(text))
            response.headers["Content-Encoding"] = "gzip"
    return response


def _measure(response: Response) -> Response:
    if (began := request.environ.get(BEGAN)) is not None:
        seconds = time.perf_counter() - began
        # The pattern of the address, as the address itself may have the token of a link.
        name = f"{request.method} {request.url_rule}"
        if ended := request.environ.get(REQUEST_ENDED):
            ended(name, seconds)
        if seconds > _SLOW:
            _log.info("%s took %.1f s: %d", name, seconds, response.status_code)
    if response.status_code >= 400:
        REFUSED.labels(_reason(response.status_code)).inc()
    if (action_began := g.get("action_began")) is not None:
        ACT_SECONDS.observe(time.perf_counter() - action_began)
    return response


def _reason(status: int) -> str:
    if status == 429:
        return "rate limit" if RETRY_AFTER in request.environ else "too many tries"
    if status == 503:
        return "too many streams" if request.endpoint == "stream.stream" else "database"
    return _REASONS.get(status, "other")


def init_app(app: Flask) -> None:
    """Measure and compress every response."""
    app.after_request(_compress)
    app.after_request(_measure)
