"""Make the tables of a new database, or bring those of an earlier version to today's form, alike on each engine."""

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence

from companion.storage.error_messages import OTHER_VERSION, StoreError
from companion.storage.records import Transaction
from companion.storage.rows.instance_key import set_value, value_of
from companion.storage.rows.memberships import POSITION
from companion.storage.schema import TABLES, DatabaseTable, Engine, create_indexes

MIGRATIONS: dict[str, Sequence[str]] = {
    "schema_1": (),
    # Derived rows that no page reads any more; they have names of players.
    "schema_2": ("DROP TABLE IF EXISTS sums",),
    # What earlier forms of schema 1 and 2 still have.
    "schema_3": ("DROP INDEX IF EXISTS sessions_used_by_id", "DROP TABLE IF EXISTS sums"),
    "schema_4": ("ALTER TABLE phones ADD COLUMN signed INTEGER NOT NULL DEFAULT 0", "UPDATE phones SET signed = 1"),
    # Each phone's history is in the order in which its games began; earlier versions took their ends for that.
    "schema_5": (
        f"UPDATE members SET at = s.at FROM (SELECT id, {POSITION} AS at FROM sessions) s WHERE members.session = s.id",
    ),
}
"""The statements of each migration by its stored name; tables that are missing after all of them are made then."""
MIGRATED = "migrated"
"""The name of the value with the migrations of extensions that were applied, each by its extension and its function."""
_BETS_IN_ONE_PART = "SELECT session, number, body FROM events WHERE kind = 'part' AND body LIKE '%\"slot\": \"bets\"%'"
_SPLIT_BETS = "UPDATE events SET kind = 'parts', body = :body WHERE session = :session AND number = :number"


class Builder(ABC):
    """Makes and migrates the tables of a database within a transaction, in the dialect of its engine."""

    engine: Engine
    tables: str
    """The query for the names of the tables that are there."""
    migrations: str
    """The rows of the applied migrations, each with its `name`; `remember` stores one."""
    remember: str
    last_before: str
    """The last of the migrations that led to schema 1; they are not here any more."""
    allow_changes: str
    """Lets events change, until `forbid_changes`."""
    forbid_changes: str

    def __init__(self, db: Transaction) -> None:
        self.db = db

    @abstractmethod
    def prepare(self) -> None:
        """Make what is missing of what a database has besides the tables of the companion."""

    @abstractmethod
    def create_table(self, table: DatabaseTable) -> str:
        """The statement that makes a table."""

    @abstractmethod
    def append_only(self, table: DatabaseTable) -> Iterable[str]:
        """The statements that keep the rows of a log as they are."""

    def migrate(self) -> None:
        """Apply missing migrations and make missing tables. Raises `StoreError`."""
        self.prepare()
        applied, there = self._names(f"SELECT name FROM {self.migrations}"), self._names(self.tables)
        is_new = not applied
        if self.last_before in applied:
            self._take_over()
            applied = set()
        if applied - MIGRATIONS.keys():
            raise StoreError(OTHER_VERSION)
        for name in [name for name in MIGRATIONS if name not in applied]:
            for statement in () if is_new else MIGRATIONS[name]:
                self.db.execute(statement)
            self.db.execute(self.remember, [name])
        self._create([table for table in TABLES if is_new or table.name not in there])
        _migrate_extensions(self.db, there)
        there = self._names(self.tables)  # a migration may have made or renamed some
        for extension in self.db.extensions:
            self._create([table for table in extension.tables if table.name not in there])

    def _names(self, query: str) -> set[str]:
        return {row["name"] for row in self.db.rows(query)}

    def _take_over(self) -> None:
        """Make a database from before 0.1.0 one to which all migrations can be applied. Goes with 0.2.0."""
        rows = self.db.rows(_BETS_IN_ONE_PART)
        self.db.execute(self.allow_changes)
        for row in rows:
            parts = {f"bet-{seat}": bet for seat, bet in enumerate(json.loads(row["body"])["value"])}
            self.db.execute(_SPLIT_BETS, {**row, "body": json.dumps({"parts": parts})})
        self.db.execute(self.forbid_changes)
        self.db.execute(f"DELETE FROM {self.migrations}")

    def _create(self, tables: Iterable[DatabaseTable]) -> None:
        for table in tables:
            kept = self.append_only(table) if table.is_log else ()
            for statement in (self.create_table(table), *create_indexes(table, self.engine), *kept):
                self.db.execute(statement)


def _migrate_extensions(db: Transaction, there: Collection[str]) -> None:
    """Apply missing migrations of extensions with tables `there`; `StoreError` if a newer version migrated them."""
    applied = set(json.loads(value_of(db.rows, MIGRATED) or "[]"))
    known = set[str]()
    for extension in db.extensions:
        is_new = not any(table.name in there for table in extension.tables)
        for function, migrate in extension.migrations.items():
            name = f"{extension.name}:{function}"
            known.add(name)
            if name not in applied and not is_new:
                migrate(db)
        if any(name.startswith(f"{extension.name}:") for name in applied - known):
            raise StoreError(OTHER_VERSION)
    if known - applied:
        set_value(db, MIGRATED, json.dumps(sorted(known | applied)).encode())
