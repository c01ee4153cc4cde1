"""Queries for the words and places to suggest."""

from collections.abc import Mapping, Sequence

from companion.storage.records import Rows, marks
from companion.storage.words import KINDS

_MOST = 12  # suggestions of a kind
_RECENT = """
SELECT kind, word FROM (
    SELECT w.kind, w.word, latest.at, latest.number,
        row_number() OVER (PARTITION BY w.kind, w.key ORDER BY latest.at DESC, latest.number DESC) AS place
    FROM (SELECT rowid AS number, session, game, at FROM members WHERE phone = ? {which})
        latest JOIN session_words w ON w.session = latest.session
        LEFT JOIN session_titles t ON t.session = latest.session
    WHERE w.session <> ? AND (w.kind = 'place' OR (latest.game = ? AND coalesce(t.key, '')
        = coalesce((SELECT key FROM session_titles WHERE session = ?), '')))
) named WHERE place = 1 ORDER BY at DESC, number DESC, word
"""
_LATEST = "ORDER BY at DESC, rowid DESC LIMIT 100"


def recent_words(
    rows: Rows, phone: int, session: str, game: str, tables: Sequence[str] = ()
) -> Mapping[str, list[str]]:
    """What some tables of a phone but one session named, by kind, the latest first, a dozen of each.

    They are the latest hundred if none are given. Words are those of tables of the same game, on an open sheet of the
    same name; the place is of any table.
    """
    which = f"AND session IN ({marks(tables)})" if tables else _LATEST
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for row in rows(_RECENT.format(which=which), [phone, *tables, session, game, session]):
        found[row["kind"]].append(row["word"])
    return {kind: words[:_MOST] for kind, words in found.items()}
