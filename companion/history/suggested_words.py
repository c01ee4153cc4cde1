"""The words that are suggested at a table: those of earlier tables of its group, then of the phone's latest ones."""

from __future__ import annotations

from collections.abc import Mapping

from companion.storage import words
from companion.storage.store import Store
from companion.time_slices import Slices

_AT_ONCE = 250  # tables of one query
_SEARCHED = 2000
"""How many of the latest tables of a phone are searched for those of a group."""
_MOST = 100
_LATEST = ("~", "")


def suggested_words(store: Store, phone: int, session: str, game: str) -> Mapping[str, list[str]]:
    """Return words by kind, each list without two of the same spelling: first those of the group.

    The group is that of the table, else any of its host's. Only tables that this phone has joined are read, as nobody
    else reads what is written at them.
    """
    own = words.recent_words(store.rows, phone, session, game)
    tables = _tables_of_group(store, phone, session)
    if not tables:
        return own
    of_group = words.words_of(store.rows, phone, tables, session, game)
    return {kind: [*of_group[kind], *own[kind]] for kind in own}


def _tables_of_group(store: Store, phone: int, session: str) -> list[str]:
    """The latest tables of the group that the phone has joined, searched a few at a time."""
    groups = words.groups_for(store.rows, session)
    found: list[str] = []
    before, slices = _LATEST, Slices()
    for _ in range(_SEARCHED // _AT_ONCE if groups else 0):
        part = words.joined_tables(store.rows, phone, groups, before, _AT_ONCE)
        found += [table for (_, table), is_in in part if is_in]
        if len(part) < _AT_ONCE or len(found) >= _MOST:
            break
        before = part[-1][0]
        slices()
    return found[:_MOST]
