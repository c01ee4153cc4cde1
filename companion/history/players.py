"""Players across the sessions of one phone: list, find, rename, merge and delete them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.game import Message
from companion.game.names import normalize_name
from companion.history.group_players import GroupFollower
from companion.storage.database import Transaction
from companion.storage.error_messages import StoreError
from companion.storage.rows.player_counts import count_players
from companion.storage.rows.seat_rows import rename_seat
from companion.storage.rows.session_rows import append_unasked, delete_rows
from companion.storage.store import Store

PAGE = 30
MAX_OTHERS = 12
_BATCH_SIZE = 25  # sessions changed in one transaction; others can write in between
_SEATED = "FROM sat WHERE phone = :phone"
_SEATED_AS = f"{_SEATED} AND key = :key"
_HOSTED = f"{_SEATED_AS} AND hosts = 1"
# Two players with a common session cannot be merged, nor one that sits there twice under two spellings.
_SHARED = f"SELECT session {_SEATED} AND key IN (:key, :other) AND hosts = 1 GROUP BY session HAVING count(*) > 1"
_LIST = (
    "SELECT m.key, t.name, m.sessions, m.games, m.won FROM met m CROSS JOIN sat s ON s.id = m.latest"
    " CROSS JOIN seats t ON t.session = s.session AND t.seat = s.seat WHERE m.phone = :phone"
)
MAX_EXAMINED = 30
"""How many of the latest games are searched for other players."""


class MergeConflict(Exception):
    """Two players cannot be merged because they played in the same session."""


@dataclass(frozen=True)
class Player:
    """A player: the latest spelling of the name, and the numbers of sessions, finished games and wins."""

    key: str
    name: str
    sessions: int
    games: int
    won: int


@dataclass(frozen=True)
class ChangeScope:
    """How many sessions of a player a phone hosts and can change, and how many it only joined."""

    hosted: int
    elsewhere: int


@dataclass(frozen=True)
class DeletionImpact:
    """Who else loses games when a player's games are deleted.

    `phones` is how many phones have joined them, None if there are `MAX_EXAMINED` games or more; `others` are at most
    `MAX_OTHERS` other players.
    """

    phones: int | None
    others: tuple[str, ...]


def list_players(store: Store, phone: int, start: int = 0) -> tuple[list[Player], bool]:
    """Return a page of the players in a phone's sessions, most games first, and whether there are more."""
    sql = f"{_LIST} ORDER BY m.games DESC, m.won DESC, m.key LIMIT :most OFFSET :start"
    rows = store.rows(sql, {"phone": phone, "most": PAGE + 1, "start": start})
    return [_player(row) for row in rows[:PAGE]], len(rows) > PAGE


def find_player(store: Store, phone: int, key: str) -> Player | None:
    """Return a player in the phone's sessions, None if there is none with this key."""
    rows = store.rows(f"{_LIST} AND m.key = :key", {"phone": phone, "key": key})
    return _player(rows[0]) if rows else None


def _player(row: dict[str, Any]) -> Player:
    return Player(row["key"], row["name"], row["sessions"], row["games"], row["won"])


def change_scope(store: Store, phone: int, key: str) -> ChangeScope:
    """How many of a player's sessions this phone hosts, and how many it only joined."""
    # A player with two seats in one session (only in imported ones) counts twice, as in the list.
    sql = f"SELECT coalesce(sum(hosts), 0) AS hosted, count(*) AS joined {_SEATED_AS}"
    row = store.rows(sql, {"phone": phone, "key": key})[0]
    return ChangeScope(row["hosted"], row["joined"] - row["hosted"])


def deletion_impact(store: Store, phone: int, key: str) -> DeletionImpact:
    """Who else would lose games if this phone deleted the games of a player that it hosts."""
    values = {"phone": phone, "key": key, "most": MAX_EXAMINED, "few": MAX_OTHERS}
    latest = f"(SELECT DISTINCT at, session {_HOSTED} ORDER BY at DESC, session DESC LIMIT :most) h CROSS JOIN"
    phones = (
        "SELECT count(DISTINCT m.phone) AS phones, count(DISTINCT m.session) AS games"
        f" FROM {latest} members m ON m.session = h.session"
    )
    others = (
        f"SELECT max(t.name) AS name FROM {latest} seats t ON t.session = h.session WHERE t.key <> :key"
        " GROUP BY t.key ORDER BY count(*) DESC, t.key LIMIT :few"
    )
    counted, names = store.rows(phones, values)[0], [row["name"] for row in store.rows(others, values)]
    return DeletionImpact(counted["phones"] if counted["games"] < MAX_EXAMINED else None, tuple(names))


