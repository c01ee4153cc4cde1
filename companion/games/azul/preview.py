"""What a wall will score, shown while it is being tapped: the same engine that scores the round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.game import Message, RuleError
from companion.games.azul.drawing import Drawn, draw, floor_glyphs, lay
from companion.games.azul.form_state import Pick, Typed
from companion.games.azul.rulebook import RULES
from companion.games.azul.rules import State
from companion.games.azul.scoring import FLOOR_COSTS, FLOOR_SPACES, floor_loss
from companion.games.azul.tiling import Tiling, score_tiling
from companion.games.azul.walls import COLOURS, GREY, PLACES, Wall, fault, open_columns


@dataclass(frozen=True)
class Sum:
    """A seat's round in one line: what the tiles bring, what the floor costs, and the total before and after."""

    tiles: str
    loss: int
    before: int
    after: int


@dataclass(frozen=True)
class Preview:
    """Everything the form shows of what is tapped.

    On the grey wall `open` has the colours that each free space may take, `dead` by row those that find no column.
    """

    typed: Typed
    drawn: Drawn
    open: dict[tuple[int, int], list[str]]
    dead: dict[int, list[str]]
    floor: list[dict[str, Any]]
    sum: Sum | None = None
    why: tuple[tuple[Message, int | None], ...] = ()
    problem: Message | None = None


def preview(state: State, seat: int, typed: Typed) -> Preview:
    """What is tapped for a seat, and what it scores; `problem` says why it cannot stand."""
    kind, wall = state.setup.options["wall"], state.walls[seat]
    open_colours, dead = {}, {}
    if kind == GREY:
        open_colours, dead = _open_colours(wall, typed), _dead_colours(wall, typed)
        typed = replace(typed, picks=tuple(_still_open(pick, open_colours) for pick in typed.picks))
    drawn = draw(wall, typed.lines, kind)
    fell = sum(line.row for line in typed.lines if line.column is None)
    shown = Preview(typed, drawn, open_colours, dead, _floor(typed, fell))
    tiling = Tiling(tuple(typed.lines), typed.taken)
    try:
        scored = score_tiling(wall, state.totals[seat], tiling, seat, typed.has_marker)
    except RuleError as error:
        return replace(shown, problem=error.message)
    tiles = " + ".join(map(str, drawn.points)) or "0"
    total = Sum(tiles, floor_loss(typed.taken + fell), state.totals[seat], scored.total)
    why = tuple((RULES[step.rule].sentence(step), step.points) for step in scored.steps)
    return replace(shown, sum=total, why=why)


def _open_colours(wall: Wall, typed: Typed) -> dict[tuple[int, int], list[str]]:
    """The colours that may still lie in each free space, with whatever is tapped in the other rows."""
    found = {}
    for row in PLACES:
        others = lay(wall, [line for line in typed.lines if line.row != row])
        for column in PLACES:
            if wall[row - 1][column - 1] is None:
                found[row, column] = [colour for colour in COLOURS if not fault(others, row, column, colour)]
    return found


def _still_open(pick: Pick, open_colours: dict[tuple[int, int], list[str]]) -> Pick:
    """A tile that was moved to a space where its colour may not lie asks for its colour again."""
    if pick.column is None or pick.colour in open_colours.get((pick.row, pick.column), ()):
        return pick
    return pick._replace(colour=None)


def _dead_colours(wall: Wall, typed: Typed) -> dict[int, list[str]]:
    """By row the colours for which no column is open when that row's turn comes, from the top down."""
    found = {}
    for row in PLACES:
        before = lay(wall, [line for line in typed.lines if line.row < row])
        free = [colour for colour in COLOURS if colour not in wall[row - 1]]
        if dead := [colour for colour in free if not open_columns(before, row, colour)]:
            found[row] = dead
    return found


def _floor(typed: Typed, fell: int) -> list[dict[str, Any]]:
    """The seven spaces: what each costs, and what lies on it."""
    glyphs = floor_glyphs(typed.taken, fell, typed.has_marker)
    glyphs += [""] * (FLOOR_SPACES - len(glyphs))
    return [
        {"count": count, "cost": cost, "glyph": glyph, "is_tapped": count == typed.floor}
        for count, (cost, glyph) in enumerate(zip(FLOOR_COSTS, glyphs, strict=True), 1)
    ]
