"""Companion: a scorekeeper for the game table."""
