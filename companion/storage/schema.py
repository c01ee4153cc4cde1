"""The tables of a database, stated once: each engine makes them of these declarations in a dialect of its own.

They are what the migrations lead to; a change here needs a migration on both engines, which a test holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from companion.storage.database import Transaction, batches

Type = Literal["text", "prose", "integer", "small", "bytes"]
"""`text` is compared and ordered by code points, `prose` is neither; `small` is a flag or a count, `integer` any."""
Engine = Literal["sqlite", "postgresql"]
Rows = Literal["plain", "numbered", "clustered"]
"""How rows are stored: `numbered` have a `rowid` in the order of insertion, `clustered` are in the order of the key."""


@dataclass(frozen=True)
class Column:
    """A column; `default` is an SQL literal, `references` a table whose `id` the values are."""

    name: str
    type: Type = "text"
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
class Table:
    """A table; `ids` says who gives the ids of its integer `id`, if it has one."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()
    unique: tuple[tuple[str, ...], ...] = ()
    indexes: tuple[Index, ...] = ()
    rows: Rows = "plain"
    ids: Literal["", "engine", "engine or import"] = ""


def _session() -> Column:
    return Column("session", references="sessions")


def _phone() -> Column:
    return Column("phone", "integer", references="phones")


def _group() -> Column:
    return Column("grp", references="player_groups")


def _evening() -> Column:
    return Column("evening", references="evenings")


