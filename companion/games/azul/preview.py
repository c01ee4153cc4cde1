"""The score of a wall while it is being entered, computed by the engine that scores the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.game import Message, Refusal, RuleError
from companion.games.azul.drawing import DrawnWall, draw, floor_glyphs, place_tiles
from companion.games.azul.form_state import Pick, WallInput
from companion.games.azul.rulebook import RULES
from companion.games.azul.scoring import FLOOR_COSTS, FLOOR_SPACES, floor_loss
from companion.games.azul.state import State
from companion.games.azul.tiling import Tiling, score_tiling
from companion.games.azul.walls import COLOURS, GREY, PLACES, Wall, fault, open_columns


@dataclass(frozen=True)
class ScoreLine:
    """A seat's round in one line: points of the tiles, loss on the floor, and the total before and after."""

    tiles: str
    loss: int
    before: int
    after: int


class FloorSpace(NamedTuple):
    """A space of the floor line: its number, what it costs, what lies there, and whether it was tapped."""

    number: int
    cost: int
    glyph: str
    is_tapped: bool


@dataclass(frozen=True)
class Preview:
    """The input of a wall with its score, as the form shows it.

    On the grey wall `open` holds the colours allowed in each free space, and `dead` those without an open column, by
    row. `why` holds the sentence and the points of each step. `problem` is set if the input breaks a rule;
    `closed` says why colours are not offered for a tapped space.
    """

    entered: WallInput
    drawn: DrawnWall
    open: dict[tuple[int, int], list[str]]
    dead: dict[int, list[str]]
    floor: Sequence[FloorSpace]
    sum: ScoreLine | None = None
    why: tuple[tuple[Message, int | None], ...] = ()
    problem: Message | None = None
    closed: tuple[Refusal, ...] = ()


def preview(state: State, seat: int, entered: WallInput) -> Preview:
    """Score the input for a seat."""
    kind, wall = state.setup.options["wall"], state.walls[seat]
    open_colours, dead = {}, {}
    if kind == GREY:
        open_colours, dead = _open_colours(wall, entered), _dead_colours(wall, entered)
        entered = replace(entered, picks=tuple(_keep_if_open(pick, open_colours) for pick in entered.picks))
    drawn = draw(wall, entered.lines, kind)
    tiling = Tiling(tuple(entered.lines), entered.taken)
    closed = _closed_colours(wall, entered) if kind == GREY else ()
    shown = Preview(entered, drawn, open_colours, dead, _floor(entered, tiling.fallen), closed=closed)
    try:
        scored = score_tiling(wall, state.totals[seat], tiling, seat, entered.has_marker)
    except RuleError as error:
        return replace(shown, problem=error.message)
    tiles = " + ".join(map(str, drawn.points)) or "0"
    total = ScoreLine(tiles, floor_loss(entered.taken + tiling.fallen), state.totals[seat], scored.total)
    why = tuple((RULES[step.rule].sentence(step), step.points) for step in scored.steps)
    return replace(shown, sum=total, why=why)


def preview_without_points(state: State, seat: int, entered: WallInput) -> Preview:
    """Return the input for a seat as it lies on the wall, without what it scores, so that nobody can try it out."""
    shown = preview(state, seat, entered)
    rows = [[replace(space, points=None, is_lit=False) for space in row] for row in shown.drawn.rows]
    return replace(shown, drawn=DrawnWall(shown.drawn.wall, rows, ()), sum=None, why=())


def _open_colours(wall: Wall, entered: WallInput) -> dict[tuple[int, int], list[str]]:
    """Return the colours allowed in each free space, given the input in the other rows."""
    found = {}
    for row in PLACES:
        others = place_tiles(wall, [line for line in entered.lines if line.row != row])
        for column in PLACES:
            if wall[row - 1][column - 1] is None:
                found[row, column] = [colour for colour in COLOURS if not fault(others, row, column, colour)]
    return found


def _keep_if_open(pick: Pick, open_colours: dict[tuple[int, int], list[str]]) -> Pick:
    """Remove the colour of a tile that was moved to a space where it is not allowed, so that it is asked for again."""
    if pick.column is None or pick.colour in open_colours.get((pick.row, pick.column), ()):
        return pick
    return pick._replace(colour=None)


def _closed_colours(wall: Wall, entered: WallInput) -> tuple[Refusal, ...]:
    """Return why colours are not offered for the spaces that are tapped but have no colour yet, each reason once."""
    reasons: list[Refusal] = []
    for pick in entered.picks:
        if pick.colour is None and pick.column is not None:
            others = place_tiles(wall, [line for line in entered.lines if line.row != pick.row])
            faults = [fault(others, pick.row, pick.column, colour) for colour in COLOURS]
            reasons += [reason for reason in faults if reason is not None and reason not in reasons]
    return tuple(reasons)


def _dead_colours(wall: Wall, entered: WallInput) -> dict[int, list[str]]:
    """Return, by row, the colours without an open column once the rows above are tiled."""
    found = {}
    for row in PLACES:
        before = place_tiles(wall, [line for line in entered.lines if line.row < row])
        free = [colour for colour in COLOURS if colour not in wall[row - 1]]
        if dead := [colour for colour in free if not open_columns(before, row, colour)]:
            found[row] = dead
    return found


def _floor(entered: WallInput, fell: int) -> list[FloorSpace]:
    """Return the seven floor spaces, each with its cost and its glyph."""
    glyphs = floor_glyphs(entered.taken, fell, entered.has_marker)
    glyphs += [""] * (FLOOR_SPACES - len(glyphs))
    return [
        FloorSpace(count, cost, glyph, count == entered.floor)
        for count, (cost, glyph) in enumerate(zip(FLOOR_COSTS, glyphs, strict=True), 1)
    ]