def shared_sessions(store: Store, phone: int, key: str, other: str) -> list[str]:
    """The sessions hosted by this phone in which both played, which prevents a merge."""
    return [row["session"] for row in store.rows(_SHARED, {"phone": phone, "key": key, "other": other})]


def rename(store: Store, phone: int, key: str, name: str) -> Iterator[str]:
    """Rename a player in the sessions this phone hosts and yield these; raise `MergeConflict` if two would be one."""
    groups = GroupFollower(phone, key)

    def change(db: Transaction, session: str, seats: list[int]) -> None:
        groups.note(db, session)
        _name_seats(db, phone, session, seats, lambda *_: name)

    def check(db: Transaction) -> None:
        if list(db.query(_SHARED, {"phone": phone, "key": key, "other": normalize_name(name)})):
            raise MergeConflict

    return _change_hosted(store, phone, key, change, lambda db: groups.rename(db, name), check)


def anonymize(store: Store, phone: int, key: str, call: Callable[[int], str]) -> Iterator[str]:
    """Remove a player's name from the sessions this phone hosts and yield these; `call` returns a seat's new name."""
    groups = GroupFollower(phone, key)

    def nameless(seat: int, taken: Iterable[str]) -> str:
        name = call(seat)
        while name in taken:
            name += "*"
        return name

    def change(db: Transaction, session: str, seats: list[int]) -> None:
        groups.note(db, session)
        _name_seats(db, phone, session, seats, nameless, is_player=False)

    yield from _change_hosted(store, phone, key, change, groups.delete)
    store.scrub()


def delete_sessions(store: Store, phone: int, key: str) -> Iterator[str]:
    """Delete the sessions of a player that this phone hosts; yield their ids."""
    groups = GroupFollower(phone, key)

    def change(db: Transaction, session: str, seats: list[int]) -> None:
        groups.note(db, session)
        delete_rows(db, session)

    yield from _change_hosted(store, phone, key, change, groups.delete)
    store.scrub()


def _change_hosted(
    store: Store,
    phone: int,
    key: str,
    change: Callable[[Transaction, str, list[int]], None],
    settle: Callable[[Transaction], None],
    check: Callable[[Transaction], None] = lambda db: None,
) -> Iterator[str]:
    """Change a player's sessions that a phone hosts, in batches, so that others can write in between.

    `settle` is called with the last of them, unless there are none. Yields each session after its change is committed.
    A later `StoreError` says how many sessions were changed.
    """
    after, done = "", 0

    def job(db: Transaction) -> list[str]:
        check(db)
        hosted = _hosted(db, phone, key, after)
        for session, seats in hosted:
            change(db, session, seats)
        if (hosted or after) and len(hosted) < _BATCH_SIZE:
            settle(db)
        return [session for session, _ in hosted]

    while True:
        try:
            changed = store.write(job)
        except StoreError as error:
            raise _partly_done(error, done) if done else error from error
        yield from changed
        if len(changed) < _BATCH_SIZE:
            return
        after, done = changed[-1], done + len(changed)


def _partly_done(error: StoreError, done: int) -> StoreError:
    return StoreError(
        Message(
            "Only {count} game was changed, then this happened: {reason} Do it once more for the others.",
            "Only {count} games were changed, then this happened: {reason} Do it once more for the others.",
            done,
            reason=error.message,
        )
    )


def _hosted(db: Transaction, phone: int, key: str, after: str) -> list[tuple[str, list[int]]]:
    """The next batch of a player's sessions that a phone hosts, by id, each with the player's seats."""
    sql = (
        f"SELECT session, seat {_HOSTED} AND session IN (SELECT DISTINCT session {_HOSTED} AND session > :after"
        " ORDER BY session LIMIT :most) ORDER BY session, seat"
    )
    rows = db.query(sql, {"phone": phone, "key": key, "after": after, "most": _BATCH_SIZE})
    grouped = groupby(rows, key=lambda row: str(row["session"]))
    return [(session, [row["seat"] for row in seats]) for session, seats in grouped]


def _name_seats(
    db: Transaction,
    phone: int,
    session: str,
    seats: list[int],
    call: Callable[[int, Iterable[str]], str],
    *,
    is_player: bool = True,
) -> None:
    """Rename seats of a session in its setup and its rows, and log an event that has the seats but not the names."""
    setup = json.loads(db.execute("SELECT setup FROM sessions WHERE id = ?", [session]).fetchone()[0])
    for seat in seats:
        name = setup["players"][seat] = call(seat, setup["players"])
        rename_seat(db, session, seat, name, normalize_name(name) if is_player else None)
    if not is_player:
        setup["anonymous"] = sorted({*setup.get("anonymous", ()), *seats})
    db.execute("UPDATE sessions SET setup = ? WHERE id = ?", [json.dumps(setup), session])
    append_unasked(db, session, "names", {"seats": seats}, phone)
    count_players(db, session)