PHONES = Table(
    "phones",
    (Column("id", "integer"), Column("token", "bytes", unique=True), Column("made")),
    key=("id",),
    ids="engine or import",
)
SESSIONS = Table(
    "sessions",
    (
        Column("id"),
        Column("game"),
        Column("setup", "prose"),
        Column("made"),
        Column("generation", "integer"),
        Column("result", "prose", nullable=True),
        Column("deleted", nullable=True),
        # A counter, not a time: the clock may be set back.
        Column("used", "integer", default="0"),
        Column("ended", nullable=True),
        # The hash of the key of the form that opened it.
        Column("opened", "bytes", nullable=True),
    ),
    key=("id",),
    indexes=(
        Index("sessions_used", ("used",)),
        Index("sessions_opened", ("opened",), unique=True),
        Index("sessions_rowid", ("rowid",), engine="postgresql"),
    ),
    rows="numbered",
)
LINKS = Table(
    "links",
    (
        _session(),
        Column("role"),
        Column("code", unique=True),
        Column("token", "bytes", unique=True),
        Column("made", default="''"),
    ),
    key=("session", "role"),
)
MEMBERS = Table(
    "members",
    (
        _session(),
        _phone(),
        Column("role"),
        Column("joined"),
        # Copied from the session: an index then gives a phone's history in order.
        Column("at", default="''"),
        Column("game", default="''"),
    ),
    unique=(("session", "phone"),),
    indexes=(Index("members_at", ("phone", "at", "session", "game")),),
    rows="numbered",
)
EVENTS = Table(
    "events",
    (
        _session(),
        Column("number", "integer"),
        Column("act"),
        Column("sent", "bytes"),
        Column("kind"),
        Column("body", "prose"),
        Column("phone", "integer"),
        Column("at"),
    ),
    key=("session", "number"),
    unique=(("session", "act"),),
)
SEATS = Table(
    "seats",
    (
        _session(),
        Column("seat", "integer"),
        Column("name"),
        Column("key", nullable=True),
        Column("place", "integer", nullable=True),
        Column("total", "integer", nullable=True),
        Column("figures", "prose", nullable=True),
    ),
    key=("session", "seat"),
    indexes=(Index("seats_uncounted", ("key",), where="place IS NOT NULL AND figures IS NULL"),),
    rows="clustered",
)
# A named seat for each phone of its table, so that a phone's players are found without scanning other tables.
SAT = Table(
    "sat",
    (
        Column("id", "integer"),
        Column("phone", "integer"),
        Column("key"),
        Column("at"),
        Column("session"),
        Column("seat", "integer"),
        Column("place", "integer", nullable=True),
        Column("hosts", "small"),
    ),
    key=("id",),
    indexes=(
        Index("sat_key", ("phone", "key", "at", "session", "seat", "place", "hosts")),
        Index("sat_session", ("session", "phone")),
    ),
    ids="engine",
)
# Per phone and player: the counts of these rows, and the latest of them.
MET = Table(
    "met",
    (
        Column("phone", "integer"),
        Column("key"),
        Column("sessions", "integer"),
        Column("games", "integer"),
        Column("won", "integer"),
        Column("latest", "integer"),
    ),
    key=("phone", "key"),
    rows="clustered",
)
# Cached running totals of a player's statistics, up to and including one game.
SUMS = Table(
    "sums",
    (
        Column("phone", "integer"),
        Column("key"),
        Column("at"),
        Column("session"),
        Column("shape"),
        Column("told", "prose"),
    ),
    key=("phone", "key"),
    rows="clustered",
)
INSTANCE = Table("instance", (Column("name"), Column("value", "bytes")), key=("name",), rows="clustered")
# Of a deleted group only the id remains, so that an import does not restore it.
PLAYER_GROUPS = Table(
    "player_groups",
    (
        Column("id"),
        Column("name"),
        Column("made"),
        Column("changed"),
        Column("opened", "bytes", nullable=True, unique=True),
        Column("deleted", nullable=True),
    ),
    key=("id",),
    rows="numbered",
)
GROUP_PHONES = Table(
    "group_phones",
    (_group(), _phone(), Column("role"), Column("joined")),
    unique=(("grp", "phone"),),
    indexes=(Index("group_phones_phone", ("phone", "grp")),),
    rows="numbered",
)
GROUP_PLAYERS = Table(
    "group_players",
    (_group(), Column("key"), Column("name")),
    key=("grp", "key"),
    indexes=(Index("group_players_key", ("key",)),),
    rows="clustered",
)
GROUP_SESSIONS = Table(
    "group_sessions",
    (_group(), _session(), Column("replay", "small"), Column("added")),
    key=("grp", "session"),
    indexes=(Index("group_sessions_session", ("session",)),),
    rows="clustered",
)
GROUP_SEASONS = Table(
    "group_seasons",
    (_group(), Column("number", "small"), Column("name"), Column("since"), Column("until")),
    key=("grp", "number"),
    rows="clustered",
)
GROUP_LINKS = Table(
    "group_links",
    (_group(), Column("role"), Column("number", "small"), Column("is_open", "small")),
    key=("grp", "role"),
    rows="clustered",
)
# The ids are in the order of last use.
KEPT_SETUPS = Table(
    "kept_setups",
    (
        Column("id", "integer"),
        _phone(),
        Column("game"),
        Column("key"),
        Column("name", "prose"),
        Column("options", "prose"),
        Column("at"),
    ),
    key=("id",),
    unique=(("phone", "game", "key"),),
    ids="engine",
)
SESSION_TITLES = Table(
    "session_titles",
    (_session(), Column("key"), Column("title", "prose")),
    key=("session",),
    rows="clustered",
)
# Plays of other programs that are being imported. `place` is the number of the play that was taken last, `runner` the
# secret of who imports, `beat` when that last wrote.
PAST_IMPORTS = Table(
    "past_imports",
    (
        Column("id"),
        Column("phone", "integer"),
        Column("source"),
        Column("file", "prose"),
        Column("state"),
        Column("made"),
        Column("grp", default="''"),
        Column("games", "prose", default="''"),
        Column("runner", default="''"),
        Column("beat", default="''"),
        Column("place", "integer", default="0"),
        Column("plays", "integer", default="0"),
        Column("known", "integer", default="0"),
        Column("done", "integer", default="0"),
    ),
    key=("id",),
    indexes=(Index("past_imports_phone", ("phone", "made")),),
    rows="clustered",
)
# The plays that are still to be imported, and those that are left out with the reason.
PAST_PLAYS = Table(
    "past_plays",
    (
        Column("job", references="past_imports"),
        Column("number", "integer"),
        Column("mark", "bytes"),
        Column("body", "prose"),
        Column("reason", "prose", nullable=True),
    ),
    key=("job", "number"),
    indexes=(Index("past_plays_left_out", ("job", "number"), where="reason IS NOT NULL"),),
    rows="clustered",
)
# The players of the file: how each is called there and here, and names here that may be meant.
PAST_PLAYERS = Table(
    "past_players",
    (
        Column("job", references="past_imports"),
        Column("number", "integer"),
        Column("name", "prose"),
        Column("given", "prose"),
        Column("offers", "prose"),
        Column("plays", "integer"),
    ),
    key=("job", "number"),
    rows="clustered",
)
# By these an imported play is known again, so that a phone has each once.
PAST_MARKS = Table(
    "past_marks",
    (Column("phone", "integer"), Column("mark", "bytes"), _session()),
    key=("phone", "mark"),
    indexes=(Index("past_marks_mark", ("mark",)), Index("past_marks_session", ("session",))),
    rows="clustered",
)

