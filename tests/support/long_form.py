"""Tests that show something again, in another game or at more length: `COMPANION_EVERY=1` runs them too."""

from __future__ import annotations

import os
import random

import pytest

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
