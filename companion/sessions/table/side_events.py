"""What the events of features make of a table (`companion.feature.EventKind`)."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.features import event_kind
from companion.game.figure import LENGTH
from companion.storage.records import Event


def kept_after(kept: Mapping[str, Any], event: Event) -> Mapping[str, Any]:
    """Return what is kept by kind after an event; nothing changes for one whose feature is not here."""
    kind = event_kind(event.kind)
    return kept if kind is None else {**kept, event.kind: kind.fold(kept.get(event.kind), event)}


def length_of(kept: Mapping[str, Any]) -> int | None:
    """Return how many seconds a game took, if a feature knows it."""
    kinds = [event_kind(name) for name, value in kept.items() if value is not None]
    lengths = (kind.length(kept[kind.name]) for kind in kinds if kind is not None and kind.length is not None)
    return next((length for length in lengths if length is not None), None)


def timed(result: Mapping[str, Any] | None, kept: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return a result to store with the seconds that the game took, if they are known."""
    length = None if result is None else length_of(kept)
    if result is None or length is None:
        return result
    return {**result, "seconds": length, "figures": with_length(result["figures"], length)}


def with_length(figures: Sequence[Mapping[str, Any]], length: int | None) -> Sequence[Mapping[str, Any]]:
    """Return the figures of a finished game by seat, with the seconds that it took if they are known."""
    return figures if length is None else [{**seat, LENGTH: length} for seat in figures]
