"""Other ways to lay the tiles of a round, for whoever asks afterwards what they would have brought."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from companion.engine import Message
from companion.games.azul.drawing import place_tiles
from companion.games.azul.rules import PatternLine, State, play
from companion.games.azul.walls import FLOOR_SPACES, GREY, PLACES, Wall, column_of, full_rows, open_columns

Lines = Sequence[tuple[int, str]]
"""The row and the colour of some completed lines, from the top down."""
_OTHER_LINES = Message(
    "As if all these tiles were taken in this round, in numbers that fit, and the lines were free. Each tile completes "
    "a line or falls to the floor."
)


def variations(before: State, entry: Any, seat: int) -> list[tuple[Message, Message | None, Iterator[Any]]]:
    """Return the other ways of a seat's round: on the grey wall in other columns, on both walls on other lines.

    Only ways that end the game, or go on, as the entry did are compared, since the end brings the bonuses.
    """
    part = entry["tiling"][seat]
    if not part["tiles"]:
        return []
    lines = sorted((tile["row"], tile["colour"]) for tile in part["tiles"])
    taken = Counter[str]()
    for row, colour in lines:
        taken[colour] += row
    others = (Message("The same tiles on other lines"), _OTHER_LINES, _laid(before, entry, seat, _layouts(taken)))
    if before.setup.options["wall"] != GREY:
        return [others]
    return [(Message("The same lines in other columns"), None, _laid(before, entry, seat, [(0, lines)])), others]


def _layouts(taken: Mapping[str, int]) -> Iterator[tuple[int, Lines]]:
    """Yield each way to complete lines with so many tiles of each colour, with the number left over, fewest first."""
    layouts: list[tuple[int, Lines]] = []
    for colours in product(("", *taken), repeat=len(PLACES)):
        left, lines = Counter(taken), [(row, colour) for row, colour in zip(PLACES, colours, strict=True) if colour]
        for row, colour in lines:
            left[colour] -= row
        if min(left.values()) >= 0:
            layouts.append((left.total(), lines))
    yield from sorted(layouts)


def _laid(before: State, entry: Any, seat: int, layouts: Iterable[tuple[int, Lines]]) -> Iterator[Any]:
    """Yield the entry with each layout that the seat's wall allows, and on the grey wall in each open column."""
    after, _ = play(before, entry)
    parts, is_grey = entry["tiling"], before.setup.options["wall"] == GREY
    is_ended = any(full_rows(wall) for other, wall in enumerate(after.walls) if other != seat)
    for left, lines in layouts:
        floor = min(parts[seat]["floor"] + left, FLOOR_SPACES)
        for tiles, wall in _tilings(before.walls[seat], lines, is_grey=is_grey):
            if after.finished == (is_ended or bool(full_rows(wall))):
                tiling = [*parts[:seat], {"tiles": tiles, "floor": floor}, *parts[seat + 1 :]]
                yield {**entry, "tiling": tiling}


def _tilings(wall: Wall, lines: Lines, *, is_grey: bool) -> Iterator[tuple[list[Any], Wall]]:
    """Yield the tiles of these lines in each allowed way, and the wall with them."""
    if not lines:
        yield [], wall
        return
    (row, colour), *further = lines
    if colour in wall[row - 1]:
        return
    for column in (open_columns(wall, row, colour) or (None,)) if is_grey else (column_of(row, colour),):
        tile = {"row": row, "colour": colour, **({"column": column} if is_grey else {})}
        for tiles, tiled in _tilings(place_tiles(wall, [PatternLine(row, colour, column)]), further, is_grey=is_grey):
            yield [tile, *tiles], tiled


def gain(before: State, after: State, seat: int) -> int:
    """Return the points of the seat in this round."""
    return after.totals[seat] - before.totals[seat]
