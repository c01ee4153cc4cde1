"""Players across sessions, as one phone knows them: listed, told of, renamed, merged and deleted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from companion.game import Message
from companion.game.names import normalize_name
from companion.storage.seat_rows import rename_seat
from companion.storage.store import Store, StoreError, delete_rows, now

PAGE = 30
FEW = 12
_AT_ONCE = 25  # games that are renamed or deleted before others may write
_SAT = "FROM sat WHERE phone = :phone"
_IS = f"{_SAT} AND key = :key"
_HOSTED = f"{_IS} AND hosts"
# Two players that are to become one may not sit at one table; nor may one that sits there twice, written differently.
_MET = f"SELECT session {_SAT} AND key IN (:key, :other) AND hosts GROUP BY session HAVING count(*) > 1"
_TOLD = (
    "SELECT m.key, t.name, m.sessions, m.games, m.won FROM met m CROSS JOIN sat s ON s.id = m.latest"
    " CROSS JOIN seats t ON t.session = s.session AND t.seat = s.seat WHERE m.phone = :phone"
)
MOST_COUNTED = 30
"""Games that are looked through to tell who was there too."""


class MergeConflict(Exception):
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
    """What a phone may change of a player: how many sessions it hosts, and how many more it has joined."""

    hosted: int
    elsewhere: int


@dataclass(frozen=True)
class Loss:
    """What goes with a player's games: so many `phones` have joined them; `others`, at most `FEW`, played there too.

    Of more than the latest `MOST_COUNTED` games nothing is told, so the number of phones is then None.
    """

    phones: int | None
    others: tuple[str, ...]


def listed(store: Store, phone: int, start: int = 0) -> tuple[list[Player], bool]:
    """A page of the players a phone has met, who played most first, and whether there are more."""
    sql = f"{_TOLD} ORDER BY m.games DESC, m.won DESC, m.key LIMIT :most OFFSET :start"
    rows = store.rows(sql, {"phone": phone, "most": PAGE + 1, "start": start})
    return [_player(row) for row in rows[:PAGE]], len(rows) > PAGE


def known(store: Store, phone: int, key: str) -> Player | None:
    """A player whom a phone has met at a table."""
    rows = store.rows(f"{_TOLD} AND m.key = :key", {"phone": phone, "key": key})
    return _player(rows[0]) if rows else None


def _player(row: dict[str, Any]) -> Player:
    return Player(row["key"], row["name"], row["sessions"], row["games"], row["won"])


def reach(store: Store, phone: int, key: str) -> Reach:
    """What this phone may change of a player."""
    # Who sits twice at a table, which can only be brought in, counts twice, as in the list.
    sql = f"SELECT coalesce(sum(hosts), 0) AS hosted, count(*) AS joined {_IS}"
    row = store.rows(sql, {"phone": phone, "key": key})[0]
    return Reach(row["hosted"], row["joined"] - row["hosted"])


def loss(store: Store, phone: int, key: str) -> Loss:
    """What would go with the games of a player that this phone hosts."""
    asked = {"phone": phone, "key": key, "most": MOST_COUNTED, "few": FEW}
    latest = f"(SELECT DISTINCT at, session {_HOSTED} ORDER BY at DESC, session DESC LIMIT :most) h CROSS JOIN"
    phones = (
        "SELECT count(DISTINCT m.phone) AS phones, count(DISTINCT m.session) AS games"
        f" FROM {latest} members m ON m.session = h.session"
    )
    others = (
        f"SELECT t.name FROM {latest} seats t ON t.session = h.session WHERE t.key <> :key"
        " GROUP BY t.key ORDER BY count(*) DESC, t.key LIMIT :few"
    )
    counted, names = store.rows(phones, asked)[0], [row["name"] for row in store.rows(others, asked)]
    return Loss(counted["phones"] if counted["games"] < MOST_COUNTED else None, tuple(names))


def met(store: Store, phone: int, key: str, other: str) -> list[str]:
    """The sessions this phone hosts in which both sat, so that they cannot be one player."""
    return [row["session"] for row in store.rows(_MET, {"phone": phone, "key": key, "other": other})]


def rename(store: Store, phone: int, key: str, name: str) -> Iterator[str]:
    """Rename a player in the sessions this phone hosts; yields these. `MergeConflict` where two would be one."""

    def change(db: Database, session: str, seats: list[int]) -> None:
        _named(db, phone, session, seats, lambda *_: name)

    def check(db: Database) -> None:
        if list(db.query(_MET, {"phone": phone, "key": key, "other": normalize_name(name)})):
            raise MergeConflict

    return _change_hosted(store, phone, key, change, check)


def forget(store: Store, phone: int, key: str, call: Callable[[int], str]) -> Iterator[str]:
    """Delete a player's name in the sessions this phone hosts; `call` gives what the seat is called instead."""

    def nameless(seat: int, taken: Iterable[str]) -> str:
        name = call(seat)
        while name in taken:
            name += "*"
        return name

    def change(db: Database, session: str, seats: list[int]) -> None:
        _named(db, phone, session, seats, nameless, is_player=False)

    yield from _change_hosted(store, phone, key, change)
    store.scrub()


