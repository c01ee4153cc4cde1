"""Files to download: their names, JSON, and CSV in pieces."""

import csv
import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from io import SEEK_END, StringIO
from itertools import chain, islice

from flask import Response, make_response, stream_with_context
from flask_babel import get_locale

from companion.engine.halves import DECIMAL_MARK
from companion.feature import Cell
from companion.table.table import Table
from companion.table.visible_table import VisibleTable
from companion.time_zone import day_of
from companion.views.http.guard import begin_long_answer
from companion.views.http.made_once import made_once

_CSV = "text/csv; charset=utf-8"
BOM = "\ufeff"
_PIECE = 16 * 1024  # characters
# Some spreadsheet reads a cell that begins with one of these as a formula, the wide characters in East Asia.
_FORMULA = tuple("=+-@\t\r\n|%＝＋－＠")
# If semicolons or tabs separate cells, as in much of Europe, a cell begins within a text; ";-)" is no formula.
_BEGINS = r"(?=\W*?(?:[=＝]|[+\-@＋－＠][\w(\"]))"
_WITHIN = re.compile(rf"(?<=[;\t]){_BEGINS}")
_GUARDED = re.compile(rf"(?<=[;\t])'{_BEGINS}")


def file_name(table: Table | VisibleTable, ending: str) -> str:
    """Return a file name for a download of the table."""
    made = table.row.made if isinstance(table, Table) else table.made
    return f"{table.game.key}-{day_of(made)}.{ending}"


def json_file(value: object, name: str) -> Response:
    """Return a value as a JSON file to download under this name."""
    return file_of(json.dumps(value, ensure_ascii=False, indent=1).encode(), "application/json", name)


def whole_csv_file(rows: Callable[[], Iterable[Sequence[Cell]]], name: str, *of: Hashable) -> Response:
    """Return a CSV file to download, which is made whole, and once for all who wait for the same; see `made_once`."""
    return file_of(made_once(lambda: b"".join(csv_pieces(rows())), name, str(get_locale()), *of), _CSV, name)


def csv_file(rows: Iterable[Sequence[Cell]], name: str) -> Response:
    """Return rows as a CSV file to download under this name; a long one is made while it is sent."""
    pieces = csv_pieces(rows)
    begin_long_answer()  # what holds more than its rows would stay in memory as long as somebody does not read them
    first = list(islice(pieces, 2))  # what fails until here gets an error page
    return file_of(first[0] if len(first) == 1 else stream_with_context(chain(first, pieces)), _CSV, name)


def file_of(content: bytes | Iterator[bytes], kind: str, name: str) -> Response:
    """Return a file of this kind to download under this name."""
    headers = {"Content-Type": kind, "Content-Disposition": f"attachment; filename={name}"}
    return make_response(content, 200, headers)


def csv_pieces(rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Yield rows as CSV (RFC 4180), piece by piece; None is an empty cell, a half 0.5 in every language."""
    DECIMAL_MARK.set(".")
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
