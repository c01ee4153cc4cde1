"""Count what an import left in the database, and compare it with the export."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import NamedTuple

from companion.storage.store import Store
from companion.transfer.checked_export import CheckedExport

_SESSIONS = "SELECT id, deleted IS NOT NULL AS gone FROM sessions"
_SETUPS = "SELECT p.token, k.game, k.key FROM kept_setups k JOIN phones p ON p.id = k.phone"
_LOGS = "SELECT session, count(*) AS entries FROM events GROUP BY session"


class Counts(NamedTuple):
    """Numbers of tables, log entries, phones, and setups that phones keep."""

    tables: int
    entries: int
    phones: int
    setups: int


@dataclass(frozen=True)
class Comparison:
    """What of an export is in the database; tables that the rules refuse or that were deleted here do not count."""

    expected: Counts
    found: Counts
    shorter: int
    """How many tables, here before the import, have fewer log entries than in the export."""
    is_complete: bool
    """Whether all tables, phones and setups are here, and the imported tables with all their log entries."""


def compare(store: Store, export: CheckedExport, added: Set[str]) -> Comparison:
    """Compare the database with an export of which the sessions `added` were inserted."""
    with store.snapshot():
        is_deleted = {row["id"]: row["gone"] for row in store.rows(_SESSIONS)}
        logs = {row["session"]: row["entries"] for row in store.rows(_LOGS)}
        tokens = {bytes(row["token"]) for row in store.rows("SELECT token FROM phones")}
        kept = {(bytes(row["token"]), row["game"], row["key"]) for row in store.rows(_SETUPS)}
    expected = [place for place in export.sessions if not is_deleted.get(place.id)]
    found = [place for place in expected if place.id in is_deleted]
    shorter = {place.id for place in found if logs.get(place.id, 0) < place.events}
    phones = sum(phone.token in tokens for phone in export.phones.values())
    setups = [(phone.token, each.game, each.key) for phone in export.phones.values() for each in phone.setups]
    found_setups = sum(each in kept for each in setups)
    # A log here may have grown since.
    entries = sum(min(logs.get(place.id, 0), place.events) for place in found)
    return Comparison(
        Counts(len(expected), sum(place.events for place in expected), len(export.phones), len(setups)),
        Counts(len(found), entries, phones, found_setups),
        len(shorter - added),
        (len(found), phones, found_setups) == (len(expected), len(export.phones), len(setups)) and not shorter & added,
    )
