"""Tests that show something again, in another game or at more length: `COMPANION_EVERY=1` runs them too."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

import pytest

from tests.support.drawn import chance

LONG_GAMES = ("5211", "azul", "ingenious", "luz", "salamanca", "outages", "taps")
"""The long tests of whole games on several phones: of each game, with companions that are killed, without pauses."""
_MOST_LONG_GAMES = 1
EVERY = bool(os.environ.get("COMPANION_EVERY"))
Item = TypeVar("Item")
long_form = pytest.mark.skipif(not EVERY, reason="COMPANION_EVERY=1 plays this too")


def with_every(*games: str, also: tuple[str, ...]) -> tuple[str, ...]:
    """The games of a test, with those of its long form where that is asked for."""
    return (*games, *also) if EVERY else games


def some_of(what: str, several: Sequence[Item], count: int) -> list[Item]:
    """So many of several, by chance; all with `COMPANION_EVERY=1`."""
    return list(several) if EVERY else chance(what).sample(list(several), count)


def one_of(what: str, several: int) -> list[pytest.MarkDecorator]:
    """Marks for so many long tests that are much alike: each run plays one of them, with `COMPANION_EVERY=1` all."""
    played = chance(what).randrange(several)
    reason = "another one like it is played in this run"
    return [pytest.mark.skipif(not EVERY and number != played, reason=reason) for number in range(several)]


def _long_games_of_run() -> frozenset[str]:
    """Some of the long games, the same at all workers; without workers, as where one test is run by hand, all."""
    has_workers = "PYTEST_XDIST_WORKER" in os.environ
    return frozenset(some_of("long games", LONG_GAMES, _MOST_LONG_GAMES) if has_workers else LONG_GAMES)


_PLAYED = _long_games_of_run()


def long_game(game: str) -> pytest.MarkDecorator:
    """Mark for a long test of a whole game on several phones, of which each run plays some."""
    reason = "this run plays other long games; COMPANION_EVERY=1 plays all"
    assert game in LONG_GAMES
    return pytest.mark.skipif(game not in _PLAYED, reason=reason)
