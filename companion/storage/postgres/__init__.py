"""PostgreSQL: several processes share a database; the entry point `companion.databases` names `open_database`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.storage.records import Database, Extension


def open_database(
    address: str, extensions: Sequence[Extension], run: Callable[[Callable[[], Any]], Any] | None
) -> Database:
    """Open the database at an address; `run` executes its writing jobs. Raises `StoreError`."""
    opened: Database = _engine().PostgresDatabase(address, extensions, run)
    return opened


def check_address(address: str) -> None:
    """Raise `StoreError` if the address is not that of a companion's database; changes nothing there."""
    _engine().check_address(address)


def _engine() -> ModuleType:
    from companion.extras import how_to_install
    from companion.storage.error_messages import StoreError

    try:
        from companion.storage.postgres import database
    except ImportError:
        raise StoreError(how_to_install("postgres")) from None
    return database
