"""What an import that is taken up again needs of the run that was stopped: kept in the database until it is done."""

from __future__ import annotations

import json
from collections.abc import Set
from dataclasses import dataclass

from companion.storage.database import Transaction, rows_of
from companion.storage.rows import transfer_rows
from companion.storage.rows.instance_key import ensure_key, remove_value, set_value, store_key, stored_key, value_of
from companion.transfer.checked_export import CheckedExport


@dataclass(frozen=True)
class ImportState:
    """What holds for a whole import, also over several runs."""

    key: bytes
    """The key of this instance."""
    known: Set[str]
    """The sessions that are here already, deleted ones too."""
    shift: int
    """The offset added to the export's numbers in the order of use."""
    is_replaced: bool
    """Whether the export's key replaced another one."""


def begin(db: Transaction, export: CheckedExport) -> ImportState:
    """The state of a stopped import of the same export, else that of a new one."""
    known = frozenset(transfer_rows.session_ids(rows_of(db)))
    stored = value_of(db, _name(export))
    if stored is not None:
        return ImportState(ensure_key(db), known, **json.loads(stored))
    before = stored_key(db)
    key = _key(db, export.key, is_empty=not known)
    state = ImportState(key, known, _shift(db, export, known), before not in (None, key))
    if any(place.id not in known for place in export.sessions):
        value = {"shift": state.shift, "is_replaced": state.is_replaced}
        set_value(db, _name(export), json.dumps(value).encode())
    return state


def finish(db: Transaction, export: CheckedExport) -> None:
    """Forget the state of an import that is done."""
    remove_value(db, _name(export))


def _name(export: CheckedExport) -> str:
    return f"import {export.digest}"


def _key(db: Transaction, theirs: bytes, *, is_empty: bool) -> bytes:
    """The key to use: an instance without sessions adopts the export's, so that its links remain valid."""
    if not is_empty:
        return ensure_key(db)
    store_key(db, theirs)
    return theirs


def _shift(db: Transaction, export: CheckedExport, known: Set[str]) -> int:
    """Imported sessions come after those of this instance in the order of use."""
    lowest = transfer_rows.lowest_use(db)
    highest = max((place.used for place in export.sessions if place.id not in known), default=0)
    return 0 if lowest is None else lowest - 1 - highest
