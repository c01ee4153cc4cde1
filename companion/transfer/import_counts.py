"""Count what an import left in the database, and compare it with the export."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import NamedTuple

from companion.storage.store import Store
from companion.transfer.checked_export import CheckedExport

_SESSIONS = "SELECT id, deleted IS NOT NULL AS gone FROM sessions"
_LOGS = "SELECT session, count(*) AS entries FROM events GROUP BY session"


class Counts(NamedTuple):
    """Numbers of tables, log entries, phones and groups."""

    tables: int
    entries: int
    phones: int
    groups: int


@dataclass(frozen=True)
class Comparison:
    """What of an export is in the database; tables that the rules refuse or that were deleted here do not count."""

    expected: Counts
    found: Counts
    shorter: int
    """How many tables, here before the import, have fewer log entries than in the export."""
    is_complete: bool
    """Whether all tables, phones and groups are here, and the imported tables with all their log entries."""


def compare(store: Store, export: CheckedExport, added: Set[str]) -> Comparison:
    """Compare the database with an export of which the sessions `added` were inserted."""
    with store.snapshot():
        is_deleted = {row["id"]: row["gone"] for row in store.rows(_SESSIONS)}
        logs = {row["session"]: row["entries"] for row in store.rows(_LOGS)}
        groups = {row["id"] for row in store.rows("SELECT id FROM player_groups")}
        tokens = {bytes(row["token"]) for row in store.rows("SELECT token FROM phones")}
    expected = [place for place in export.sessions if not is_deleted.get(place.id)]
    found = [place for place in expected if place.id in is_deleted]
    shorter = {place.id for place in found if logs.get(place.id, 0) < place.events}
    phones = sum(phone.token in tokens for phone in export.phones.values())
    groups_here = sum(group.id in groups for group in export.groups)
    # A log here may have grown since.
    entries = sum(min(logs.get(place.id, 0), place.events) for place in found)
    return Comparison(
        Counts(len(expected), sum(place.events for place in expected), len(export.phones), len(export.groups)),
        Counts(len(found), entries, phones, groups_here),
        len(shorter - added),
        len(found) == len(expected)
        and (phones, groups_here) == (len(export.phones), len(export.groups))
        and not shorter & added,
    )
