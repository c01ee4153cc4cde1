"""The engine of Kingdomino: one entry is a domino that a player places or discards.

A kingdom is counted after each domino; an entry scores the difference to the count before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.engine import (
    Message,
    Refusal,
    RuleError,
    Seat,
    Setup,
    Standing,
    Step,
    entry_keys,
    integer,
    items,
    one_of,
    raise_if,
    rank,
)
from companion_kingdomino.dominoes import DOMINOES, MOST_CROWNS, TERRAINS, Domino, sorted_pair
from companion_kingdomino.kingdom import Area, Kingdom, Laid, Square, areas, box_of, largest, placement_fault
from companion_kingdomino.rulebook import (
    ALL_TAKEN,
    AREA,
    CROWNS,
    DISCARDED,
    HARMONY,
    LARGEST,
    MIDDLE,
    SHARED,
    UNKNOWN,
    USED_UP,
)

MIDDLE_POINTS, HARMONY_POINTS = 10, 5
SMALL, LARGE = 5, 7


@dataclass(frozen=True)
class State:
    """The kingdom of each seat, and how many dominoes each has placed or discarded (`turns`)."""

    setup: Setup
    totals: tuple[int, ...]
    kingdoms: tuple[Kingdom, ...]
    turns: tuple[int, ...]
    finished: bool = False


def start(setup: Setup) -> State:
    """Return the state with a castle for each seat."""
    seats = setup.seats
    return State(setup, (0,) * seats, ((),) * seats, (0,) * seats)


def size_of(setup: Setup) -> int:
    """Return the largest width and height of a kingdom, in squares."""
    size: int = setup.options["size"]
    return size


def dominoes_each(setup: Setup) -> int:
    """Return how many dominoes each player gets: enough to fill a kingdom around its castle."""
    return size_of(setup) ** 2 // 2


def fits(setup: Setup) -> None:
    """Raise `RuleError` for large kingdoms with more than two players: there are too few dominoes."""
    if size_of(setup) == LARGE and setup.seats != 2:
        raise RuleError(Message("kingdoms of 7 by 7 squares are for two players; choose 5 by 5"))


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Place a domino, `{"seat": 0, "squares": [[1, 0, "wheat", 1], [2, 0, "forest", 0]]}`.

    A square is x, y, terrain and crowns. `{"seat": 0, "discarded": true}` discards one.
    """
    seat, new = read_entry(state.setup, entry)
    raise_if(turn_fault(state, seat))
    kingdom = state.kingdoms[seat]
    if new is None:
        steps = [Step(DISCARDED, seat, 0)]
    else:
        raise_if(domino_fault(state.kingdoms, (new[0].half, new[1].half)))
        raise_if(placement_fault(kingdom, new, size_of(state.setup)))
        steps = area_steps(kingdom, new, seat)
        kingdom = (*kingdom, *new)
    turns = _replaced(state.turns, seat, state.turns[seat] + 1)
    if turns[seat] == dominoes_each(state.setup):
        steps += bonus_steps(state.setup, kingdom, seat)
    total = state.totals[seat] + sum(step.points or 0 for step in steps)
    after = replace(
        state,
        totals=_replaced(state.totals, seat, total),
        kingdoms=_replaced(state.kingdoms, seat, kingdom),
        turns=turns,
        finished=min(turns) == dominoes_each(state.setup),
    )
    return after, tuple(steps)


def _replaced(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def read_entry(setup: Setup, entry: Any) -> tuple[int, Laid | None]:
    """Return the seat and the squares of an entry, None instead of squares if the domino was discarded."""
    entry_keys(entry, Message("the entry"), ("seat",), ("squares", "discarded"))
    seat = integer(entry["seat"], Message("the seat"), 0, setup.seats - 1)
    if "squares" not in entry:
        one_of(entry.get("discarded"), Message("discarded"), (True,))
        return seat, None
    if "discarded" in entry:
        raise RuleError(Message("a domino is placed or discarded, not both"))
    first, second = items(entry["squares"], Message("the squares"), 2)
    return seat, (_square(first), _square(second))


def _square(value: Any) -> Square:
    x, y, terrain, crowns = items(value, Message("a square"), 4)
    far = LARGE - 1
    return Square(
        integer(x, Message("the column of a square"), -far, far),
        integer(y, Message("the row of a square"), -far, far),
        one_of(terrain, Message("the terrain of a square"), TERRAINS),
        integer(crowns, Message("the crowns of a square"), 0, MOST_CROWNS),
    )


def turn_fault(state: State, seat: int) -> Refusal | None:
    """Return why a seat cannot have another domino; None if it can."""
    most = dominoes_each(state.setup)
    return ALL_TAKEN.of(seat=Seat(seat), most=most) if state.turns[seat] == most else None


def dominoes_left(kingdoms: Sequence[Kingdom]) -> Counter[Domino]:
    """Return the dominoes that are in no kingdom, with their numbers of copies."""
    dominoes = Counter(DOMINOES)
    for kingdom in kingdoms:
        for first, second in zip(kingdom[::2], kingdom[1::2], strict=True):
            dominoes[sorted_pair(first.half, second.half)] -= 1
    return +dominoes


def domino_fault(kingdoms: Sequence[Kingdom], domino: Domino) -> Refusal | None:
    """Return why this domino does not exist or is used up; None if one is left."""
    pair = sorted_pair(*domino)
    if dominoes_left(kingdoms)[pair]:
        return None
    first, second = (half.name for half in domino)
    if pair not in DOMINOES:
        return UNKNOWN.of(first=first, second=second)
    return USED_UP.of(DOMINOES[pair], first=first, second=second)


def area_steps(kingdom: Kingdom, new: Laid, seat: int) -> list[Step]:
    """Return a step for each area that a domino starts or enlarges, with the points that it adds."""
    before, steps = areas(kingdom), []
    for area in areas((*kingdom, *new)):
        if any(square.place in area.places for square in new):
            points_before = sum(area_before.points for area_before in before if area_before.places <= area.places)
            steps.append(Step(AREA, seat, area.points - points_before, {**_counted(area), "before": points_before}))
    return steps


def _counted(area: Area) -> dict[str, Any]:
    return {"terrain": area.terrain, "squares": len(area.places), "crowns": area.crowns, "value": area.points}


def bonus_steps(setup: Setup, kingdom: Kingdom, seat: int) -> list[Step]:
    """Return the bonuses of a kingdom after its last domino."""
    size, steps = size_of(setup), []
    middle = range(-(size // 2), size // 2 + 1)
    if setup.options["middle"] and box_of(square.place for square in kingdom) == (middle, middle):
        steps.append(Step(MIDDLE, seat, MIDDLE_POINTS))
    if setup.options["harmony"] and len(kingdom) == size**2 - 1:
        steps.append(Step(HARMONY, seat, HARMONY_POINTS))
    return steps


def standing(state: State) -> Standing:
    """Rank by the total; ties by the largest area, then by all crowns, else the place is shared."""
    keys = [
        (total, largest(kingdom), sum(square.crowns for square in kingdom))
        for total, kingdom in zip(state.totals, state.kingdoms, strict=True)
    ]
    ranking, reasons = rank(keys, [LARGEST, CROWNS, SHARED])
    return Standing(
        state.totals, ranking, reasons, {"largest": [key[1] for key in keys], "crowns": [key[2] for key in keys]}
    )
