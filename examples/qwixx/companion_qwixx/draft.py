"""The parts of a running entry: each seat's paper, in a slot of its own."""

from __future__ import annotations

from typing import Any

from companion.engine import Message, Seat, joined
from companion.engine.pages.form import Draft, EntryForm, Filled, known_slots
from companion.engine.pages.pieces import Pieces, PieceWords, SeatSlots
from companion_qwixx.paper import ROWS, read_paper
from companion_qwixx.rulebook import ROW_NAMES
from companion_qwixx.rules import State

SLOTS = SeatSlots("paper")


class PapersDraft(EntryForm):
    """The half of the entry form about drafts and corrections: each seat's paper is a part and a piece."""

    slots = SLOTS

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the entry once all papers are entered."""
        return self.entry_from_pieces(state, draft) if len(draft) == state.setup.seats else None

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the paper of each seat."""
        return {SLOTS.of(seat): paper for seat, paper in enumerate(entry["papers"])}, {}

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the papers of another companion in the order of the seats; raises `RuleError`."""
        slots = known_slots(draft, SLOTS.all(state.setup.seats))
        return {slot: read_paper(draft[slot], SLOTS.owner(slot)) for slot in slots}

    def pieces(self, state: State, entry: Any) -> Pieces:
        """Return the papers by their slots."""
        return self.draft_from_entry(state, entry)[0]

    def entry_from_pieces(self, state: State, pieces: Pieces) -> Any:
        """Return the entry of these papers."""
        return {"papers": [pieces[slot] for slot in SLOTS.all(state.setup.seats)]}

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """List the crosses of a seat."""
        return PieceWords((SLOTS.owner(name),), _words(value) if value else ())

    def describe_part(self, slot: str, value: Any) -> Message:
        """Say whose paper it is, and what is crossed."""
        return Message("{seat}: {crosses}", seat=Seat(SLOTS.owner(slot)), crosses=joined(_words(value)))


def _words(paper: Any) -> list[Message]:
    rows = [
        Message("{row} {numbers}", row=ROW_NAMES[row], numbers=" ".join(map(str, paper[row])))
        for row in ROWS
        if paper[row]
    ]
    return [*rows, Message("{count} penalty", "{count} penalties", paper["penalties"])]
