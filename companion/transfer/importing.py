"""Import a checked export into an instance, a few tables a transaction: add missing ones, leave the others unchanged.

An import that is stopped leaves whole tables only; the next one with the same file adds the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.game import Message
from companion.sessions.table.photos import album_of
from companion.storage.database import Transaction, batches
from companion.storage.photos import insert_photo, photo_events
from companion.storage.records import SessionRow
from companion.storage.rows import transfer_rows
from companion.storage.rows.evening_rows import EveningRow
from companion.storage.rows.setup_templates import insert_template
from companion.storage.store import Store
from companion.transfer.checked_export import CheckedExport, Report, SessionPlace
from companion.transfer.exported_groups import ImportedGroup
from companion.transfer.import_counts import Comparison, compare
from companion.transfer.import_state import ImportState, begin, finish
from companion.transfer.imported_rows import PhoneNumbers, put_group, put_session
from companion.transfer.phone_lines import Phone
from companion.transfer.photos.lines import ImportedPhoto

_TABLES, _EVENTS = 10, 1000  # of one transaction, beside which no other job writes
_PHONES = 1000


@dataclass(frozen=True)
class ImportReport:
    """The outcome of an import: sessions added, left unchanged and refused by the rules, and which key is used."""

    added: int
    left: int
    refused: Sequence[tuple[SessionRow, Message]]
    refused_evenings: Sequence[tuple[EveningRow, Message]]
    renewed: bool
    """Whether the links of the imported sessions are new, because this instance has another key."""
    replaced: bool
    """Whether the export's key replaced another one."""
    comparison: Comparison


def import_data(store: Store, export: CheckedExport, report: Report) -> ImportReport:
    """Import an export into an instance.

    `report` is called after each transaction. Raises `TransferError`, `StoreError` or OSError.
    """
    state = store.write(lambda db: begin(db, export))
    # In the order of opening, as this settles which of two games was earlier that ended at once.
    in_order = sorted(export.sessions, key=lambda place: place.number)
    new = [place for place in in_order if place.id not in state.known]
    left = len(export.sessions) - len(new)
    added: set[str] = set()
    done = left
    for places in _batches(new):
        added |= _add(store, export, places, state)
        done += len(places)
        report(done, len(export.sessions))
    _add_phones(store, export)
    _add_setups(store, export)
    for group in export.groups:
        _add_group(store, export, group)
    for place in export.photos:
        add_photo(store, export.load_photo(place))
    store.write(lambda db: finish(db, export))
    return ImportReport(
        len(added),
        len(export.sessions) - len(added),
        export.refused,
        export.refused_evenings,
        state.key != export.key and bool(added),
        state.is_replaced,
        compare(store, export, added),
    )


def _batches(places: Sequence[SessionPlace]) -> Iterator[list[SessionPlace]]:
    batch: list[SessionPlace] = []
    for place in places:
        batch.append(place)
        if len(batch) == _TABLES or sum(each.events for each in batch) >= _EVENTS:
            yield batch
            batch = []
    if batch:
        yield batch


def _add(store: Store, export: CheckedExport, places: Sequence[SessionPlace], state: ImportState) -> set[str]:
    """Insert the sessions in one transaction, unless they came here meanwhile; returns the ids of those inserted."""
    batch = [export.load(place) for place in places]

    def job(db: Transaction) -> set[str]:
        numbers = PhoneNumbers(db, export.phones)
        new = [imported for imported in batch if not transfer_rows.has_session(db, imported.row.id)]
        for imported in new:
            put_session(db, imported, numbers, state.key, state.shift)
        store.database.advance_sequences(db)
        return {imported.row.id for imported in new}

    return store.write(job)


def _add_group(store: Store, export: CheckedExport, group: ImportedGroup) -> None:
    """Insert a group with those of its tables that are here, unless it is here or was deleted here."""

    def job(db: Transaction) -> None:
        if not transfer_rows.has_group(db, group.id):
            put_group(db, group, PhoneNumbers(db, export.phones))

    store.write(job)


def _add_phones(store: Store, export: CheckedExport) -> None:
    """Insert the phones that came with no session."""
    known = transfer_rows.phone_tokens(store.rows)
    new = [number for number, phone in export.phones.items() if phone.token not in known]
    for part in batches(new, _PHONES):

        def job(db: Transaction, part: Sequence[int] = part) -> None:
            numbers = PhoneNumbers(db, export.phones)
            for number in part:
                numbers.find(number)
            store.database.advance_sequences(db)

        store.write(job)


def _add_setups(store: Store, export: CheckedExport) -> None:
    """Insert the setups that phones keep, some phones a transaction; those that are here already stay unchanged."""
    phones = [phone for phone in export.phones.values() if phone.setups]
    for several in batches(phones, _TABLES):

        def job(db: Transaction, part: Sequence[Phone] = several) -> None:
            numbers = PhoneNumbers(db, export.phones)
            for phone in part:
                for row in phone.setups:
                    insert_template(db, numbers.find(phone.number), row)

        store.write(job)


def add_photo(store: Store, imported: ImportedPhoto) -> None:
    """Insert a photograph, unless it is here or was removed here, or its table was."""

    def job(db: Transaction) -> None:
        album = album_of(photo_events(db, imported.session))
        if album.photos.get(imported.row.number) == imported.digest:
            insert_photo(db, imported.session, imported.row, imported.picture)

    store.write(job, imported.session)
