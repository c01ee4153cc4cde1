"""Bring the rows of features to the form of this version, on each engine."""

import json
from collections.abc import Collection
from pkgutil import resolve_name

from companion.features import all_features
from companion.storage.error_messages import OTHER_VERSION, StoreError
from companion.storage.records import Transaction
from companion.storage.rows.instance_key import set_value, value_of

MIGRATED = "migrated"
"""The name of the value with the migrations that were applied, each by its feature and its function."""


def migrate_features(db: Transaction, there: Collection[str]) -> None:
    """Apply missing migrations of the features that have tables `there`; others get tables of the latest form.

    Raises `StoreError` if a newer version of a feature migrated its tables.
    """
    applied = set(json.loads(value_of(db.rows, MIGRATED) or "[]"))
    known = set[str]()
    for feature in all_features():
        is_new = not any(resolve_name(table).name in there for table in feature.tables)
        for path in feature.migrations:
            name = f"{feature.name}:{path.rpartition(':')[2]}"
            known.add(name)
            if name not in applied and not is_new:
                resolve_name(path)(db)
        if any(name.startswith(f"{feature.name}:") for name in applied - known):
            raise StoreError(OTHER_VERSION)
    if known - applied:
        set_value(db, MIGRATED, json.dumps(sorted(known | applied)).encode())
