"""Open the store of an instance on the engine that its database names."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from companion.engine.pause import in_slices
from companion.paths import is_address
from companion.storage.error_messages import StoreError
from companion.storage.records import Extension, Run, Transaction, Update, batches
from companion.storage.sqlite_database import SqliteDatabase
from companion.storage.store import Store

COUNTING = "counting"
"""The name of the value with the extensions that derived their rows when the companion last served the database."""
_AT_ONCE = 50  # sessions of one transaction

BACK_ENDS = "companion.databases"
"""The entry point group of modules that open databases at an address, each by the beginning of the address."""


def open_store(
    database: str | Path, extensions: Sequence[Extension], run: Run | None = None, *, is_server: bool = False
) -> Store:
    """Open the database, migrate it if needed; `run` executes its writing jobs. Raises `StoreError`."""
    if is_address(database):
        store = Store(back_end(str(database)).open_database(str(database), extensions, run))
    else:
        store = Store(SqliteDatabase(database, extensions, run, is_server=is_server))
    if is_server:
        count_missed(store)
    return store


def count_missed(store: Store) -> None:
    """Let extensions derive their rows of all tables if they were not here when this database was last served."""
    here = {each.name: each.derive for each in store.database.extensions if each.derive is not None}
    stored = store.maintenance.instance_value(COUNTING)
    before = set(here if stored is None else json.loads(stored))
    missed = [here[name] for name in here.keys() - before]

    def count(db: Transaction, sessions: Sequence[Mapping[str, Any]]) -> None:
        for row in sessions:
            for derive in missed:
                derive(db, Update("people" if row["deleted"] is None else "deleted", [row["id"]]))

    sessions = store.rows("SELECT id, deleted FROM sessions") if missed else []
    for several in in_slices(batches(sessions, _AT_ONCE)):
        store.write(partial(count, sessions=several))
    if stored is None or before != here.keys():
        store.maintenance.set_instance_value(COUNTING, json.dumps(sorted(here)))


def back_end(address: str) -> Any:
    """The module that has `open_database` and `check_address` for addresses of this kind; raises `StoreError`.

    The latter raises it where the address is not that of a companion's database, and changes nothing there.
    """
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
