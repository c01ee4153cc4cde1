"""All games: the sub-packages of this package, and the games that installed packages register as entry points."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

from companion.engine import Engine, Game, Message
from companion.games.plug_ins import GameError, installed_games


@cache
def all_games() -> MappingProxyType[str, Game]:
    """Return all games by key: the built-in ones in alphabetical order, then those of installed packages.

    Raises `GameError` if an installed game cannot be loaded, is incomplete, or has the key of another game.
    """
    games: dict[str, Game] = {}
    built_in = [(_built_in(name), "companion") for name in _folders().values()]
    installed = [(game, point.dist.name if point.dist else point.name) for point, game in installed_games()]
    for game, package in (*built_in, *installed):
        if game.key in games:
            raise GameError(
                Message(
                    "The package {package} has a game with the key {key}, which is taken by {game}. Remove the package"
                    " or give its game another key.",
                    package=package, key=game.key, game=games[game.key].title,
                )
            )  # fmt: skip
        games[game.key] = game
    return MappingProxyType(games)


def find_game(key: str) -> Game | None:
    """Return the game with a key, None if there is none; a built-in one is imported alone, as the others take time."""
    folder = _folders().get(key)
    return all_games().get(key) if folder is None else _built_in(folder)


def get_game(key: str) -> Game:
    """Return the game with a key; if it is not installed, a placeholder that cannot be played."""
    return all_games().get(key) or _not_installed(key)


def played_game(key: str, options: Mapping[str, Any]) -> Game:
    """Return the game with a key for a table with these stored options."""
    return get_game(key).with_options(options)


def title_at_table(key: str, options: Mapping[str, Any]) -> str | None:
    """Return a table's own title for its game; None if it is the usual one."""
    title, usual = played_game(key, options).title, get_game(key).title
    return None if title == usual else str(title)


@cache
def _not_installed(key: str) -> Game:
    title, engine = Message("{game}", game=key), Engine(_refuse, _refuse, _refuse)
    form = "companion.forms.totals_only:WITHOUT_RULES"
    return Game(key, title, "alert", range(1, 2), (), {}, engine, form, folder=Path(__file__).parent)


def _refuse(*_: Any) -> NoReturn:
    raise LookupError("the game is not installed")


@cache
def _folders() -> Mapping[str, str]:
    """Return the folders of the built-in games by key; a folder whose key begins with a digit has a g before it."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return {name.removeprefix("g") if name[1:].isdecimal() else name: name for name in names}


@cache
def _built_in(folder: str) -> Game:
    game: Game = importlib.import_module(f"{__name__}.{folder}").GAME
    return game
