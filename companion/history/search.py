"""The sessions a phone has joined, by date: found by players, game and day, a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.storage.store import Store

PAGE = 30
_AT_ONCE = 500
_COLUMNS = "s.id, s.game, s.made, s.ended, m.at FROM members m CROSS JOIN sessions s ON s.id = m.session"


@dataclass(frozen=True)
class Word:
    """A word that is looked for: a part of a name, as its key has it, or of the title of these games."""

    key: str
    games: tuple[str, ...] = ()


@dataclass(frozen=True)
class Wanted:
    """Which sessions: with every word, of a game, from a moment up to before another, with a player."""

    words: tuple[Word, ...] = ()
    game: str = ""
    since: str = ""
    until: str = ""
    player: str = ""


@dataclass(frozen=True)
class Sat:
    """A seat of a session: its name, the player's key or None where the name was deleted, place and total once over."""

    name: str
    key: str | None
    place: int | None
    total: int | None


@dataclass(frozen=True)
class Past:
    """A session as the history lists it; `at` is when it ended, or was opened where it is still running."""

    session: str
    game: str
    made: str
    at: str
    is_running: bool
    seats: tuple[Sat, ...]

    @property
    def ranked(self) -> list[Sat]:
        """The seats in the order of their places."""
        return sorted(self.seats, key=lambda sat: sat.place or 0)

    @property
    def winners(self) -> list[Sat]:
        """The seats on the first place."""
        return [sat for sat in self.seats if sat.place == 1]


def found(store: Store, phone: int, wanted: Wanted, before: str = "") -> tuple[list[Past], str]:
    """A page of what a phone may see, the latest first, and where the next page begins, empty where there is none."""
    where, values = _where(phone, wanted)
    at, _, session = before.partition("|")
    if session:
        where, values = f"{where} AND (m.at, m.session) < (?, ?)", [*values, at, session]
    sql = f"SELECT {_COLUMNS} WHERE m.phone = ?{where} ORDER BY m.at DESC, m.session DESC LIMIT ?"
    rows = store.rows(sql, [phone, *values, PAGE + 1])
    shown = rows[:PAGE]
    more = f"{shown[-1]['at']}|{shown[-1]['id']}" if len(rows) > PAGE else ""
    return _with_seats(store, shown), more


def finished(store: Store, phone: int) -> list[Past]:
    """The finished sessions of a phone, the earliest first."""
    sql = f"SELECT {_COLUMNS} WHERE m.phone = ? AND s.result IS NOT NULL ORDER BY s.made, m.rowid"
    rows = store.rows(sql, [phone])
    parts = [rows[start : start + _AT_ONCE] for start in range(0, len(rows), _AT_ONCE)]
    return [row for part in parts for row in _with_seats(store, part)]


def counted(store: Store, phone: int, wanted: Wanted) -> int:
    """How many sessions that is."""
    where, values = _where(phone, wanted)
    return int(store.rows(f"SELECT count(*) AS n FROM members m WHERE m.phone = ?{where}", [phone, *values])[0]["n"])


def joined(store: Store, phone: int) -> int:
    """How many sessions a phone has joined."""
    return int(store.rows("SELECT count(*) AS n FROM members WHERE phone = ?", [phone])[0]["n"])


def seats_of(store: Store, sessions: Sequence[str]) -> dict[str, tuple[Sat, ...]]:
    """The seats of sessions, in seat order."""
    made: dict[str, tuple[Sat, ...]] = dict.fromkeys(sessions, ())
    holes = ", ".join("?" * len(sessions))
    sql = f"SELECT session, name, key, place, total FROM seats WHERE session IN ({holes}) ORDER BY session, seat"
    for row in store.rows(sql, sessions):
        made[row["session"]] += (Sat(row["name"], row["key"], row["place"], row["total"]),)
    return made


def _with_seats(store: Store, rows: Sequence[dict[str, Any]]) -> list[Past]:
    seats = seats_of(store, [row["id"] for row in rows])
    return [
        Past(row["id"], row["game"], row["made"], row["at"], row["ended"] is None, seats[row["id"]]) for row in rows
    ]


def _where(phone: int, wanted: Wanted) -> tuple[str, list[Any]]:
    """The conditions with their values."""
    parts = list(_parts(phone, wanted))
    return "".join(f" AND {sql}" for sql, _ in parts), [value for _, values in parts for value in values]


def _parts(phone: int, wanted: Wanted) -> Iterable[tuple[str, Sequence[Any]]]:
    sat = "SELECT session FROM sat WHERE phone = ?"
    for word in wanted.words:
        holes = ", ".join("?" * len(word.games))
        met = "SELECT key FROM met WHERE phone = ? AND instr(key, ?)"
        sits = f"m.session IN ({sat} AND key IN ({met}))"
        yield f"({sits} OR m.game IN ({holes}))", [phone, phone, word.key, *word.games]
    if wanted.game:
        yield "m.game = ?", [wanted.game]
    if wanted.since:
        yield "m.at >= ?", [wanted.since]
    if wanted.until:
        yield "m.at < ?", [wanted.until]
    if wanted.player:
        yield f"EXISTS ({sat} AND key = ? AND at = m.at AND session = m.session)", [phone, wanted.player]
