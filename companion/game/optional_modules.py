"""Optional modules of a game, such as its help and its statistics."""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from typing import Any

from companion.game.game import Game


def optional_module(game: Game, name: str) -> Any | None:
    """Return the module of this name in a game's package, imported on first use; None if there is none."""
    return _module(f"{game.package}.{name}")


@cache
def _module(name: str) -> Any | None:
    return None if importlib.util.find_spec(name) is None else importlib.import_module(name)
