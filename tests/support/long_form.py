"""Tests that show something again, in another game or at more length: `COMPANION_EVERY=1` runs them too."""

from __future__ import annotations

import os

import pytest

EVERY = bool(os.environ.get("COMPANION_EVERY"))
long_form = pytest.mark.skipif(not EVERY, reason="COMPANION_EVERY=1 plays this too")


def with_every(*games: str, also: tuple[str, ...]) -> tuple[str, ...]:
    """The games of a test, with those of its long form where that is asked for."""
    return (*games, *also) if EVERY else games
