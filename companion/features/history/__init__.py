"""The history: past games, players and their statistics."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature("history", Path(__file__).parent, result=f"{__name__}.rows:count_anew")
