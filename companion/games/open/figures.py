"""The figures of each seat: its kind of game, its side, and whether a cooperative game was won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.game import Count, Figures, Game, Halves, Json, Message, Split, Step
from companion.games.open import GAME
from companion.games.open.formulas.line_steps import LINE_RULES
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
    """Return the kind under which results are counted: the sheet's name, marked if totals are not comparable."""
    options = state.setup.options
    marks = (_LOWEST if options["lowest_wins"] else "") + (_HALVES if options["halves"] else "")
    return f"{marks}:{options['name']}"


@lru_cache(256)
def kind_game(kind: str) -> Game:
    """Return the game for a kind."""
    marks, _, name = kind.partition(":")
    title = Message("{game}", game=name) if name else GAME.title
    return replace(GAME, title=title, lowest_wins=_LOWEST in marks, points=Halves if _HALVES in marks else int)


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the figures of each seat; in a cooperative game all seats are one side."""
    state = states[-1]
    shared: Json = {"kind": kind_of(state)}
    if state.won is not None:
        shared |= {"together": int(state.won), "lost": int(not state.won)}
    rows = []
    for place, side in enumerate(state.sheet.sides):
        side_steps = [step for entry_steps in steps for step in entry_steps if step.seat == side[0]]
        points = {
            source: sum(int(step.points or 0) for step in side_steps if step.rule in rules)
            for source, rules in _SOURCES
        }
        rows.append({**shared, **({"side": place} if _has_mates(state) else {}), "points": points})
    return state.sheet.by_seat(rows)


def _has_mates(state: State) -> bool:
    return any(len(side) > 1 for side in state.sheet.sides)


FIGURES = Figures(shown=_SHOWN, count=figures, kind_game=kind_game)
