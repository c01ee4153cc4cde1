"""The engine of Azul: rounds of tiling, and the end of the game after the first full row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.game import (
    Message,
    Places,
    RuleError,
    Seat,
    Setup,
    Standing,
    Step,
    entry_keys,
    integer,
    items,
    rank,
    record,
)
from companion.games.azul.refusals import MARKER_OFF_FLOOR
from companion.games.azul.scoring import COLOUR_BONUS, COLUMN_BONUS, ROW_BONUS, Bonuses, bonuses
from companion.games.azul.tiling import Tiling, read_tiling, score_tiling
from companion.games.azul.walls import EMPTY, Wall, full_rows


@record
class State:
    """A game of Azul after some rounds.

    `walls` holds one wall per seat. `first` is the seat that took the start marker in the last round, None if that
    was not entered. `lost` are the points that each seat has lost on the floor.
    """

    setup: Setup
    totals: tuple[int, ...]
    finished: bool
    walls: tuple[Wall, ...]
    rounds: int
    first: int | None
    lost: tuple[int, ...]


FULL_ROW = "azul/full-row"
BONUS_ROWS, BONUS_COLUMNS, BONUS_COLOURS = "azul/bonus-rows", "azul/bonus-columns", "azul/bonus-colours"
MOST_POINTS, TIE_ROWS, SHARED = "azul/most-points", "azul/tie-rows", "azul/shared"

_ENTRY, _TILING, _FIRST = Message("the round"), Message("tiling"), Message("first")


def start(setup: Setup) -> State:
    """Return the state before the first round."""
    return State(setup, (0,) * setup.seats, False, (EMPTY,) * setup.seats, 0, None, (0,) * setup.seats)


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Play one round: each seat tiles its wall and loses points for its floor; a full row ends the game (Azul B, End).

    Raises `RuleError` for an entry that is invalid or breaks a rule.
    """
    tilings, first = read_round(entry, state.setup)
    walls: list[Wall] = []
    totals: list[int] = []
    lost = list(state.lost)
    steps: list[Step] = []
    for seat, (wall, total, tiling) in enumerate(zip(state.walls, state.totals, tilings, strict=True)):
        scored = score_tiling(wall, total, tiling, seat, seat == first)
        walls.append(scored.wall)
        totals.append(scored.total)
        lost[seat] += scored.lost
        steps += scored.steps
    ending = _end(walls)
    for step in ending:
        totals[step.seat or 0] += step.points or 0
    after = State(state.setup, tuple(totals), bool(ending), tuple(walls), state.rounds + 1, first, tuple(lost))
    return after, (*steps, *ending)


def read_round(entry: Any, setup: Setup) -> tuple[list[Tiling], int | None]:
    """Read the tiling of each seat and who took the start marker; raises `RuleError`."""
    entry_keys(entry, _ENTRY, ("tiling",), ("first",))
    kind = setup.options["wall"]
    tilings = [read_tiling(part, kind, seat) for seat, part in enumerate(items(entry["tiling"], _TILING, setup.seats))]
    if "first" not in entry:
        return tilings, None
    first = integer(entry["first"], _FIRST, 0, setup.seats - 1)
    if tilings[first].floor == 0:
        raise RuleError(MARKER_OFF_FLOOR.of(seat=Seat(first)))
    return tilings, first


def _end(walls: list[Wall]) -> list[Step]:
    """Return the steps that end the game and the bonuses if any wall has a full row (Azul, End of the game)."""
    full = [(seat, rows) for seat, wall in enumerate(walls) if (rows := full_rows(wall))]
    steps = [Step(FULL_ROW, seat, values={"rows": list(rows)}) for seat, rows in full]
    if full:
        for seat, wall in enumerate(walls):
            steps += bonus_steps(bonuses(wall), seat)
    return steps


def bonus_steps(earned: Bonuses, seat: int | None = None) -> list[Step]:
    """Return a step for each kind of bonus that a wall has (Azul, End of the game).

    >>> [(step.rule, step.points) for step in bonus_steps(Bonuses((1, 2), (), ("red",)), 0)]
    [('azul/bonus-rows', 4), ('azul/bonus-colours', 10)]
    """
    kinds = (
        (BONUS_ROWS, ROW_BONUS, "rows", earned.rows),
        (BONUS_COLUMNS, COLUMN_BONUS, "columns", earned.columns),
        (BONUS_COLOURS, COLOUR_BONUS, "colours", earned.colours),
    )
    return [
        Step(rule, seat, points_each * len(completed), {name: list(completed)})
        for rule, points_each, name, completed in kinds
        if completed
    ]


def standing(state: State) -> Standing:
    """Rank by points, then by full rows; equal seats share a place (Azul, End of the game)."""
    earned = [bonuses(wall) for wall in state.walls]
    places, reasons = ranking(state.totals, [len(bonus.rows) for bonus in earned])
    details = {
        "walls": [[list(line) for line in wall] for wall in state.walls],
        "bonuses": [bonus.as_json() for bonus in earned],
    }
    return Standing(state.totals, places, reasons, details)


def ranking(totals: Sequence[int], rows: Sequence[int]) -> tuple[Places, tuple[Step, ...]]:
    """Rank by points, then by full rows; return the places and the steps of ties (Azul, End of the game).

    >>> ranking([50, 62, 62], [1, 1, 2])[0]
    ((2,), (1,), (0,))
    """
    return rank(list(zip(totals, rows, strict=True)), (TIE_ROWS, SHARED))
