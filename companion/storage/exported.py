"""Rows as an export of all data has them, also those of features: how they are written, read and numbered anew."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple

from companion.engine import Message, RuleError, shown
from companion.games import KEY_PATTERN, all_games
from companion.storage import schema
from companion.storage.database import Transaction
from companion.storage.rows.memberships import insert_phone
from companion.storage.schema import Table, exists, select, value
from companion.storage.shapes import Shape, listed, number, record, text
from companion.storage.store import Store

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

    table: Table
    order: str
    called: Message
    by: str
    shapes: Mapping[str, Shape]

    @property
    def shape(self) -> Shape:
        """The shape of the list."""
        return listed(record(self.called, self.shapes), MOST_ITEMS, itemgetter(self.by))


@dataclass(frozen=True)
class PhoneList:
    """A list that a feature has in the lines of phones, under a key, where it has any; for the place "phone lines".

    `write(store)` returns those of all phones, `read` reads one. `identity` tells one of it from the others of a phone;
    `add(db, phone, row)` inserts one, unless it is here.
    """

    key: str
    write: Callable[[Store], Mapping[int, Sequence[Row]]]
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


def rows_of(store: Store, table: Table, columns: Iterable[str], *, order: str, **equal: Any) -> list[dict[str, Any]]:
    """Some columns of the rows of a table, as an export has them."""
    rows = select(store.rows, table, " ".join(columns), order=order, **equal)
    try:
        return [
            {name: _AS_JSON[name](value) if name in _AS_JSON else value for name, value in row.items()} for row in rows
        ]
    except (ValueError, TypeError) as error:  # not the JSON that was stored
        raise store.database.record_damage() from error


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
            known = value(self._db.rows, schema.PHONES, "id", token=row["token"])
            self._numbers[number] = known or insert_phone(self._db, row["phone"], row["token"], row["made"])
        return self._numbers.get(number, _NOBODY)

    def known(self, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
        """Rows of an export with the numbers here of their phones."""
        for row in rows:
            yield {**row, "phone": self.find(row["phone"])} if "phone" in row else dict(row)


def is_open(db: Transaction, session: str) -> bool:
    """Whether a session is here, and not deleted."""
    return exists(db.rows, schema.SESSIONS, id=session, deleted=None)
