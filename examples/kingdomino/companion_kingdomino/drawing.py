"""What the templates draw: the squares of a kingdom, keys where a domino can be placed, and the areas."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.engine import Message
from companion.engine.pages.viewer import View
from companion_kingdomino.dominoes import HALVES, Half, sorted_pair
from companion_kingdomino.kingdom import (
    CASTLE,
    Box,
    Kingdom,
    Place,
    Square,
    areas,
    box_of,
    placements,
    reach,
)
from companion_kingdomino.rules import dominoes_left, half_name
from companion_kingdomino.taps import Taps, half_code, place_code


def board_of(kingdom: Kingdom, new: Collection[Place] = ()) -> View:
    """Return a kingdom without keys."""
    return _board(kingdom, box_of(square.place for square in kingdom), new, ())


def board_to_tap(kingdom: Kingdom, taps: Taps, size: int) -> View:
    """Return a kingdom with the chosen halves, and a key on each square that can be tapped next."""
    keys: set[Place] = set(taps.places)
    if len(taps.halves) == 2:
        possible = placements(kingdom, (taps.halves[0], taps.halves[1]), size)
        if not taps.places:
            keys |= {first for first, _ in possible}
        elif len(taps.places) == 1:
            keys |= {second for first, second in possible if first == taps.places[0]}
    chosen = [Square(*place, *half) for half, place in zip(taps.halves, taps.places, strict=False)]
    return _board((*kingdom, *chosen), reach(kingdom, size), taps.places, keys)


def _board(kingdom: Kingdom, box: Box, new: Collection[Place], keys: Collection[Place]) -> View:
    """Return a kingdom row by row, with its areas that score.

    A cell has its terrain ("castle", or empty), its crowns, and its name for a screen reader. `is_new` marks the domino
    that is being placed or was placed last, `is_key` a square that can be tapped.
    """
    squares = {square.place: square for square in kingdom}

    def cell(place: Place, row: int, column: int) -> View:
        square = squares.get(place)
        content, terrain = Message("free"), ""
        if place == CASTLE:
            content, terrain = Message("castle"), "castle"
        elif square:
            content, terrain = half_name(Half(*square[2:])), square.terrain
        name = Message("row {row}, column {column}: {what}", row=row, column=column, what=content)
        return View(
            code=place_code(place),
            terrain=terrain,
            crowns=square.crowns if square else 0,
            name=name,
            is_new=place in new,
            is_key=place in keys,
        )

    rows = [
        [cell(place, row, column) for column, place in enumerate(places, start=1)]
        for row, places in enumerate(box.rows(), start=1)
    ]
    scoring = sorted((area for area in areas(kingdom) if area.crowns), key=lambda area: -area.points)
    return View(columns=box.width, rows=rows, areas=scoring)


def half_keys(kingdoms: Sequence[Kingdom], chosen: Sequence[Half]) -> list[View]:
    """Return a key for each half in the game; it `is_off` if no domino has this half beside the first one."""
    dominoes = dominoes_left(kingdoms)
    if len(chosen) == 2:
        possible = set[Half]()
    elif chosen:
        possible = {half for half in HALVES if dominoes[sorted_pair(half, chosen[0])]}
    else:
        possible = {half for pair in dominoes for half in pair}
    return [View(code=half_code(half), half=half, name=half_name(half), is_off=half not in possible) for half in HALVES]
