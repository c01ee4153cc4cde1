"""What is derived of the seats of each phone's tables, to find players and their games: `sat`, `met` and `sums`.

`sat` has a row for each named seat and each phone of its table, `met` counts these rows by phone and player, and `sums`
has running totals of a player's statistics up to a game, which hold as long as none of these games changes.
"""

from collections.abc import Sequence

from companion.feature import Change
from companion.storage.database import Transaction

# A plus keeps SQLite from finding `sat` by the phone, which may have any number of sessions.
_SEATED = "FROM members m JOIN seats t ON t.session = m.session WHERE {members} AND t.key IS NOT NULL"
_HOSTS = "CASE WHEN m.role = 'host' THEN 1 ELSE 0 END"
_COUNTED = (
    "SELECT phone, key, count(*) AS sessions, count(place) AS games,"
    " sum(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS won, max(id) AS latest FROM sat WHERE {rows} GROUP BY phone, key"
)
# Seats whose player or phone is not at the table any more.
_LEFT = (
    "SELECT phone, key FROM sat WHERE {rows} AND NOT EXISTS (SELECT 1 FROM members m JOIN seats t"
    " ON t.session = m.session WHERE m.session = sat.session AND m.phone = sat.phone AND t.seat = sat.seat"
    " AND t.key = sat.key)"
)
_DROP_SUMS = (
    "DELETE FROM sums WHERE (phone, key) IN (SELECT phone, key FROM sat WHERE {rows})"
    " AND (at, session) >= ((SELECT min(at) FROM sat WHERE {rows}), :session)"
)
# Take the seats of before out of the counts, then those out of `sat` that are not there any more.
_TAKE_OUT = (
    _DROP_SUMS,
    "UPDATE met SET sessions = met.sessions - c.sessions, games = met.games - c.games, won = met.won - c.won"
    f" FROM ({_COUNTED}) c WHERE met.phone = c.phone AND met.key = c.key",
    # Only where the latest one leaves: to find the next takes longer the more tables there are.
    "UPDATE met SET latest = coalesce((SELECT max(s.id) FROM sat s WHERE s.phone = met.phone AND s.key = met.key"
    f" AND s.session <> :session), 0) WHERE (phone, key) IN ({_LEFT})"
    " AND latest IN (SELECT id FROM sat WHERE {rows})",
    f"DELETE FROM met WHERE sessions = 0 AND (phone, key) IN ({_LEFT})",
    f"DELETE FROM sat WHERE id IN ({_LEFT.replace('phone, key', 'id', 1)})",
    f"UPDATE sat SET at = m.at, place = t.place, hosts = {_HOSTS} FROM members m JOIN seats t"
    " ON t.session = m.session WHERE {rows} AND m.session = sat.session AND m.phone = +sat.phone AND t.seat = sat.seat"
    f" AND (sat.at <> m.at OR coalesce(sat.place, -1) <> coalesce(t.place, -1) OR sat.hosts <> {_HOSTS})",
)
_PUT_IN = (
    f"INSERT INTO sat (phone, key, at, session, seat, place, hosts) SELECT m.phone, t.key, m.at, m.session, t.seat,"
    f" t.place, {_HOSTS} {_SEATED} AND NOT EXISTS (SELECT 1 FROM sat WHERE {{rows}} AND +sat.phone = m.phone"
    " AND sat.seat = t.seat) ORDER BY m.rowid, t.seat",
    f"INSERT INTO met (phone, key, sessions, games, won, latest) {_COUNTED} ON CONFLICT (phone, key) DO UPDATE"
    " SET sessions = met.sessions + excluded.sessions, games = met.games + excluded.games,"
    " won = met.won + excluded.won,"
    " latest = CASE WHEN met.latest < excluded.latest THEN excluded.latest ELSE met.latest END",
    _DROP_SUMS,
)


def count_anew(db: Transaction, change: Change) -> None:
    """Update the derived rows after a change of members, seats or results."""
    if change.what == "opened":
        _count_new_sessions(db, change.sessions)
    else:
        for session in change.sessions:
            _count_players(db, session, change.phone)


def _count_players(db: Transaction, session: str, phone: int | None = None) -> None:
    """Update the derived rows from the members and seats of a session, or of one phone if it is given."""
    values = {"session": session, "phone": phone}
    rows, members = "sat.session = :session", "m.session = :session"
    if phone is not None:
        rows, members = f"{rows} AND +sat.phone = :phone", f"{members} AND m.phone = :phone"
    is_kept = db.rows(f"SELECT 1 FROM sat WHERE {rows} LIMIT 1", values)
    for statement in (*_TAKE_OUT, *_PUT_IN) if is_kept else _PUT_IN:
        db.execute(statement.format(rows=rows, members=members), values)


def _count_new_sessions(db: Transaction, sessions: Sequence[str]) -> None:
    """Update the derived rows from the members and seats of several sessions that were just inserted."""
    names = {f"new_{index}": session for index, session in enumerate(sessions)}
    listed = ", ".join(f":{name}" for name in names)
    rows, members = (f"{table}.session IN ({listed})" for table in ("sat", "m"))
    for statement in _PUT_IN:
        # Sums that end at one of them are dropped whichever session they end at.
        db.execute(statement.format(rows=rows, members=members), {**names, "session": ""})
