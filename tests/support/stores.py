"""Opens the store of a test as the companion does, with all features."""

from companion.features import extensions
from companion.storage import store


def open_store(database, **options):
    return store.open_store(database, extensions(), **options)