def delete_sessions(store: Store, phone: int, key: str) -> Iterator[str]:
    """Delete the sessions this phone hosts in which a player sat; gives them."""
    yield from _change_hosted(store, phone, key, lambda db, session, seats: delete_rows(db, session))
    store.scrub()


def _change_hosted(
    store: Store,
    phone: int,
    key: str,
    change: Callable[[Database, str, list[int]], None],
    check: Callable[[Database], None] = lambda db: None,
) -> Iterator[str]:
    """Change the sessions a phone hosts in which a player sat, a few in one go, so that others write in between.

    Gives each session that is changed on disk. A `StoreError` after the first few says that these are.
    """
    after, done = "", 0

    def job(db: Database) -> list[str]:
        check(db)
        hosted = _hosted(db, phone, key, after)
        for session, seats in hosted:
            change(db, session, seats)
        return [session for session, _ in hosted]

    while True:
        try:
            changed = store.write(job)
        except StoreError as error:
            raise _only_some(error, done) if done else error from error
        yield from changed
        if len(changed) < _AT_ONCE:
            return
        after, done = changed[-1], done + len(changed)


def _only_some(error: StoreError, done: int) -> StoreError:
    return StoreError(
        Message(
            "Only {count} game was changed, then this happened: {reason} Do it once more for the others.",
            "Only {count} games were changed, then this happened: {reason} Do it once more for the others.",
            done,
            reason=error.message,
        )
    )


def _hosted(db: Database, phone: int, key: str, after: str) -> list[tuple[str, list[int]]]:
    """The next few sessions by id that a phone hosts and in which a player sat, with the seats."""
    sql = (
        f"SELECT session, json_group_array(seat) AS seats {_HOSTED} AND session > :after GROUP BY session"
        " ORDER BY session LIMIT :most"
    )
    rows = db.query(sql, {"phone": phone, "key": key, "after": after, "most": _AT_ONCE})
    return [(row["session"], json.loads(row["seats"])) for row in rows]


def _named(
    db: Database,
    phone: int,
    session: str,
    seats: list[int],
    call: Callable[[int, Iterable[str]], str],
    *,
    is_player: bool = True,
) -> None:
    """Name seats of a session anew, in its setup and its rows, and tell it in the log without the names."""
    setup = json.loads(db.execute("SELECT setup FROM sessions WHERE id = ?", [session]).fetchone()[0])
    for seat in seats:
        name = setup["players"][seat] = call(seat, setup["players"])
        rename_seat(db, session, seat, name, normalize_name(name) if is_player else None)
    if not is_player:
        setup["anonymous"] = sorted({*setup.get("anonymous", ()), *seats})
    db.execute("UPDATE sessions SET setup = ? WHERE id = ?", [json.dumps(setup), session])
    db.execute(
        "INSERT INTO events (session, number, act, sent, kind, body, phone, at) SELECT :session,"
        " (SELECT coalesce(max(number), 0) + 1 FROM events WHERE session = :session), lower(hex(randomblob(9))), x'',"
        " 'names', :body, :phone, :at",
        {"session": session, "body": json.dumps({"seats": seats}), "phone": phone, "at": now()},
    )
