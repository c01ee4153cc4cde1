"""Open the store of an instance on the engine that its database names."""

from pathlib import Path
from types import ModuleType

from companion.extras import how_to_install
from companion.paths import is_address
from companion.storage.database import Database
from companion.storage.error_messages import StoreError
from companion.storage.sqlite.database import Run, SqliteDatabase
from companion.storage.store import Store


def open_store(database: str | Path, run: Run | None = None, *, is_server: bool = False) -> Store:
    """Open the database, migrate it if needed; `run` executes its writing jobs. Raises `StoreError`."""
    return Store(open_database(database, run, is_server=is_server))


def open_database(database: str | Path, run: Run | None, *, is_server: bool) -> Database:
    """The engine for a path or an address."""
    if not is_address(database):
        return SqliteDatabase(database, run, is_server=is_server)
    opened: Database = _postgres().PostgresDatabase(str(database), run)
    return opened


def check_address(address: str) -> None:
    """Raise `StoreError` if the address is not that of a companion's database; changes nothing there."""
    _postgres().check_address(address)


def _postgres() -> ModuleType:
    """The module of the PostgreSQL engine, which is loaded only where it is used."""
    try:
        from companion.storage.postgres import database as postgres
    except ImportError:
        raise StoreError(how_to_install("postgres")) from None
    return postgres
