"""Checks of a game: it is played, corrected and shown as people would, and what is wrong is told with its place."""
