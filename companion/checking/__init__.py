"""Checks of a game: play, correct and show it as people would, and report each fault with its place in the code."""
