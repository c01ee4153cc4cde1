"""What the templates draw: the squares of a kingdom, keys where a domino can lie, and the halves to choose from."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.engine import Message
from companion.forms.viewer import View
from companion_kingdomino.dominoes import HALVES, Half, sorted_pair
from companion_kingdomino.kingdom import CASTLE, Box, Kingdom, Place, box_of, placements, reach
from companion_kingdomino.rules import dominoes_left
from companion_kingdomino.taps import Taps


def kingdom_to_see(kingdom: Kingdom, new: Collection[Place] = ()) -> View:
    """Return a kingdom without keys; on the places `new` lies the latest domino."""
    return _kingdom(kingdom, box_of(square.place for square in kingdom), new, ())


def kingdom_to_tap(kingdom: Kingdom, taps: Taps, size: int) -> View:
    """Return a kingdom with the chosen halves, and a key on each square that can be tapped next."""
    keys = set(taps.places)
    if len(taps.halves) == 2 and len(taps.places) < 2:
        for laid in placements(kingdom, (taps.halves[0], taps.halves[1]), size):
            if laid[: len(taps.places)] == taps.squares:
                keys.add(laid[len(taps.places)].place)
    return _kingdom((*kingdom, *taps.squares), reach(kingdom, size), taps.places, keys)


def _kingdom(kingdom: Kingdom, box: Box, new: Collection[Place], keys: Collection[Place]) -> View:
    """Return a kingdom row by row.

    A cell has its terrain ("castle", or empty), its crowns, and its name for a screen reader. `is_new` marks the domino
    that is being placed or was placed last, `is_key` a square that can be tapped.
    """
    squares = {square.place: square for square in kingdom}

    def cell(place: Place) -> View:
        square, (x, y) = squares.get(place), place
        content = Message("castle") if place == CASTLE else square.half.name if square else Message("free")
        row, column = box.rows.index(y) + 1, box.columns.index(x) + 1
        return View(
            code=f"{x},{y}",
            terrain="castle" if place == CASTLE else square.terrain if square else "",
            crowns=square.crowns if square else 0,
            name=Message("row {row}, column {column}: {what}", row=row, column=column, what=content),
            is_new=place in new,
            is_key=place in keys,
        )

    return View(columns=len(box.columns), cells=list(map(cell, box.places)))


def half_keys(kingdoms: Sequence[Kingdom], chosen: Sequence[Half]) -> list[View]:
    """Return a key for each half in the game; it `is_off` if no domino has this half beside the first one."""
    dominoes = dominoes_left(kingdoms)
    if chosen:
        possible = {half for half in HALVES.values() if dominoes[sorted_pair(half, chosen[0])]}
    else:
        possible = {half for pair in dominoes for half in pair}
    return [View(half=half, is_off=half not in possible) for half in HALVES.values()]
