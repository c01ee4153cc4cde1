"""Taps, the choices on the form so far: whose domino, its halves, and the squares to place them on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.forms.form import Posted, number
from companion.forms.help import join_values, split_values
from companion_kingdomino.dominoes import HALVES, Half
from companion_kingdomino.kingdom import Place, Square
from companion_kingdomino.rules import LARGE, State, dominoes_each

_SPAN = range(1 - LARGE, LARGE)
PLACES: dict[str, Place] = {f"{x},{y}": (x, y) for x in _SPAN for y in _SPAN}
"""Each place that a tap can name, by its code."""


@dataclass(frozen=True)
class Taps:
    """Up to two halves in the order in which they were tapped, and up to two places in the same order."""

    seat: int
    is_discarded: bool = False
    halves: tuple[Half, ...] = ()
    places: tuple[Place, ...] = ()

    @property
    def squares(self) -> tuple[Square, ...]:
        """The halves that have a place, there."""
        return tuple([Square(*place, *half) for half, place in zip(self.halves, self.places, strict=False)])

    @property
    def is_ready(self) -> bool:
        """Whether nothing is missing."""
        return self.is_discarded or len(self.places) == 2

    def fields(self) -> dict[str, str]:
        """Return what was tapped as fields of the form's address."""
        if self.is_discarded:
            return {"of": str(self.seat), "discarded": "1"}
        halves, places = [half.code for half in self.halves], [f"{x},{y}" for x, y in self.places]
        return {"of": str(self.seat), "halves": join_values(halves), "places": join_values(places)}


def read_taps(posted: Posted, state: State) -> Taps:
    """Read the fields of the form and apply its taps in order; what is unknown is ignored."""
    last = state.setup.seats - 1
    seat, tab = number(posted, "of", 0, last), number(posted, "seat", 0, last)
    if seat is None and tab is not None and state.turns[tab] < dominoes_each(state.setup):
        seat = tab
    if seat is None:
        seat = min(range(last + 1), key=lambda candidate: state.turns[candidate])
    taps = Taps(seat, posted.get("discarded") == "1")
    for tap in (*split_values(posted, "halves", 2), *split_values(posted, "places", 2), *posted.getlist("tap")):
        taps = _tapped(taps, tap)
    return taps


def _tapped(taps: Taps, tap: str) -> Taps:
    """Return the choices after a tap on a half ("w1"), on a place ("1,-2"), or on a half to take back ("x0")."""
    if tap in ("x0", "x1"):
        halves = [half for index, half in enumerate(taps.halves) if index != int(tap[1])]
        return replace(taps, halves=tuple(halves), places=())
    if tap in HALVES and len(taps.halves) < 2:
        return replace(taps, halves=(*taps.halves, HALVES[tap]))
    if tap not in PLACES or len(taps.halves) < 2:
        return taps
    place, places = PLACES[tap], taps.places
    # A chosen place is taken back, with the one that was tapped after it.
    return replace(taps, places=places[: places.index(place)] if place in places else (*places, place)[:2])
