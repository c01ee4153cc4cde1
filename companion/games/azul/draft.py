"""Drafts and pieces of a round of Azul: the fields of a wall form, a part per seat, and the score while entering."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from companion.engine import Json, Message, Refusal, RuleError, Seat, entry_keys, flag, joined
from companion.forms.form import Draft, Filled, Posted
from companion.forms.help import choice
from companion.forms.pieces import Pieces, PieceWords, SeatSlots
from companion.forms.seat_form import SeatForm
from companion.forms.viewer import View
from companion.games.azul import walls
from companion.games.azul.drawing import DrawnWall, draw, floor_glyphs, place_tiles
from companion.games.azul.rulebook import COLOUR_NAMES, FLOOR_COSTS, MARKER_OFF_FLOOR, ROW_TWICE, RULES, TWO_MARKERS
from companion.games.azul.rules import PatternLine, State, Tiling, read_tiling, score_tiling
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
_FIRST = "first"


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


def tiling_of(part: Mapping[str, Any]) -> Json:
    """Return the tiles and the floor of a part, as an entry holds them."""
    return {"tiles": part["tiles"], "floor": part["floor"]}


def _wall_pieces(seat: int, wall: Mapping[str, Any]) -> Json:
    tiles = {tile["row"]: {key: tile[key] for key in tile if key != "row"} for tile in wall["tiles"]}
    rows = {f"{seat}.{row}": tiles.get(row) for row in PLACES}
    return {**rows, f"{seat}.floor": wall["floor"]}


def _row_words(row: int, tile: Mapping[str, Any] | None) -> Message:
    if tile is None:
        return Message("row {row}: nothing", row=row)
    colour = COLOUR_NAMES[tile["colour"]]
    if "column" not in tile:
        return Message("row {row}: {colour}", row=row, colour=colour)
    if tile["column"] is None:
        return Message("row {row}: {colour}, onto the floor", row=row, colour=colour)
    return Message("row {row}: {colour} in column {column}", row=row, colour=colour, column=tile["column"])


class WallsDraft(SeatForm):
    """The part of a seat is its wall; the pieces are finer: "0.3" is row 3 of the wall of seat 0."""

    slots, key = SLOTS, "tiling"
    whose = Message("Choose whose wall this is.")

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the draft of an entry: the tiles and the floor of each seat, and whether it has the start marker."""
        first = entry.get("first")
        return {SLOTS.of(seat): {**tiling, "marker": seat == first} for seat, tiling in enumerate(entry["tiling"])}, {}

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the round once the draft has every seat's wall."""
        parts = SLOTS.parts(draft, state.setup.seats)
        if len(parts) < state.setup.seats:
            return None
        entry: Json = {"tiling": [tiling_of(parts[seat]) for seat in range(state.setup.seats)]}
        first = marker_holder(state, draft)
        return entry if first is None else {**entry, "first": first}

    def check_part(self, state: State, slot: str, value: Any) -> None:
        """Raise `RuleError` unless this is a wall with one line per row; a start marker takes a floor space."""
        seat = Seat(SLOTS.owner(slot))
        entry_keys(value, Message("the wall of {seat}", seat=seat), ("tiles", "floor", "marker"))
        tiling = read_tiling(tiling_of(value), state.setup.options["wall"], seat.index)
        rows = [line.row for line in tiling.lines]
        if twice := next((row for row in rows if rows.count(row) > 1), None):
            raise RuleError(ROW_TWICE.of(seat=seat, row=twice))
        if flag(value["marker"], Message("the start marker of {seat}", seat=seat)) and not tiling.floor:
            raise RuleError(MARKER_OFF_FLOOR.of(seat=seat))

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the walls in seat order; raise `RuleError` if two of them have the start marker."""
        parts = super().validate_draft(state, draft)
        if [part["marker"] for part in parts.values()].count(True) > 1:
            raise RuleError(TWO_MARKERS)
        return parts

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return rows and floor of each wall, and the seat with the start marker."""
        by_wall = [_wall_pieces(seat, wall) for seat, wall in enumerate(entry["tiling"])]
        return {name: value for pieces in by_wall for name, value in pieces.items()} | {_FIRST: entry.get("first")}

    def pieces_of_part(self, state: Any, slot: str, value: Any) -> Pieces:
        """Return rows, floor and marker of one wall."""
        seat = SLOTS.owner(slot)
        return {**_wall_pieces(seat, value), f"{seat}.marker": value["marker"] or None}

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a row, a floor line or the start marker."""
        if name == _FIRST:
            text = Message("nobody has the start marker") if value is None else Message("start marker")
            return PieceWords(() if value is None else (value,), (text,))
        seat, _, part_name = name.partition(".")
        if part_name == "floor":
            words = Message("floor line: {floor}", floor=value or 0)
        elif part_name == "marker":
            words = Message("start marker") if value else Message("no start marker")
        else:
            words = _row_words(int(part_name), value)
        return PieceWords((int(seat),), (words,))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Name the tiles and the floor of a wall."""
        seat = SLOTS.owner(slot)
        pieces = {name: piece for name, piece in self.pieces_of_part(None, slot, value).items() if piece is not None}
        piece_words = [self.describe_piece(None, name, piece) for name, piece in pieces.items()]
        return Message("{label}: {text}", label=Seat(seat), text=joined([words.phrases[0] for words in piece_words]))


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
