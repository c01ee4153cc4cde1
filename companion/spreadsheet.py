"""Rows as CSV that every spreadsheet opens as it is meant: UTF-8 with its mark, and no text taken for a formula."""

from __future__ import annotations

import csv
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


def _harmless(text: str) -> str:
    """The text behind an apostrophe where a spreadsheet could run it.

    >>> _harmless("=1+1"), _harmless("Ann")
    ("'=1+1", 'Ann')
    """
    # Some spreadsheets pass over blanks before they look for a formula.
    return f"'{text}" if text.startswith(_FORMULA) or text.strip().startswith(_FORMULA) else text
