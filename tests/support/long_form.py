"""Tests that show something again, in another game or at more length: `COMPANION_EVERY=1` runs them too."""

from __future__ import annotations

import os
import random

import pytest

LONG_GAMES = ("5211", "azul", "ingenious", "luz", "salamanca", "outages")
"""The long tests of whole games on several phones: one of each game, one with companions that are killed."""
_MOST_LONG_GAMES = 3
EVERY = bool(os.environ.get("COMPANION_EVERY"))
long_form = pytest.mark.skipif(not EVERY, reason="COMPANION_EVERY=1 plays this too")


def with_every(*games: str, also: tuple[str, ...]) -> tuple[str, ...]:
    """The games of a test, with those of its long form where that is asked for."""
    return (*games, *also) if EVERY else games


def one_of(several: int) -> list[pytest.MarkDecorator]:
    """Marks for so many long tests that are much alike, of which each run plays one, or all with `COMPANION_EVERY=1`.

    They have to be in one file, as each worker draws its own lot.
    """
    played = random.randrange(several)
    reason = "another one like it is played in this run"
    return [pytest.mark.skipif(not EVERY and number != played, reason=reason) for number in range(several)]


def _long_games_of_run() -> frozenset[str]:
    """Some of the long games, the same at all workers; without workers, as where one test is run by hand, all."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    return frozenset(random.Random(run).sample(LONG_GAMES, _MOST_LONG_GAMES) if run and not EVERY else LONG_GAMES)


_PLAYED = _long_games_of_run()


def long_game(game: str) -> pytest.MarkDecorator:
    """Mark for a long test of a whole game on several phones, of which each run plays some."""
    reason = "this run plays other long games; COMPANION_EVERY=1 plays all"
    assert game in LONG_GAMES
    return pytest.mark.skipif(game not in _PLAYED, reason=reason)
