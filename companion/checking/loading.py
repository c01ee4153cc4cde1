"""Find the game to check, and say where it is broken if it cannot be loaded."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from companion.checking.finding import Finding, Place, place_of, place_of_error
from companion.game import Game, Message
from companion.games import GameError, all_games, load_parts


def find_game(key: str) -> Game | Finding | None:
    """Return the game with a key; what is wrong where an installed game cannot be loaded; None if there is none."""
    try:
        game = all_games().get(key)
        load_parts()
    except GameError as error:
        return Finding(_place(error), error.message, Message("Until then the companion does not start."))
    return game


def _place(error: GameError) -> Place:
    """Return the line in the package at which loading it failed."""
    if isinstance(error.game, Game):
        return place_of(type(error.state) if error.state is not None else error.game.parts, error.game)
    package = str(error.message.values.get("value", "")).partition(":")[0].partition(".")[0]
    try:
        found = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        found = None
    if found is None or found.origin is None:
        return Place(Path(package or "."))
    folder = Path(found.origin)
    return place_of_error(error.__cause__ or error, folder.parent if folder.name == "__init__.py" else folder)
