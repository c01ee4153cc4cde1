"""The figures of Azul, its sample games, and its secrecy."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.engine import Best, Count, Figures, Json, Message, Seat, Split, Step
from companion.engine.figure import points_by_source
from companion.forms.parts import Samples, SampleSetup
from companion.forms.secrecy import Readable, Secrecy
from companion.games.azul.draft import SLOTS, marker_holder, preview_without_points
from companion.games.azul.form import last_round_in
from companion.games.azul.help import round_ends
from companion.games.azul.rulebook import BONUS_COLOURS, BONUS_COLUMNS, BONUS_ROWS, FLOOR, TILE
from companion.games.azul.rules import State
from companion.games.azul.walls import COLOURS, GREY, PLACES, Wall, column_of, fault

_COMPLETED = (0.8, 0.7, 0.6, 0.45, 0.35)  # the probability that a pattern line is full after a round, from the top
_FLOOR = (0, 0, 0, 0, 1, 1, 2, 3, 5)


def _next_entry(state: State, random: Random) -> Any:
    kind = state.setup.options["wall"]
    first = random.randrange(state.setup.seats)
    # The start marker takes a space of the floor.
    floors = [max(random.choice(_FLOOR), int(seat == first)) for seat in range(state.setup.seats)]
    tiles = [_tiles(wall, kind, seat, random) for seat, wall in enumerate(state.walls)]
    tiling = [{"tiles": seat_tiles, "floor": floor} for seat_tiles, floor in zip(tiles, floors, strict=True)]
    return {"tiling": tiling, "first": first}


def _tiles(wall: Wall, kind: str, seat: int, random: Random) -> list[dict[str, Any]]:
    """Return the tiles of a round for one wall, placed one by one, as each limits the next ones.

    On a grey wall each seat shifts the printed pattern by a different number of columns: with tiles in random columns
    it could become impossible to complete a row, and the game would not end.
    """
    shift = seat + 1 if kind == GREY else 0
    grid = [list(line) for line in wall]
    tiles: list[dict[str, Any]] = []
    for row, probability in zip(PLACES, _COMPLETED, strict=True):
        columns = {colour: (column_of(row, colour) - 1 + shift) % len(PLACES) + 1 for colour in COLOURS}
        allowed = [(colour, column) for colour, column in columns.items() if fault(grid, row, column, colour) is None]
        if not allowed or random.random() > probability:
            continue
        colour, column = random.choice(allowed)
        grid[row - 1][column - 1] = colour
        tiles.append({"row": row, "colour": colour, **({"column": column} if kind == GREY else {})})
    return tiles


SOURCES: Mapping[str, str] = {
    TILE: "tiles",
    BONUS_ROWS: "rows",
    BONUS_COLUMNS: "columns",
    BONUS_COLOURS: "colours",
    FLOOR: "floor",
}
_SHOWN = (
    Split(
        "points",
        Message("Where the points came from"),
        {
            "tiles": Message("Tiles"),
            "rows": Message("Full rows"),
            "columns": Message("Full columns"),
            "colours": Message("Full colours"),
            "floor": Message("floor line"),
        },
    ),
    Count("tiles", Message("Tiles on the wall")),
    Best("tile", Message("Most points with one tile")),
    Count("markers", Message("Start marker taken")),
)


def figures(states: Sequence[State], entries: Sequence[Any], steps: Sequence[Sequence[Step]]) -> tuple[Json, ...]:
    """Return the figures of each seat. Bonuses count only if a full row ended the game."""
    rows = []
    for seat in range(states[0].setup.seats):
        own_steps = [step for entry_steps in steps for step in entry_steps if step.seat == seat]
        points = points_by_source(own_steps, SOURCES)
        tiles = [step.points or 0 for step in own_steps if step.rule == TILE]
        markers = sum(entry.get("first") == seat for entry in entries)
        rows.append({"points": points, "tiles": len(tiles), "tile": max(tiles, default=0), "markers": markers})
    return tuple(rows)


FIGURES = Figures(shown=_SHOWN, count=figures)

SECRECY = Secrecy(
    limits=Message(
        "Secret in Azul: points, totals, places, and the walls of the others. All walls lie open on the table, so "
        "whoever counts along there can add up."
    ),
    types={State: Readable(open=("setup", "finished", "rounds", "first"), by_seat=("totals", "walls", "lost"))},
    entry=Readable(open=("first",), by_seat=("tiling",)),
    part_access=SLOTS.owner,
    part=lambda slot, _: Message("the wall of {seat}", seat=Seat(SLOTS.owner(slot))),
    disclosed=(last_round_in, marker_holder, preview_without_points, round_ends),
)

SAMPLES = Samples(
    next_entry=_next_entry, finished=(SampleSetup(3), SampleSetup(2, {"wall": GREY})), running=(SampleSetup(4),)
)
