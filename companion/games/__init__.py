"""All games: each sub-package here, and each game that an installed package registers as an entry point."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from companion.game import Engine, Game, Message, MessageError, Setup

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from companion.game.pages.parts import GameParts

ENTRY_POINTS = "companion.games"
"""The entry point group in which an installed package registers its `Game`."""
KEY_PATTERN = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_FORMER = Message(
    "It was written for an earlier companion; docs/adding-a-game.md says how a game is declared now, with an Engine and"
    " its GameParts."
)


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


def load_parts() -> None:
    """Import everything that installed games consist of, so that a fault in it is found at once; raise `GameError`."""
    for point in _entry_points():
        with _faults_of(point):
            _load(point).parts()


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
    title, engine = Message("{game}", game=key), Engine(_refuse, _refuse, _refuse)
    return Game(key, title, "cards", range(1, 2), (), {}, engine, _no_parts, Path(__file__).parent)


def _no_parts() -> GameParts:
    from companion.game.pages.form import EntryForm
    from companion.game.pages.parts import GameParts

    return GameParts(form=EntryForm())


def _refuse(*_: Any) -> NoReturn:
    raise LookupError("the game is not installed")


def _built_in() -> Iterator[tuple[Game, str]]:
    for name in sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg):
        yield importlib.import_module(f"{__name__}.{name}").GAME, "companion"


def _installed() -> Iterator[tuple[Game, str]]:
    for point in _entry_points():
        yield _load(point), point.dist.name if point.dist else point.name


def _entry_points() -> list[EntryPoint]:
    from importlib.metadata import entry_points  # slow to import: `companion --help` needs no games

    return sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, point.value))


def _load(point: EntryPoint) -> Game:
    """Load and validate the game of an entry point; raise `GameError`."""
    with _faults_of(point):
        game = point.load()
        fault = _game_fault(game)
    if fault is not None:
        raise _unusable(point, fault)
    return game  # type: ignore[no-any-return]


@contextmanager
def _faults_of(point: EntryPoint) -> Iterator[None]:
    """Raise `GameError` for whatever the code of an installed game raises."""
    try:
        yield
    except GameError:
        raise
    except Exception as error:  # plug-in code can raise anything
        kind = type(error).__name__
        fault = _FORMER if _is_former(error) else Message("{kind}: {fault}", kind=kind, fault=str(error))
        raise _unusable(point, fault) from error


def _unusable(point: EntryPoint, fault: Message) -> GameError:
    return GameError(Message("The game {value} cannot be used. {fault}", value=point.value, fault=fault))


def _is_former(error: Exception) -> bool:
    """Whether a package declares its game with arguments that `Game` took before, or imports what went with them."""
    is_call = isinstance(error, TypeError) and f"{Game.__qualname__}.__init__()" in str(error)
    return is_call or (isinstance(error, ImportError) and (error.name or "").startswith("companion.game"))


def _game_fault(game: object) -> Message | None:
    """Return why an object is not a usable game, or None if it is one."""
    if not isinstance(game, Game):
        return Message("It is not a Game.")
    if not KEY_PATTERN.fullmatch(game.key):
        return Message("Its key has to be of small letters and digits, with - or _ between them.")
    if foreign := next((rule for rule in game.rules if not rule.startswith(f"{game.key}/")), None):
        return Message("The id of its rule {rule} has to begin with {start}.", rule=foreign, start=f"{game.key}/")
    if not isinstance(game.engine, Engine) or not callable(game.parts):
        return Message("It needs an Engine, and a function that returns its GameParts.")
    return _state_fault(game)


def _state_fault(game: Game) -> Message | None:
    """Return why the first state of a game cannot be used: a host who ends a game replaces its `finished`."""
    seats = game.seats[0]
    options = {option.key: option.default_for(seats) for option in game.options}
    state = game.engine.start(Setup(tuple([f"Player {seat + 1}" for seat in range(seats)]), options))
    known = {field.name for field in fields(state)} if is_dataclass(state) else set()
    if "finished" not in known:
        return Message(
            "Its state has to be a dataclass with a field finished, which is set where a game is ended early."
        )
    return None
