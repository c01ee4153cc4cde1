"""SeatForm, the base class of an entry form in which each seat enters its own part of an entry."""

from collections.abc import Sequence
from typing import Any

from companion.engine import Message, Seat, joined
from companion.forms.form import Draft, EntryForm, Filled, FormError, Part, Parts, Posted, Whole, known_slots, number
from companion.forms.pieces import Pieces, PieceWords, SeatSlots
from companion.forms.viewer import View


class SeatForm(EntryForm):
    """Base class of an entry form in which each seat enters its own part, on its own phone or on another.

    The entry lists the seats' parts under `key`; it is complete when no part is missing. Each part is a piece, so that
    two phones can correct the parts of two seats at once. A game sets `slots` and `key`, overrides `read_part`,
    `check_part` and `part_words`, and adds to `asked` what its form.html shows.
    """

    fields: tuple[str, ...] = ("seat",)
    slots: SeatSlots
    key: str
    """The key of the entry's list with the part of each seat."""
    shared_parts: tuple[str, ...] = ()
    """The slots of the parts that all seats share, entered after their own; in the entry they are keys."""
    whose = Message("Choose whose part this is.")
    """What is said of a posted form that names no seat."""

    def read(self, posted: Posted, state: Any, draft: Draft) -> Part | Parts | Whole:
        """Read the part of the seat in the field `seat`."""
        seat = number(posted, "seat", 0, state.setup.seats - 1)
        if seat is None:
            raise FormError(self.whose)
        return Part(self.slots.of(seat), self.read_part(posted, state, draft, seat))

    def read_part(self, posted: Posted, state: Any, draft: Draft, seat: int) -> Any:
        """Return the part of a seat; raise `FormError` or `RuleError` if the posted form has none."""
        raise NotImplementedError

    def check_part(self, state: Any, slot: str, value: Any) -> None:
        """Raise `RuleError` for a part of an imported draft that `read` could not have returned."""
        raise NotImplementedError

    def part_words(self, value: Any) -> Sequence[Message | joined]:
        """Describe the part of a seat, without the seat: "bets 3"."""
        raise NotImplementedError

    def asked(self, state: Any, draft: Draft, query: Posted, played: int) -> View:
        """Return the view of the form of one part: its `seat`, the seats that are `done`, and `is_last`.

        It is the last part if no other seat's is missing. `played` is the number of entries so far.
        """
        seats, wanted = state.setup.seats, number(query, "seat", 0, state.setup.seats - 1)
        done = self.slots.entered(draft, seats)
        missing = [seat for seat in range(seats) if seat not in done]
        seat = next(iter(missing), 0) if wanted is None else wanted
        stage = f"{self.slots.part_name}-{seat}-{played}-{seat in done}"
        return View(stage=stage, seat=seat, done=done, is_last=missing in ([seat], []))

    def draft_from_entry(self, state: Any, entry: Any) -> tuple[Draft, Filled]:
        """Return the parts of an entry; the form needs no fields beside them."""
        parts = {self.slots.of(seat): part for seat, part in enumerate(entry[self.key])}
        return {**parts, **{slot: entry[slot] for slot in self.shared_parts}}, {}

    def whole(self, state: Any, draft: Draft) -> Any | None:
        """Return the entry once no part is missing."""
        if len(draft) < state.setup.seats + len(self.shared_parts):
            return None
        by_seat = {self.key: [draft[slot] for slot in self.slots.all(state.setup.seats)]}
        return by_seat | {slot: draft[slot] for slot in self.shared_parts}

    def validate_draft(self, state: Any, draft: Draft) -> Draft:
        """Return the checked parts, those of the seats first."""
        slots = known_slots(draft, [*self.slots.all(state.setup.seats), *self.shared_parts])
        for slot in slots:
            self.check_part(state, slot, draft[slot])
        return {slot: draft[slot] for slot in slots}

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return the parts by their slots."""
        return self.draft_from_entry(state, entry)[0]

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a part, for two versions of it side by side."""
        seat = self.slots.seat_of(name)
        if seat is None or value is None:
            return super().describe_piece(state, name, value)
        return PieceWords((seat,), self.part_words(value))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a part with its seat, for the log: "Ann: green 3, teal 4"."""
        return Message("{label}: {text}", label=Seat(self.slots.owner(slot)), text=joined(self.part_words(value)))
