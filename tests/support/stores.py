"""Opens the store of a test as the companion does, with all features."""

from pathlib import Path
from typing import Any

from companion.features import extensions
from companion.storage import opening
from companion.storage.store import Store


def open_store(database: str | Path, **options: Any) -> Store:
    return opening.open_store(database, extensions(), **options)
