"""Photographs of the end of a game: what a file may hold, and how a table's album changes."""
