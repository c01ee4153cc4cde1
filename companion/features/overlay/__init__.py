"""The overlay: the standings of a table over a picture, such as a stream of the game."""

from pathlib import Path

from companion.feature import Feature

FEATURE = Feature("overlay", Path(__file__).parent)
