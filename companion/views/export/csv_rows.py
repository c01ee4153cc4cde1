"""CSV that every spreadsheet reads correctly: UTF-8 with a byte order mark, and no text that is run as a formula."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from io import SEEK_END, StringIO

Cell = str | int | None

BOM = "\ufeff"

# Some spreadsheet reads a cell that begins with one of these as a formula, the wide characters in East Asia.
_FORMULA = tuple("=+-@\t\r\n|%＝＋－＠")


_PIECE = 16 * 1024  # characters


def csv_pieces(rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Yield rows as a CSV file (RFC 4180), piece by piece; numbers stay numbers, None is an empty cell."""
    text = StringIO(BOM, newline="")
    text.seek(0, SEEK_END)
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([_harmless(cell) if isinstance(cell, str) else cell for cell in row])
        if text.tell() >= _PIECE:
            yield text.getvalue().encode()
            text.seek(0)
            text.truncate()
    yield text.getvalue().encode()


# If semicolons or tabs separate cells, as in much of Europe, a cell begins within a text; ";-)" is no formula.
_WITHIN = re.compile(r"(?<=[;\t])(?=\W*?(?:[=＝]|[+\-@＋－＠][\w(\"]))")


def _harmless(text: str) -> str:
    """Return the text with an apostrophe before everything that a spreadsheet could run.

    >>> _harmless("=1+1"), _harmless("Ann;=1+1"), _harmless("Ann ;-)")
    ("'=1+1", "Ann;'=1+1", 'Ann ;-)')
    """
    # Some spreadsheets skip spaces and invisible characters before they look for a formula.
    visible = text if text.isprintable() else "".join(character for character in text if character.isprintable())
    begins = text.startswith(_FORMULA) or visible.lstrip().startswith(_FORMULA)
    return ("'" if begins else "") + _WITHIN.sub("'", text)
