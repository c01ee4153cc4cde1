"""Zero the slack of a database file, the bytes in its pages that belong to no row, so that no deleted data remain.

With secure_delete SQLite zeroes deleted rows in place. But when it rebalances pages, as it does whenever one overflows,
it copies rows, and the old copies remain in the free space between the cell pointers and the cells, where secure_delete
does not reach. VACUUM removes them but rewrites the whole file; zeroing the free space only reads each page once.

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
    """Zero the slack of the pages from `page` (0 is the first) on, for about `seconds`.

    Returns the page to continue with, None at the end of the file.
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
    """The ranges of a B-tree page that belong to no row: before its cells, and its free blocks; else empty."""
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
