"""Sample games: setups of a game that are worth looking at, and entries that players by chance would make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any


@dataclass(frozen=True)
class SampleSetup:
    """A sample table: how many sit there, its options, and whether totals are hidden until the end."""

    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    hidden: bool = False


@dataclass(frozen=True)
class Samples:
    """The sample tables of a game: some played to the end, some still running.

    `next_entry(state, random)` returns an entry that the rules allow on a state that is not finished, as plain JSON.
    The same state and the same random numbers always give the same entry, and a game must come to its end.
    """

    next_entry: Callable[[Any, Random], Any]
    finished: tuple[SampleSetup, ...]
    running: tuple[SampleSetup, ...]
