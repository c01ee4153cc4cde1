"""The engine of Azul: tiling, floor lines, rounds, and the end of the game after the first full row."""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from companion.engine import Message, Places, Seat, Setup, Standing, Step, joined, rank, record
from companion.engine.strict import RuleError, entry_keys, integer, items, one_of
from companion.games.azul import rulebook, walls
from companion.games.azul.walls import COLOURS, EMPTY, FLOOR_SPACES, GREY, SIZE, Bonuses, Grid, Wall


class PatternLine(NamedTuple):
    """A completed pattern line and the column of its tile; None if the whole line falls to the floor."""

    row: int
    colour: str
    column: int | None


@record
class Tiling:
    """A seat's round: its completed lines, and the number of floor spaces taken before any line falls."""

    lines: tuple[PatternLine, ...]
    floor: int

    @property
    def fallen(self) -> int:
        """The number of tiles that fall to the floor from lines without an open column."""
        return sum([line.row for line in self.lines if line.column is None])


@record
class Scored:
    """A seat after a round: its wall, its total, the steps, and the points that it lost on the floor."""

    wall: Wall
    total: int
    steps: tuple[Step, ...]
    lost: int


def read_tiling(value: Any, kind: str, seat: int) -> Tiling:
    """Read a seat's part of an entry; raise `RuleError`. `tile_lines` checks whether the tiles fit the wall."""
    whose = Seat(seat)
    entry_keys(value, Message("the tiling of {seat}", seat=whose), ("tiles", "floor"))
    tiles = items(value["tiles"], Message("the tiles of {seat}", seat=whose))
    lines = tuple([_read_line(tile, kind, whose) for tile in tiles])
    return Tiling(lines, integer(value["floor"], Message("the floor of {seat}", seat=whose), 0, FLOOR_SPACES))


def _read_line(value: Any, kind: str, seat: Seat) -> PatternLine:
    if kind != GREY and type(value) is dict and "column" in value:
        raise RuleError("a tile of {seat} names a column; on the coloured wall the colour says where", seat=seat)
    keys = ("row", "colour", "column") if kind == GREY else ("row", "colour")
    entry_keys(value, Message("a tile of {seat}", seat=seat), keys)
    row = integer(value["row"], Message("the row of a tile of {seat}", seat=seat), 1, SIZE)
    colour = one_of(value["colour"], Message("the colour of a tile of {seat}", seat=seat), COLOURS)
    if kind != GREY:
        return PatternLine(row, colour, walls.column_of(row, colour))
    if value["column"] is None:
        return PatternLine(row, colour, None)
    column = integer(value["column"], Message("the column of a tile of {seat}", seat=seat), 1, SIZE)
    return PatternLine(row, colour, column)


def tile_lines(wall: Wall, lines: Iterable[PatternLine], seat: int) -> tuple[Wall, list[Step]]:
    """Tile lines, given in any order, from the top down; raise `RuleError` if one is not allowed (Azul B, A).

    >>> _, steps = tile_lines(EMPTY, [PatternLine(2, "blue", 2), PatternLine(1, "yellow", 2)], 0)
    >>> [(step.values["row"], step.points) for step in steps]
    [(1, 1), (2, 2)]
    """
    rows, steps, row_before = list(wall), list[Step](), 0
    for row, colour, column in sorted(lines, key=itemgetter(0)):
        if row == row_before:
            raise RuleError(rulebook.ROW_TWICE.of(seat=Seat(seat), row=row))
        row_before = row
        if column is None:
            steps.append(_drop_line(rows, row, colour, seat))
        elif refusal := walls.fault(rows, row, column, colour):
            raise RuleError("{label}: {text}", label=Seat(seat), text=refusal)
        else:
            rows[row - 1] = (*rows[row - 1][: column - 1], colour, *rows[row - 1][column:])
            steps.append(tile_step(rows, row, column, colour, seat))
    return tuple(rows), steps


def tile_step(wall: Grid, row: int, column: int, colour: str, seat: int | None = None) -> Step:
    """Return the step for a tile in a space, which may already hold the tile or still be empty (Azul B, Scoring).

    >>> tile_step([["red", None, "blue", None, None], *[[None] * 5] * 4], 1, 2, "yellow").points
    3
    """
    points, horizontal, vertical = walls.tile_score(wall, row, column)
    values = {"row": row, "column": column, "colour": colour, "horizontal": horizontal, "vertical": vertical}
    return Step(rulebook.TILE, seat, points, values)


def _drop_line(rows: Grid, row: int, colour: str, seat: int) -> Step:
    """Return the step for a line that falls to the floor; raise `RuleError` if a column is open (Azul, Variant)."""
    if colour in rows[row - 1]:
        raise RuleError("{label}: {text}", label=Seat(seat), text=walls.twice_in_row(row, colour))
    if columns := walls.open_columns(rows, row, colour):
        raise RuleError(
            rulebook.COLUMN_OPEN.of(
                len(columns), seat=Seat(seat), colour=rulebook.COLOUR_NAMES[colour], row=row, columns=joined(columns)
            )
        )
    return fall_step(row, colour, seat)


def fall_step(row: int, colour: str, seat: int | None = None) -> Step:
    """Return the step for a line without an open column, whose `row` tiles fall to the floor (Azul, Variant)."""
    return Step(rulebook.FELL, seat, values={"row": row, "colour": colour, "tiles": row})


def space_step(wall: Grid, row: int, column: int, colour: str) -> Step:
    """Return the step that says whether a colour is allowed in a space, and the obstacle if not (Azul A; Variant)."""
    values = {"row": row, "column": column, "colour": colour, "obstacle": walls.obstacle(wall, row, column, colour)}
    return Step(rulebook.SPACE, values=values)


