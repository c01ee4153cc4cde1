"""What a game's `form` module offers to the pages, and the helpers it reads a posted form with."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, cast

from companion.game import Game, Message, RuleError, Setup, shown

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


def values_of(made: Part | Parts) -> Mapping[str, Any]:
    """The values of one part or of several, by slot."""
    return {made.slot: made.value} if isinstance(made, Part) else made.values


@dataclass(frozen=True)
class Whole:
    """A whole entry, ready to be played."""

    entry: Any


class FormError(Exception):
    """A posted form that cannot be read; `message` says what is wrong and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class EntryForm(Protocol):
    """A game's form module. Drafts are plain JSON by slot; states are the game's own.

    `FIELDS` names the fields of the form's address that change what `view` shows.
    """

    FIELDS: tuple[str, ...]

    def read(self, posted: Posted, state: Any, draft: Draft) -> Part | Parts | Whole:
        """Turn a posted form into one part, several parts or a whole entry; raises `FormError` or `RuleError`."""

    def whole(self, state: Any, draft: Draft) -> Any | None:
        """The entry that the draft's parts make up, once the last of them is in."""

    def filled(self, state: Any, entry: Any) -> tuple[Draft, Filled]:
        """What an entry that stands comes to in the form: a draft, and the fields of the address."""

    def carried(self, state: Any, draft: Draft) -> Draft:
        """A draft that comes from elsewhere, in the order in which it is entered; `RuleError` where this form could not
        have made its slots and values. Whether the rules allow them is asked when the entry is whole."""

    def complete(self, state: Any, draft: Draft) -> Any | None:
        """The entry that a draft makes up where it is being corrected: nobody says separately that it is over."""

    def view(self, state: Any, draft: Draft, asked: Posted) -> dict[str, Any]:
        """What form.html shows; `asked` holds the address's fields, or the posted ones that did not stand.

        Always has `stage`, a text that changes when the form asks for something else, and `title`, a message.
        """

    def sheet(self, state: Any, draft: Draft) -> dict[str, Any]:
        """What sheet.html shows of the state. Always has `next`, the label of the button that leads to the form."""

    def outcome(self, state: Any, entry: Any, steps: tuple[Any, ...]) -> dict[str, Any]:
        """What outcome.html shows of an entry, `state` being the one before it."""

    def progress(self, state: Any) -> Message:
        """How far the game is: "Deal 3 of 4"."""

    def entry_title(self, number: int) -> Message:
        """What the game calls its entry with this number, from 1: "Deal 2"."""

    def told(self, slot: str, value: Any) -> Message:
        """A part in a few words: "trick 7 to Ann"."""

    def rematch(self, options: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """The options for another game of the same players."""


def form_of(game: Game) -> EntryForm:
    """The form module of a game, imported when it is first needed."""
    return _form_in(game.package)


@cache
def _form_in(package: str) -> EntryForm:
    return cast(EntryForm, importlib.import_module(f"{package}.form"))


def entry_title(game: Game, setup: Setup, number: int) -> Message:
    """What a game calls its entry with this number, from 1.

    A form module has `title_in(setup, number)` where that depends on the setup.
    """
    title: Callable[[Setup, int], Message] | None = getattr(form_of(game), "title_in", None)
    return form_of(game).entry_title(number) if title is None else title(setup, number)


def own_part(game: Game, seats: Sequence[int], draft: Draft) -> int | None:
    """Which of these seats a phone that holds them is led to, in games where each seat has a part of its own.

    The first one whose part of the running entry is not in, else the first one; None in other games. The form module
    of such a game has `part_of_seat(seat)`, the slot of that part, and may have `has_part(draft, seat)`.
    """
    form = form_of(game)
    slot: Callable[[int], str] | None = getattr(form, "part_of_seat", None)
    if slot is None or not seats:
        return None
    has_part: Callable[[Draft, int], bool] = getattr(form, "has_part", lambda draft, seat: slot(seat) in draft)
    return next((seat for seat in seats if not has_part(draft, seat)), seats[0])


def seats_in(game: Game, parts: Iterable[str], seats: int) -> list[int]:
    """The seats whose own parts stand in these slots."""
    slot: Callable[[int], str] | None = getattr(form_of(game), "part_of_seat", None)
    return [] if slot is None else [seat for seat in range(seats) if slot(seat) in parts]


def doubts_about(game: Game, state: Any, entry: Any) -> Sequence[Message]:
    """Why an entry that the rules allow is likely a slip; it is asked about before it is entered.

    A form module may tell it with `doubts(state, entry)`.
    """
    doubts: Callable[[Any, Any], Sequence[Message]] | None = getattr(form_of(game), "doubts", None)
    return [] if doubts is None else doubts(state, entry)


def kept_fields(game: Game, posted: Posted) -> dict[str, str]:
    """The fields that only say how this phone looks at the form: it goes on with them after each act.

    A form module may name them in `KEPT`.
    """
    names: tuple[str, ...] = getattr(form_of(game), "KEPT", ())
    return {name: value[:8] for name in names if (value := posted.get(name))}


def known_slots(draft: Draft, known: Iterable[str]) -> list[str]:
    """The slots of a draft in the order of the `known` ones; `RuleError` where it has another one."""
    order = list(known)
    for slot in draft:
        if slot not in order:
            raise RuleError(Message("there is no part {slot}", slot=shown(slot)))
    return [slot for slot in order if slot in draft]


def slots_in_a_row(draft: Draft, known: Sequence[str]) -> list[str]:
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
