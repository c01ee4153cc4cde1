"""The sessions a phone has joined, by date: found by players, game and day, a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.store import Store

PAGE = 30
_JOINED = "FROM members m JOIN sessions s ON s.id = m.session WHERE m.phone = ?"


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
    at: str
    is_running: bool
    seats: tuple[Sat, ...]

    @property
    def ranked(self) -> list[Sat]:
        return sorted(self.seats, key=lambda sat: sat.place or 0)

    @property
    def winners(self) -> list[Sat]:
        return [sat for sat in self.seats if sat.place == 1]


def found(store: Store, phone: int, wanted: Wanted, before: str = "") -> tuple[list[Past], str]:
    """A page of what a phone may see, the latest first, and where the next page begins, empty where there is none."""
    where, values = _where(wanted)
    at, _, session = before.partition("|")
    if session:
        where, values = f"{where} AND (m.at, m.session) < (?, ?)", [*values, at, session]
    sql = f"SELECT s.id, s.game, m.at, s.ended {_JOINED}{where} ORDER BY m.at DESC, m.session DESC LIMIT ?"
    rows = store.rows(sql, [phone, *values, PAGE + 1])
    shown = rows[:PAGE]
    more = f"{shown[-1]['at']}|{shown[-1]['id']}" if len(rows) > PAGE else ""
    seats = seats_of(store, [row["id"] for row in shown])
    return [Past(row["id"], row["game"], row["at"], row["ended"] is None, seats[row["id"]]) for row in shown], more


def counted(store: Store, phone: int, wanted: Wanted) -> int:
    """How many sessions that is."""
    where, values = _where(wanted)
    return int(store.rows(f"SELECT count(*) AS n {_JOINED}{where}", [phone, *values])[0]["n"])


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


def _where(wanted: Wanted) -> tuple[str, list[Any]]:
    """The conditions with their values."""
    parts = list(_parts(wanted))
    return "".join(f" AND {sql}" for sql, _ in parts), [value for _, values in parts for value in values]


def _parts(wanted: Wanted) -> Iterable[tuple[str, Sequence[Any]]]:
    for word in wanted.words:
        holes = ", ".join("?" * len(word.games))
        sits = "EXISTS (SELECT 1 FROM seats t WHERE t.session = s.id AND instr(t.key, ?))"
        yield f"({sits} OR s.game IN ({holes}))", [word.key, *word.games]
    if wanted.game:
        yield "s.game = ?", [wanted.game]
    if wanted.since:
        yield "m.at >= ?", [wanted.since]
    if wanted.until:
        yield "m.at < ?", [wanted.until]
    if wanted.player:
        yield "m.session IN (SELECT session FROM seats WHERE key = ?)", [wanted.player]
