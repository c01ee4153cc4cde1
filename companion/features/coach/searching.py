"""The search: play each other way of an entry by the game's own engine, and keep the best."""

import importlib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol, cast

from companion.engine import Game, Message, RuleError, State, Step, record
from companion.engine.pause import pause

MOST = 4000
"""How many ways one page plays; it says so if there are more."""


class Variations(Protocol):
    """The module `variations` of a game."""

    def variations(self, before: Any, entry: Any, seat: int) -> list[tuple[Message, Message | None, Iterator[Any]]]:
        """Return the searches of a seat: title, condition and the entries to try."""

    def gain(self, before: Any, after: Any, seat: int) -> int:
        """Return the points by which ways are compared."""


@record
class Way:
    """A way to play an entry: the entry, the state after it, its steps, and what it brought the seat."""

    entry: Any
    after: State
    steps: tuple[Step, ...]
    gain: int


@record
class Found:
    """The best of some ways; None if no way brings more than was played. `is_complete` if all were tried."""

    title: Message
    condition: Message | None
    best: Way | None
    left: int
    count: int
    is_complete: bool


def variations_of(game: Game) -> Variations | None:
    """Return the module `variations` beside a game's engine; None if it has none."""
    return _module(getattr(game.engine.play, "__module__", "").rpartition(".")[0])


@cache
def _module(package: str) -> Variations | None:
    name = f"{package}.variations"
    return cast(Variations, importlib.import_module(name)) if package and find_spec(name) else None


def played(game: Game, rules: Variations, before: Any, entry: Any, seat: int) -> Way:
    """Return an entry as a way; raise `RuleError` if the rules refuse it."""
    after, steps = game.engine.play(before, entry)
    return Way(entry, after, steps, rules.gain(before, after, seat))


def search(
    game: Game, rules: Variations, before: Any, entry: Any, seat: int, most: int = MOST
) -> tuple[Way, list[Found]]:
    """Return the entry as it was played, and the best way of each search of a seat; they play at most `most` ways."""
    actual, found = played(game, rules, before, entry, seat), list[Found]()
    for title, condition, ways in rules.variations(before, entry, seat):
        best, count, is_complete = actual, 0, True
        for way in ways:
            if count == most:
                is_complete = False
                break
            count += 1
            pause()
            try:
                best = max(best, played(game, rules, before, way, seat), key=lambda each: each.gain)
            except RuleError:
                continue
        most -= count
        left = best.gain - actual.gain
        found.append(Found(title, condition, best if left else None, left, count, is_complete))
    return actual, found
