"""The tables of a database, stated once: each engine makes them of these declarations in a dialect of its own.

They are what the migrations lead to; a change here needs a migration on both engines, which a test holds. Features
state tables of their own alike.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from companion.storage.records import Event, Rows, Transaction, batches

Engine = Literal["sqlite", "postgresql"]
Storing = Literal["plain", "numbered", "clustered"]
"""How rows are stored: `numbered` have a `rowid` in the order of insertion, `clustered` are in the order of the key."""


@dataclass(frozen=True)
class Column:
    """A column; `default` is an SQL literal, `references` a table whose `id` the values are.

    Of its types `text` is compared and ordered by code points, `prose` is neither; `small` is a flag or a count,
    `integer` any, and there are `bytes`.
    """

    name: str
    type: str = "text"
    nullable: bool = False
    default: str = ""
    references: str = ""
    unique: bool = False


@dataclass(frozen=True)
class Index:
    """An index; `where` says which rows are in it, if not all, and `engine` which engine has it, if not both."""

    name: str
    columns: tuple[str, ...]
    unique: bool = False
    where: str = ""
    engine: Engine | None = None


@dataclass(frozen=True)
class DatabaseTable:
    """A table; `ids` says who gives the ids of its integer `id`, if it has one.

    A column is stated as `name type null unique = default -> table`, of which only the name is needed. Rows that refer
    to a session are deleted with it. The rows of a log have `number` and `act`, and stay as they are until the row to
    which its first column refers is `deleted`.
    """

    name: str
    stated: str
    key: tuple[str, ...] = ()
    unique: tuple[tuple[str, ...], ...] = ()
    indexes: tuple[Index, ...] = ()
    rows: Storing = "plain"
    ids: Literal["", "engine", "engine or import"] = ""
    is_log: bool = False

    @cached_property
    def columns(self) -> list[Column]:
        """The columns in their order."""
        return [_read_column(column) for column in self.stated.split(", ")]


def _read_column(stated: str) -> Column:
    """Return the column that is stated, as `phone integer null = 0 -> phones`."""
    before, _, references = stated.partition(" -> ")
    words, _, default = before.partition(" = ")
    name, *flags = words.split()
    kind = flags.pop(0) if flags and flags[0] not in ("null", "unique") else "text"
    return Column(name, kind, "null" in flags, default, references, "unique" in flags)


# `signed` are phones that may have further devices from before these had rows, which are known by signed cookies.
PHONES = DatabaseTable(
    "phones", "id integer, token bytes unique, made, signed small = 0", key=("id",), ids="engine or import"
)
# No reference to the phone, as a device keeps none from being deleted. `code` is the hash of that by which it joined,
# `used` when it was seen last; `told` are those of which the phone's other devices know.
DEVICES = DatabaseTable(
    "devices",
    "id integer, phone integer, token bytes unique, code bytes null, kind, made, used, told small = 0",
    key=("id",),
    indexes=(Index("devices_phone", ("phone",)), Index("devices_code", ("code",))),
    ids="engine",
)
# `used` is a counter, not a time: the clock may be set back. `opened` is the hash of its form's key.
SESSIONS = DatabaseTable(
    "sessions",
    "id, game, setup prose, made, generation integer, result prose null, deleted null, used integer = 0, ended "
    "null, opened bytes null",
    key=("id",),
    indexes=(
        Index("sessions_used", ("used",)),
        Index("sessions_opened", ("opened",), unique=True),
        Index("sessions_rowid", ("rowid",), engine="postgresql"),
    ),
    rows="numbered",
)
LINKS = DatabaseTable(
    "links", "session -> sessions, role, code unique, token bytes unique, made = ''", key=("session", "role")
)
# `at` and `game` are copied from the session: an index then gives a phone's history in order.
MEMBERS = DatabaseTable(
    "members",
    "session -> sessions, phone integer -> phones, role, joined, at = '', game = ''",
    unique=(("session", "phone"),),
    indexes=(Index("members_at", ("phone", "at", "session", "game")),),
    rows="numbered",
)
EVENTS = DatabaseTable(
    "events",
    "session -> sessions, number integer, act, sent bytes, kind, body prose, phone integer, at",
    key=("session", "number"),
    unique=(("session", "act"),),
    is_log=True,
)
SEATS = DatabaseTable(
    "seats",
    "session -> sessions, seat integer, name, key null, place integer null, total integer null, figures prose null",
    key=("session", "seat"),
    indexes=(Index("seats_uncounted", ("key",), where="place IS NOT NULL AND figures IS NULL"),),
    rows="clustered",
)
INSTANCE = DatabaseTable("instance", "name, value bytes", key=("name",), rows="clustered")
SESSION_TITLES = DatabaseTable(
    "session_titles", "session -> sessions, key, title prose", key=("session",), rows="clustered"
)
# By these an imported play is known again, so that a phone has each once.
PAST_MARKS = DatabaseTable(
    "past_marks",
    "phone integer, mark bytes, session -> sessions",
    key=("phone", "mark"),
    indexes=(Index("past_marks_mark", ("mark",)), Index("past_marks_session", ("session",))),
    rows="clustered",
)

# The words that a table names, and where it was played: derived from its log, to find tables and to suggest words.
SESSION_WORDS = DatabaseTable(
    "session_words", "session -> sessions, kind, key, word prose", key=("session", "kind", "key"), rows="clustered"
)
EXPANSIONS, HOUSE_RULES, PLACE = WORD_KINDS = ("expansions", "house_rules", "place")
"""The kinds of words: the keys under which an event names several, or one place."""
LONGEST_WORD, MOST_WORDS, LONGEST_PLACE = 40, 20, 80

TABLES = (
    *(PHONES, DEVICES, SESSIONS, LINKS, MEMBERS, EVENTS, SEATS, INSTANCE, SESSION_TITLES, PAST_MARKS, SESSION_WORDS),
)
"""All tables of the core, each after those that it refers to."""


_AT_ONCE = 50  # rows of one statement


def insert(
    db: Transaction, table: DatabaseTable, *rows: Mapping[str, Any], keep: bool = False, replace: Sequence[str] = ()
) -> None:
    """Insert rows, which all have the same columns; NUL in a text becomes U+FFFD, as PostgreSQL cannot store it.

    Where a row is there already, it is an error, unless that is to be kept, or some of its columns are replaced.
    """
    end = " ON CONFLICT DO NOTHING" if keep else ""
    if replace:
        changes = ", ".join(f"{name} = excluded.{name}" for name in replace)
        end = f" ON CONFLICT ({', '.join(table.key or table.unique[0])}) DO UPDATE SET {changes}"
    for several in batches(rows, _AT_ONCE):
        marks = ", ".join([f"({', '.join('?' * len(several[0]))})"] * len(several))
        values = [_storable(value) for row in several for value in row.values()]
        db.execute(f"INSERT INTO {table.name} ({', '.join(several[0])}) VALUES {marks}{end}", values)


def insert_events(db: Transaction, session: str, *events: Event) -> None:
    """Insert events into the log of a session, with what extensions store with them."""
    insert(db, EVENTS, *[{"session": session, **vars(event), "body": json.dumps(event.body)} for event in events])
    for event in events:
        for extension in db.extensions:
            if event.kind in extension.events:
                extension.events[event.kind](db, session, event)


def select(rows: Rows, /, table: DatabaseTable, columns: str, *, order: str = "", **equal: Any) -> list[dict[str, Any]]:
    """Some columns of the rows in which others have these values; None stands for NULL."""
    where, values = _where(equal)
    end = f" ORDER BY {order}" if order else ""
    return rows(f"SELECT {', '.join(columns.split())} FROM {table.name}{where}{end}", values)


def value(rows: Rows, /, table: DatabaseTable, column: str, **equal: Any) -> Any:
    """The value of a column in the row that has these values; None if there is none."""
    return next((row[column] for row in select(rows, table, column, **equal)), None)


def count(rows: Rows, /, table: DatabaseTable, **equal: Any) -> int:
    """How many rows have these values."""
    where, values = _where(equal)
    return int(rows(f"SELECT count(*) AS n FROM {table.name}{where}", values)[0]["n"])


def exists(rows: Rows, /, table: DatabaseTable, **equal: Any) -> bool:
    """Whether a row has these values."""
    return bool(select(rows, table, next(iter(equal)), **equal))


def update(db: Transaction, table: DatabaseTable, changes: Mapping[str, Any], **equal: Any) -> None:
    """Change columns of the rows that have these values."""
    where, values = _where(equal)
    changed = ", ".join(f"{name} = ?" for name in changes)
    db.execute(f"UPDATE {table.name} SET {changed}{where}", [*map(_storable, changes.values()), *values])


def delete(db: Transaction, table: DatabaseTable, **equal: Any) -> None:
    """Delete the rows that have these values."""
    where, values = _where(equal)
    db.execute(f"DELETE FROM {table.name}{where}", values)


def _where(equal: Mapping[str, Any]) -> tuple[str, list[Any]]:
    parts = [f"{name} IS NULL" if value is None else f"{name} = ?" for name, value in equal.items()]
    values = [value for value in equal.values() if value is not None]
    return f" WHERE {' AND '.join(parts)}" if parts else "", values


def _storable(value: Any) -> Any:
    if type(value) is str:
        return value.replace("\0", "\ufffd")
    return int(value) if type(value) is bool else value


def create_indexes(table: DatabaseTable, engine: Engine) -> Iterator[str]:
    """The statements that make the indexes of a table, which are the same on both engines."""
    for index in table.indexes:
        if index.engine in (None, engine):
            unique, where = "UNIQUE " if index.unique else "", f" WHERE {index.where}" if index.where else ""
            yield f"CREATE {unique}INDEX {index.name} ON {table.name} ({', '.join(index.columns)}){where}"


def create_table(table: DatabaseTable, column_type: Callable[[Column], str], *more: str) -> str:
    """The statement that makes a table, with the engine's types and `more` columns of its own."""
    lines = [_column(table, column, column_type(column)) for column in table.columns]
    keys = [f"PRIMARY KEY ({', '.join(table.key)})"] if len(table.key) > 1 else []
    keys += [f"UNIQUE ({', '.join(names)})" for names in table.unique]
    return f"CREATE TABLE {table.name} ({', '.join([*lines, *more, *keys])})"


def _column(table: DatabaseTable, column: Column, type_name: str) -> str:
    words = [column.name, type_name]
    if table.key == (column.name,):
        words.append("PRIMARY KEY")
    elif not column.nullable:
        words.append("NOT NULL")
    if column.default:
        words.append(f"DEFAULT {column.default}")
    if column.unique:
        words.append("UNIQUE")
    if column.references:
        words.append(f"REFERENCES {column.references} (id)")
    return " ".join(words)
