"""All games: each sub-package here, and each game that an installed package registers as an entry point."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from companion.game import Engine, Game, Message, RuleError
from companion.game.lift import lifted_options
from companion.games.plug_ins import KEY_PATTERN, GameError, PlugInWarning, installed_games, load_parts

if TYPE_CHECKING:
    from companion.game.pages.parts import GameParts

__all__ = [
    "KEY_PATTERN",
    "GameError",
    "PlugInWarning",
    "all_games",
    "get_game",
    "load_parts",
    "parts_without_rules",
    "played_game",
    "title_at_table",
]


@cache
def all_games() -> MappingProxyType[str, Game]:
    """All games by key: the built-in ones in alphabetical order, then those of installed packages.

    Raises `GameError` if an installed game cannot be loaded, is incomplete, or has the key of another game.
    """
    games: dict[str, Game] = {}
    for game, package in (*_built_in(), *installed_games()):
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


def get_game(key: str) -> Game:
    """Return the game with a key; for one that is no longer installed, a stand-in that cannot be played."""
    return all_games().get(key) or _not_installed(key)


def played_game(key: str, options: Mapping[str, Any], rules: int) -> Game:
    """Return the game with a key as a table with these stored options, of this version of its rules, plays it.

    Where options of earlier rules cannot be lifted, it is the game as it usually is.
    """
    game = get_game(key)
    if rules >= game.rules_version:
        return game.with_options(options)
    try:
        return game.with_options(lifted_options(game.lift, options, rules))
    except RuleError:
        return game


def title_at_table(key: str, options: Mapping[str, Any], rules: int) -> str | None:
    """Return the title that a table gives its game, by what `played_game` takes; None where it is the usual one."""
    title, usual = played_game(key, options, rules).title, get_game(key).title
    return None if title == usual else str(title)


@cache
def _not_installed(key: str) -> Game:
    title, engine = Message("{game}", game=key), Engine(_refuse, _refuse, _refuse)
    return Game(key, title, "cards", range(1, 2), (), {}, engine, parts_without_rules, Path(__file__).parent)


def parts_without_rules() -> GameParts:
    """Return the parts of a game of which nothing is known, or of which what is stored may be of other rules."""
    from companion.game.pages.no_rules import FormWithoutRules
    from companion.game.pages.parts import GameParts

    return GameParts(form=FormWithoutRules())


def _refuse(*_: Any) -> NoReturn:
    raise LookupError("the game is not installed")


def _built_in() -> Iterator[tuple[Game, str]]:
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg):
        yield importlib.import_module(f"{__name__}.{name}").GAME, "companion"
