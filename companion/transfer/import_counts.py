"""Count what an import left in the database, and compare it with the export."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import NamedTuple

from companion.storage.rows import transfer_rows
from companion.storage.store import Store
from companion.transfer.checked_export import CheckedExport


class Counts(NamedTuple):
    """Numbers of tables, log entries, phones, setups that phones keep, and groups."""

    tables: int
    entries: int
    phones: int
    setups: int
    groups: int


@dataclass(frozen=True)
class Comparison:
    """What of an export is in the database; tables that the rules refuse or that were deleted here do not count."""

    expected: Counts
    present: Counts
    shorter: int
    """How many tables, here before the import, have fewer log entries than in the export."""
    is_complete: bool
    """Whether all tables, phones, setups and groups are here, and the imported tables with all their log entries."""


def compare(store: Store, export: CheckedExport, added: Set[str]) -> Comparison:
    """Compare the database with an export of which the sessions `added` were inserted."""
    with store.snapshot():
        is_deleted, logs = transfer_rows.session_ids(store.rows), transfer_rows.log_lengths(store.rows)
        groups, tokens = transfer_rows.group_ids(store.rows), transfer_rows.phone_tokens(store.rows)
        setups_here = transfer_rows.setup_template_keys(store.rows)
    stored = {(bytes(row["token"]), row["game"], row["key"]) for row in setups_here}
    expected = [place for place in export.sessions if not is_deleted.get(place.id)]
    present = [place for place in expected if place.id in is_deleted]
    shorter = {place.id for place in present if logs.get(place.id, 0) < place.events}
    phones = sum(phone.token in tokens for phone in export.phones.values())
    setups = [(phone.token, each.game, each.key) for phone in export.phones.values() for each in phone.setups]
    # A log here may have grown since.
    entries = sum(min(logs.get(place.id, 0), place.events) for place in present)
    rest = len(export.phones), len(setups), len(export.groups)
    rest_here = phones, sum(each in stored for each in setups), sum(group.id in groups for group in export.groups)
    return Comparison(
        Counts(len(expected), sum(place.events for place in expected), *rest),
        Counts(len(present), entries, *rest_here),
        len(shorter - added),
        len(present) == len(expected) and rest == rest_here and not shorter & added,
    )
