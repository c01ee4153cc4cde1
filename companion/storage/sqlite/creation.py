"""How a SQLite file gets its tables, with the triggers that keep the log append-only."""

from collections.abc import Iterator

from sqlite_utils import Database
from sqlite_utils.migrations import Migrations

from companion.storage.migrations import Builder
from companion.storage.schema import DatabaseTable, create_table

_TYPES = {"text": "TEXT", "prose": "TEXT", "integer": "INTEGER", "small": "INTEGER", "bytes": "BLOB"}
_REFUSED = "BEGIN SELECT raise(ABORT, 'the log is append-only'); END"


class SqliteBuilder(Builder):
    """Makes and migrates the tables of a file; see `Builder`."""

    engine = "sqlite"
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    applied = "SELECT name FROM _sqlite_migrations WHERE migration_set = 'companion'"
    remember = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('companion', ?, datetime())"
    forget = "DELETE FROM _sqlite_migrations WHERE migration_set = 'companion'"
    last_before = "words_of_tables"
    unlock = "DROP TRIGGER events_stay_as_they_are"
    lock = f"CREATE TRIGGER events_stay_as_they_are BEFORE UPDATE ON events {_REFUSED}"

    def prepare(self) -> None:
        assert isinstance(self.db, Database)
        Migrations("companion").ensure_migrations_table(self.db)

    def create_table(self, table: DatabaseTable) -> str:
        suffix = " WITHOUT ROWID" if table.rows == "clustered" else ""
        return create_table(table, lambda column: _TYPES[column.type]) + suffix

    def append_only(self, table: DatabaseTable) -> Iterator[str]:
        name, owner = table.name, table.columns[0]
        yield f"CREATE TRIGGER {name}_stay_as_they_are BEFORE UPDATE ON {name} {_REFUSED}"
        # REPLACE deletes the old row without firing the trigger below.
        yield (
            f"CREATE TRIGGER {name}_are_not_put_over_others BEFORE INSERT ON {name} WHEN EXISTS (SELECT 1 FROM {name}"
            f" WHERE {owner.name} = NEW.{owner.name} AND (number = NEW.number OR act = NEW.act)) {_REFUSED}"
        )
        yield (
            f"CREATE TRIGGER {name}_are_not_taken_out BEFORE DELETE ON {name} WHEN EXISTS"
            f" (SELECT 1 FROM {owner.references} WHERE id = OLD.{owner.name} AND deleted IS NULL) {_REFUSED}"
        )
