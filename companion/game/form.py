"""EntryForm, the base class of the entry form of a game, and the helpers that read a posted form."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from companion.game import Game, Message, MessageError, RuleError, Setup, State, Step, shown

Draft = Mapping[str, Any]
Filled = Mapping[str, str | list[str]]
"""Fields of a form's address with what they hold, some of them several times."""


class Posted(Protocol):
    """The fields of a form or an address: the first text under a name, or all of them."""

    def get(self, name: str) -> str | None: ...

    def getlist(self, name: str) -> list[str]: ...


@dataclass(frozen=True)
class Part:
    """One fact of the running entry: it is kept in the draft under its slot until the entry is whole."""

    slot: str
    value: Any


@dataclass(frozen=True)
class Parts:
    """Several facts of the running entry at once, by slot; they are saved and taken back together."""

    values: Mapping[str, Any]


def part_values(made: Part | Parts) -> Mapping[str, Any]:
    """The values of one part or of several, by slot."""
    return {made.slot: made.value} if isinstance(made, Part) else made.values


@dataclass(frozen=True)
class Whole:
    """A whole entry, ready to be played."""

    entry: Any


class FormError(MessageError):
    """A posted form that cannot be read; `message` says what is wrong and what to do."""


class EntryForm:
    """The entry form of a game; its module `form` has a subclass `Form`. Only `read` has to be written.

    Drafts are plain JSON by slot; states are the game's own. A form that always reads a whole entry has no drafts,
    and the defaults for parts, slots and drafts fit it.
    """

    fields: tuple[str, ...] = ()
    """The fields of the form's address that change what `view` shows."""
    kept_fields: tuple[str, ...] = ()
    """Those that only say how this phone looks at the form: it goes on with them after each act."""

    def read(self, posted: Posted, state: Any, draft: Draft) -> Part | Parts | Whole:
        """Turn a posted form into one part, several parts or a whole entry.

        Raises `FormError` where the form cannot be read, `RuleError` where the rules refuse what it says.
        """
        raise NotImplementedError

    def whole(self, state: Any, draft: Draft) -> Any | None:
        """The entry that the draft's parts make up once the last of them is in; None before, or without parts."""
        return None

    def draft_from_entry(self, state: Any, entry: Any) -> tuple[Draft, Filled]:
        """The form filled with an entry that is being corrected: a draft, and the fields of the address."""
        return {}, {}

    def entry_from_draft(self, state: Any, draft: Draft) -> Any | None:
        """The entry that a draft makes up where it is being corrected: nobody says separately that it is complete."""
        return self.whole(state, draft)

    def validate_draft(self, state: Any, draft: Draft) -> Draft:
        """A draft from another companion, in the order in which it is entered.

        Raises `RuleError` where this form could not have made its slots and values. Whether the rules allow them is
        checked when the entry is complete.
        """
        known_slots(draft, ())
        return {}

    def view(self, state: Any, draft: Draft, asked: Posted) -> dict[str, Any]:
        """What form.html shows; `asked` holds the address's fields, or the posted ones that were refused.

        `stage` is a text that changes when the form asks for something else, `title` a message; without them the
        title of the entry is used for both.
        """
        return {}

    def sheet(self, state: Any, draft: Draft) -> dict[str, Any]:
        """What sheet.html shows of the state; `next` is the label of the button that leads to the form."""
        return {}

    def outcome(self, state: Any, entry: Any, steps: tuple[Step, ...]) -> dict[str, Any]:
        """What outcome.html shows of an entry, `state` being the one before it."""
        return {}

    def progress(self, state: Any) -> Message | None:
        """How far the game is: "Deal 3 of 4"; None for the title of the running entry."""
        return None

    def entry_title(self, setup: Setup, number: int) -> Message:
        """What the game calls its entry with this number, from 1: "Deal 2"."""
        return Message("Entry {number}", number=number)

    def entry_summary(self, before: Any, entry: Any, steps: Sequence[Step]) -> Message | None:
        """Whose entry it was and what it did, for the score pad: "Cleo sells 14"; None where the title says enough."""
        return None

    def entry_note(self, steps: Sequence[Step]) -> Message | None:
        """What ended with an entry, for the score pad, such as a deck; no secret anywhere."""
        return None

    def entry_bonus(self, steps: Sequence[Step], seats: int) -> tuple[int, ...] | None:
        """What an entry brought each of `seats` at the end of the game, for the score pad to show apart; else None."""
        return None

    def describe_part(self, slot: str, value: Any) -> Message:
        """A part in a few words: "trick 7 to Ann"."""
        return Message("part {slot}", slot=slot)

    def part_of_seat(self, seat: int) -> str | None:
        """The slot of a seat's own part, in games where each seat has one; a phone of that seat is led to it."""
        return None

    def has_part(self, draft: Draft, seat: int) -> bool:
        """Whether the part of a seat is in."""
        return self.part_of_seat(seat) in draft

    def doubts(self, state: Any, entry: Any) -> Sequence[Message]:
        """Why an entry that the rules allow is probably a slip; the phone is asked before it is entered."""
        return ()

    def rematch(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """The options for another game of the same players."""
        return dict(options)


def form_of(game: Game) -> EntryForm:
    """The entry form of a game, imported when it is first needed."""
    return _form_in(game.package)


@cache
def _form_in(package: str) -> EntryForm:
    form: EntryForm = importlib.import_module(f"{package}.form").Form()
    return form


def progress_of(game: Game, state: State, entries: int) -> Message:
    """How far a game is after so many entries."""
    told = form_of(game).progress(state)
    if told is not None:
        return told
    if state.finished:
        return Message("{count} entry", "{count} entries", entries)
    return form_of(game).entry_title(state.setup, entries + 1)


def seat_to_enter(game: Game, seats: Sequence[int], draft: Draft) -> int | None:
    """Which of these seats a phone that holds them is led to, in games where each seat has a part of its own.

    The first one whose part of the running entry is not in, else the first one; None in other games.
    """
    form = form_of(game)
    if not seats or form.part_of_seat(seats[0]) is None:
        return None
    return next((seat for seat in seats if not form.has_part(draft, seat)), seats[0])


def seats_of_parts(game: Game, parts: Iterable[str], seats: int) -> list[int]:
    """The seats whose own parts stand in these slots."""
    form = form_of(game)
    slots = {form.part_of_seat(seat): seat for seat in range(seats)}
    return [slots[part] for part in parts if part in slots]


def kept_fields(game: Game, posted: Posted) -> dict[str, str]:
    """The fields that only say how this phone looks at the form: it goes on with them after each act."""
    return {name: value[:8] for name in form_of(game).kept_fields if (value := posted.get(name))}


def known_slots(draft: Draft, known: Iterable[str]) -> list[str]:
    """The slots of a draft in the order of the `known` ones; `RuleError` where it has another one."""
    order = list(known)
    for slot in draft:
        if slot not in order:
            raise RuleError(Message("there is no part {slot}", slot=shown(slot)))
    return [slot for slot in order if slot in draft]


def consecutive_slots(draft: Draft, known: Sequence[str]) -> list[str]:
    """The slots of a draft whose parts follow one another, each `known` one after the other; `RuleError` otherwise."""
    slots = known_slots(draft, known)
    if slots != list(known[: len(slots)]):
        raise RuleError(Message("a part is missing before {slot}", slot=shown(slots[-1])))
    return slots


def number(posted: Posted, name: str, low: int, high: int) -> int | None:
    """The whole number under a name, or None where it is missing, not a number or out of range."""
    text = posted.get(name) or ""
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        return None
    value = int(text)
    return value if low <= value <= high else None
