"""The part of a seat in a round of Azul: the fields of its wall form, and the score while entering."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from companion.engine import Json, Refusal, RuleError
from companion.forms.form import Draft, Posted
from companion.forms.help import choice
from companion.forms.pieces import SeatSlots
from companion.forms.viewer import View
from companion.games.azul import walls
from companion.games.azul.drawing import DrawnWall, draw, floor_glyphs, place_tiles
from companion.games.azul.rulebook import FLOOR_COSTS, RULES
from companion.games.azul.rules import PatternLine, State, Tiling, score_tiling
from companion.games.azul.walls import COLOURED, COLOURS, FLOOR_SPACES, GREY, PLACE_OF, PLACES, Wall


@dataclass(frozen=True)
class WallInput:
    """The input for one seat; `picks` are the tapped lines, each without a colour until it is chosen."""

    picks: tuple[PatternLine, ...] = ()
    floor: int = 0
    has_marker: bool = False

    @property
    def taken(self) -> int:
        """The number of taken floor spaces; the start marker takes one even if none was tapped."""
        return max(self.floor, int(self.has_marker))

    @property
    def lines(self) -> list[PatternLine]:
        """The lines whose colour is known, from the top down."""
        return [line for line in sorted(self.picks, key=attrgetter("row")) if line.colour]

    @property
    def without_colour(self) -> list[int]:
        """The rows whose colour is not chosen yet."""
        return sorted(pick.row for pick in self.picks if not pick.colour)

    def as_part(self, kind: str) -> Json:
        """Return the seat's part for the draft: tiles, floor, and whether it has the start marker."""
        keys = ("row", "colour", "column") if kind == GREY else ("row", "colour")
        tiles = [{key: getattr(line, key) for key in keys} for line in self.lines]
        return {"tiles": tiles, "floor": self.taken, "marker": self.has_marker}


def input_from_form(posted: Posted, kind: str) -> WallInput:
    """Read the posted fields for a wall of this kind; invalid values are ignored."""
    picks = [pick for row in PLACES for text in posted.getlist(f"r{row}") if (pick := _pick(row, text, posted, kind))]
    floor = [int(text) for text in posted.getlist("floor") if text in _FLOORS]
    has_marker = posted.get("marker") is not None
    return WallInput(tuple(picks), _floor_spaces(max(floor, default=0), has_marker, posted.get("marked")), has_marker)


def _floor_spaces(count: int, has_marker: bool, marked: str | None) -> int:
    """Return the taken floor spaces, one more or less if the start marker changed since the page was rendered.

    >>> _floor_spaces(4, True, "0"), _floor_spaces(5, True, "1"), _floor_spaces(5, False, "1")
    (5, 5, 4)
    """
    if marked not in ("0", "1"):
        return count
    return min(FLOOR_SPACES, max(0, count + has_marker - int(marked)))


_FLOORS = {str(taken) for taken in range(FLOOR_SPACES + 1)}


def _pick(row: int, text: str, posted: Posted, kind: str) -> PatternLine | None:
    column = PLACE_OF.get(text)
    if column is None:
        return PatternLine(row, text, None) if kind == GREY and text in COLOURS else None
    colour = walls.printed_colour(row, column) if kind == COLOURED else choice(posted, f"c{row}", COLOURS)
    return PatternLine(row, colour or "", column)


def input_from_part(part: Mapping[str, Any] | None) -> WallInput:
    """Return the input of a part of the draft, an empty one for None."""
    if part is None:
        return WallInput()
    picks = [
        PatternLine(tile["row"], tile["colour"], tile.get("column", walls.column_of(tile["row"], tile["colour"])))
        for tile in part["tiles"]
    ]
    return WallInput(tuple(picks), part["floor"], part["marker"])


SLOTS = SeatSlots("wall")


def drawn_wall(state: State, draft: Draft, seat: int) -> DrawnWall:
    """Return a seat's wall, drawn with the tiles of its part in the draft, if there is one."""
    return draw(state.walls[seat], input_from_part(draft.get(SLOTS.of(seat))).lines, state.setup.options["wall"])


def walls_of(state: State, draft: Draft) -> dict[int, Wall]:
    """Return the walls with the new tiles of this round, by seat, for the seats whose part is in the draft."""
    return {seat: drawn_wall(state, draft, seat).wall for seat in SLOTS.parts(draft, state.setup.seats)}


def marker_holder(state: State, draft: Draft, excluding: int | None = None) -> int | None:
    """Return the seat whose part in the draft has the start marker."""
    parts = SLOTS.parts(draft, state.setup.seats, excluding)
    return next((seat for seat, part in parts.items() if part["marker"]), None)


