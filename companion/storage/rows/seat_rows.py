"""The seats of sessions as rows, and what is derived of them: of each phone's players, `sat`, `met` and `sums`.

`sat` has a row for each named seat and each phone of its table, `met` counts these rows by phone and player, and `sums`
has running totals of a player's statistics up to a game, which hold as long as none of these games changes.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.names import normalize_name
from companion.game.ranking import places_by_seat
from companion.storage.database import Transaction
from companion.storage.schema import SEATS, SESSIONS, insert, update, value

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


def count_players(db: Transaction, session: str, phone: int | None = None) -> None:
    """Update the derived rows from the members and seats of a session, or of one phone if it is given.

    To be called in each transaction that changes one of these, also their results and figures, after the change.
    """
    values = {"session": session, "phone": phone}
    rows, members = "sat.session = :session", "m.session = :session"
    if phone is not None:
        rows, members = f"{rows} AND +sat.phone = :phone", f"{members} AND m.phone = :phone"
    is_kept = db.rows(f"SELECT 1 FROM sat WHERE {rows} LIMIT 1", values)
    for statement in (*_TAKE_OUT, *_PUT_IN) if is_kept else _PUT_IN:
        db.execute(statement.format(rows=rows, members=members), values)


def count_new_sessions(db: Transaction, sessions: Sequence[str]) -> None:
    """Update the derived rows from the members and seats of several sessions that were just inserted."""
    names = {f"new_{index}": session for index, session in enumerate(sessions)}
    listed = ", ".join(f":{name}" for name in names)
    rows, members = (f"{table}.session IN ({listed})" for table in ("sat", "m"))
    for statement in _PUT_IN:
        # Sums that end at one of them are dropped whichever session they end at.
        db.execute(statement.format(rows=rows, members=members), {**names, "session": ""})


def store_seats(db: Transaction, session: str, setup: Mapping[str, Any], first: int = 0) -> None:
    """Store the players of a session's setup by seat, from seat `first` on."""
    seats = range(first, len(setup.get("players", ())))
    insert(db, SEATS, *(seat_row(session, setup, seat) for seat in seats))


def seat_row(session: str, setup: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """The row of a seat before the game is over; one without a name has no key."""
    name = setup["players"][seat]
    key = None if seat in setup.get("anonymous", ()) else normalize_name(name) or None
    return {"session": session, "seat": seat, "name": name, "key": key}


def change_seats(db: Transaction, session: str, players: Sequence[str]) -> None:
    """Store the players after the last seat was added or removed; the other seats stay unchanged."""
    setup = json.loads(value(db.rows, SESSIONS, "setup", id=session))
    stored, seats = setup["players"], len(players)
    setup = {"opened_seats": len(stored), **setup, "players": [*stored[:seats], *players[len(stored) :]]}
    if "anonymous" in setup:
        setup["anonymous"] = [seat for seat in setup["anonymous"] if seat < seats]
    update(db, SESSIONS, {"setup": json.dumps(setup)}, id=session)
    db.execute("DELETE FROM seats WHERE session = ? AND seat >= ?", [session, seats])
    store_seats(db, session, setup, len(stored))
    count_players(db, session)


def store_results(db: Transaction, session: str, result: Mapping[str, Any] | None) -> None:
    """Store each seat's place, total and figures, or clear them if `result` is None: the game is open again.

    A game that ended before anything was scored has no ranking; then no seat has a place. Place 1 is a win: who came
    first without an opponent has place 0. In a game that all lost together each seat has place 2.
    """
    sql = "UPDATE seats SET place = NULL, total = NULL, figures = NULL WHERE session = ? AND place IS NOT NULL"
    db.execute(sql, [session])
    if result is None or not result["ranking"]:
        return
    for seat, (place, total) in enumerate(zip(stored_places(result), result["totals"], strict=True)):
        update(db, SEATS, {"place": place, "total": total}, session=session, seat=seat)
    if (figures := result.get("figures")) is not None:
        store_figures(db, session, figures)


def stored_places(result: Mapping[str, Any]) -> list[int]:
    """The places of a result by seat, as `store_results` stores them.

    >>> stored_places({"ranking": [[0, 2], [1, 3]], "sides": [[0, 2], [1, 3]]}), stored_places({"ranking": [[0]]})
    ([1, 2, 1, 2], [0])
    """
    places = places_by_seat(result["ranking"], result.get("sides") or ())
    together = result.get("won")
    if together is not None or len(places) == 1:
        return [2 if together is False else 0] * len(places)
    return places


def store_figures(db: Transaction, session: str, figures: Sequence[Mapping[str, Any]] | None) -> None:
    """Store the figures of a finished session by seat; None if there are none."""
    for (seat,) in db.execute("SELECT seat FROM seats WHERE session = ? AND place IS NOT NULL", [session]).fetchall():
        stored = json.dumps({} if figures is None else figures[seat])
        update(db, SEATS, {"figures": stored}, session=session, seat=seat)
