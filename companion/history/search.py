"""Search the sessions that a phone has joined by players, game and day, one page at a time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Game
from companion.games import played_game
from companion.storage.batches import batches
from companion.storage.store import Store

PAGE = 30
_BATCH_SIZE = 500
_COLUMNS = (
    "s.id, s.game, s.setup, s.result, s.made, s.ended, coalesce(s.ended, s.made) AS at, m.at AS position"
    " FROM members m CROSS JOIN sessions s ON s.id = m.session"
)


@dataclass(frozen=True)
class Word:
    """A search word: `key` is part of a normalized name, of a player or of the game at its table.

    `games` are those whose usual title contains the word.
    """

    key: str
    games: tuple[str, ...] = ()


@dataclass(frozen=True)
class SessionFilter:
    """Which sessions to find: with every word, of a game, from `since` until before `until`, with a player."""

    words: tuple[Word, ...] = ()
    game: str = ""
    since: str = ""
    until: str = ""
    player: str = ""


@dataclass(frozen=True)
class SessionSeat:
    """A seat of a session; `key` is None if the name was deleted, `place` and `total` until the game is over.

    Place 0 is the first place where nobody played against the others.
    """

    name: str
    key: str | None
    place: int | None
    total: int | None


@dataclass(frozen=True)
class PastSession:
    """A session in the history; `at` is when it ended, or when it was created if it is still running.

    `game` is the game as the table played it.
    """

    session: str
    game: Game
    made: str
    at: str
    is_running: bool
    seats: tuple[SessionSeat, ...]

    @property
    def ranked(self) -> list[SessionSeat]:
        """The seats in the order of their places."""
        return sorted(self.seats, key=lambda seat: seat.place or 0)

    @property
    def winners(self) -> list[SessionSeat]:
        """The seats on the first place."""
        return [seat for seat in self.seats if seat.place in (0, 1)]

    @property
    def together(self) -> bool | None:
        """Whether all won or all lost a game that they played together; None for any other game."""
        places = [seat.place for seat in self.seats if seat.place is not None]
        if places and not self.winners:
            return False
        return True if len(places) > 1 and not any(places) else None


def find_sessions(store: Store, phone: int, wanted: SessionFilter, before: str = "") -> tuple[list[PastSession], str]:
    """Return a page of sessions, latest first, and the start of the next page, empty if this is the last."""
    where, values = _where(phone, wanted)
    if before:
        where, values = f"{where} AND m.at < ?", [*values, before]
    sql = f"SELECT {_COLUMNS} WHERE m.phone = ?{where} ORDER BY m.at DESC LIMIT ?"
    rows = store.rows(sql, [phone, *values, PAGE + 1])
    shown = rows[:PAGE]
    more = shown[-1]["position"] if len(rows) > PAGE else ""
    return _with_seats(store, shown), more


def finished_sessions(store: Store, phone: int) -> list[PastSession]:
    """The finished sessions of a phone, earliest first."""
    sql = f"SELECT {_COLUMNS} WHERE m.phone = ? AND s.result IS NOT NULL ORDER BY s.made, s.rowid"
    rows = store.rows(sql, [phone])
    return [row for part in batches(rows, _BATCH_SIZE) for row in _with_seats(store, part)]


def count_sessions(store: Store, phone: int, wanted: SessionFilter) -> int:
    """How many sessions match."""
    where, values = _where(phone, wanted)
    return int(store.rows(f"SELECT count(*) AS n FROM members m WHERE m.phone = ?{where}", [phone, *values])[0]["n"])


def count_joined(store: Store, phone: int) -> int:
    """How many sessions a phone has joined."""
    return int(store.rows("SELECT count(*) AS n FROM members WHERE phone = ?", [phone])[0]["n"])


def seats_of(store: Store, sessions: Sequence[str]) -> dict[str, tuple[SessionSeat, ...]]:
    """The seats of sessions, in seat order."""
    seats: dict[str, tuple[SessionSeat, ...]] = dict.fromkeys(sessions, ())
    if not sessions:
        return seats
    placeholders = ", ".join("?" * len(sessions))
    sql = f"SELECT session, name, key, place, total FROM seats WHERE session IN ({placeholders}) ORDER BY session, seat"
    for row in store.rows(sql, sessions):
        seats[row["session"]] += (SessionSeat(row["name"], row["key"], row["place"], row["total"]),)
    return seats


def _with_seats(store: Store, rows: Sequence[dict[str, Any]]) -> list[PastSession]:
    seats = seats_of(store, [row["id"] for row in rows])
    return [past_session(row, seats[row["id"]]) for row in rows]


def past_session(row: dict[str, Any], seats: Iterable[SessionSeat]) -> PastSession:
    """The session of a row with `id`, `game`, `setup`, `result`, `made`, `at` and `ended`."""
    changed = {} if row["result"] is None else json.loads(row["result"]).get("options", {})
    game = played_game(row["game"], {**json.loads(row["setup"]).get("options", {}), **changed})
    shown = [seat if seat.total is None else replace(seat, total=game.points(seat.total)) for seat in seats]
    return PastSession(row["id"], game, row["made"], row["at"], row["ended"] is None, tuple(shown))


def _where(phone: int, wanted: SessionFilter) -> tuple[str, list[Any]]:
    """The SQL conditions and their values."""
    parts = list(_parts(phone, wanted))
    return "".join(f" AND {sql}" for sql, _ in parts), [value for _, values in parts for value in values]


def _parts(phone: int, wanted: SessionFilter) -> Iterable[tuple[str, Sequence[Any]]]:
    sat = "SELECT session FROM sat WHERE phone = ?"
    for word in wanted.words:
        placeholders = ", ".join(["''", *"?" * len(word.games)])
        known = "SELECT key FROM met WHERE phone = ? AND instr(key, ?) > 0"
        sits = f"m.session IN ({sat} AND key IN ({known}))"
        called = "EXISTS (SELECT 1 FROM session_titles t WHERE t.session = m.session AND instr(t.key, ?) > 0)"
        yield (
            f"({sits} OR m.game IN ({placeholders}) OR {called})",
            [phone, phone, word.key, *word.games, word.key],
        )
    if wanted.game:
        yield "m.game = ?", [wanted.game]
    if wanted.since:
        yield "m.at >= ?", [wanted.since]
    if wanted.until:
        yield "m.at < ?", [wanted.until]
    if wanted.player:
        yield f"EXISTS ({sat} AND key = ? AND at = m.at AND session = m.session)", [phone, wanted.player]
