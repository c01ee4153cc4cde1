"""Sentences as data: a template and its values, translated when they are shown."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, Protocol
from unicodedata import bidirectional


class Catalogue(Protocol):
    """The two methods of a translation catalogue that messages use; `gettext` and Babel catalogues have both."""

    def gettext(self, message: str) -> str:
        """Translate a sentence."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Translate a sentence that has a singular and a plural."""


Shown = Callable[[str], str]

Values = dict[str, Any]
"""The values of a sentence, or of the step that it describes, by field name."""

ENGLISH: Catalogue = NullTranslations()
MINUS = "−"
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_RTL_CLASSES = {"R", "AL", "AN", "RLE", "RLO", "RLI"}


@dataclass(frozen=True)
class Seat:
    """A seat inside a message, shown as the player's name if the names are known."""

    index: int


class Message:
    """A sentence that is translated when it is shown, not when it is created.

    `singular` is the English template with named fields in braces; `plural` and `count` give it a plural form.
    A value is a number, a text, a `Seat`, another `Message`, or several of these as `joined`.

    >>> Message("{seat} took {tricks}", seat=Seat(1), tricks=3).text(names=["Ann", "Ben"])
    'Ben took 3'
    >>> str(Message("{count} card", "{count} cards", 2)), str(Message("{count} point", "{count} points", -2))
    ('2 cards', '−2 points')
    """

    __slots__ = ("count", "plural", "singular", "values")

    def __init__(self, singular: str, /, plural: str | None = None, count: int | None = None, **values: Any) -> None:
        self.singular = singular
        self.plural = plural
        self.count = count
        self.values = values

    def __eq__(self, other: object) -> bool:
        fields = Message.__slots__
        return isinstance(other, Message) and all(getattr(self, name) == getattr(other, name) for name in fields)

    def __hash__(self) -> int:
        return hash((self.singular, self.count))

    def text(self, catalogue: Catalogue = ENGLISH, names: Sequence[str] = (), shown: Shown = str) -> str:
        """Return the translated sentence with players' names for seats; `shown` formats each name and text in it."""
        if self.plural is None or self.count is None:
            template = catalogue.gettext(self.singular)
        else:
            template = catalogue.ngettext(self.singular, self.plural, self.count)
        if not self.values and self.count is None:
            return template
        values = {key: _format_value(value, catalogue, names, shown) for key, value in self.values.items()}
        if self.count is not None:
            values.setdefault("count", _format_value(self.count, catalogue, names, shown))
        return template.format(**values)

    @property
    def begins_with_word(self) -> bool:
        """Whether the English sentence begins with a word, not with a name, a number or another plain text.

        >>> templates = ("{what}", "{who}", "no")
        >>> [Message(text, what=Message("a card"), who="ann").begins_with_word for text in templates]
        [True, False, True]
        """
        if not self.singular.startswith("{"):
            return True
        first = self.values.get(self.singular[1 : self.singular.index("}")])
        return isinstance(first, Message) and first.begins_with_word

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Message({self.text()!r})"


class MessageError(Exception):
    """Base of all errors whose `message` is a sentence for people: a `Message`, or what makes one."""

    def __init__(self, message: Message | str, **values: Any) -> None:
        self.message = Message(message, **values) if isinstance(message, str) else message
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message.text()


@dataclass(frozen=True)
class joined:
    """Several values as one value of a message, separated by the comma of the language."""

    values: Sequence[Any]

    def text(self, catalogue: Catalogue = ENGLISH, names: Sequence[str] = (), shown: Shown = str) -> str:
        """Return the translated values, separated by commas; parameters as in `Message.text`."""
        parts = [str(_format_value(part, catalogue, names, shown)) for part in self.values]
        return catalogue.gettext(_COMMA.singular).join(parts)


def joined_seats(seats: Iterable[int]) -> joined:
    """Return the players of several seats as one value of a message.

    >>> joined_seats([0, 2]).text(names=("Ann", "Ben", "Cleo"))
    'Ann, Cleo'
    """
    return joined([Seat(seat) for seat in seats])


_COMMA = Message(", ")
_SEAT = Message("seat {number}")
_REMOVED_PLAYER = Message("a player who was taken out")


def _format_value(value: Any, catalogue: Catalogue, names: Sequence[str], shown: Shown) -> Any:
    if isinstance(value, Message | joined):
        return value.text(catalogue, names, shown)
    if isinstance(value, int) and value < 0:
        return f"{MINUS}{-value}"
    if isinstance(value, Seat):
        if value.index < len(names):
            return shown(names[value.index])
        # With names for other seats only, this seat belonged to a late player who was removed again.
        return (
            catalogue.gettext(_REMOVED_PLAYER.singular)
            if names
            else catalogue.gettext(_SEAT.singular).format(number=value.index)
        )
    return shown(value) if type(value) is str else value


def isolated(text: str) -> str:
    """Wrap right-to-left text in Unicode isolates, so that it does not reorder numbers beside it.

    >>> isolated("Ann"), isolated("עלמה") == "\u2068עלמה\u2069"
    ('Ann', True)
    """
    if type(text) is not str or text.isascii() or not any(bidirectional(letter) in _RTL_CLASSES for letter in text):
        return text
    return f"{_ISOLATE}{text}{_END_ISOLATE}"
