"""The entry form of Kingdomino: whose domino it is, its halves, and the squares to place them on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine import Message, Seat, Setup, Step
from companion.forms.form import Draft, EntryForm, Filled, FormError, Posted, Whole
from companion.forms.pieces import PieceWords
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion_kingdomino.drawing import half_keys, kingdom_to_see, kingdom_to_tap
from companion_kingdomino.kingdom import Kingdom, Square, areas, placements
from companion_kingdomino.rulebook import HARMONY, MIDDLE, RULES, area_words
from companion_kingdomino.rules import (
    State,
    area_steps,
    domino_fault,
    dominoes_each,
    read_entry,
    size_of,
    turn_fault,
)
from companion_kingdomino.taps import Taps, read_taps


class Form(EntryForm):
    """The entry form. Its address holds the choices so far; each tap adds one."""

    fields = ("seat", "of", "discarded", "halves", "places", "tap")
    kept_fields = ("seat",)

    def question(self, state: State) -> str | None:
        """Return the same question all game long: the dominoes of two players do not depend on each other."""
        return None if state.finished else "domino"

    def read(self, posted: Posted, state: State, draft: Draft) -> Whole:
        """Read a whole domino."""
        taps = read_taps(posted, state)
        if taps.is_discarded:
            return Whole({"seat": taps.seat, "discarded": True})
        if not taps.is_ready:
            raise FormError(_prompt(taps))
        return Whole({"seat": taps.seat, "squares": [list(square) for square in taps.squares]})

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Fill the form with an entry."""
        seat, squares = read_entry(state.setup, entry)
        if squares is None:
            return {}, Taps(seat, is_discarded=True).fields()
        one, other = squares
        return {}, Taps(seat, halves=(one.half, other.half), places=(one.place, other.place)).fields()

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Show the kingdom with the choices so far."""
        taps = read_taps(query, state)
        kingdom, fault = state.kingdoms[taps.seat], _fault(state, taps)
        return View(
            taps=taps,
            turns=state.turns,
            each=dominoes_each(state.setup),
            keys=half_keys(state.kingdoms, taps.halves),
            kingdom=kingdom_to_tap(kingdom, taps, size_of(state.setup)),
            prompt=_prompt(taps),
            fault=fault,
            gains=_gains(kingdom, taps) if viewer.sees(taps.seat) and not fault else (),
            is_ready=taps.is_ready and fault is None,
            save=Message("Discard the domino") if taps.is_discarded else Message("Place the domino"),
        )

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Show all kingdoms."""
        shown = _shown(state, range(state.setup.seats), viewer)
        return View(next=Message("Enter a domino"), kingdoms=shown.kingdoms)

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Show the kingdom in which the domino lies."""
        return _shown(after, [entry["seat"]], viewer, before)

    def picture(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Show all kingdoms after an entry."""
        return _shown(after, range(after.setup.seats), viewer, before)

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Count the dominoes of all players."""
        return Message("Domino {number}", number=number)

    def entry_summary(self, before: State, entry: Any, steps: Sequence[Step]) -> Message | None:
        """Say whose domino it was."""
        if "discarded" in entry:
            return Message("{seat} discards", seat=Seat(entry["seat"]))
        return Message("{seat} places", seat=Seat(entry["seat"]))

    def entry_bonus(self, steps: Sequence[Step], seats: int) -> tuple[int, ...] | None:
        """Return the points of middle kingdom and harmony."""
        bonuses = [step for step in steps if step.rule in (MIDDLE, HARMONY)]
        if not bonuses:
            return None
        return tuple(sum(step.points or 0 for step in bonuses if step.seat == seat) for seat in range(seats))

    def describe_piece(self, state: State, name: str, value: Any) -> PieceWords:
        """Describe the domino of an entry, which is a single piece, for the preview of a correction."""
        seat, squares = read_entry(state.setup, value)
        words = [_square_words(square) for square in squares or ()]
        return PieceWords((seat,), words or (Message("discarded"),))

    def progress(self, state: State) -> Message | None:
        """Return how many of all dominoes are entered."""
        all_dominoes = dominoes_each(state.setup) * state.setup.seats
        return Message("{count} of {all} dominoes", count=sum(state.turns), all=all_dominoes)


def _square_words(square: Square) -> Message:
    """Describe a square with its place, counted from the castle."""
    across = Message("{n} right", n=square.x) if square.x >= 0 else Message("{n} left", n=-square.x)
    down = Message("{n} down", n=square.y) if square.y >= 0 else Message("{n} up", n=-square.y)
    return Message("{half} ({aside}, {down})", half=square.half.name, aside=across, down=down)


def _prompt(taps: Taps) -> Message:
    """Say what to tap next."""
    if len(taps.halves) < 2:
        return Message("Tap the first half of the domino.") if not taps.halves else Message("Tap its second half.")
    if len(taps.places) < 2:
        return Message("Tap the square for {half}.", half=taps.halves[len(taps.places)].name)
    return Message("Both halves lie: place the domino.")


def _fault(state: State, taps: Taps) -> Message | None:
    """Return why the domino, as far as it is chosen, cannot be placed."""
    refusal = turn_fault(state, taps.seat)
    if refusal or taps.is_discarded or len(taps.halves) < 2:
        return refusal
    domino = (taps.halves[0], taps.halves[1])
    possible = placements(state.kingdoms[taps.seat], domino, size_of(state.setup))
    if refusal := domino_fault(state.kingdoms, domino):
        return refusal
    if not possible:
        return Message("This domino fits nowhere: discard it.")
    if len(taps.places) == 2 and taps.squares not in possible:
        return Message("It cannot lie there: tap another square.")
    return None


def _gains(kingdom: Kingdom, taps: Taps) -> list[Message]:
    if len(taps.places) < 2:
        return []
    first, second = taps.squares
    return [RULES[step.rule].sentence(step) for step in area_steps(kingdom, (first, second), taps.seat)]


def _shown(state: State, seats: Iterable[int], viewer: Viewer, before: State | None = None) -> View:
    """Return the kingdoms of seats, their areas in words unless they are hidden, and how many dominoes are left."""
    kingdoms = []
    for seat in seats:
        kingdom = state.kingdoms[seat]
        new = [square.place for square in kingdom[len(before.kingdoms[seat]) :]] if before else ()
        scoring = sorted((area for area in areas(kingdom) if area.crowns), key=lambda area: -area.points)
        words = [area_words(area.terrain, len(area.places), area.crowns) for area in scoring]
        left = dominoes_each(state.setup) - state.turns[seat]
        drawn = kingdom_to_see(kingdom, new)
        kingdoms.append(View(seat=seat, kingdom=drawn, areas=words if viewer.sees(seat) else (), left=left))
    return View(kingdoms=kingdoms)


FORM = Form()
