"""The figures that each game computes for a finished game, their names, and the result that is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.game import Figure, Figures, Game, Message, State
from companion.games import all_games, get_game
from companion.scoring.replay import Record
from companion.scoring.scoresheet import Played

_NO_KINDS: Mapping[str, Message] = MappingProxyType({})


def figures_of(
    game: Game, states: Sequence[State], bodies: Sequence[Any], played: Sequence[Played]
) -> tuple[Mapping[str, Any], ...]:
    """Return the figures of a game so far, one mapping of plain JSON values per seat; empty if the game has none.

    `states` run from before the first entry to after the last; `bodies` and `played` have one item per entry.
    """
    if game.figures is None:
        return ({},) * states[0].setup.seats
    return game.figures.count(states, bodies, [entry.steps for entry in played])


def seat_figures(record: Record) -> Sequence[Mapping[str, Any]]:
    """The figures of a game as it stands, by seat."""
    return figures_of(record.game, record.states, [line.body for line in record.lines], record.played)


def stored_result(record: Record) -> Mapping[str, Any] | None:
    """The result to store of a finished game; None while it runs. Its ranking is empty where nothing was scored."""
    state = record.states[-1]
    if not state.finished:
        return None
    standing = record.standing
    return {
        "totals": standing.totals,
        "ranking": standing.ranking,
        "won": standing.won,
        "sides": standing.sides or None,
        "figures": seat_figures(record),
    }


def shown_figures(key: str) -> tuple[Figure, ...]:
    """The figures that are shown for a game's players, in order."""
    figures = _figures(key)
    return () if figures is None else figures.shown


def kinds_of(key: str) -> Mapping[str, Message]:
    """The names of a game's kinds whose totals are not comparable with the usual ones, by kind."""
    figures = _figures(key)
    return _NO_KINDS if figures is None else figures.kinds


def game_of_kind(key: str, kind: str) -> tuple[Game, Message | None]:
    """Return the game whose results of a kind are counted together, and the name of the kind beside its title."""
    figures = _figures(key)
    if kind and figures and figures.kind_game:
        return figures.kind_game(kind), None
    return get_game(key), kinds_of(key).get(kind)


def _figures(key: str) -> Figures | None:
    game = all_games().get(key)
    return None if game is None else game.figures
