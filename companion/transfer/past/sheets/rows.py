"""The rows of a sheet saved as CSV, whatever divides its columns, each of a length that others can wait for."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from typing import IO

from companion.game import Message
from companion.transfer.past.play import PastFileError

_LONGEST_CELL = 10_000
_LONGEST_ROW = 50_000  # characters; a row is read in one piece, and others wait so long
_DELIMITER = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)
"""The line before the names of the columns in which Excel says what divides them."""
_NOT_TEXT = Message("This file is not text in UTF-8. Save the sheet as CSV in UTF-8, then choose that file.")
_BROKEN = Message("Line {line} cannot be read as CSV: {reason}. Save the sheet as CSV once more.")
_TOO_LONG = Message(
    "Line {line} is too long: a row has at most {most} characters. Delete what does not belong to the plays, then save"
    " the sheet as CSV once more."
)


def rows_of(file: IO[bytes], pause: Callable[[], None]) -> Iterator[list[str]]:
    """Yield the rows of a file that are not empty, from its beginning. Raises `PastFileError`."""
    file.seek(0)
    start = file.read(4)
    file.seek(0)
    encoding = "utf-16" if start[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    text = io.TextIOWrapper(file, encoding, newline="")
    try:
        lines = _Lines(text)
        reader = csv.reader(lines, delimiter=_delimiter(text), strict=True)
        for row in reader:
            lines.begin_row()
            pause()
            if any(cell.strip() for cell in row):
                yield row
    except (UnicodeError, UnicodeDecodeError):
        raise PastFileError(_NOT_TEXT) from None
    except csv.Error as error:
        raise PastFileError(Message(_BROKEN.singular, line=reader.line_num, reason=str(error))) from None
    finally:
        text.detach()


def _delimiter(text: IO[str]) -> str:
    """Return what divides the columns, and leave the text before the names of the columns."""
    first = text.readline(_LONGEST_CELL)
    if told := _DELIMITER.fullmatch(first):
        return told[1]
    text.seek(0)
    return max((";", "\t", ","), key=first.count)


class _Lines:
    """The lines of a sheet, refused where those of one row are longer than any row is."""

    def __init__(self, text: IO[str]) -> None:
        self._text, self._number, self._left = text, 0, _LONGEST_ROW

    def begin_row(self) -> None:
        """Note that the lines so far are of rows that were read."""
        self._left = _LONGEST_ROW

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = self._text.readline(self._left + 1)
        if not line:
            raise StopIteration
        self._number += 1
        self._left -= len(line)
        if self._left < 0:
            raise PastFileError(Message(_TOO_LONG.singular, line=self._number, most=_LONGEST_ROW))
        return line
