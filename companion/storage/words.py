"""The words and the place that tables name, derived from their logs, to find tables by them and to suggest them."""

from collections.abc import Mapping, Sequence

from companion.engine.names import normalize_name
from companion.storage.database import Rows, Transaction, marks
from companion.storage.records import Event
from companion.storage.schema import SESSION_WORDS, delete, insert, value

EXPANSIONS, HOUSE_RULES, PLACE = KINDS = ("expansions", "house_rules", "place")
"""The keys under which an event names words, or one place."""
LONGEST_WORD, MOST_WORDS, LONGEST_PLACE = 40, 20, 80
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
    for kind in KINDS:
        if kind in event.body:
            named = event.body[kind]
            delete(db, SESSION_WORDS, session=session, kind=kind)
            words = filter(None, [named] if type(named) is str else named)
            rows = [{"kind": kind, "key": normalize_name(word), "word": word} for word in words]
            insert(db, SESSION_WORDS, *({"session": session, **row} for row in rows))


def place_of(rows: Rows, session: str) -> str | None:
    """The place where a session was played, if it says so."""
    place: str | None = value(rows, SESSION_WORDS, "word", session=session, kind=PLACE)
    return place


def recent_words(rows: Rows, phone: int, session: str, game: str) -> Mapping[str, list[str]]:
    """What the latest hundred tables of a phone but one session named, by kind, the latest first, a dozen of each.

    Words are those of tables of the same game, on an open sheet of the same name; the place is of any table.
    """
    return _by_kind(rows(_RECENT.format(which=_LATEST), [phone, session, game, session]))


def words_of(rows: Rows, phone: int, tables: Sequence[str], session: str, game: str) -> Mapping[str, list[str]]:
    """What some tables of a phone named, at least one, as `recent_words` has it."""
    which = f"AND session IN ({marks(tables)})"
    return _by_kind(rows(_RECENT.format(which=which), [phone, *tables, session, game, session]))


def named_at(rows: Rows, phone: int, sessions: Sequence[str], key: str) -> set[str]:
    """Those of the sessions, at least one, that a phone has joined and that name a word or place with this key."""
    sql = (
        "SELECT w.session FROM session_words w JOIN members m ON m.session = w.session AND m.phone = ?"
        f" WHERE w.session IN ({marks(sessions)}) AND w.key = ?"
    )
    return {row["session"] for row in rows(sql, [phone, *sessions, key])}


def count_words(rows: Rows, phone: int, sessions: Sequence[str]) -> list[tuple[str, str, int]]:
    """The words and places of those sessions, at least one, that a phone has joined: key, word, number of sessions."""
    sql = (
        "SELECT w.key, max(w.word) AS word, count(DISTINCT w.session) AS n FROM session_words w"
        " JOIN members m ON m.session = w.session AND m.phone = ?"
        f" WHERE w.session IN ({marks(sessions)}) GROUP BY w.key"
    )
    return [(row["key"], row["word"], row["n"]) for row in rows(sql, [phone, *sessions])]


def _by_kind(rows: Sequence[Mapping[str, str]]) -> Mapping[str, list[str]]:
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for row in rows:
        found[row["kind"]].append(row["word"])
    return {kind: words[:_MOST] for kind, words in found.items()}
