"""Players across sessions, as one phone knows them: listed, told of, renamed, merged and deleted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from companion.names import key_of
from companion.seats import name_seat
from companion.store import Store, delete_rows, now

PAGE = 30
FEW = 12
_SAT = "FROM members m JOIN seats t ON t.session = m.session WHERE m.phone = :phone AND t.key IS NOT NULL"
# By name first: most players sit in few of a phone's sessions.
_BESIDE = "FROM seats t CROSS JOIN members m ON m.session = t.session AND m.phone = :phone WHERE t.key"
_IS = f"{_BESIDE} = :key"
_HOSTED = f"{_IS} AND m.role = 'host'"
# Two players that are to become one may not sit at one table; nor may one that sits there twice, written differently.
_MET = f"SELECT m.session {_BESIDE} IN (:key, :other) AND m.role = 'host' GROUP BY m.session HAVING count(*) > 1"
_TOLD = (
    "SELECT t.key, t.name, max(m.rowid), count(*) AS sessions, count(t.place) AS games,"
    " coalesce(sum(t.place = 1), 0) AS won"
)


class Met(Exception):
    """Two players that are to be one sat at the same table."""


@dataclass(frozen=True)
class Player:
    """A player: the name as it was written last, and in how many games it was there, to the end, and won."""

    key: str
    name: str
    sessions: int
    games: int
    won: int


@dataclass(frozen=True)
class Reach:
    """What a phone may change of a player: the sessions it hosts; `elsewhere` it has joined as many more.

    So many `phones` have joined the hosted sessions; `others` are the names of who else played there, at most `FEW`.
    """

    hosted: tuple[str, ...]
    elsewhere: int
    phones: int
    others: tuple[str, ...]


def listed(store: Store, phone: int, start: int = 0) -> tuple[list[Player], bool]:
    """A page of the players a phone has met, who played most first, and whether there are more."""
    sql = f"{_TOLD} {_SAT} GROUP BY t.key ORDER BY games DESC, won DESC, t.key LIMIT :most OFFSET :start"
    rows = store.rows(sql, {"phone": phone, "most": PAGE + 1, "start": start})
    return [_player(row) for row in rows[:PAGE]], len(rows) > PAGE


def known(store: Store, phone: int, key: str) -> Player | None:
    """A player whom a phone has met at a table."""
    rows = store.rows(f"{_TOLD} {_IS} GROUP BY t.key", {"phone": phone, "key": key})
    return _player(rows[0]) if rows else None


def _player(row: dict[str, Any]) -> Player:
    return Player(row["key"], row["name"], row["sessions"], row["games"], row["won"])


def reach(store: Store, phone: int, key: str) -> Reach:
    """What this phone may change of a player."""
    asked = {"phone": phone, "key": key}
    hosted = f"SELECT m.session {_HOSTED}"
    sessions = [row["id"] for row in store.rows(f"SELECT DISTINCT m.session AS id {_HOSTED}", asked)]
    joined = store.rows(f"SELECT count(DISTINCT m.session) AS n {_IS}", asked)[0]["n"]
    phones = store.rows(f"SELECT count(DISTINCT phone) AS n FROM members WHERE session IN ({hosted})", asked)[0]["n"]
    others = store.rows(
        f"SELECT name FROM seats WHERE session IN ({hosted}) AND key <> :key GROUP BY key"
        f" ORDER BY count(*) DESC, key LIMIT {FEW}",
        asked,
    )
    return Reach(tuple(sessions), joined - len(sessions), phones, tuple(row["name"] for row in others))


def met(store: Store, phone: int, key: str, other: str) -> list[str]:
    """The sessions this phone hosts in which both sat, so that they cannot be one player."""
    return [row["session"] for row in store.rows(_MET, {"phone": phone, "key": key, "other": other})]


def rename(store: Store, phone: int, key: str, name: str) -> list[str]:
    """Give a player another name in the sessions this phone hosts; returns these. `Met` where two would be one."""

    def job(db: Database) -> list[str]:
        if list(db.query(_MET, {"phone": phone, "key": key, "other": key_of(name)})):
            raise Met
        return [_named(db, phone, session, seats, lambda *_: name) for session, seats in _hosted(db, phone, key)]

    return store.write(job)


def forget(store: Store, phone: int, key: str, call: Callable[[int], str]) -> list[str]:
    """Delete a player's name in the sessions this phone hosts; `call` gives what the seat is called instead."""

    def nameless(seat: int, taken: Iterable[str]) -> str:
        name = call(seat)
        while name in taken:
            name += "*"
        return name

    def job(db: Database) -> list[str]:
        return [
            _named(db, phone, session, seats, nameless, is_player=False) for session, seats in _hosted(db, phone, key)
        ]

    changed = store.write(job)
    store.scrub()
    return changed


def delete_sessions(store: Store, phone: int, key: str) -> list[str]:
    """Delete the sessions this phone hosts in which a player sat; returns them."""

    def job(db: Database) -> list[str]:
        gone = [session for session, _ in _hosted(db, phone, key)]
        for session in gone:
            delete_rows(db, session)
        return gone

    deleted = store.write(job)
    store.scrub()
    return deleted


def _hosted(db: Database, phone: int, key: str) -> list[tuple[str, list[int]]]:
    """The sessions a phone hosts in which a player sat, with the seats."""
    sql = f"SELECT m.session, json_group_array(t.seat) AS seats {_HOSTED} GROUP BY m.session"
    return [(row["session"], json.loads(row["seats"])) for row in db.query(sql, {"phone": phone, "key": key})]


def _named(
    db: Database,
    phone: int,
    session: str,
    seats: list[int],
    call: Callable[[int, Iterable[str]], str],
    *,
    is_player: bool = True,
) -> str:
    """Name seats of a session anew, in its setup and its rows, and tell it in the log without the names."""
    setup = json.loads(db.execute("SELECT setup FROM sessions WHERE id = ?", [session]).fetchone()[0])
    for seat in seats:
        name = setup["players"][seat] = call(seat, setup["players"])
        name_seat(db, session, seat, name, key_of(name) if is_player else None)
    if not is_player:
        setup["anonymous"] = sorted({*setup.get("anonymous", ()), *seats})
    db.execute("UPDATE sessions SET setup = ? WHERE id = ?", [json.dumps(setup), session])
    db.execute(
        "INSERT INTO events (session, number, act, sent, kind, body, phone, at) SELECT :session,"
        " (SELECT coalesce(max(number), 0) + 1 FROM events WHERE session = :session), lower(hex(randomblob(9))), x'',"
        " 'names', :body, :phone, :at",
        {"session": session, "body": json.dumps({"seats": seats}), "phone": phone, "at": now()},
    )
    return session
