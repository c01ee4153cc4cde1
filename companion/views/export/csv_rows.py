"""Rows as CSV that every spreadsheet opens as it is meant: UTF-8 with its mark, and no text taken for a formula."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

Cell = str | int | None

# A cell that begins with one of these is a formula for one spreadsheet or another, the wide ones in East Asia.
_FORMULA = tuple("=+-@\t\r\n|%＝＋－＠")


def csv_bytes(rows: Iterable[Sequence[Cell]]) -> bytes:
    """The rows as the bytes of a CSV file (RFC 4180); numbers stay numbers, None is an empty cell."""
    told = StringIO(newline="")
    writer = csv.writer(told)
    writer.writerows([[_harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows])
    return told.getvalue().encode("utf-8-sig")


# Where a semicolon or a tab parts cells, as in much of Europe, another one begins within a text; ";-)" is no formula.
_WITHIN = re.compile(r"(?<=[;\t])(?=\W*?(?:[=＝]|[+\-@＋－＠][\w(\"]))")


def _harmless(text: str) -> str:
    """The text with an apostrophe before whatever a spreadsheet could run.

    >>> _harmless("=1+1"), _harmless("Ann;=1+1"), _harmless("Ann ;-)")
    ("'=1+1", "Ann;'=1+1", 'Ann ;-)')
    """
    # Some spreadsheets pass over blanks, and marks that nobody sees, before they look for a formula.
    seen = "".join(character for character in text if character.isprintable()).lstrip()
    begins = text.startswith(_FORMULA) or seen.startswith(_FORMULA)
    return ("'" if begins else "") + _WITHIN.sub("'", text)
