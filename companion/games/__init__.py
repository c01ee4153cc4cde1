"""Every sub-package here is a game; nothing is registered by hand."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import MappingProxyType

from companion.game import Game


@cache
def all_games() -> MappingProxyType[str, Game]:
    """The games by key, in the order of their keys."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    games = [importlib.import_module(f"{__name__}.{name}").GAME for name in names]
    return MappingProxyType({game.key: game for game in games})
