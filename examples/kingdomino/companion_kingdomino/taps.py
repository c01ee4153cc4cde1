"""Taps, the choices on the form so far: whose domino, its halves, and the squares to place them on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.engine.pages.form import Posted, number
from companion.engine.pages.help import join_values, split_values, whole_number
from companion_kingdomino.dominoes import MOST_CROWNS, Half, half_of
from companion_kingdomino.kingdom import Place
from companion_kingdomino.rules import LARGE, State, dominoes_each


@dataclass(frozen=True)
class Taps:
    """Up to two halves in the order in which they were tapped, and up to two places in the same order."""

    seat: int
    is_discarded: bool = False
    halves: tuple[Half, ...] = ()
    places: tuple[Place, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Whether nothing is missing."""
        return self.is_discarded or len(self.places) == 2

    def fields(self) -> dict[str, str]:
        """Return what was tapped as fields of the form's address."""
        address = {"of": str(self.seat)}
        if self.is_discarded:
            return {**address, "discarded": "1"}
        halves, places = join_values(list(map(half_code, self.halves))), join_values(list(map(place_code, self.places)))
        return {**address, "halves": halves, "places": places}


def half_code(half: Half) -> str:
    """Return the code of a half: "w1"."""
    return f"{half.terrain[0]}{half.crowns}"


def place_code(place: Place) -> str:
    """Return the code of a place: "1,-2"."""
    return f"{place[0]},{place[1]}"


def read_taps(posted: Posted, state: State) -> Taps:
    """Read the fields of the form and apply its taps in order; unreadable values are ignored."""
    last = state.setup.seats - 1
    seat = number(posted, "of", 0, last)
    if seat is None:
        seat = number(posted, "seat", 0, last)
    if seat is None or (posted.get("of") is None and state.turns[seat] == dominoes_each(state.setup)):
        seat = min(range(last + 1), key=lambda candidate: state.turns[candidate])
    halves = [half for code in split_values(posted, "halves", 2) if (half := _half(code))]
    places = [place for code in split_values(posted, "places", 2) if (place := _place(code))]
    taps = Taps(seat, posted.get("discarded") == "1", tuple(halves), tuple(places) if len(halves) == 2 else ())
    for tap in posted.getlist("tap"):
        taps = apply_tap(taps, tap)
    return taps


def apply_tap(taps: Taps, tap: str) -> Taps:
    """Return the choice after a tap on a half ("w1"), on a place ("1,-2"), or on a half to remove ("x0")."""
    if tap in ("x0", "x1"):
        halves = [half for index, half in enumerate(taps.halves) if index != int(tap[1])]
        return replace(taps, halves=tuple(halves), places=())
    if (half := _half(tap)) and len(taps.halves) < 2:
        return replace(taps, halves=(*taps.halves, half))
    if (place := _place(tap)) and len(taps.halves) == 2:
        return replace(taps, places=_toggled(taps.places, place))
    return taps


def _toggled(places: Sequence[Place], place: Place) -> tuple[Place, ...]:
    """Remove a chosen place and those tapped after it; add any other place unless there are two."""
    if place in places:
        return tuple(places[: places.index(place)])
    return (*places, place)[:2]


def _half(code: str) -> Half | None:
    try:
        half = half_of(code)
    except (KeyError, ValueError):
        return None
    return half if 0 <= half.crowns <= MOST_CROWNS else None


def _place(code: str) -> Place | None:
    x, _, y = code.partition(",")
    column, row = whole_number(x), whole_number(y)
    if column is None or row is None or max(abs(column), abs(row)) >= LARGE:
        return None
    return column, row
