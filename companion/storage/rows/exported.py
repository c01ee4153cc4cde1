"""Rows as an export of all data has them, also those of features: how they are written, read and numbered anew.

A shape reads a value of such a row strictly, and raises `RuleError` for another.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from companion.engine import Message, RuleError, entry_keys, integer, items, one_of, shown
from companion.games import all_games
from companion.games.plug_ins import KEY_PATTERN
from companion.storage import schema
from companion.storage.records import Transaction
from companion.storage.rows.devices import phone_of
from companion.storage.rows.memberships import insert_phone
from companion.storage.schema import DatabaseTable, exists, select
from companion.storage.store import Store

T = TypeVar("T")
Shape = Callable[[Any, Message], Any]
"""Reads a value, which error messages call so."""
MOST = 2**53
_MOMENT = Message("a moment")


def field(key: str) -> Message:
    """How error messages name the value under a key."""
    return Message("the field {key}", key=key)


def cannot_be(what: Message, value: Any) -> RuleError:
    """The error for a value that is not valid."""
    return RuleError("{what} cannot be {value}", what=what, value=shown(value))


def text(pattern: str) -> Shape:
    """A string that matches the whole pattern (ASCII)."""

    def read(value: Any, what: Message) -> str:
        if type(value) is not str or not re.fullmatch(pattern, value, re.ASCII):
            raise cannot_be(what, value)
        return value

    return read


SESSION_ID = text(r"[\w-]{1,64}")


def hexadecimal(length: int | None) -> Shape:
    """Bytes in lower-case hexadecimal: exactly `length` of them, or at most 64 if that is None."""
    size = "0,64" if length is None else str(length)
    digits = text(rf"([0-9a-f]{{2}}){{{size}}}")
    return lambda value, what: bytes.fromhex(digits(value, what))


def number(low: int = 0, high: int = MOST) -> Shape:
    """A whole number."""
    return lambda value, what: integer(value, what, low, high)


def choice(*values: Any) -> Shape:
    """One of some values."""
    return lambda value, what: one_of(value, what, values)


def moment(value: Any, _: Message = _MOMENT) -> str:
    """An ISO 8601 time with a time zone."""
    read: str = text(r"2[01]\d\d-[\d:.T+-]{5,35}")(value, _MOMENT)
    try:
        is_whole = datetime.fromisoformat(read).tzinfo is not None
    except ValueError:
        is_whole = False
    if not is_whole:
        raise cannot_be(_MOMENT, value)
    return read


def anything(value: Any, _: Message) -> Any:
    """Any value; what it has to be is checked later."""
    return value


def nullable(shape: Shape, none: Any = None) -> Shape:
    """A value, or what stands for none."""
    return lambda value, what: value if value == none and type(value) is type(none) else shape(value, what)


def listed(shape: Shape, most: int, by: Callable[[Any], Any] | None = None) -> Shape:
    """A list of at most so many values, no two of which have the same key."""

    def read(value: Any, what: Message) -> list[Any]:
        values = items(value, what)
        if len(values) > most:
            count = len(values)
            raise RuleError("{what} has {count} items; {most} are the most", what=what, count=count, most=most)
        found = [shape(each, what) for each in values]
        return found if by is None else distinct(found, what, by)

    return read


def distinct(values: list[T], what: Message, key: Callable[[T], Any]) -> list[T]:
    """The values unchanged, if no two have the same key."""
    seen: set[Any] = set()
    for each in values:
        if key(each) in seen:
            raise RuleError("{what} names {value} twice", what=what, value=shown(key(each)))
        seen.add(key(each))
    return values


def record(called: Message, shapes: Mapping[str, Shape], **defaults: Any) -> Callable[..., dict[str, Any]]:
    """The values of an object with these keys and no others; a key with a default may be missing."""

    def read(value: Any, _: Message | None = None) -> dict[str, Any]:
        entry_keys(value, called, [key for key in shapes if key not in defaults], defaults)
        whole = {**defaults, **value}
        return {key: shape(whole[key], field(key)) for key, shape in shapes.items()}

    return read


Row = Mapping[str, Any]
MOST_SEATS = 98
MOST_ITEMS = 10_000  # more than a phone can have, as an import adds to those that are here
GAME = text(KEY_PATTERN.pattern)
PHONE, ANY_PHONE = number(1), number(0)
_NOBODY = 0  # stands for a phone that is no longer known
_AS_JSON: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("body", "setup", "options"), json.loads),
    "result": lambda result: None if result is None else json.loads(result),
    **dict.fromkeys(("sent", "token"), lambda content: bytes(content).hex()),
    **dict.fromkeys(("is_open", "replay"), bool),
}
"""How the values of some columns stand in an export; all others as they are."""


class Part(NamedTuple):
    """A list of rows of a table in a line: in which order, the columns of each, and which tells one from the other."""

    table: DatabaseTable
    order: str
    called: Message
    by: str
    shapes: Mapping[str, Shape]
    most: int = MOST_ITEMS

    @property
    def shape(self) -> Shape:
        """The shape of the list."""
        return listed(record(self.called, self.shapes), self.most, itemgetter(self.by))


@dataclass(frozen=True)
class PhoneList:
    """A list that a feature has in the lines of phones, under a key, where it has any; for the place "phone lines".

    `write(store)` returns those of all phones, `write(store, phone=1)` those of one; `read` reads one. `identity`
    tells one of it from the others of a phone; `add(db, phone, row)` inserts one, unless it is here.
    """

    key: str
    write: Callable[..., Mapping[int, Sequence[Row]]]
    read: Shape
    identity: Callable[[Row], str]
    add: Callable[[Transaction, int, Row], None]


def without_unknown(value: Any, known: Set[str]) -> Any:
    """A line without the lists under other keys, which are of features that are not here."""
    keys = value.keys() - known if type(value) is dict else ()
    unknown = {key for key in keys if re.fullmatch(r"[a-z_]{1,20}", key) and type(value[key]) is list}
    return {key: each for key, each in value.items() if key not in unknown} if unknown else value


def plain_object(value: Any, what: Message) -> dict[str, Any]:
    """Read an object with any keys."""
    if type(value) is not dict:
        raise RuleError("{what} must be an object, not {value}", what=what, value=shown(value))
    return value


def check_installed(game: str) -> None:
    """Raise `RuleError` for the key of a game that is not installed here, such as one of a plug-in."""
    if game not in all_games():
        raise RuleError("the game {game} is not installed here", game=game)


def check_phones(rows: Iterable[Row], phones: Mapping[int, Row]) -> None:
    """Raise `RuleError` if a row names a phone that the file does not have."""
    for row in rows:
        if row["phone"] not in phones:
            raise RuleError("the file has no phone {number}", number=row["phone"])


def rows_of(
    store: Store, table: DatabaseTable, columns: Iterable[str], *, order: str, **equal: Any
) -> list[dict[str, Any]]:
    """Some columns of the rows of a table, as an export has them."""
    rows = select(store.rows, table, " ".join(columns), order=order, **equal)
    return store.database.parsed(_exported, rows)


def _exported(row: Row) -> dict[str, Any]:
    return {name: _AS_JSON[name](value) if name in _AS_JSON else value for name, value in row.items()}


def parts_of(store: Store, parts: Mapping[str, Part], **equal: Any) -> dict[str, list[dict[str, Any]]]:
    """The lists of a line."""
    return {key: rows_of(store, part.table, part.shapes, order=part.order, **equal) for key, part in parts.items()}


class PhoneNumbers:
    """The numbers here of an export's phones within one transaction; phones that are not here yet are inserted."""

    def __init__(self, db: Transaction, phones: Mapping[int, Row]) -> None:
        self._db = db
        self._phones = phones
        self._numbers = {_NOBODY: _NOBODY}

    def find(self, number: int) -> int:
        """The number here of the phone with this number in the export; 0 if the export has none."""
        if number not in self._numbers and number in self._phones:
            row = self._phones[number]
            known = phone_of(self._db.rows, row["token"])
            self._numbers[number] = known or insert_phone(self._db, row["phone"], row["token"], row["made"])
        return self._numbers.get(number, _NOBODY)

    def known(self, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
        """Rows of an export with the numbers here of their phones."""
        for row in rows:
            yield {**row, "phone": self.find(row["phone"])} if "phone" in row else dict(row)


def is_open(db: Transaction, session: str) -> bool:
    """Whether a session is here, and not deleted."""
    return exists(db.rows, schema.SESSIONS, id=session, deleted=None)
