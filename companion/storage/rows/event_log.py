"""Append to a session's log: one transaction that checks the number, the phone and the key of the action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.storage.database import Transaction
from companion.storage.records import SIDE_EVENTS, Event, NewSession, NotJoined, StaleVersion, event_of
from companion.storage.rows.player_counts import count_players
from companion.storage.rows.seat_rows import change_seats
from companion.storage.rows.session_rows import NEXT_USE, insert_event, insert_rematch, store_result


def append(
    db: Transaction,
    session: str,
    event: Event,
    result: Mapping[str, Any] | None,
    opens: NewSession | None,
    players: Sequence[str] | None = None,
) -> Event | None:
    """See `Store.append`."""
    number, was_over, has_act, may_act = append_state(db, session, event.act, event.phone)
    if has_act:
        sql = "SELECT * FROM events WHERE session = ? AND act = ?"
        return event_of(next(iter(db.query(sql, [session, event.act]))))
    if event.number != number:
        raise StaleVersion
    if not may_act:
        raise NotJoined
    insert_event(db, session, event)
    if players is not None:
        change_seats(db, session, players)
        count_players(db, session)
    # Not where it was the last one used already, as with one table: that would change twice as many pages of the file.
    is_older = "EXISTS (SELECT 1 FROM sessions o WHERE o.used >= sessions.used AND o.id <> sessions.id)"
    db.execute(f"UPDATE sessions SET used = ({NEXT_USE}) WHERE id = ? AND {is_older}", [session])
    if event.kind not in SIDE_EVENTS and (was_over or result is not None):
        store_result(db, session, result, event.at)
    if opens is not None:
        insert_rematch(db, session, opens)
    return None


def append_state(db: Transaction, session: str, act: str = "", phone: int = 0) -> tuple[int | None, bool, bool, bool]:
    """For an append: the next event's number, whether the game is over, has this act, and allows this phone to act.

    The number is None if the session was deleted.
    """
    sql = (
        "SELECT (SELECT coalesce(max(number), 0) + 1 FROM events WHERE session = s.id), result IS NOT NULL,"
        " EXISTS (SELECT 1 FROM events WHERE session = s.id AND act = ?),"
        " EXISTS (SELECT 1 FROM members WHERE session = s.id AND phone = ? AND role <> 'viewer')"
        " FROM sessions s WHERE s.id = ? AND s.deleted IS NULL"
    )
    number, *found = db.execute(sql, [act, phone, session]).fetchone() or (None, False, False, False)
    is_over, has_act, may_act = map(bool, found)
    return number, is_over, has_act, may_act
