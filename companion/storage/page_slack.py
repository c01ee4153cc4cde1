"""The slack of a database file: bytes in its pages that belong to no row, zeroed so that nothing deleted stays there.

With secure_delete SQLite zeroes what it deletes, where it stands. But when it spreads rows over its pages anew,
as it does whenever a page overflows, it copies them. What stood before in the room that is then free, between the
pointers to the rows and the rows, stays: copies of rows that secure_delete knows nothing of. VACUUM would leave them
behind, but it writes the whole file; zeroing that room takes one look at each page.

Nothing else may write to the file meanwhile; see `Scrubber`. SQLite never reads these bytes.
See https://sqlite.org/fileformat2.html#b_tree_pages.
"""

from __future__ import annotations

import os
import struct
import time

_BTREE = {2: 12, 5: 12, 10: 8, 13: 8}  # the first byte of a page that holds a B-tree, and the length of its header
_HEADER = struct.Struct(">BHHH")  # kind, first free block, number of cells, start of the cells' content
_FILE_HEADER = 100
_AT_ONCE = 64  # pages


def page_size(file: int) -> int:
    """The size of the pages of an open database."""
    size: int = struct.unpack(">H", os.pread(file, 2, 16))[0]
    return 65536 if size == 1 else size


def zero_slack(file: int, page: int, seconds: float) -> int | None:
    """Zero the slack from a page (the first is 0) on, for about so many seconds.

    Returns the page to go on with, None once the file is through.
    """
    size, until = page_size(file), time.monotonic() + seconds
    while read := os.pread(file, _AT_ONCE * size, page * size):
        for offset in range(0, len(read) - size + 1, size):
            _zero_page(file, page * size + offset, read[offset : offset + size])
        page += _AT_ONCE
        if time.monotonic() > until:
            return page
    return None


def _zero_page(file: int, place: int, page: bytes) -> None:
    for start, end in slack_of(page, is_first=place == 0):
        if page.count(0, start, end) != end - start:
            os.pwrite(file, bytes(end - start), place + start)


def slack_of(page: bytes, *, is_first: bool = False) -> list[tuple[int, int]]:
    """Where a page holds bytes of no row: before its cells, and in its free blocks; nothing in what is no B-tree."""
    header = _FILE_HEADER if is_first else 0
    kind, block, cells, content = _HEADER.unpack_from(page, header)
    if kind not in _BTREE:
        return []
    start, content = header + _BTREE[kind] + 2 * cells, content or 65536
    if not start <= content <= len(page):
        return []
    found = [(start, content)]
    while content <= block <= len(page) - 4:
        following, length = struct.unpack_from(">HH", page, block)
        if length < 4 or block + length > len(page):
            return []
        found.append((block + 4, block + length))
        if following <= block:
            break
        block = following
    return found
