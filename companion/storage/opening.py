"""Open the store of an instance on the engine that its database names."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.paths import is_address
from companion.storage.database import Database
from companion.storage.error_messages import StoreError
from companion.storage.sqlite.database import Run, SqliteDatabase
from companion.storage.store import Store

BACK_ENDS = "companion.databases"
"""The entry point group of modules that open databases at an address, each by the beginning of the address."""


def open_store(database: str | Path, run: Run | None = None, *, is_server: bool = False) -> Store:
    """Open the database, migrate it if needed; `run` executes its writing jobs. Raises `StoreError`."""
    return Store(open_database(database, run, is_server=is_server))


def open_database(database: str | Path, run: Run | None, *, is_server: bool) -> Database:
    """The engine for a path or an address."""
    if not is_address(database):
        return SqliteDatabase(database, run, is_server=is_server)
    opened: Database = _back_end(str(database)).open_database(str(database), run)
    return opened


def check_address(address: str) -> None:
    """Raise `StoreError` if the address is not that of a companion's database; changes nothing there."""
    _back_end(address).check_address(address)


def _back_end(address: str) -> Any:
    """The module that has `open_database` and `check_address` for addresses of this kind. Raises `StoreError`."""
    from importlib.metadata import entry_points  # slow to import

    scheme = address.partition(":")[0]
    for point in entry_points(group=BACK_ENDS, name=scheme):
        with suppress(ModuleNotFoundError):  # its folder is not there
            return point.load()
    raise StoreError(
        "This companion has nothing that opens a database at {scheme}://. Install it anew, or name a file with"
        " --database.",
        scheme=scheme,
    )
