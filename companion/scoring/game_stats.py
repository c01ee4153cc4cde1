"""The figures that each game computes for a finished game, and their names, from its module `figures`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol, cast

from companion.game import Figure, Game, Message, State, Step
from companion.game.optional_modules import optional_module
from companion.games import all_games, get_game
from companion.scoring.scoresheet import Played

KIND, SIDE = "kind", "side"
"""Optional figures of any game.

`kind` marks games whose totals are not comparable with the usual ones, such as solo games. Seats with the same `side`
are team mates, not opponents.
"""
_NO_KINDS: Mapping[str, Message] = MappingProxyType({})


class FigureModule(Protocol):
    """A game's module `figures`: `FIGURES` are shown for a player, the optional `KINDS` names the kinds."""

    FIGURES: tuple[Figure, ...]

    def figures(
        self, states: Sequence[Any], entries: Sequence[Any], steps: Sequence[Sequence[Step]]
    ) -> tuple[Mapping[str, Any], ...]:
        """Return a mapping of plain JSON values per seat; `states` are those before each entry and at the end."""


def figures_of(
    game: Game, states: Sequence[State], bodies: Sequence[Any], played: Sequence[Played]
) -> tuple[Mapping[str, Any], ...]:
    """Return the figures of a game so far, one mapping of plain JSON values per seat; empty if the game has none.

    `states` run from before the first entry to after the last; `bodies` and `played` have one item per entry.
    """
    module = _figure_module(game)
    if module is None:
        return ({},) * states[0].setup.seats
    return module.figures(states, bodies, [one.steps for one in played])


def shown_figures(key: str) -> tuple[Figure, ...]:
    """The figures that are shown for a game's players, in order."""
    module = _module_by_key(key)
    return () if module is None else module.FIGURES


def kinds_of(key: str) -> Mapping[str, Message]:
    """The names of a game's kinds whose totals are not comparable with the usual ones, by kind."""
    return getattr(_module_by_key(key), "KINDS", _NO_KINDS)


def game_of_kind(key: str, kind: str) -> tuple[Game, Message | None]:
    """Return the game whose results of a kind are counted together, and the name of the kind beside its title.

    A module `figures` may have `kind_game(kind)` where a kind is a game of its own, as it is played.
    """
    own = getattr(_module_by_key(key), "kind_game", None)
    return (own(kind), None) if own and kind else (get_game(key), kinds_of(key).get(kind))


def _module_by_key(key: str) -> FigureModule | None:
    game = all_games().get(key)
    return None if game is None else _figure_module(game)


def _figure_module(game: Game) -> FigureModule | None:
    return cast(FigureModule | None, optional_module(game, "figures"))
