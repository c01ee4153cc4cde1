"""The figures of each seat: the game that it counts for, its side, and what was won or lost together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.game import Count, Figures, Game, Halves, Json, Message, Split, Step
from companion.games.open import GAME
from companion.games.open.formulas.explaining import LINE_RULES
from companion.games.open.rules import FILLED, ROUND_POINTS
from companion.games.open.sheet import END_LINES
from companion.games.open.state import State

_SHOWN = (
    Split("points", Message("Where the points came from"), {"rounds": Message("Rounds"), "lines": END_LINES}),
    Count("together", Message("Won together")),
    Count("lost", Message("Lost together")),
)
_LOWEST, _HALVES = "l", "h"
_SOURCES = (("rounds", (ROUND_POINTS, FILLED)), ("lines", LINE_RULES))


def kind_of(state: State) -> str:
    """Return the kind under which the results are counted: the name, with a mark of what else keeps totals apart."""
    options = state.setup.options
    marks = (_LOWEST if options["lowest_wins"] else "") + (_HALVES if options["halves"] else "")
    return f"{marks}:{options['name']}"


@lru_cache(256)
def kind_game(kind: str) -> Game:
    """Return the game of a kind as it is played."""
    marks, _, name = kind.partition(":")
    title = Message("{game}", game=name) if name else GAME.title
    return replace(GAME, title=title, lowest_wins=_LOWEST in marks, points=Halves if _HALVES in marks else int)


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the kind and the side of each seat; all who play together are one side."""
    state = states[-1]
    shared: Json = {"kind": kind_of(state)}
    if state.won is not None:
        shared |= {"together": int(state.won), "lost": int(not state.won)}
    made = []
    for place, side in enumerate(state.sheet.sides):
        own = [step for played in steps for step in played if step.seat == side[0]]
        points = {
            source: sum(int(step.points or 0) for step in own if step.rule in rules) for source, rules in _SOURCES
        }
        made.append({**shared, **({"side": place} if _has_mates(state) else {}), "points": points})
    return state.sheet.by_seat(made)


def _has_mates(state: State) -> bool:
    return any(len(side) > 1 for side in state.sheet.sides)


FIGURES = Figures(shown=_SHOWN, count=figures, kind_game=kind_game)
