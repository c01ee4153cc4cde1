"""Find the game to check; locate the fault if it cannot be loaded."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from companion.checking.finding import Finding, Place, place_of, place_of_error
from companion.game import Game, Message
from companion.games import GameError, all_games, load_parts


def find_game(key: str) -> Game | Finding | None:
    """Return the game with this key; a finding if an installed game cannot be loaded; None if there is no such game."""
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
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        spec = None
    if spec is None or spec.origin is None:
        return Place(Path(package or "."))
    folder = Path(spec.origin)
    return place_of_error(error.__cause__ or error, folder.parent if folder.name == "__init__.py" else folder)
