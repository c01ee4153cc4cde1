"""All games: each sub-package here, and each game that an installed package registers as an entry point."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from companion.game import Game, Message, MessageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "companion.games"
"""The entry point group in which an installed package registers its `Game`."""
KEY_PATTERN = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


class GameError(MessageError):
    """A game that cannot be used; `message` says which and why."""


@cache
def all_games() -> MappingProxyType[str, Game]:
    """All games by key: the built-in ones in alphabetical order, then those of installed packages.

    Raises `GameError` if an installed game cannot be loaded, is incomplete, or has the key of another game.
    """
    games: dict[str, Game] = {}
    for game, package in (*_built_in(), *_installed()):
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


def played_game(key: str, options: Mapping[str, Any]) -> Game:
    """Return the game with a key as a table with these stored options plays it."""
    return get_game(key).with_options(options)


def title_at_table(key: str, options: Mapping[str, Any]) -> str | None:
    """Return the title that a table with these stored options gives its game; None where it has its usual one."""
    title, usual = played_game(key, options).title, get_game(key).title
    return None if title == usual else str(title)


@cache
def _not_installed(key: str) -> Game:
    title = Message("{game}", game=key)
    return Game(key, title, "cards", range(1, 2), (), {}, _refuse, _refuse, _refuse, __name__)


def _refuse(*_: Any) -> NoReturn:
    raise LookupError("the game is not installed")


def _built_in() -> Iterator[tuple[Game, str]]:
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg):
        yield importlib.import_module(f"{__name__}.{name}").GAME, "companion"


def _installed() -> Iterator[tuple[Game, str]]:
    from importlib.metadata import entry_points  # slow to import: `companion --help` needs no games

    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, point.value)):
        yield _load(point), point.dist.name if point.dist else point.name


def _load(point: EntryPoint) -> Game:
    """Load and validate the game of an entry point; raise `GameError`."""
    try:
        game = point.load()
    except Exception as error:  # plug-in code can raise anything
        fault = Message("{kind}: {fault}", kind=type(error).__name__, fault=str(error))
    else:
        found = _game_fault(game)
        if found is None:
            return game  # type: ignore[no-any-return]
        fault = found
    raise GameError(Message("The game {value} cannot be used. {fault}", value=point.value, fault=fault))


def _game_fault(game: object) -> Message | None:
    """Return why an object is not a usable game, or None if it is one."""
    if not isinstance(game, Game):
        return Message("It is not a Game.")
    if not KEY_PATTERN.fullmatch(game.key):
        return Message("Its key has to be of small letters and digits.")
    if foreign := next((rule for rule in game.rules if not rule.startswith(f"{game.key}/")), None):
        return Message("The id of its rule {rule} has to begin with {start}.", rule=foreign, start=f"{game.key}/")
    if importlib.util.find_spec(f"{game.package}.form") is None:
        return Message("It has no module {name}.", name=f"{game.package}.form")
    return None
