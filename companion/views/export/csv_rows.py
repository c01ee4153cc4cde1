"""CSV that every spreadsheet reads correctly: UTF-8 with a byte order mark, and no text that is run as a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import SEEK_END, StringIO

from companion.transfer.past.sheet_cells import guarded

Cell = str | int | None

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
