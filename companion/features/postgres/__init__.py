"""PostgreSQL, on which any number of companions share a database; the entry point `companion.databases` names it."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

from companion.extras import how_to_install
from companion.storage.database import Database
from companion.storage.error_messages import StoreError


def open_database(address: str, run: Callable[[Callable[[], Any]], Any] | None) -> Database:
    """Open the database at an address; `run` executes its writing jobs. Raises `StoreError`."""
    opened: Database = _engine().PostgresDatabase(address, run)
    return opened


def check_address(address: str) -> None:
    """Raise `StoreError` if the address is not that of a companion's database; changes nothing there."""
    _engine().check_address(address)


def _engine() -> ModuleType:
    try:
        from companion.features.postgres import database
    except ImportError:
        raise StoreError(how_to_install("postgres")) from None
    return database
