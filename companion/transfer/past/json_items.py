"""Reads the lists at the top of a large JSON object item by item, so that others are answered in between."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from typing import IO, Any

import ijson

from companion.game import Message
from companion.transfer.past.reasons import PastFileError

_CHUNK = 8192  # bytes that are parsed at once
# What goes beyond these is left out: no file of plays has so much in one item, which is looked at in one go.
_DEEPEST, _MOST_VALUES, _LONGEST = 8, 4000, 10_000
# The parser begins a text or number anew with each chunk that does not end it.
_MOST_CHUNKS = 32  # without any value
_TOO_LONG = Message(
    "This file has a text or number of more than {most} kB, as no export of plays has. Export it once more."
)
_BAD = Message(
    "This file is cut short or damaged: it is not JSON from its first to its last character. Export it once more."
)


def items_of(file: IO[bytes], wanted: Container[str], pause: Callable[[], None]) -> Iterator[tuple[str, Any]]:
    """Yield the items of the wanted lists, each with the key of its list; `pause` is called now and then.

    Values of other keys, and such that are nested too deep, are passed over. Raises `PastFileError`.
    """
    events = ijson.sendable_list()
    parser = ijson.basic_parse_coro(events, use_float=True)
    builder, silent = _Builder(wanted), 0
    try:
        while chunk := file.read(_CHUNK):
            parser.send(chunk)
            silent = 0 if events else silent + 1
            if silent > _MOST_CHUNKS:
                raise PastFileError(Message(_TOO_LONG.singular, most=_MOST_CHUNKS * _CHUNK // 1024))
            for event, value in events:
                if builder.take(event, value):
                    yield builder.key, builder.item
            del events[:]
            pause()
        parser.close()
    except (ijson.JSONError, ValueError, StopIteration) as error:
        raise PastFileError(_BAD) from error


class _Builder:
    """Builds the items out of the parser's events."""

    def __init__(self, wanted: Container[str]) -> None:
        self.wanted = wanted
        self.key = ""
        """The key at the top in whose value the parser is."""
        self.item: Any = None
        """The item that was just completed."""
        self._depth = 0  # of all values that are not complete yet; items are those at depth 2
        self._is_list = False  # whether the value at the top is a list
        self._open: list[Any] = []  # the item, and the values in it that are being built
        self._keys: list[str] = []
        self._values = 0

    def take(self, event: str, value: Any) -> bool:
        """Take the next event; whether it completes an item."""
        if event == "map_key":
            self._take_key(value)
            return False
        if event in ("end_map", "end_array"):
            return self._close()
        if event in ("start_map", "start_array"):
            self._begin({} if event == "start_map" else [])
            return False
        if self._is_item():
            self.item = value
            return True
        if self._is_building():
            self._put(value)
        return False

    def _is_item(self) -> bool:
        return self._depth == 2 and self._is_list and self.key in self.wanted

    def _is_building(self) -> bool:
        """Whether the value around the current one is being built, and takes more."""
        return bool(self._open) and self._depth == 2 + len(self._open) and self._values < _MOST_VALUES

    def _take_key(self, key: str) -> None:
        if self._depth == 1:
            self.key = key
        elif self._is_building():
            self._keys[-1] = key[:_LONGEST]

    def _begin(self, made: Any) -> None:
        if self._depth == 1:
            self._is_list = isinstance(made, list)
        is_item = self._is_item()
        if is_item or (self._is_building() and len(self._open) < _DEEPEST):
            if is_item:
                self._values = 0
            else:
                self._put(made)
            self._open.append(made)
            self._keys.append("")
        self._depth += 1

    def _put(self, made: Any) -> None:
        self._values += 1
        if isinstance(made, str):
            made = made[:_LONGEST]
        outer = self._open[-1]
        if isinstance(outer, dict):
            outer[self._keys[-1]] = made
        else:
            outer.append(made)

    def _close(self) -> bool:
        self._depth -= 1
        if not self._open or self._depth != 1 + len(self._open):
            return False
        self.item = self._open.pop()
        self._keys.pop()
        return not self._open
