"""EntryForm, the base class of a game's entry form, and helpers that read posted forms."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from companion.engine import Game, Json, Message, MessageError, Setup, State, Step, joined, joined_seats
from companion.engine.strict import RuleError, shown
from companion.forms.pieces import WHOLE, Pieces, PieceWords, SeatSlots
from companion.forms.viewer import EVERYTHING, View, Viewer

Draft = Mapping[str, Any]
Filled = Mapping[str, str | list[str]]
"""Query parameters of a form's address; a list holds a parameter that occurs several times."""

_FULL_WIDTH = {code + 0xFEE0: code for code in range(0x21, 0x7F)}
_DIGITS = {zero + digit: ord("0") + digit for zero in (0x0660, 0x06F0) for digit in range(10)}
"""Those of Arabic and of Persian."""
_THOUSANDS = re.compile(r"(?<![0-9.])([0-9]{1,3})\.([0-9]{3})\.([0-9]{1,2})(?![0-9.])")
_MINUS = re.compile("[\u2010-\u2015\u2212\u30fc\uff70]")
"""Hyphens, dashes, the minus sign, and the long vowel mark on the minus key of Japanese keyboards."""


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


Content = Part | Parts | Whole
"""What a posted form says: one or several parts of the running entry, or a whole one."""


class FormError(MessageError):
    """A posted form that cannot be read; `message` says what is wrong and what to do."""


