"""What the history asks: the sessions of a phone, their seats, and the finished games of a player."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.game.figure import UNSCORED
from companion.game.pause import pause
from companion.storage.database import Rows, Transaction, marks
from companion.storage.schema import SUMS, insert

Position = tuple[str, str]
"""The place of a finished game among all: when it ended, then when and as which it was opened; and its session."""
_COLUMNS = (
    "s.id, s.game, s.setup, s.result, s.made, s.ended, coalesce(s.ended, s.made) AS at, m.at AS position"
    " FROM members m JOIN sessions s ON s.id = m.session"
)
_AT_ONCE = 500  # seats that are looked at by one query
_HAS_WORD = "replace(t.key, ?, '') <> t.key"
_SEATED = "FROM sat WHERE phone = ? AND key = ? AND place IS NOT NULL AND (at, session) > (?, ?)"


@dataclass(frozen=True)
class Word:
    """A search word: `key` is part of a name or word, `games` are those whose usual title contains the word."""

    key: str
    games: tuple[str, ...] = ()


@dataclass(frozen=True)
class SessionFilter:
    """Which sessions to find: with every word, of a game, from `since` until before `until`, with a player.

    `named` is the normalized form of a word or place that they name.
    """

    words: tuple[Word, ...] = ()
    game: str = ""
    since: str = ""
    until: str = ""
    player: str = ""
    named: str = ""

    @property
    def looks_inside(self) -> bool:
        """Whether no index of a phone's sessions answers it: the players or words of each have to be looked at."""
        return bool(self.words or self.player or self.named)


class StoredSums(NamedTuple):
    """The sums of a player's games up to a position, as JSON."""

    place: Position
    told: str


def sessions_of(rows: Rows, phone: int, wanted: SessionFilter, most: int) -> list[dict[str, Any]]:
    """Sessions of a phone, latest first."""
    where, values = _where(phone, wanted)
    return rows(f"SELECT {_COLUMNS} WHERE m.phone = ?{where} ORDER BY m.at DESC LIMIT ?", [phone, *values, most])


def joined_sessions(rows: Rows, phone: int, after: Position, most: int) -> list[dict[str, Any]]:
    """Sessions of a phone after a position in its history, each with its own position; an index has all of it."""
    sql = "SELECT at, session FROM members WHERE phone = ? AND (at, session) > (?, ?) ORDER BY at, session LIMIT ?"
    return rows(sql, [phone, *after, most])


def finished_sessions(rows: Rows, sessions: Sequence[str]) -> list[dict[str, Any]]:
    """Those of the sessions, at least one, that are there and finished."""
    sql = f"SELECT id, ended AS at, game, setup, result, made, ended FROM sessions WHERE id IN ({marks(sessions)})"
    return rows(f"{sql} AND deleted IS NULL AND result IS NOT NULL", sessions)


def count_sessions(rows: Rows, phone: int, wanted: SessionFilter) -> int:
    """How many sessions of a phone match."""
    where, values = _where(phone, wanted)
    return int(rows(f"SELECT count(*) AS n FROM members m WHERE m.phone = ?{where}", [phone, *values])[0]["n"])


def seats(rows: Rows, sessions: Sequence[str]) -> list[dict[str, Any]]:
    """The seats of sessions, at least one, with name, key, place and total, and whether no points were recorded."""
    unscored = f"coalesce(replace(figures, '\"{UNSCORED}\"', '') <> figures, false) AS unscored"
    sql = f"SELECT session, name, key, place, total, {unscored} FROM seats WHERE session IN ({marks(sessions)})"
    return rows(f"{sql} ORDER BY session, seat", sessions)


def _where(phone: int, wanted: SessionFilter) -> tuple[str, list[Any]]:
    """The SQL conditions and their values."""
    parts = list(_parts(phone, wanted))
    return "".join(f" AND {sql}" for sql, _ in parts), [value for _, values in parts for value in values]


def _parts(phone: int, wanted: SessionFilter) -> Iterator[tuple[str, Sequence[Any]]]:
    seated = "SELECT session FROM sat WHERE phone = ?"
    for word in wanted.words:
        placeholders = ", ".join(["''", *"?" * len(word.games)])
        # The plus keeps SQLite from the index of a phone's players, which is longer than a session has seats.
        is_seated = f"EXISTS (SELECT 1 FROM sat t WHERE t.session = m.session AND +t.phone = m.phone AND {_HAS_WORD})"
        called = f"EXISTS (SELECT 1 FROM session_titles t WHERE t.session = m.session AND {_HAS_WORD})"
        named = f"EXISTS (SELECT 1 FROM session_words t WHERE t.session = m.session AND {_HAS_WORD})"
        yield (
            f"({is_seated} OR m.game IN ({placeholders}) OR {called} OR {named})",
            [word.key, *word.games, word.key, word.key],
        )
    if wanted.game:
        yield "m.game = ?", [wanted.game]
    if wanted.since:
        yield "m.at >= ?", [wanted.since]
    if wanted.until:
        yield "m.at < ?", [wanted.until]
    if wanted.named:
        yield "EXISTS (SELECT 1 FROM session_words w WHERE w.session = m.session AND w.key = ?)", [wanted.named]
    if wanted.player:
        yield f"EXISTS ({seated} AND key = ? AND at = m.at AND session = m.session)", [phone, wanted.player]


