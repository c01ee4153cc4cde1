"""CSV that every spreadsheet reads correctly: UTF-8 with a byte order mark, and no text that is run as a formula."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

Cell = str | int | None

# Some spreadsheet reads a cell that begins with one of these as a formula, the wide characters in East Asia.
_FORMULA = tuple("=+-@\t\r\n|%＝＋－＠")


def csv_bytes(rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return rows as the bytes of a CSV file (RFC 4180); numbers stay numbers, None is an empty cell."""
    text = StringIO(newline="")
    writer = csv.writer(text)
    writer.writerows([[_harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows])
    return text.getvalue().encode("utf-8-sig")


# If semicolons or tabs separate cells, as in much of Europe, a cell begins within a text; ";-)" is no formula.
_WITHIN = re.compile(r"(?<=[;\t])(?=\W*?(?:[=＝]|[+\-@＋－＠][\w(\"]))")


def _harmless(text: str) -> str:
    """Return the text with an apostrophe before everything that a spreadsheet could run.

    >>> _harmless("=1+1"), _harmless("Ann;=1+1"), _harmless("Ann ;-)")
    ("'=1+1", "Ann;'=1+1", 'Ann ;-)')
    """
    # Some spreadsheets skip spaces and invisible characters before they look for a formula.
    visible = "".join(character for character in text if character.isprintable()).lstrip()
    begins = text.startswith(_FORMULA) or visible.startswith(_FORMULA)
    return ("'" if begins else "") + _WITHIN.sub("'", text)
