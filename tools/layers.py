"""The parts of the companion from the ground up: each may import its own modules and those of parts before it."""

from __future__ import annotations

LAYERS = (
    "paths",
    "time_slices",
    "time_zone",
    "qr_codes",
    "locales",
    "game",
    "extras",
    "metrics",
    "club",
    "games",
    "game_files",
    "scoring",
    "api",
    "storage",
    "history",
    "server",
    "sessions",
    "transfer",
    "views",
    "app",
    "checking",
    "commands",
)
