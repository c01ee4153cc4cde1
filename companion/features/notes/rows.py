"""The words and places that tables name: stored with their events, and to suggest."""

from collections.abc import Mapping, Sequence

from companion.engine.names import normalize_name
from companion.storage.records import Event, Rows, Transaction, marks
from companion.storage.schema import SESSION_WORDS, WORD_KINDS, delete, insert

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


def store_words(db: Transaction, session: str, event: Event) -> None:
    """Store what an event names, in place of what was named of the same kinds."""
    for kind in WORD_KINDS:
        if kind in event.body:
            named = event.body[kind]
            delete(db, SESSION_WORDS, session=session, kind=kind)
            words = filter(None, [named] if type(named) is str else named)
            rows = [{"kind": kind, "key": normalize_name(word), "word": word} for word in words]
            insert(db, SESSION_WORDS, *({"session": session, **row} for row in rows))


def recent_words(
    rows: Rows, phone: int, session: str, game: str, tables: Sequence[str] = ()
) -> Mapping[str, list[str]]:
    """What some tables of a phone but one session named, by kind, the latest first, a dozen of each.

    They are the latest hundred if none are given. Words are those of tables of the same game, on an open sheet of the
    same name; the place is of any table.
    """
    which = f"AND session IN ({marks(tables)})" if tables else _LATEST
    found: dict[str, list[str]] = {kind: [] for kind in WORD_KINDS}
    for row in rows(_RECENT.format(which=which), [phone, *tables, session, game, session]):
        found[row["kind"]].append(row["word"])
    return {kind: words[:_MOST] for kind, words in found.items()}
