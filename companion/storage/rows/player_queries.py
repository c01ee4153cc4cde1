"""Queries about the players of a phone's sessions, and the names of their seats."""

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from companion.feature import Change
from companion.game.names import normalize_name
from companion.storage.database import Rows, Transaction, marks
from companion.storage.rows.history_queries import Position
from companion.storage.rows.seat_rows import tell_features
from companion.storage.rows.session_rows import append_unasked
from companion.storage.schema import SEATS, SESSIONS, update, value

_SEATED = "FROM sat WHERE phone = :phone"
_SEATED_AS = f"{_SEATED} AND key = :key"
_HOSTED = f"{_SEATED_AS} AND hosts = 1"
_LIST = (
    "SELECT m.key, t.name, m.sessions, m.games, m.won FROM met m JOIN sat s ON s.id = m.latest"
    " JOIN seats t ON t.session = s.session AND t.seat = s.seat WHERE m.phone = :phone"
)


def list_players(rows: Rows, phone: int, start: int, most: int) -> list[dict[str, Any]]:
    """Players of a phone, most games first, each with the latest spelling of the name and the counts."""
    sql = f"{_LIST} ORDER BY m.games DESC, m.won DESC, m.key LIMIT :most OFFSET :start"
    return rows(sql, {"phone": phone, "most": most, "start": start})


def find_player(rows: Rows, phone: int, key: str) -> list[dict[str, Any]]:
    """A player of a phone, in one row; none if there is none with this key."""
    return rows(f"{_LIST} AND m.key = :key", {"phone": phone, "key": key})


def count_seats(rows: Rows, phone: int, key: str) -> tuple[int, int]:
    """How many seats a player has in sessions that a phone hosts, and in all that it joined."""
    sql = f"SELECT coalesce(sum(hosts), 0) AS hosted, count(*) AS joined {_SEATED_AS}"
    row = rows(sql, {"phone": phone, "key": key})[0]
    return row["hosted"], row["joined"]


def others_there(rows: Rows, phone: int, key: str, examined: int, most: int) -> tuple[int, int, list[str]]:
    """Of at most `examined` latest games that a phone hosts: phones, games, and the names of `most` other players."""
    values = {"phone": phone, "key": key, "most": examined, "few": most}
    latest = f"(SELECT DISTINCT at, session {_HOSTED} ORDER BY at DESC, session DESC LIMIT :most) h JOIN"
    phones = (
        "SELECT count(DISTINCT m.phone) AS phones, count(DISTINCT m.session) AS games"
        f" FROM {latest} members m ON m.session = h.session"
    )
    others = (
        f"SELECT max(t.name) AS name FROM {latest} seats t ON t.session = h.session WHERE t.key <> :key"
        " GROUP BY t.key ORDER BY count(*) DESC, t.key LIMIT :few"
    )
    counted = rows(phones, values)[0]
    return counted["phones"], counted["games"], [row["name"] for row in rows(others, values)]


def shared_sessions(rows: Rows, phone: int, key: str, other: str) -> list[str]:
    """The sessions hosted by a phone in which two players have seats, or one that sits there under two spellings."""
    sql = f"SELECT session {_SEATED} AND key IN (:key, :other) AND hosts = 1 GROUP BY session HAVING count(*) > 1"
    return [row["session"] for row in rows(sql, {"phone": phone, "key": key, "other": other})]


def is_any_shared(rows: Rows, phone: int, key: str, other: str, sessions: Sequence[str]) -> bool:
    """Whether one of these sessions is such as `shared_sessions` returns."""
    sql = (
        "SELECT 1 FROM sat WHERE +phone = ? AND key IN (?, ?) AND hosts = 1"
        f" AND session IN ({marks(sessions)}) GROUP BY session HAVING count(*) > 1 LIMIT 1"
    )
    return bool(rows(sql, [phone, key, other, *sessions]))


def hosted_seats(rows: Rows, phone: int, key: str, after: Position, most: int) -> list[tuple[Position, list[int]]]:
    """A player's next sessions after a position that a phone hosts, earliest first, each with the player's seats."""
    # Between two positions, as the index has them in this order: a join would go through all that there are.
    later = f"{_HOSTED} AND (at, session) > (:at, :after)"
    sql = (
        f"SELECT at, session, seat {later} AND (at, session) <= (SELECT at, session FROM (SELECT DISTINCT at, session"
        f" {later} ORDER BY at, session LIMIT :most) few ORDER BY at DESC, session DESC LIMIT 1)"
        " ORDER BY at, session, seat"
    )
    players = rows(sql, {"phone": phone, "key": key, "at": after[0], "after": after[1], "most": most})
    grouped = groupby(players, key=lambda row: (str(row["at"]), str(row["session"])))
    return [(position, [row["seat"] for row in seats]) for position, seats in grouped]


def name_seats(
    db: Transaction,
    phone: int,
    session: str,
    seats: Sequence[int],
    call: Callable[[int, Iterable[str]], str],
    *,
    is_player: bool = True,
) -> None:
    """Rename seats to what `call` returns for a seat and the names there; the event of it does not have the names."""
    setup = json.loads(value(db.rows, SESSIONS, "setup", id=session))
    for seat in seats:
        name = setup["players"][seat] = call(seat, setup["players"])
        key = normalize_name(name) if is_player else None  # of no player it counts for nobody
        update(db, SEATS, {"name": name, "key": key}, session=session, seat=seat)
    if not is_player:
        setup["anonymous"] = sorted({*setup.get("anonymous", ()), *seats})
    update(db, SESSIONS, {"setup": json.dumps(setup)}, id=session)
    append_unasked(db, session, "names", {"seats": list(seats)}, phone)
    tell_features(db, Change("people", [session]))
