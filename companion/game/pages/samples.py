"""Sample games: setups that show a game well, and random entries that the rules allow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any


@dataclass(frozen=True)
class SampleSetup:
    """A sample table: the number of players, its options, and whether totals are hidden until the end."""

    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    hidden: bool = False


@dataclass(frozen=True)
class Samples:
    """The sample tables of a game: some played to the end, some still running.

    `next_entry(state, random)` returns an entry that the rules allow in an unfinished state, as plain JSON. The same
    state and random numbers always give the same entry, and every game must end.
    """

    next_entry: Callable[[Any, Random], Any]
    finished: tuple[SampleSetup, ...]
    running: tuple[SampleSetup, ...]
