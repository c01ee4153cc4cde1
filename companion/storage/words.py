"""The words and the place that tables name, derived from their logs, to find tables by them and to suggest them."""

from companion.engine.names import normalize_name
from companion.storage.records import Event, Rows, Transaction
from companion.storage.schema import SESSION_WORDS, delete, insert, value

EXPANSIONS, HOUSE_RULES, PLACE = KINDS = ("expansions", "house_rules", "place")
"""The keys under which an event names words, or one place."""
LONGEST_WORD, MOST_WORDS, LONGEST_PLACE = 40, 20, 80


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
