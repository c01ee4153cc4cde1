"""Reads the lists at the top of a large JSON object item by item, so that others are answered in between."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import IO, Any

from companion.extras import missing
from companion.game import Message
from companion.transfer.past.reasons import PastFileError

_CHUNK = 8192  # bytes that are parsed at once
# The parser begins a text or number anew with each chunk that does not end it.
_MOST_CHUNKS = 32  # without any value
_MOST_EVENTS = 10_000  # of one item: no file of plays has so much in one, which is kept in memory as a whole
_TOO_LARGE = Message("One entry of this file is larger than any that an export of plays has. Export it once more.")
_BAD = Message(
    "This file is cut short or damaged: it is not JSON from its first to its last character. Export it once more."
)


class _BoundedFile:
    """A file whose reader gets no more of it once it has had nothing out of many chunks."""

    def __init__(self, file: IO[bytes], pause: Callable[[], None]) -> None:
        self._file, self._pause, self.silent = file, pause, 0

    def read(self, size: int) -> bytes:
        """Return the next bytes, after a pause for others. Raises `PastFileError`."""
        self._pause()
        self.silent += 1
        if self.silent > _MOST_CHUNKS:
            raise PastFileError(_TOO_LARGE)
        return self._file.read(size)


def items_of(file: IO[bytes], wanted: Container[str], pause: Callable[[], None]) -> Iterator[tuple[str, Any]]:
    """Yield the items of the wanted lists, each with the key of its list; `pause` is called now and then.

    Values of other keys are passed over. Raises `PastFileError`.
    """
    if fault := missing("past"):
        raise PastFileError(fault)
    import ijson

    bounded = _BoundedFile(file, pause)
    try:
        yield from _items(ijson.parse(bounded, buf_size=_CHUNK, use_float=True), wanted, bounded)
    except (ijson.JSONError, ValueError) as error:
        raise PastFileError(_BAD) from error


def _items(
    events: Iterator[tuple[str, str, Any]], wanted: Container[str], bounded: _BoundedFile
) -> Iterator[tuple[str, Any]]:
    from ijson import ObjectBuilder

    builder, count = None, 0
    for prefix, event, value in events:
        bounded.silent, count = 0, count + 1
        key = prefix.removesuffix(".item")
        is_item = key != prefix and key in wanted
        if builder is None and is_item:
            builder, count = ObjectBuilder(), 0
        if builder is None:
            continue
        if count > _MOST_EVENTS:
            raise PastFileError(_TOO_LARGE)
        builder.event(event, value)
        if is_item and event not in ("start_map", "start_array", "map_key"):
            yield key, builder.value
            builder = None