class EntryForm:
    """Base class of a game's entry form; only `read` is required.

    A draft maps slots to plain JSON values; states are those of the game's engine. A form that always reads complete
    entries needs no drafts and keeps the defaults of all methods about parts, slots and drafts.

    A piece of an entry is the smallest unit that can change independently: changes of two phones to different pieces
    are merged; of two versions of the same piece, somebody has to choose one. By default an entry is one piece.
    """

    fields: tuple[str, ...] = ()
    """The query parameters of the form's address that change what `view` shows."""
    kept_fields: tuple[str, ...] = ()
    """The `fields` that only choose how this phone shows the form; they stay in the address after each action."""
    slots: SeatSlots | None = None
    """The slots of the seats' own parts, in games where each seat has one.

    The form's address then has the phone's seat in the field `seat`, even after all these parts are entered.
    """
    start_option: str | None = None
    """The option with the seat that starts, if another seat starts a rematch."""
    teams_option: str | None = None
    """The option with the seats of each team, if teams can be drawn by lot."""

    def read(self, posted: Posted, state: Any, draft: Draft) -> Part | Parts | Whole:
        """Turn a posted form into one part, several or a whole entry; raises `FormError`, or `RuleError` for values."""
        raise NotImplementedError

    def question(self, state: Any) -> str | None:
        """Return an identifier, a few characters, for what the form asks for in this state; None for the next entry.

        An entry is accepted if this is still the same when it arrives. Entries that do not depend on each other, such
        as several sales of one round, share one identifier.
        """
        return None

    def whole(self, state: Any, draft: Draft) -> Any | None:
        """Return the entry that consists of the draft's parts, None while a part is missing."""
        return None

    def draft_from_entry(self, state: Any, entry: Any) -> tuple[Draft, Filled]:
        """Return the draft and the query parameters that fill the form with an entry to correct."""
        return {}, {}

    def entry_from_draft(self, state: Any, draft: Draft) -> Any | None:
        """Return the entry that a draft holds during a correction, None while a part is missing.

        Override it in games whose players confirm a complete draft: a correction needs no confirmation.
        """
        return self.whole(state, draft)

    def validate_draft(self, state: Any, draft: Draft) -> Draft:
        """Check a draft imported from another companion; return it in the order in which parts are entered.

        Raises `RuleError` if this form could not have produced its slots and values. The rules are checked later, when
        the entry is complete.
        """
        known_slots(draft, ())
        return {}

    def view(self, state: Any, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return what form.html shows.

        `query` holds the fields of the address, or the posted fields that were refused. At a table that hides totals,
        `state` and `draft` are sealed (see `companion.forms.viewer`), here and in the methods below.
        """
        return View()

    def sheet(self, state: Any, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return what sheet.html shows."""
        return View()

    def outcome(self, before: Any, entry: Any, after: Any, steps: Sequence[Step], viewer: Viewer = EVERYTHING) -> View:
        """Return what outcome.html shows of an entry; `before` and `after` are the states around it."""
        return View()

    def picture(self, before: Any, entry: Any, after: Any, steps: Sequence[Step], viewer: Viewer = EVERYTHING) -> View:
        """Return what replay.html shows: the table after an entry; by default the same as `outcome`."""
        return self.outcome(before, entry, after, steps, viewer)

    def progress(self, state: Any) -> Message | None:
        """Return the progress of the game, "Deal 3 of 4"; None to show the title of the running entry."""
        return None

    def entry_title(self, setup: Setup, number: int) -> Message:
        """Return the title of the entry with this number, counted from 1: "Deal 2"."""
        return Message("Entry {number}", number=number)

    def title_of_entry(self, before: Any, entry: Any, number: int) -> Message:
        """Return the title of an existing entry; override it if the title depends on more than the number."""
        return self.entry_title(before.setup, number)

    def entry_summary(self, before: Any, entry: Any, steps: Sequence[Step]) -> Message | None:
        """Return who made an entry and what it did, "Cleo sells 14", for the score pad; None to show the title only."""
        return None

    @property
    def has_summaries(self) -> bool:
        """Whether the game overrides `entry_summary`."""
        return type(self).entry_summary is not EntryForm.entry_summary

    def entry_note(self, steps: Sequence[Step]) -> Message | None:
        """Return what ended with an entry, such as a deck, for the score pad; it is shown even if totals are hidden."""
        return None

    def entry_bonus(self, steps: Sequence[Step], seats: int) -> tuple[int, ...] | None:
        """Return the end-of-game bonus of each seat from an entry, for a separate row of the score pad; else None."""
        return None

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return the pieces of an entry; `state` is any state of its game."""
        return {WHOLE: entry}

    def pieces_of_part(self, state: Any, slot: str, value: Any) -> Pieces:
        """Return the pieces of a part; a piece with the same meaning has the same name as in `pieces`."""
        return {slot: value}

    def is_same_piece(self, name: str, first: Any, second: Any) -> bool:
        """Whether two values of a piece mean the same, such as the cards of a hand in another order."""
        return bool(first == second)

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a piece; `value` is None if one of two versions does not have it.

        The preview of a correction shows both versions in these words. Without `pieces` the only piece is the whole
        entry, which is described as just that.
        """
        if name == WHOLE:
            return PieceWords((), (Message("the whole entry"),))
        return PieceWords((), (Message("nothing") if value is None else self.describe_part(name, value),))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a part in a few words: "trick 7 to Ann"."""
        return Message("part {slot}", slot=slot)

    def mates(self, state: Any, seat: int) -> tuple[int, ...]:
        """Return the seats that share one part with a seat, including the seat."""
        return (seat,)

    def entry_warnings(self, state: Any, entry: Any) -> Sequence[Message]:
        """Return why an allowed entry is probably a mistake; the player then has to confirm it."""
        return ()

    def seat_on_turn(self, state: Any) -> int | None:
        """Return the seat whose turn it is; the table's clock then switches with each entry.

        Return None in a game without turns, or if entries do not show whose turn it is: players then tap the clock.
        """
        return None

    def rematch(self, options: Mapping[str, Any], seats: int) -> Json:
        """Return the options for a rematch of the same players; `start_option` moves to the next seat clockwise."""
        if self.start_option is None:
            return dict(options)
        return {**options, self.start_option: (options[self.start_option] + 1) % seats}


def progress_of(game: Game, state: State, entries: int) -> Message:
    """Return the progress of a game, "Deal 3 of 4"; `entries` is the number of entries so far."""
    progress = game.form.progress(state)
    if progress is not None:
        return progress
    if state.finished:
        return Message("{count} entry", "{count} entries", entries)
    return game.form.entry_title(state.setup, entries + 1)


def seat_to_enter(game: Game, seats: Sequence[int], draft: Draft) -> int | None:
    """Return the first of `seats` whose own part is missing, else the first; None in games without such parts."""
    slots = game.form.slots
    if not seats or slots is None:
        return None
    return next((seat for seat in seats if slots.of(seat) not in draft), seats[0])


def seats_of_parts(game: Game, parts: Iterable[str], seats: int) -> list[int]:
    """Return the seats whose own parts have the slots in `parts`."""
    slots = game.form.slots
    return [slots.owner(part) for part in parts if part in slots.all(seats)] if slots else []


def kept_fields(game: Game, posted: Posted) -> dict[str, str]:
    """Return the posted `EntryForm.kept_fields`, each cut to 8 characters."""
    return {name: value[:8] for name in game.form.kept_fields if (value := posted.get(name))}


def known_slots(draft: Draft, known: Iterable[str]) -> list[str]:
    """Return the slots of a draft in the order of `known`; raise `RuleError` for any other slot."""
    order = list(known)
    for slot in draft:
        if slot not in order:
            raise RuleError("there is no part {slot}", slot=shown(slot))
    return [slot for slot in order if slot in draft]


def consecutive_slots(draft: Draft, known: Sequence[str]) -> list[str]:
    """Return the slots of a draft; raise `RuleError` unless they are the first ones of `known` without a gap."""
    slots = known_slots(draft, known)
    if slots != list(known[: len(slots)]):
        raise RuleError("a part is missing before {slot}", slot=shown(slots[-1]))
    return slots


def plain_number(text: str) -> str:
    """Return a typed number or sum with ASCII digits and signs, without spaces; any other text is no number after it.

    `plainNumber` of the open sheet's form.js is the same.

    >>> [plain_number(text) for text in (" １２＋５ ", "ー4", "−4", "7½", "７。５", "1,5", "٣", "۴", "x")]
    ['12+5', '-4', '-4', '7.5', '7.5', '1.5', '3', '4', 'x']
    >>> [plain_number(text) for text in ("1.000,5", "1,000.5", "1,000")]  # the last could be either
    ['1000.5', '1000.5', '1.000']
    """
    plain = "".join(text.translate(_FULL_WIDTH | _DIGITS).split())
    plain = _MINUS.sub("-", plain).replace("½", ".5").replace(",", ".").replace("。", ".")
    return _THOUSANDS.sub(r"\1\2.\3", plain)


def number(posted: Posted, name: str, low: int, high: int) -> int | None:
    """Return the integer without a sign in a field; None if it is missing, not such an integer or out of range."""
    return number_in(posted.get(name) or "", low, high)


def number_in(text: str, low: int, high: int) -> int | None:
    """Return the integer that a text is, as `number` reads it.

    >>> number_in(" ７", 0, 9)
    7
    """
    plain = plain_number(text)
    if not (plain.isascii() and plain.isdigit() and len(plain) <= 4):
        return None
    value = int(plain)
    return value if low <= value <= high else None


def numbers(posted: Posted, field: str, seats: int, low: int, high: int) -> list[int | None]:
    """Return the integer of each seat as `number` reads it; with the `field` "t" those in t0, t1 and so on."""
    return [number(posted, f"{field}{seat}", low, high) for seat in range(seats)]


def all_numbers(
    posted: Posted, field: str, seats: int, low: int, high: int, asks: Callable[[joined], Message]
) -> list[int]:
    """Return the integer of each seat; raise `FormError` with the sentence that `asks` for those that are missing."""
    by_seat = numbers(posted, field, seats, low, high)
    if missing := [seat for seat, value in enumerate(by_seat) if value is None]:
        raise FormError(asks(joined_seats(missing)))
    return [value for value in by_seat if value is not None]


def acts_of(form: EntryForm, state: Any, entry: Any) -> list[Part | Whole]:
    """The acts that enter an entry: its parts one by one, and the whole where the form asks to confirm them."""
    draft, _ = form.draft_from_entry(state, entry)
    parts: list[Part | Whole] = [Part(slot, value) for slot, value in draft.items()]
    whole = form.whole(state, draft)
    if whole is None:
        return [*parts, Whole(entry)]
    return parts if whole == entry else [Whole(entry)]
