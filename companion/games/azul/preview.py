"""The score of a wall while it is being entered, computed by the engine that scores the round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from companion.game import Message, Refusal, RuleError
from companion.games.azul.drawing import DrawnWall, draw, floor_glyphs, place_tiles
from companion.games.azul.form_state import Pick, WallInput
from companion.games.azul.rulebook import RULES
from companion.games.azul.rules import State
from companion.games.azul.scoring import FLOOR_COSTS, FLOOR_SPACES, floor_loss
from companion.games.azul.tiling import Tiling, score_tiling
from companion.games.azul.walls import COLOURS, GREY, PLACES, Wall, fault, open_columns


@dataclass(frozen=True)
class ScoreLine:
    """A seat's round on one line: points of the tiles, loss on the floor, and the total before and after."""

    tiles: str
    loss: int
    before: int
    after: int


class FloorSpace(NamedTuple):
    """A space of the floor line: its number, its cost, the glyph of what lies there, and whether it was tapped."""

    number: int
    cost: int
    glyph: str
    is_tapped: bool


@dataclass(frozen=True)
class Preview:
    """The input of a wall with its score, as the form shows it.

    On the grey wall `open` holds the colours allowed in each free space, and `blocked` the colours without an open
    column, by row. `reasons` holds the sentence and the points of each step. `problem` is set if the input breaks a
    rule; `closed_reasons` say why colours are not offered for a tapped space.
    """

    entered: WallInput
    drawn: DrawnWall
    open: dict[tuple[int, int], list[str]]
    blocked: dict[int, list[str]]
    floor: Sequence[FloorSpace]
    score: ScoreLine | None = None
    reasons: tuple[tuple[Message, int | None], ...] = ()
    problem: Message | None = None
    closed_reasons: tuple[Refusal, ...] = ()


def preview(state: State, seat: int, entered: WallInput) -> Preview:
    """Score the input for a seat."""
    kind, wall = state.setup.options["wall"], state.walls[seat]
    open_colours, blocked = {}, {}
    if kind == GREY:
        open_colours, blocked = _open_colours(wall, entered), _blocked_colours(wall, entered)
        entered = replace(entered, picks=tuple(_keep_if_open(pick, open_colours) for pick in entered.picks))
    drawn = draw(wall, entered.lines, kind)
    tiling = Tiling(tuple(entered.lines), entered.taken)
    closed_reasons = _closed_colours(wall, entered) if kind == GREY else ()
    result = Preview(
        entered, drawn, open_colours, blocked, _floor(entered, tiling.fallen), closed_reasons=closed_reasons
    )
    try:
        scored = score_tiling(wall, state.totals[seat], tiling, seat, entered.has_marker)
    except RuleError as error:
        return replace(result, problem=error.message)
    tiles = " + ".join(map(str, drawn.points)) or "0"
    total = ScoreLine(tiles, floor_loss(entered.taken + tiling.fallen), state.totals[seat], scored.total)
    reasons = tuple((RULES[step.rule].sentence(step), step.points) for step in scored.steps)
    return replace(result, score=total, reasons=reasons)


def preview_without_points(state: State, seat: int, entered: WallInput) -> Preview:
    """Return the input for a seat as drawn on the wall, without points, so that nobody can try out what scores."""
    full_preview = preview(state, seat, entered)
    rows = [[replace(space, points=None, is_lit=False) for space in row] for row in full_preview.drawn.rows]
    return replace(full_preview, drawn=DrawnWall(full_preview.drawn.wall, rows, ()), score=None, reasons=())


def _open_colours(wall: Wall, entered: WallInput) -> dict[tuple[int, int], list[str]]:
    """Return the colours allowed in each free space, given the input in the other rows."""
    open_by_space = {}
    for row in PLACES:
        other_rows = place_tiles(wall, [line for line in entered.lines if line.row != row])
        for column in PLACES:
            if wall[row - 1][column - 1] is None:
                open_by_space[row, column] = [
                    colour for colour in COLOURS if not fault(other_rows, row, column, colour)
                ]
    return open_by_space


def _keep_if_open(pick: Pick, open_colours: dict[tuple[int, int], list[str]]) -> Pick:
    """Remove the colour of a tile that was moved to a space where it is not allowed, so that the form asks again."""
    if pick.column is None or pick.colour in open_colours.get((pick.row, pick.column), ()):
        return pick
    return pick._replace(colour=None)


def _closed_colours(wall: Wall, entered: WallInput) -> tuple[Refusal, ...]:
    """Return why colours are not offered for tapped spaces without a colour; each reason once."""
    reasons: list[Refusal] = []
    for pick in entered.picks:
        if pick.colour is None and pick.column is not None:
            other_rows = place_tiles(wall, [line for line in entered.lines if line.row != pick.row])
            refusals = [fault(other_rows, pick.row, pick.column, colour) for colour in COLOURS]
            reasons += [reason for reason in refusals if reason is not None and reason not in reasons]
    return tuple(reasons)


def _blocked_colours(wall: Wall, entered: WallInput) -> dict[int, list[str]]:
    """Return, by row, the colours without an open column once the rows above are tiled."""
    blocked_by_row = {}
    for row in PLACES:
        before = place_tiles(wall, [line for line in entered.lines if line.row < row])
        free = [colour for colour in COLOURS if colour not in wall[row - 1]]
        if blocked := [colour for colour in free if not open_columns(before, row, colour)]:
            blocked_by_row[row] = blocked
    return blocked_by_row


def _floor(entered: WallInput, fell: int) -> list[FloorSpace]:
    """Return the seven floor spaces, each with its cost and its glyph."""
    glyphs = floor_glyphs(entered.taken, fell, entered.has_marker)
    glyphs += [""] * (FLOOR_SPACES - len(glyphs))
    return [
        FloorSpace(count, cost, glyph, count == entered.floor)
        for count, (cost, glyph) in enumerate(zip(FLOOR_COSTS, glyphs, strict=True), 1)
    ]