def score_tiling(wall: Wall, total: int, tiling: Tiling, seat: int, has_marker: bool) -> Scored:
    """Score a seat's round: tile its lines, then subtract the floor line; the total stays at 0 or above (Azul B).

    >>> tiling = Tiling((PatternLine(2, "red", 4), PatternLine(4, "blue", 4)), 3)
    >>> scored = score_tiling(EMPTY, 5, tiling, 0, has_marker=False)
    >>> scored.total, [step.points for step in scored.steps]
    (3, [1, 1, -4])
    """
    tiled, steps = tile_lines(wall, tiling.lines, seat)
    score, fell = total + sum([step.points or 0 for step in steps]), tiling.fallen
    taken = min(tiling.floor + fell, FLOOR_SPACES)
    if not taken:
        return Scored(tiled, score, tuple(steps), 0)
    floor = floor_step(taken, score, seat, fell=fell, marker=has_marker)
    steps.append(floor)
    if has_marker and tiling.floor == FLOOR_SPACES:
        steps.append(Step(rulebook.START_MARKER, seat, values={"spaces": FLOOR_SPACES}))
    lost = -(floor.points or 0)
    return Scored(tiled, score - lost, tuple(steps), lost)


def floor_step(taken: int, score: int | None, seat: int | None = None, **values: Any) -> Step:
    """Return the step of a floor line (Azul B). It costs at most `score`, the score before it; None sets no limit.

    `values` are further values of the step.

    >>> floor_step(5, 20).points, floor_step(5, 3).points, floor_step(5, None).points
    (-8, -3, -8)
    """
    loss = walls.floor_loss(taken)
    values = {"taken": taken, **values, "loss": loss}
    if score is None:
        return Step(rulebook.FLOOR, seat, -loss, values)
    return Step(rulebook.FLOOR, seat, -min(loss, score), {**values, "score": score})


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


BONUSES = {
    rulebook.BONUS_ROWS: ("rows", rulebook.ROW_BONUS),
    rulebook.BONUS_COLUMNS: ("columns", rulebook.COLUMN_BONUS),
    rulebook.BONUS_COLOURS: ("colours", rulebook.COLOUR_BONUS),
}
"""What each rule of a bonus counts, in the order of `Bonuses`, and the points for each of them."""


def start(setup: Setup) -> State:
    """Return the state before the first round."""
    return State(setup, (0,) * setup.seats, False, (EMPTY,) * setup.seats, 0, None, (0,) * setup.seats)


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Play one round: each seat tiles its wall and loses points for its floor; a full row ends the game (Azul B, End).

    Raises `RuleError` for an entry that is invalid or breaks a rule.
    """
    tilings, first = read_round(entry, state.setup)
    tiled: list[Wall] = []
    totals: list[int] = []
    lost = list(state.lost)
    steps: list[Step] = []
    for seat, (wall, total, tiling) in enumerate(zip(state.walls, state.totals, tilings, strict=True)):
        scored = score_tiling(wall, total, tiling, seat, seat == first)
        tiled.append(scored.wall)
        totals.append(scored.total)
        lost[seat] += scored.lost
        steps += scored.steps
    ending = _end(tiled)
    for step in ending:
        totals[step.seat or 0] += step.points or 0
    after = State(state.setup, tuple(totals), bool(ending), tuple(tiled), state.rounds + 1, first, tuple(lost))
    return after, (*steps, *ending)


def read_round(entry: Any, setup: Setup) -> tuple[list[Tiling], int | None]:
    """Read the tiling of each seat and who took the start marker; raises `RuleError`."""
    entry_keys(entry, Message("the round"), ("tiling",), ("first",))
    kind = setup.options["wall"]
    parts = items(entry["tiling"], Message("tiling"), setup.seats)
    tilings = [read_tiling(part, kind, seat) for seat, part in enumerate(parts)]
    if "first" not in entry:
        return tilings, None
    first = integer(entry["first"], Message("first"), 0, setup.seats - 1)
    if tilings[first].floor == 0:
        raise RuleError(rulebook.MARKER_OFF_FLOOR.of(seat=Seat(first)))
    return tilings, first


def _end(tiled: list[Wall]) -> list[Step]:
    """Return the steps that end the game and the bonuses if any wall has a full row (Azul, End of the game)."""
    full = [(seat, rows) for seat, wall in enumerate(tiled) if (rows := walls.full_rows(wall))]
    steps = [Step(rulebook.FULL_ROW, seat, values={"rows": list(rows)}) for seat, rows in full]
    if full:
        for seat, wall in enumerate(tiled):
            steps += bonus_steps(walls.bonuses(wall), seat)
    return steps


def bonus_steps(earned: Bonuses, seat: int | None = None) -> list[Step]:
    """Return a step for each kind of bonus that a wall has (Azul, End of the game).

    >>> [(step.rule, step.points) for step in bonus_steps(Bonuses((1, 2), (), ("red",)), 0)]
    [('azul/bonus-rows', 4), ('azul/bonus-colours', 10)]
    """
    return [
        Step(rule, seat, points * len(completed), {name: list(completed)})
        for (rule, (name, points)), completed in zip(BONUSES.items(), earned, strict=True)
        if completed
    ]


def standing(state: State) -> Standing:
    """Rank by points, then by full rows; equal seats share a place (Azul, End of the game)."""
    earned = [walls.bonuses(wall) for wall in state.walls]
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
    return rank(list(zip(totals, rows, strict=True)), (rulebook.TIE_ROWS, rulebook.SHARED))
