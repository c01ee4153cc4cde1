"""EntryForm, the base class of a game's entry form, and helpers that read posted forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.game import Game, Json, Message, MessageError, RuleError, Setup, State, Step, shown
from companion.game.pages.pieces import EntryPieces
from companion.game.pages.seat_slots import SeatSlots
from companion.game.pages.viewer import EVERYTHING, EntryView, OutcomeView, SheetView, Viewer

Draft = Mapping[str, Any]
Filled = Mapping[str, str | list[str]]
"""Query parameters of a form's address; a list holds a parameter that occurs several times."""


class Posted(Protocol):
    """The fields of a posted form or of an address, as werkzeug's MultiDict has them."""

    def get(self, name: str) -> str | None:
        """Return the first value of a field, None if it is missing."""

    def getlist(self, name: str) -> list[str]:
        """Return all values of a field."""


@dataclass(frozen=True)
class Part:
    """One part of the running entry, stored in the draft under its slot until the entry is complete."""

    slot: str
    value: Any


@dataclass(frozen=True)
class Parts:
    """Several parts of the running entry, by slot; they are saved and undone together."""

    values: Mapping[str, Any]


def part_values(parsed: Part | Parts) -> Mapping[str, Any]:
    """Return the values of one part or of several, by slot."""
    return {parsed.slot: parsed.value} if isinstance(parsed, Part) else parsed.values


@dataclass(frozen=True)
class Whole:
    """A complete entry, ready to be played."""

    entry: Any


class FormError(MessageError):
    """A posted form that cannot be read; `message` says what is wrong and what to do."""


