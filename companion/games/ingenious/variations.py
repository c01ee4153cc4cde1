"""Other spots for a tile, for whoever asks afterwards what it would have brought there."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine import Message
from companion.games.ingenious.rules import State, legal_places
from companion.games.ingenious.tracks import TOPS


def variations(before: State, entry: Any, seat: int) -> list[tuple[Message, Message | None, Iterator[Any]]]:
    """Return the spots where the seat could have laid the tile of an entry; none for a swap or without a board."""
    if before.board is None or entry["seat"] != seat or "swap" in entry:
        return []
    return [(Message("The same tile on another spot"), None, _spots(before, entry))]


def _spots(before: State, entry: Mapping[str, Any]) -> Iterator[Any]:
    first, second = entry["tile"]
    # On a double track the order counts for a double too: what its first half scores past the left 18 is lost.
    is_ordered = first != second or len(TOPS[before.mode]) > 1
    for at in legal_places(before):
        yield {**entry, "at": [list(space) for space in at]}
        if is_ordered:
            yield {**entry, "at": [list(space) for space in reversed(at)]}


def gain(before: State, after: State, seat: int) -> int:
    """Return how far the seat's markers moved in all; its total follows only the lowest of them."""
    return sum(after.track(seat)) - sum(before.track(seat))
