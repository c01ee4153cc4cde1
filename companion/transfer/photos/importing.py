"""Store the photographs of an import, one a transaction: those that the logs here say are there, and that are not."""

from __future__ import annotations

from companion.sessions.table.photos import album_of
from companion.storage.database import Transaction
from companion.storage.photos import insert_photo, photo_events
from companion.storage.store import Store
from companion.transfer.photos.lines import ImportedPhoto


def add_photo(store: Store, imported: ImportedPhoto) -> None:
    """Insert a photograph, unless it is here or was removed here, or its table was."""

    def job(db: Transaction) -> None:
        album = album_of(photo_events(db, imported.session))
        if album.photos.get(imported.row.number) == imported.digest:
            insert_photo(db, imported.session, imported.row, imported.picture)

    store.write(job, imported.session)
