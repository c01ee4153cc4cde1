"""Files to download, and what happens to every response: it is measured, and text is gzipped."""

import csv
import gzip
import hashlib
import json
import logging
import re
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import SEEK_END, StringIO
from itertools import chain, islice

from flask import Flask, Response, g, make_response, request, stream_with_context

from companion import paths
from companion.engine.pause import in_slices
from companion.feature import Cell
from companion.metrics import ACT_SECONDS, REFUSED
from companion.server import BEGAN, REQUEST_ENDED
from companion.server.rate_limits import RETRY_AFTER
from companion.table.table import Table
from companion.table.visible_table import VisibleTable
from companion.time_zone import day_of
from companion.views.http.guard import FILES, WORKER, begin_long_answer
from companion.views.http.identity import dated_by

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


def file_name(table: Table | VisibleTable, ending: str) -> str:
    """Return a file name for a download of the table."""
    return f"{table.game.key}-{day_of(dated_by(table))}.{ending}"


def json_file(value: object, name: str) -> Response:
    """Return a value as a JSON file to download under this name."""
    return _file(json.dumps(value, ensure_ascii=False, indent=1).encode(), "application/json", name)


def csv_file(rows: Iterable[Sequence[Cell]], name: str, *, is_whole: bool = False) -> Response:
    """Return rows as a CSV file to download under this name; a long one is made while it is sent unless `is_whole`."""
    pieces, kind = csv_pieces(rows), "text/csv; charset=utf-8"
    if is_whole:
        return _file(b"".join(pieces), kind, name)
    begin_long_answer()  # what holds more than its rows would stay in memory as long as somebody does not read them
    first = list(islice(pieces, 2))  # what fails until here gets an error page
    return _file(first[0] if len(first) == 1 else stream_with_context(chain(first, pieces)), kind, name)


def _file(content: bytes | Iterator[bytes], kind: str, name: str) -> Response:
    headers = {"Content-Type": kind, "Content-Disposition": f"attachment; filename={name}"}
    return make_response(content, 200, headers)


BOM = "\ufeff"
_PIECE = 16 * 1024  # characters


def csv_pieces(rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Yield rows as a CSV file (RFC 4180), piece by piece; numbers stay numbers, None is an empty cell."""
    text = StringIO(BOM, newline="")
    text.seek(0, SEEK_END)
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
        if text.tell() >= _PIECE:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()


# Some spreadsheet reads a cell that begins with one of these as a formula, the wide characters in East Asia.
_FORMULA = tuple("=+-@\t\r\n|%＝＋－＠")
# If semicolons or tabs separate cells, as in much of Europe, a cell begins within a text; ";-)" is no formula.
_BEGINS = r"(?=\W*?(?:[=＝]|[+\-@＋－＠][\w(\"]))"
_WITHIN = re.compile(rf"(?<=[;\t]){_BEGINS}")
_GUARDED = re.compile(rf"(?<=[;\t])'{_BEGINS}")


def guarded(text: str) -> str:
    """Return the text with an apostrophe before everything that a spreadsheet could run.

    >>> guarded("=1+1"), guarded("Ann;=1+1"), guarded("Ann ;-)")
    ("'=1+1", "Ann;'=1+1", 'Ann ;-)')
    """
    return ("'" if _begins(text) else "") + _WITHIN.sub("'", text)


def unguarded(text: str) -> str:
    """Return the text that `guarded` was given.

    >>> unguarded("'=1+1"), unguarded("Ann;'=1+1"), unguarded("'tis")
    ('=1+1', 'Ann;=1+1', "'tis")
    """
    rest = text[1:] if text.startswith("'") and _begins(text[1:]) else text
    return _GUARDED.sub("", rest)


def _begins(text: str) -> bool:
    # Some spreadsheets skip spaces and invisible characters before they look for a formula.
    visible = text if text.isprintable() else "".join(character for character in text if character.isprintable())
    return text.startswith(_FORMULA) or visible.lstrip().startswith(_FORMULA)
