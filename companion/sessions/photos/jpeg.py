"""Checks that a file is a JPEG that holds a picture of a bounded size and nothing else: no metadata, nothing behind it.

Only the structure is read (ITU-T T.81, annex B), nothing is decoded: that takes a few milliseconds at most, whatever
the file holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.game import Message, RuleError

MOST_BYTES = 480 * 1024
"""With the fields of the form this stays below what Werkzeug reads into memory, so no picture gets into a temporary
file."""
LONGEST_SIDE = 1600

_START, _END = b"\xff\xd8", b"\xff\xd9"
_JFIF, _TABLES, _RESTART, _SCAN = 0xE0, (0xC4, 0xDB), 0xDD, 0xDA
_FRAMES = (0xC0, 0xC1, 0xC2)  # what browsers decode: baseline, extended, progressive, all with Huffman codes
_JFIF_BYTES = 16  # with no thumbnail
_LONGEST_TABLES = 2200  # bytes; all tables there can be, four of each kind
_MOST_SEGMENTS = 100  # an encoder of a browser writes about ten
# In a scan a marker begins with what is neither a stuffed byte nor a restart.
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7]")

NO_JPEG = Message("This file is not a photograph as the page makes it. Choose a picture on the page of photographs.")
CUT_OFF = Message("The photograph was cut off on its way. Send it again.")
METADATA = Message(
    "The file holds more than the picture, such as where it was taken. Choose it on the page of photographs, which"
    " takes that out."
)
TOO_LARGE = Message(
    "The photograph is larger than what is kept: {side} points on its longer side and {size} KB. The page of"
    " photographs makes it smaller.",
    side=LONGEST_SIDE, size=MOST_BYTES // 1024,
)  # fmt: skip


@dataclass(frozen=True)
class Size:
    """The width and height of a picture in points."""

    width: int
    height: int


def check_jpeg(data: bytes) -> Size:
    """Return the size of the picture. Raises `RuleError` with a sentence for people if the file is anything else."""
    if len(data) > MOST_BYTES:
        raise RuleError(TOO_LARGE)
    if not data.startswith(_START):
        raise RuleError(NO_JPEG)
    size, at, scans = None, 2, 0
    for _ in range(_MOST_SEGMENTS):
        marker = data[at : at + 2]
        if len(marker) < 2:
            raise RuleError(CUT_OFF)
        if marker == _END:
            return _checked_end(data, at, size, scans)
        kind, content = _segment(data, at)
        at += 4 + len(content)
        if kind in _FRAMES:
            if size is not None:
                raise RuleError(NO_JPEG)
            size = _frame(content)
        elif kind == _SCAN:
            scans += 1
            at = _end_of_scan(data, at)
        else:
            _check_segment(kind, content)
    raise RuleError(NO_JPEG)


def _checked_end(data: bytes, at: int, size: Size | None, scans: int) -> Size:
    if size is None or not scans:
        raise RuleError(NO_JPEG)
    if len(data) > at + 2:
        raise RuleError(METADATA)
    return size


def _segment(data: bytes, at: int) -> tuple[int, bytes]:
    """The kind of the segment at a place, and its content."""
    if data[at] != 0xFF:
        raise RuleError(NO_JPEG)
    length = int.from_bytes(data[at + 2 : at + 4], "big")
    if len(data) < at + 4 or len(data) < at + 2 + length:
        raise RuleError(CUT_OFF)
    if length < 2:
        raise RuleError(NO_JPEG)
    return data[at + 1], data[at + 4 : at + 2 + length]


def _check_segment(kind: int, content: bytes) -> None:
    """Refuse a segment that an encoder needs for no picture, or that has room for something else."""
    is_comment_or_application = kind == 0xFE or 0xE0 <= kind <= 0xEF
    if kind == _JFIF:
        is_right = content.startswith(b"JFIF\0") and len(content) == _JFIF_BYTES - 2
    elif kind in _TABLES:
        is_right = len(content) <= _LONGEST_TABLES
    else:
        is_right = kind == _RESTART and len(content) == 2
    if not is_right:
        raise RuleError(METADATA if is_comment_or_application else NO_JPEG)


def _frame(content: bytes) -> Size:
    """The size in the header of a frame: precision, height, width, and how many colours there are."""
    if len(content) < 6 or content[0] != 8 or content[5] not in (1, 3) or len(content) != 6 + 3 * content[5]:
        raise RuleError(NO_JPEG)
    size = Size(int.from_bytes(content[3:5], "big"), int.from_bytes(content[1:3], "big"))
    if max(size.width, size.height) > LONGEST_SIDE:
        raise RuleError(TOO_LARGE)
    if not (size.width and size.height):
        raise RuleError(NO_JPEG)
    return size


def _end_of_scan(data: bytes, at: int) -> int:
    """Where the marker stands that ends the scan that begins at a place."""
    found = _MARKER.search(data, at)
    if found is None:
        raise RuleError(CUT_OFF)
    return found.start()
