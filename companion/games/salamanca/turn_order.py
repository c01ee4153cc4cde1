"""The order in which the steps of a turn are played: a sale comes before the occupation that needs its squire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import RuleError
from companion.games.salamanca.state import State
from companion.games.salamanca.turn import Turn, begin_turn
from companion.games.salamanca.turn_actions import do_step


def play_order(state: State, steps: Sequence[Any]) -> list[int]:
    """Return the indexes of the steps in playing order (Salamanca, Action A, Occupying).

    Players place a building and then sell another one to free a squire for it; an entry has the sale first. So a
    building that cannot be occupied yet is moved behind the first later sale that makes it possible. If no sale does,
    it comes last, so that its fault says what is missing. Without a sale, or if another step is not allowed, the steps
    keep the order in which they were entered.
    """
    turn, order, waiting = begin_turn(state), list[int](), list[int]()
    for place, step in enumerate(steps):
        if _lies_on(step, [steps[earlier] for earlier in waiting]):
            waiting.append(place)
        elif _try_step(turn, step):
            order.append(place)
            if "sell" in step:
                placed = [earlier for earlier in waiting if _try_step(turn, steps[earlier])]
                order += placed
                waiting = [earlier for earlier in waiting if earlier not in placed]
        elif step.get("occupy"):
            waiting.append(place)
        else:
            return list(range(len(steps)))
    return [*order, *waiting] if turn.sold else list(range(len(steps)))


def in_play_order(state: State, steps: Sequence[Any]) -> list[Any]:
    """Return the steps in playing order."""
    return [steps[place] for place in play_order(state, steps)]


def _lies_on(step: Any, waiting: Sequence[Any]) -> bool:
    """Whether a step moves a hazard to a building that waits for a sale."""
    return "hazard" in step and any(step["at"] == placing["at"] for placing in waiting)


def _try_step(turn: Turn, step: Any) -> bool:
    try:
        do_step(turn, step)
    except RuleError:
        return False
    return True
