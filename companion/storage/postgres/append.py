"""Append an event to a running game by one statement, which PostgreSQL commits by itself.

The transaction of `session_rows.append` asks and answers four times. What the function does not append is left to it.
"""

from __future__ import annotations

from companion.storage.database import Transaction
from companion.storage.records import SIDE_EVENTS, Event
from companion.storage.rows.session_rows import event_values

# In a volatile function each statement sees what was committed before it, so the locks are a statement of their own.
FUNCTION = """
CREATE FUNCTION append_event(
    to_session text, new_number bigint, new_act text, new_sent bytea, new_kind text, new_body text, by_phone bigint,
    new_at text, is_side boolean
) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1668246896), pg_advisory_xact_lock(hashtextextended(to_session, 0));
    INSERT INTO events (session, number, act, sent, kind, body, phone, at)
        SELECT s.id, new_number, new_act, new_sent, new_kind, new_body, by_phone, new_at FROM sessions s
        WHERE s.id = to_session AND s.deleted IS NULL AND (is_side OR s.result IS NULL)
        AND new_number = (SELECT coalesce(max(e.number), 0) + 1 FROM events e WHERE e.session = s.id)
        AND NOT EXISTS (SELECT 1 FROM events e WHERE e.session = s.id AND e.act = new_act)
        AND EXISTS (SELECT 1 FROM members m WHERE m.session = s.id AND m.phone = by_phone AND m.role <> 'viewer');
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    UPDATE sessions SET used = nextval('sessions_used_seq') WHERE id = to_session;
    RETURN true;
END $$;
"""
"""The function of a new database; earlier ones have it from a migration, and a change needs another migration."""

_CALL = "SELECT append_event(?, ?, ?, ?, ?, ?, ?, ?, ?)"


def append_event(db: Transaction, session: str, event: Event) -> bool:
    """Append an event to the log of a running game; `db` need not be in a transaction.

    Returns False, and has written nothing, if the log has the act, the number is not the next one, the phone may not
    score, the game is over, or the session was deleted.
    """
    is_side = event.kind in SIDE_EVENTS
    (is_appended,) = db.execute(_CALL, [*event_values(session, event), is_side]).fetchone()
    return bool(is_appended)
