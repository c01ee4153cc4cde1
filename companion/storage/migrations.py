"""Bring the rows of extensions to the form of this version, on each engine."""

import json
from collections.abc import Collection, Sequence

from companion.storage.error_messages import OTHER_VERSION, StoreError
from companion.storage.records import Connection, Extension, Transaction
from companion.storage.rows.instance_key import set_value, value_of

MIGRATED = "migrated"
"""The name of the value with the migrations that were applied, each by its extension and its function."""


def migrate_extensions(db: Connection, extensions: Sequence[Extension], there: Collection[str]) -> None:
    """Apply missing migrations of extensions with tables `there`; `StoreError` if a newer version migrated them."""
    applied = set(json.loads(value_of(db.rows, MIGRATED) or "[]"))
    known = set[str]()
    for extension in extensions:
        is_new = not any(table.name in there for table in extension.tables)
        for function, migrate in extension.migrations.items():
            name = f"{extension.name}:{function}"
            known.add(name)
            if name not in applied and not is_new:
                migrate(Transaction(db, extensions))
        if any(name.startswith(f"{extension.name}:") for name in applied - known):
            raise StoreError(OTHER_VERSION)
    if known - applied:
        set_value(db, MIGRATED, json.dumps(sorted(known | applied)).encode())
