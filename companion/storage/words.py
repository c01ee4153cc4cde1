"""The words and the place that tables name, derived from their logs, to find tables by them and to suggest them."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game.names import normalize_name
from companion.storage.database import Rows, Transaction
from companion.storage.records import Event

KINDS = ("expansions", "house_rules", "place")
"""The keys of a note's event that name words, or one place."""
_MOST = 12  # suggestions of a kind
_RECENT = """
SELECT kind, word FROM (
    SELECT w.kind, w.word, latest.at, latest.number,
        row_number() OVER (PARTITION BY w.kind, w.key ORDER BY latest.at DESC, latest.number DESC) AS place
    FROM (SELECT rowid AS number, session, game, at FROM members WHERE phone = ? ORDER BY at DESC, rowid DESC LIMIT 100)
        latest CROSS JOIN session_words w ON w.session = latest.session
        LEFT JOIN session_titles t ON t.session = latest.session
    WHERE w.session <> ? AND (w.kind = 'place' OR (latest.game = ? AND coalesce(t.key, '')
        = coalesce((SELECT key FROM session_titles WHERE session = ?), '')))
) named WHERE place = 1 ORDER BY at DESC, number DESC, word
"""


def store_words(db: Transaction, session: str, event: Event) -> None:
    """Store what a note's event names, in place of what was named of the same kinds."""
    for kind in KINDS:
        if kind in event.body:
            named = event.body[kind]
            db.execute("DELETE FROM session_words WHERE session = ? AND kind = ?", [session, kind])
            for word in [named] if type(named) is str else named:
                if word:
                    sql = "INSERT INTO session_words (session, kind, key, word) VALUES (?, ?, ?, ?)"
                    db.execute(sql, [session, kind, normalize_name(word), word])


def recent_words(rows: Rows, phone: int, session: str, game: str) -> Mapping[str, list[str]]:
    """What the latest hundred tables of a phone but one session named, by kind, the latest first, a dozen of each.

    Words are those of tables of the same game, on an open sheet of the same name; the place is of any table.
    """
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for row in rows(_RECENT, [phone, session, game, session]):
        found[row["kind"]].append(row["word"])
    return {kind: words[:_MOST] for kind, words in found.items()}