class EntryForm(EntryPieces):
    """Base class of a game's entry form; only `read` is required.

    A draft maps slots to plain JSON values; a state is the game's own. A form that always reads a complete entry
    needs no drafts and keeps the defaults of all methods about parts, slots and drafts.
    """

    fields: tuple[str, ...] = ()
    """The fields of the form's address that change what `view` shows."""
    kept_fields: tuple[str, ...] = ()
    """Those of `fields` that only choose how this phone shows the form; they are kept after each action."""
    slots: SeatSlots | None = None
    """The slots of the seats' own parts, in games where each seat has one.

    The form's address then has the seat of the phone in the field `seat`, also once all these parts are in.
    """
    start_option: str | None = None
    """The option that says which seat starts, where another seat starts the next game."""

    def read(self, posted: Posted, state: Any, draft: Draft) -> Part | Parts | Whole:
        """Turn a posted form into one part, several parts or a whole entry.

        Raises `FormError` if the form cannot be read, `RuleError` if its values break a rule.
        """
        raise NotImplementedError

    def question(self, state: Any) -> str | None:
        """Return what a form drawn on this state asks for, in a few characters, None for the entry that comes next.

        An entry is accepted as long as the running entry asks the same. A game whose entries do not depend on each
        other, such as several sales of one round, gives them one question.
        """
        return None

    def whole(self, state: Any, draft: Draft) -> Any | None:
        """Return the entry that the draft's parts make up, None while a part is missing."""
        return None

    def draft_from_entry(self, state: Any, entry: Any) -> tuple[Draft, Filled]:
        """Return the draft and the fields of the address that fill the form with an entry to correct."""
        return {}, {}

    def entry_from_draft(self, state: Any, draft: Draft) -> Any | None:
        """Return the entry that a draft makes up during a correction, None while a part is missing.

        Differs from `whole` in games where the players confirm a complete draft: a correction is not confirmed.
        """
        return self.whole(state, draft)

    def validate_draft(self, state: Any, draft: Draft) -> Draft:
        """Check a draft imported from another companion; return it in the order in which parts are entered.

        Raises `RuleError` if this form could not have produced its slots and values. Whether the rules allow them is
        checked when the entry is complete.
        """
        known_slots(draft, ())
        return {}

    def view(self, state: Any, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> EntryView:
        """Return what form.html shows.

        `query` holds the fields of the address, or the posted fields that were refused. At a table that hides totals
        state and draft are sealed (`companion.game.pages.viewer`), here and in the methods below.
        """
        return EntryView()

    def sheet(self, state: Any, draft: Draft, viewer: Viewer = EVERYTHING) -> SheetView:
        """Return what sheet.html shows."""
        return SheetView()

    def outcome(
        self, before: Any, entry: Any, after: Any, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> OutcomeView:
        """Return what outcome.html shows of an entry: with the states before and after it, and its steps."""
        return OutcomeView()

    def picture(
        self, before: Any, entry: Any, after: Any, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> OutcomeView:
        """Return what replay.html shows, the table after an entry; by default the same as outcome.html."""
        return self.outcome(before, entry, after, steps, viewer)

    def progress(self, state: Any) -> Message | None:
        """Return the progress of the game, "Deal 3 of 4"; None to show the title of the running entry."""
        return None

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return the title of the entry with this number, counted from 1: "Deal 2"."""
        return Message("Entry {number}", number=number)

    def title_of_entry(self, before: Any, entry: Any, number: int) -> Message:
        """Return the title of an entry that was made, if more than its number tells it."""
        return self.entry_title(before.setup, number)

    def entry_summary(self, before: Any, entry: Any, steps: Sequence[Step]) -> Message | None:
        """Return who made an entry and what it did, "Cleo sells 14", for the score pad; None if the title is enough."""
        return None

    @property
    def has_summaries(self) -> bool:
        """Whether the game tells each of its entries in words, who made it and what it did."""
        return type(self).entry_summary is not EntryForm.entry_summary

    def entry_note(self, steps: Sequence[Step]) -> Message | None:
        """Return what ended with an entry, such as a deck, for the score pad. It is shown even if totals are hidden."""
        return None

    def entry_bonus(self, steps: Sequence[Step], seats: int) -> tuple[int, ...] | None:
        """Return the end-of-game bonus that an entry gave each of `seats`, shown apart on the score pad; else None."""
        return None

    def part_of_seat(self, seat: int) -> str | None:
        """Return the slot of a seat's own part, to which a phone of that seat is sent; None in other games."""
        return None if self.slots is None else self.slots.of(seat)

    def mates(self, state: Any, seat: int) -> tuple[int, ...]:
        """Return the seats that have one part together with a seat, itself included."""
        return (seat,)

    def has_part(self, draft: Draft, seat: int) -> bool:
        """Whether the draft holds the part of a seat."""
        return self.part_of_seat(seat) in draft

    def entry_warnings(self, state: Any, entry: Any) -> Sequence[Message]:
        """Return why an allowed entry is probably a mistake; the phone has to confirm it."""
        return ()

    def seat_on_turn(self, state: Any) -> int | None:
        """Return the seat whose turn it is, if the entries show that; the table's clock then passes on with them.

        None in a game without turns, or whose turns the entries do not tell: they are tapped on.
        """
        return None

    def rematch(self, options: Mapping[str, Any], seats: int) -> Json:
        """Return the options for another game of the same players; the next seat clockwise has the `start_option`."""
        if self.start_option is None:
            return dict(options)
        return {**options, self.start_option: (options[self.start_option] + 1) % seats}


def progress_of(game: Game, state: State, entries: int) -> Message:
    """Return the progress of a game after `entries` entries."""
    progress = game.form.progress(state)
    if progress is not None:
        return progress
    if state.finished:
        return Message("{count} entry", "{count} entries", entries)
    return game.form.entry_title(state.setup, entries + 1)


def seat_to_enter(game: Game, seats: Sequence[int], draft: Draft) -> int | None:
    """Return the seat to show on a phone that holds `seats`, in games where each seat has its own part.

    It is the first seat whose part is missing from the draft, else the first of all; None in other games.
    """
    form = game.form
    if not seats or form.part_of_seat(seats[0]) is None:
        return None
    return next((seat for seat in seats if not form.has_part(draft, seat)), seats[0])


def seats_of_parts(game: Game, parts: Iterable[str], seats: int) -> list[int]:
    """Return the seats whose own parts have these slots."""
    form = game.form
    slots = {form.part_of_seat(seat): seat for seat in range(seats)}
    return [slots[part] for part in parts if part in slots]


def kept_fields(game: Game, posted: Posted) -> dict[str, str]:
    """Return the posted `EntryForm.kept_fields`, each cut to 8 characters."""
    return {name: value[:8] for name in game.form.kept_fields if (value := posted.get(name))}


def known_slots(draft: Draft, known: Iterable[str]) -> list[str]:
    """Return the slots of a draft in the order of `known`; `RuleError` if it has another slot."""
    order = list(known)
    for slot in draft:
        if slot not in order:
            raise RuleError(Message("there is no part {slot}", slot=shown(slot)))
    return [slot for slot in order if slot in draft]


def consecutive_slots(draft: Draft, known: Sequence[str]) -> list[str]:
    """Return the slots of a draft, which have to be the first ones of `known` without a gap; `RuleError` otherwise."""
    slots = known_slots(draft, known)
    if slots != list(known[: len(slots)]):
        raise RuleError(Message("a part is missing before {slot}", slot=shown(slots[-1])))
    return slots


def number(posted: Posted, name: str, low: int, high: int) -> int | None:
    """Return the integer in a field; None if it is missing, no integer or out of range.

    It reads digits only: a number that may be below 0 is read by `whole_number`.
    """
    text = posted.get(name) or ""
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        return None
    value = int(text)
    return value if low <= value <= high else None