def preview(state: State, seat: int, entered: WallInput) -> View:
    """Return the input of a wall with its score, as the form shows it.

    On the grey wall `open` holds the colours allowed in each free space, and `blocked` the colours without an open
    column, by row. `reasons` holds the sentence and the points of each step. `problem` is set if the input breaks a
    rule; `closed_reasons` say why colours are not offered for a tapped space.
    """
    kind, wall = state.setup.options["wall"], state.walls[seat]
    shown = View(open={}, blocked={}, closed_reasons=(), score=None, reasons=(), problem=None)
    if kind == GREY:
        shown.open, shown.blocked = _open_colours(wall, entered), _blocked_colours(wall, entered)
        entered = replace(entered, picks=tuple(_keep_if_open(pick, shown.open) for pick in entered.picks))
        shown.closed_reasons = _closed_colours(wall, entered)
    tiling = Tiling(tuple(entered.lines), entered.taken)
    shown.entered, shown.drawn, shown.floor = entered, draw(wall, entered.lines, kind), _floor(entered, tiling.fallen)
    try:
        scored = score_tiling(wall, state.totals[seat], tiling, seat, entered.has_marker)
    except RuleError as error:
        shown.problem = error.message
        return shown
    shown.score = View(
        tiles=" + ".join(map(str, shown.drawn.points)) or "0",
        loss=walls.floor_loss(entered.taken + tiling.fallen),
        before=state.totals[seat],
        after=scored.total,
    )
    shown.reasons = tuple((RULES[step.rule].sentence(step), step.points) for step in scored.steps)
    return shown


def preview_without_points(state: State, seat: int, entered: WallInput) -> View:
    """Return the input for a seat as drawn on the wall, without points, so that nobody can try out what scores."""
    shown = preview(state, seat, entered)
    rows = [[replace(space, points=None, is_lit=False) for space in row] for row in shown.drawn.rows]
    shown.drawn, shown.score, shown.reasons = DrawnWall(shown.drawn.wall, rows, ()), None, ()
    return shown


def _open_colours(wall: Wall, entered: WallInput) -> dict[tuple[int, int], list[str]]:
    """Return the colours allowed in each free space, given the input in the other rows."""
    others = {row: place_tiles(wall, [line for line in entered.lines if line.row != row]) for row in PLACES}
    free = [(row, column) for row in PLACES for column in PLACES if wall[row - 1][column - 1] is None]
    return {(row, column): [colour for colour in COLOURS if not walls.fault(others[row], row, column, colour)]
            for row, column in free}  # fmt: skip


def _keep_if_open(pick: PatternLine, open_colours: dict[tuple[int, int], list[str]]) -> PatternLine:
    """Remove the colour of a tile that was moved to a space where it is not allowed, so that the form asks again."""
    if pick.column is None or pick.colour in open_colours.get((pick.row, pick.column), ()):
        return pick
    return pick._replace(colour="")


def _closed_colours(wall: Wall, entered: WallInput) -> tuple[Refusal, ...]:
    """Return why colours are not offered for tapped spaces without a colour; each reason once."""
    reasons: dict[Refusal | None, None] = {}
    for pick in entered.picks:
        if not pick.colour and pick.column is not None:
            other_rows = place_tiles(wall, [line for line in entered.lines if line.row != pick.row])
            reasons |= dict.fromkeys(walls.fault(other_rows, pick.row, pick.column, colour) for colour in COLOURS)
    return tuple(filter(None, reasons))


def _blocked_colours(wall: Wall, entered: WallInput) -> dict[int, list[str]]:
    """Return, by row, the colours without an open column once the rows above are tiled."""
    blocked_by_row = {}
    for row in PLACES:
        before = place_tiles(wall, [line for line in entered.lines if line.row < row])
        free = [colour for colour in COLOURS if colour not in wall[row - 1]]
        if blocked := [colour for colour in free if not walls.open_columns(before, row, colour)]:
            blocked_by_row[row] = blocked
    return blocked_by_row


def _floor(entered: WallInput, fell: int) -> list[View]:
    """Return the seven floor spaces, each with its cost and the glyph of what lies there."""
    glyphs = floor_glyphs(entered.taken, fell, entered.has_marker)
    glyphs += [""] * (FLOOR_SPACES - len(glyphs))
    return [
        View(number=count, cost=cost, glyph=glyph, is_tapped=count == entered.floor)
        for count, (cost, glyph) in enumerate(zip(FLOOR_COSTS, glyphs, strict=True), 1)
    ]
