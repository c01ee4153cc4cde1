"""Games of other packages: loads and validates each `Game` that an installed package registers as an entry point."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.engine import MOST_SEATS, Engine, Game, Message, MessageError, Setup
from companion.engine.game import LAZY

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "companion.games"
"""The entry point group in which an installed package registers its `Game`."""
KEY_PATTERN = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


class GameError(MessageError):
    """A game that cannot be used; `message` says which and why.

    `game` and its first state `state` are set if they could be loaded.
    """

    def __init__(self, message: Message, game: Game | None = None, state: Any = None) -> None:
        super().__init__(message)
        self.game, self.state = game, state


def package_folders() -> list[Path]:
    """Return the folders of the packages of installed games, without importing them: their code may be faulty."""
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    names = {point.module.partition(".")[0] for point in entry_points(group=ENTRY_POINTS)}
    specs = [spec for name in sorted(names) if (spec := find_spec(name)) is not None]
    locations_by_package = [list(spec.submodule_search_locations or filter(None, [spec.origin])) for spec in specs]
    return [Path(location).resolve() for locations in locations_by_package for location in locations]


def load_parts() -> None:
    """Import all that installed games import late, so that faults show at startup; raise `GameError`."""
    for point, game in installed_games():
        with _faults_of(point):
            for name in LAZY:
                getattr(game, name)


@cache
def installed_games() -> list[tuple[EntryPoint, Game]]:
    """Return the games of installed packages, each with its entry point; raise `GameError`."""
    from importlib.metadata import entry_points  # slow to import: `companion --help` needs no games

    points = sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, point.value))
    return [(point, _load(point)) for point in points]


def _load(point: EntryPoint) -> Game:
    with _faults_of(point):
        game = point.load()
        fault = _game_fault(game)
        state = None if fault is not None else _first_state(game)
        fault = fault or _state_fault(state)
    if fault is not None:
        raise GameError(_unusable(point, fault).message, game if isinstance(game, Game) else None, state)
    return game  # type: ignore[no-any-return]


@contextmanager
def _faults_of(point: EntryPoint) -> Iterator[None]:
    """Convert any exception from the code of an installed game to `GameError`."""
    try:
        yield
    except GameError:
        raise
    except Exception as error:  # plug-in code can raise anything
        kind = type(error).__name__
        raise _unusable(point, Message("{label}: {text}", label=kind, text=str(error))) from error


def _unusable(point: EntryPoint, fault: Message) -> GameError:
    return GameError(Message("The game {value} cannot be used. {fault}", value=point.value, fault=fault))


def _game_fault(game: object) -> Message | None:
    """Return why an object is not a usable game, or None if it is one."""
    if not isinstance(game, Game):
        return Message("It is not a Game.")
    if not KEY_PATTERN.fullmatch(game.key):
        return Message("Its key has to be of small letters and digits, with - or _ between them.")
    if foreign := next((rule for rule in game.rules if not rule.startswith(f"{game.key}/")), None):
        return Message("The id of its rule {rule} has to begin with {start}.", rule=foreign, start=f"{game.key}/")
    if type(game.seats) is not range or not game.seats or game.seats[0] < 1 or game.seats.step != 1:
        return Message("Its seats have to be a range of numbers of players from 1 on, such as range(2, 6).")
    if game.seats[-1] > MOST_SEATS:
        return Message(
            "It is for up to {count} players, and a table has {most} at most; its seats have to end there.",
            count=game.seats[-1], most=MOST_SEATS,
        )  # fmt: skip
    if not isinstance(game.engine, Engine):
        return Message("It needs an Engine.")
    return None


def _first_state(game: Game) -> Any:
    seats = game.seats[0]
    options = {option.key: option.default_for(seats) for option in game.options}
    return game.engine.start(Setup(tuple([f"Player {seat + 1}" for seat in range(seats)]), options))


def _state_fault(state: Any) -> Message | None:
    """Return why the first state of a game cannot be used: a host who ends a game replaces its `finished`."""
    field_names = {field.name for field in fields(state)} if is_dataclass(state) else set()
    if "finished" not in field_names:
        return Message(
            "Its state has to be a dataclass with a field finished, which is set where a game is ended early."
        )
    return None
