"""The parts of the companion from the ground up: each may import its own modules and those of parts before it."""

from collections.abc import Sequence

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
    "feature",
    "features",
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
    "commands",
    "a feature",
)


def layer_of(names: Sequence[str]) -> str:
    """Return the part that a module belongs to, by the names of its folders and its own below the package.

    >>> layer_of(("views", "http", "home")), layer_of(("features", "__init__")), layer_of(("features", "clock", "taps"))
    ('views', 'features', 'a feature')
    """
    return "a feature" if names[0] == "features" and len(names) > 2 else names[0]
