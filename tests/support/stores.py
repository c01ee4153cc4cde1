"""Opens the store of a test as the companion does, with all features."""

from companion.features import extensions
from companion.storage import opening


def open_store(database, **options):
    return opening.open_store(database, extensions(), **options)
