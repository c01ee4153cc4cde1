"""Sentences as data: a template and its values, put into a language only when somebody reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, Protocol


class Catalogue(Protocol):
    """What a message needs of a language; `gettext` and Babel catalogues both have it."""

    def gettext(self, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...


Shown = Callable[[str], str]

ENGLISH: Catalogue = NullTranslations()
MINUS = "−"


@dataclass(frozen=True)
class Seat:
    """A seat inside a message; it is read as the player's name where the names are known."""

    index: int


class Message:
    """A sentence that is translated when it is read, not when it is made.

    `one` is the English template with named fields in braces; `many` and `count` give it a plural form.
    A value may be a number, a text, a `Seat`, another `Message` or a sequence of these.

    >>> Message("{seat} took {tricks}", seat=Seat(1), tricks=3).text(names=["Ann", "Ben"])
    'Ben took 3'
    >>> str(Message("{count} card", "{count} cards", 2))
    '2 cards'
    """

    __slots__ = ("count", "many", "one", "values")

    def __init__(self, one: str, /, many: str | None = None, count: int | None = None, **values: Any) -> None:
        self.one = one
        self.many = many
        self.count = count
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self._told == other._told

    def __hash__(self) -> int:
        return hash((self.one, self.count))

    @property
    def _told(self) -> tuple[Any, ...]:
        return self.one, self.many, self.count, self.values

    def text(self, catalogue: Catalogue = ENGLISH, names: Sequence[str] = (), shown: Shown = str) -> str:
        """Read the sentence in a language, with seats as names; `shown` is how a name or a text stands in it."""
        if self.many is None or self.count is None:
            template = catalogue.gettext(self.one)
        else:
            template = catalogue.ngettext(self.one, self.many, self.count)
        if not self.values and self.count is None:
            return template
        values = {key: _read(value, catalogue, names, shown) for key, value in self.values.items()}
        if self.count is not None:
            values.setdefault("count", self.count)
        return template.format(**values)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Message({self.text()!r})"


class MessageError(Exception):
    """Base of all errors whose `message` is a sentence for people."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message.text()


@dataclass(frozen=True)
class joined:
    """Several values in one place of a message, or alone, separated as the language does it."""

    values: Sequence[Any]

    def text(self, catalogue: Catalogue = ENGLISH, names: Sequence[str] = (), shown: Shown = str) -> str:
        """Read the values one after the other, as those of a message."""
        parts = [str(_read(part, catalogue, names, shown)) for part in self.values]
        return catalogue.gettext(_COMMA.one).join(parts)


_COMMA = Message(", ")
_SEAT = Message("seat {number}")


def _read(value: Any, catalogue: Catalogue, names: Sequence[str], shown: Shown) -> Any:
    if isinstance(value, Message | joined):
        return value.text(catalogue, names, shown)
    if type(value) is int and value < 0:
        return f"{MINUS}{-value}"
    if isinstance(value, Seat):
        if value.index < len(names):
            return shown(names[value.index])
        return catalogue.gettext(_SEAT.one).format(number=value.index)
    return shown(value) if type(value) is str else value