# To which addresses a table tells its result: `owner` is "host" or "operator". `number` counts the results that were
# to be told, `told` is the number of the one that was, `due` when the next attempt is made, empty where none is.
WEBHOOKS = Table(
    "webhooks",
    (
        _session(),
        Column("owner"),
        Column("url", "prose", default="''"),
        Column("locale", default="''"),
        Column("number", "integer", default="0"),
        Column("told", "integer", default="0"),
        Column("attempts", "integer", default="0"),
        Column("due", default="''"),
    ),
    key=("session", "owner"),
    indexes=(Index("webhooks_due", ("due",), where="due <> ''"),),
    rows="clustered",
)
# Club evenings of groups. `version` grows with each change that a page shows, `link` with each withdrawal of the link.
EVENINGS = Table(
    "evenings",
    (
        Column("id"),
        _group(),
        Column("name", "prose"),
        Column("setup", "prose"),
        Column("made"),
        Column("opened", "bytes", nullable=True, unique=True),
        Column("link", "integer", default="0"),
        Column("version", "integer", default="0"),
        Column("deleted", nullable=True),
    ),
    key=("id",),
    indexes=(Index("evenings_group", ("grp", "made")),),
    rows="clustered",
)
# The names stand beside the log, which knows players by number, so that a name can be changed and deleted.
EVENING_PLAYERS = Table(
    "evening_players",
    (_evening(), Column("number", "integer"), Column("key"), Column("name", "prose")),
    key=("evening", "number"),
    indexes=(Index("evening_players_key", ("key",)),),
    rows="clustered",
)
EVENING_PHONES = Table(
    "evening_phones",
    (_evening(), _phone(), Column("player", "integer")),
    key=("evening", "phone"),
    unique=(("evening", "player"),),
    indexes=(Index("evening_phones_phone", ("phone",)),),
    rows="clustered",
)
EVENING_LOG = Table(
    "evening_log",
    (
        _evening(),
        Column("number", "integer"),
        Column("act"),
        Column("kind"),
        Column("body", "prose"),
        Column("phone", "integer"),
        Column("at"),
    ),
    key=("evening", "number"),
    unique=(("evening", "act"),),
)
# Which evening a session belongs to, as its log says; derived.
EVENING_SESSIONS = Table(
    "evening_sessions",
    (_session(), _evening()),
    key=("session",),
    indexes=(Index("evening_sessions_evening", ("evening",)),),
    rows="clustered",
)
# The words that a table names, such as expansions, and where it was played.
SESSION_WORDS = Table(
    "session_words",
    (_session(), Column("kind"), Column("key"), Column("word", "prose")),
    key=("session", "kind", "key"),
    rows="clustered",
)

# Photographs of the end of games. `number` is that of the event that added one; the log has only its digest.
PHOTOS = Table(
    "photos",
    (
        _session(),
        Column("number", "integer"),
        Column("caption", "prose"),
        Column("width", "small"),
        Column("height", "small"),
        Column("size", "integer"),
        Column("picture", "bytes"),
    ),
    key=("session", "number"),
    indexes=(Index("photos_size", ("size",)),),
)

TABLES = (
    *(PHONES, SESSIONS, LINKS, MEMBERS, EVENTS, SEATS, SAT, MET, SUMS, INSTANCE),
    *(PLAYER_GROUPS, GROUP_PHONES, GROUP_PLAYERS, GROUP_SESSIONS, GROUP_SEASONS, GROUP_LINKS),
    *(KEPT_SETUPS, SESSION_TITLES),
    *(PAST_IMPORTS, PAST_PLAYS, PAST_PLAYERS, PAST_MARKS),
    WEBHOOKS,
    *(EVENINGS, EVENING_PLAYERS, EVENING_PHONES, EVENING_LOG, EVENING_SESSIONS),
    PHOTOS,
    SESSION_WORDS,
)
"""All tables, each after those that it refers to."""


_AT_ONCE = 50  # rows of one statement


def insert(
    db: Transaction, table: Table, *rows: Mapping[str, Any], keep: bool = False, replace: Sequence[str] = ()
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


def _storable(value: Any) -> Any:
    if type(value) is str:
        return value.replace("\0", "\ufffd")
    return int(value) if type(value) is bool else value


def create_indexes(table: Table, engine: Engine) -> Iterator[str]:
    """The statements that make the indexes of a table, which are the same on both engines."""
    for index in table.indexes:
        if index.engine in (None, engine):
            unique, where = "UNIQUE " if index.unique else "", f" WHERE {index.where}" if index.where else ""
            yield f"CREATE {unique}INDEX {index.name} ON {table.name} ({', '.join(index.columns)}){where}"


def create_table(table: Table, column_type: Callable[[Column], str], *more: str) -> str:
    """The statement that makes a table, with the engine's types and `more` columns of its own."""
    lines = [_column(table, column, column_type(column)) for column in table.columns]
    keys = [f"PRIMARY KEY ({', '.join(table.key)})"] if len(table.key) > 1 else []
    keys += [f"UNIQUE ({', '.join(names)})" for names in table.unique]
    return f"CREATE TABLE {table.name} ({', '.join([*lines, *more, *keys])})"


def _column(table: Table, column: Column, type_name: str) -> str:
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
