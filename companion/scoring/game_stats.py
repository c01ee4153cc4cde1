"""Each game's own figures of a finished game, and how they are called, from its module `figures`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, cast

from companion.game import Figure, Game, Message, State, Step
from companion.game.optional_modules import optional_module
from companion.games import all_games
from companion.scoring.scoresheet import Played

KIND, SIDE = "kind", "side"
"""Figures that every game may have: `kind` names games whose totals do not compare with the usual ones, `side` is the
same for seats that play together and so are no opponents."""
_NO_KINDS: Mapping[str, Message] = MappingProxyType({})


class FigureModule(Protocol):
    """A game's module of figures. `FIGURES` are shown of a player; `KINDS`, if it is there, names the kinds."""

    FIGURES: tuple[Figure, ...]

    def figures(
        self, states: Sequence[Any], entries: Sequence[Any], steps: Sequence[Sequence[Step]]
    ) -> tuple[Mapping[str, Any], ...]:
        """One mapping of plain JSON a seat: `states` go from before the first entry to after the last."""


def figures_of(
    game: Game, states: Sequence[State], bodies: Sequence[Any], played: Sequence[Played]
) -> tuple[Mapping[str, Any], ...]:
    """The figures of a game as it stands, one mapping of plain JSON a seat; empty ones where the game has none.

    `states` go from before the first entry to after the last; `bodies` and `played` belong to the entries.
    """
    module = _figures_in(game)
    if module is None:
        return ({},) * states[0].setup.seats
    return module.figures(states, bodies, [one.steps for one in played])


def shown_of(key: str) -> tuple[Figure, ...]:
    """The figures that are shown of a game's players, in order."""
    module = _module_of(key)
    return () if module is None else module.FIGURES


def kinds_of(key: str) -> Mapping[str, Message]:
    """The kinds of a game whose totals do not compare with the usual ones, each with its name."""
    return getattr(_module_of(key), "KINDS", _NO_KINDS)


def _module_of(key: str) -> FigureModule | None:
    game = all_games().get(key)
    return None if game is None else _figures_in(game)


def _figures_in(game: Game) -> FigureModule | None:
    return cast(FigureModule | None, optional_module(game, "figures"))