def sessions_without_figures(rows: Rows, phone: int, key: str) -> list[str]:
    """The finished sessions of a player whose figures have not been computed yet, latest first."""
    sql = (
        "SELECT m.rowid AS number, p.session AS id FROM seats p JOIN members m ON m.session = p.session"
        " AND m.phone = :phone WHERE p.key = :key AND p.place IS NOT NULL AND p.figures IS NULL AND p.session > :after"
        " AND p.session <= :until"
    )
    after, found = "", set[tuple[int, str]]()
    while (until := _uncounted(rows, key, after)) is not None:
        few = rows(sql, {"phone": phone, "key": key, "after": after, "until": until})
        found |= {(row["number"], row["id"]) for row in few}
        after = until
        pause()
    return [session for _, session in sorted(found, reverse=True)]


def _uncounted(rows: Rows, key: str, after: str) -> str | None:
    """The last of a player's next sessions without figures, of whatever phones; None if there is none."""
    sql = (
        "SELECT max(session) AS last FROM (SELECT session FROM seats WHERE key = ? AND place IS NOT NULL"
        " AND figures IS NULL AND session > ? ORDER BY session LIMIT ?) next"
    )
    last: str | None = rows(sql, [key, after, _AT_ONCE])[0]["last"]
    return last


def has_games(rows: Rows, phone: int, key: str, after: Position, number: int) -> bool:
    """Whether more than a number of finished games of a player come after a position; no others are looked at."""
    return bool(rows(f"SELECT 1 {_SEATED} ORDER BY at, session LIMIT 1 OFFSET ?", [phone, key, *after, number]))


def seats_of_games(rows: Rows, phone: int, key: str, after: Position, most: int) -> list[dict[str, Any]]:
    """The seats of finished games of a player after a position, earliest game first; `at` is where it stands."""
    sql = (
        "SELECT s.id, s.game, s.ended, played.at, t.name, t.key, t.place, t.total, t.figures FROM"
        f" (SELECT DISTINCT at, session {_SEATED} ORDER BY at, session LIMIT ?) played"
        " JOIN sessions s ON s.id = played.session JOIN seats t ON t.session = s.id"
        " ORDER BY played.at, t.seat"
    )
    return rows(sql, [phone, key, *after, most])


def latest_games(rows: Rows, phone: int, key: str, before: Position, most: int) -> list[Position]:
    """The positions of finished games of a player before one, latest first."""
    sql = (
        "SELECT DISTINCT at, session FROM sat WHERE phone = ? AND key = ? AND place IS NOT NULL"
        " AND (at, session) < (?, ?) ORDER BY at DESC, session DESC LIMIT ?"
    )
    return [(row["at"], row["session"]) for row in rows(sql, [phone, key, *before, most])]


def seats_with_figures(rows: Rows, sessions: Sequence[str]) -> list[dict[str, Any]]:
    """The seats of finished sessions, at least one, as `seats_of_games` has them, without `at`; in seat order."""
    sql = (
        "SELECT s.id, s.game, s.ended, t.name, t.key, t.place, t.total, t.figures FROM sessions s"
        f" JOIN seats t ON t.session = s.id WHERE s.id IN ({marks(sessions)}) AND t.place IS NOT NULL"
        " ORDER BY s.id, t.seat"
    )
    return rows(sql, sessions)


def stored_sums(rows: Rows, phone: int, key: str, shape: str) -> StoredSums | None:
    """The stored sums of a player, None if there are none of this shape."""
    sql = "SELECT at, session, told FROM sums WHERE phone = ? AND key = ? AND shape = ?"
    stored = [StoredSums((row["at"], row["session"]), row["told"]) for row in rows(sql, [phone, key, shape])]
    return stored[0] if stored else None


def store_sums(db: Transaction, phone: int, key: str, shape: str, sums: StoredSums) -> None:
    """Store the sums of a player in place of any others."""
    at, session = sums.place
    row = {"phone": phone, "key": key, "at": at, "session": session, "shape": shape, "told": sums.told}
    insert(db, SUMS, row, replace=["at", "session", "shape", "told"])


def start_of_span(rows: Rows, phone: int, before: str, most: int) -> str | None:
    """The earliest of the `most` latest positions in a phone's history before one; None if there are none."""
    latest = "SELECT at FROM members WHERE phone = ? AND at < ? ORDER BY at DESC LIMIT ?"
    start: str | None = rows(f"SELECT min(at) AS at FROM ({latest}) latest", [phone, before, most])[0]["at"]
    return start
