"""The order in which the steps of a turn are played: a sale comes before the occupying that it makes possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import RuleError
from companion.games.salamanca.state import State
from companion.games.salamanca.turn import Turn, begin_turn
from companion.games.salamanca.turn_actions import do_step


def play_order(state: State, steps: Sequence[Any]) -> list[int]:
    """The places of the steps, in the order in which they are played (Salamanca, Action A, Occupying).

    People place a building and then sell another one to free a squire for it; an entry tells the sale first. So a
    building that cannot be occupied where it was placed is placed after the first later sale that makes it possible.
    One that no sale makes possible comes last, so that its fault says what is still missing. Without a sale, or where
    another step may not be done, the steps stay in the order in which they were entered.
    """
    turn, order, waiting = begin_turn(state), list[int](), list[int]()
    for place, step in enumerate(steps):
        if _lies_on(step, [steps[earlier] for earlier in waiting]):
            waiting.append(place)
        elif _does(turn, step):
            order.append(place)
            if "sell" in step:
                done = [earlier for earlier in waiting if _does(turn, steps[earlier])]
                order += done
                waiting = [earlier for earlier in waiting if earlier not in done]
        elif step.get("occupy"):
            waiting.append(place)
        else:
            return list(range(len(steps)))
    return [*order, *waiting] if turn.sold else list(range(len(steps)))


def in_play_order(state: State, steps: Sequence[Any]) -> list[Any]:
    """The steps themselves, in the order in which they are played."""
    return [steps[place] for place in play_order(state, steps)]


def _lies_on(step: Any, waiting: Sequence[Any]) -> bool:
    """Whether a step puts a hazard onto a building that waits for a sale."""
    return "hazard" in step and any(step["at"] == placing["at"] for placing in waiting)


def _does(turn: Turn, step: Any) -> bool:
    try:
        do_step(turn, step)
    except RuleError:
        return False
    return True
