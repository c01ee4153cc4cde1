"""Queries for past games and players, and the derived tables `sat` and `met` that make them fast.

`sat` has a row for each named seat and each phone of its table. `met` counts these rows by phone and player.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from companion.engine.figure import UNSCORED
from companion.engine.names import normalize_name
from companion.engine.pause import pause
from companion.storage.records import Rows, Transaction, Update, marks
from companion.storage.rows.session_rows import append_unasked
from companion.storage.schema import SEATS, SESSIONS, DatabaseTable, Index, update, value

# `at` orders a phone's history; `hosts` is 1 if the phone is the table's host.
SAT = DatabaseTable(
    "sat",
    "id integer, phone integer, key, at, session, seat integer, place integer null, hosts small",
    key=("id",),
    indexes=(
        Index("sat_key", ("phone", "key", "at", "session", "seat", "place", "hosts")),
        Index("sat_session", ("session", "phone")),
    ),
    ids="engine",
)
# `latest` is the id of a player's latest row in `sat`.
MET = DatabaseTable(
    "met",
    "phone integer, key, sessions integer, games integer, won integer, latest integer",
    key=("phone", "key"),
    rows="clustered",
)
Position = tuple[str, str]
"""Where a game comes in a phone's history: the stored position, which begins with when it began, and its session."""
_HAS_WORD = "replace(t.key, ?, '') <> t.key"
_AT_ONCE = 200  # sessions of one query


class Named(NamedTuple):
    """The key of a word or place; only tables that this phone has joined count, as others may not read their notes."""

    phone: int
    key: str


@dataclass(frozen=True)
class Word:
    """A word to search for: `key` may be part of a name or a stored word, `games` have it in their title."""

    key: str
    games: tuple[str, ...] = ()


@dataclass(frozen=True)
class SessionFilter:
    """Which sessions to find: with all these words, of a game, from `since` until before `until`, with a player.

    `named` is the key of a word or place that they name.
    """

    words: tuple[Word, ...] = ()
    game: str = ""
    since: str = ""
    until: str = ""
    player: str = ""
    named: str = ""

    @property
    def looks_inside(self) -> bool:
        """Whether players or words of each session have to be examined, as no index answers the search."""
        return bool(self.words or self.player or self.named)


def sessions_of(rows: Rows, phone: int, wanted: SessionFilter, most: int) -> list[dict[str, Any]]:
    """The positions of a phone's sessions, latest first."""
    where, values = _where(phone, wanted)
    sql = f"SELECT m.at, m.session FROM members m WHERE m.phone = ?{where} ORDER BY m.at DESC LIMIT ?"
    return rows(sql, [phone, *values, most])


def joined_sessions(rows: Rows, phone: int, after: Position, most: int) -> list[dict[str, Any]]:
    """The positions of a phone's sessions after one in its history; read from an index only."""
    sql = "SELECT at, session FROM members WHERE phone = ? AND (at, session) > (?, ?) ORDER BY at, session LIMIT ?"
    return rows(sql, [phone, *after, most])


def stored_sessions(rows: Rows, sessions: Sequence[str]) -> list[dict[str, Any]]:
    """Those of the given sessions that exist; at least one must be given."""
    sql = f"SELECT id, game, setup, result, made, ended FROM sessions WHERE id IN ({marks(sessions)})"
    return rows(f"{sql} AND deleted IS NULL", sessions)


def count_sessions(rows: Rows, phone: int, wanted: SessionFilter) -> int:
    """How many sessions of a phone match."""
    where, values = _where(phone, wanted)
    return int(rows(f"SELECT count(*) AS n FROM members m WHERE m.phone = ?{where}", [phone, *values])[0]["n"])


def seats(rows: Rows, sessions: Sequence[str]) -> list[dict[str, Any]]:
    """The seats of at least one session, without the totals where no points were recorded."""
    total = f"CASE WHEN coalesce(replace(figures, '\"{UNSCORED}\"', '') <> figures, false) THEN NULL ELSE total END"
    sql = f"SELECT session, name, key, place, {total} AS total FROM seats WHERE session IN ({marks(sessions)})"
    return rows(f"{sql} ORDER BY session, seat", sessions)


def _where(phone: int, wanted: SessionFilter) -> tuple[str, list[Any]]:
    """The SQL conditions and their values."""
    parts = list(_parts(phone, wanted))
    return "".join(f" AND {sql}" for sql, _ in parts), [value for _, values in parts for value in values]


def _parts(phone: int, wanted: SessionFilter) -> Iterator[tuple[str, Sequence[Any]]]:
    seated = "SELECT session FROM sat WHERE phone = ?"
    for word in wanted.words:
        placeholders = ", ".join(["''", *"?" * len(word.games)])
        # The plus keeps SQLite from using the index by phone, which finds far more rows than that by session.
        is_seated = f"EXISTS (SELECT 1 FROM sat t WHERE t.session = m.session AND +t.phone = m.phone AND {_HAS_WORD})"
        called = f"EXISTS (SELECT 1 FROM session_titles t WHERE t.session = m.session AND {_HAS_WORD})"
        named = f"EXISTS (SELECT 1 FROM session_words t WHERE t.session = m.session AND {_HAS_WORD})"
        is_found = f"({is_seated} OR m.game IN ({placeholders}) OR {called} OR {named})"
        yield is_found, [word.key, *word.games, word.key, word.key]
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


def mark_of_games(rows: Rows, phone: int, key: str) -> tuple[Any, ...]:
    """A mark that changes with the games of a player that a phone has joined: which they are, and their logs."""
    sql = (
        "SELECT count(*) AS n, sum(id) AS a, sum(id * (SELECT coalesce(max(number), 0) FROM events"
        " WHERE session = sat.session)) AS b FROM sat WHERE phone = ? AND key = ?"
    )
    return tuple(rows(sql, [phone, key])[0].values())


def games_of_player(rows: Rows, phone: int, key: str, named: Named | None = None) -> list[str]:
    """The sessions of a player's finished games that a phone has joined, earliest first; `named` only with a word."""
    sql = (
        "SELECT DISTINCT at, session FROM sat WHERE phone = ? AND key = ? AND place IS NOT NULL"
        " AND (at, session) < (?, ?) ORDER BY at DESC, session DESC LIMIT ?"
    )
    found: list[str] = []
    before: Position = ("~", "")
    while part := [(row["at"], row["session"]) for row in rows(sql, [phone, key, *before, _AT_ONCE])]:
        sessions = [session for _, session in part]
        found += sessions if named is None else only_named(rows, named, sessions)
        before = part[-1]
        pause()
    return found[::-1]


def seats_with_figures(rows: Rows, sessions: Sequence[str]) -> list[dict[str, Any]]:
    """The seats of at least one finished session, in seat order."""
    sql = (
        "SELECT s.id, s.game, s.made, s.ended, t.name, t.key, t.place, t.total, t.figures FROM sessions s"
        f" JOIN seats t ON t.session = s.id WHERE s.id IN ({marks(sessions)}) AND t.place IS NOT NULL"
        " ORDER BY s.id, t.seat"
    )
    return rows(sql, sessions)


def start_of_span(rows: Rows, phone: int, before: str, most: int) -> str | None:
    """The earliest `at` among the `most` latest in a phone's history before one; None if there are none."""
    latest = "SELECT at FROM members WHERE phone = ? AND at < ? ORDER BY at DESC LIMIT ?"
    start: str | None = rows(f"SELECT min(at) AS at FROM ({latest}) latest", [phone, before, most])[0]["at"]
    return start


_PLAYER = "FROM sat WHERE phone = :phone AND key = :key"
_HOSTED = f"{_PLAYER} AND hosts = 1"
_LIST = (
    "SELECT m.key, t.name, m.sessions, m.games, m.won FROM met m JOIN sat s ON s.id = m.latest"
    " JOIN seats t ON t.session = s.session AND t.seat = s.seat WHERE m.phone = :phone"
)


MAX_OTHERS = 12
MAX_EXAMINED = 30
"""How many of the latest games are searched for other players."""


@dataclass(frozen=True)
class Player:
    """A player: the latest spelling of the name, and the numbers of sessions, finished games and wins."""

    key: str
    name: str
    sessions: int
    games: int
    won: int


def list_players(rows: Rows, phone: int, start: int, most: int) -> list[Player]:
    """Players in a phone's sessions, most games first."""
    sql = f"{_LIST} ORDER BY m.games DESC, m.won DESC, m.key LIMIT :most OFFSET :start"
    return [Player(**row) for row in rows(sql, {"phone": phone, "most": most, "start": start})]


def find_player(rows: Rows, phone: int, key: str) -> Player | None:
    """A player in a phone's sessions; None if there is none with this key."""
    return next((Player(**row) for row in rows(f"{_LIST} AND m.key = :key", {"phone": phone, "key": key})), None)


def change_scope(rows: Rows, phone: int, key: str) -> dict[str, int]:
    """How many sessions of a player this phone hosts and can change, and how many it only joined.

    A player with two seats in one session (only in imported ones) counts twice, as in the list.
    """
    sql = f"SELECT coalesce(sum(hosts), 0) AS hosted, count(*) - coalesce(sum(hosts), 0) AS elsewhere {_PLAYER}"
    return dict(rows(sql, {"phone": phone, "key": key})[0])


def deletion_impact(rows: Rows, phone: int, key: str) -> dict[str, Any]:
    """Return who loses games if this phone deletes a player's games that it hosts.

    The number of phones is None if there are `MAX_EXAMINED` games or more; at most `MAX_OTHERS` players are listed.
    """
    values = {"phone": phone, "key": key, "most": MAX_EXAMINED, "few": MAX_OTHERS}
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
    known = counted["phones"] if counted["games"] < MAX_EXAMINED else None
    return {"phones": known, "others": [row["name"] for row in rows(others, values)]}


def shared_sessions(rows: Rows, phone: int, key: str, other: str, among: Sequence[str] = ()) -> list[str]:
    """The sessions hosted by a phone in which two players, or one in two spellings, have seats; all or some given."""
    # The plus keeps SQLite from using the index by phone where few sessions are given.
    given = f"+phone = ? AND session IN ({marks(among)})" if among else "phone = ?"
    sql = f"SELECT session FROM sat WHERE {given} AND key IN (?, ?) AND hosts = 1 GROUP BY session HAVING count(*) > 1"
    return [row["session"] for row in rows(sql, [phone, *among, key, other])]


def hosted_seats(rows: Rows, phone: int, key: str, after: Position, most: int) -> list[tuple[Position, list[int]]]:
    """A player's next sessions that a phone hosts, earliest first, each with the player's seats."""
    # A range of positions is read from the index; a join would read all of the player's rows.
    later = f"{_HOSTED} AND (at, session) > (:at, :after)"
    sql = (
        f"SELECT at, session, seat {later} AND (at, session) <= (SELECT at, session FROM (SELECT DISTINCT at, session"
        f" {later} ORDER BY at, session LIMIT :most) few ORDER BY at DESC, session DESC LIMIT 1)"
        " ORDER BY at, session, seat"
    )
    players = rows(sql, {"phone": phone, "key": key, "at": after[0], "after": after[1], "most": most})
    grouped = groupby(players, key=lambda row: (str(row["at"]), str(row["session"])))
    return [(position, [row["seat"] for row in seats]) for position, seats in grouped]


def rename_seats(
    db: Transaction,
    phone: int,
    session: str,
    seats: Sequence[int],
    call: Callable[[int, Iterable[str]], str],
    *,
    is_player: bool = True,
) -> None:
    """Rename seats: `call` returns a name from the seat and the names at the table. The log gets no names."""
    setup = json.loads(value(db.rows, SESSIONS, "setup", id=session))
    for seat in seats:
        name = setup["players"][seat] = call(seat, setup["players"])
        key = normalize_name(name) if is_player else None
        update(db, SEATS, {"name": name, "key": key}, session=session, seat=seat)
    if not is_player:
        setup["anonymous"] = sorted({*setup.get("anonymous", ()), *seats})
    update(db, SESSIONS, {"setup": json.dumps(setup)}, id=session)
    append_unasked(db, session, "names", {"seats": list(seats)}, phone)
    db.derive(Update("people", [session]))


# A plus keeps SQLite from using the index by phone, which may have any number of sessions.
_NAMED = "FROM members m JOIN seats t ON t.session = m.session WHERE {members} AND t.key IS NOT NULL"
_HOSTS = "CASE WHEN m.role = 'host' THEN 1 ELSE 0 END"
_COUNTED = (
    "SELECT phone, key, count(*) AS sessions, count(place) AS games,"
    " sum(CASE WHEN place = 1 THEN 1 ELSE 0 END) AS won, max(id) AS latest FROM sat WHERE {rows} GROUP BY phone, key"
)
# Rows whose player or phone has left the table.
_LEFT = (
    "SELECT phone, key FROM sat WHERE {rows} AND NOT EXISTS (SELECT 1 FROM members m JOIN seats t"
    " ON t.session = m.session WHERE m.session = sat.session AND m.phone = sat.phone AND t.seat = sat.seat"
    " AND t.key = sat.key)"
)
# Subtract the old rows from the counts, then delete those of who left, and update the others.
_TAKE_OUT = (
    "UPDATE met SET sessions = met.sessions - c.sessions, games = met.games - c.games, won = met.won - c.won"
    f" FROM ({_COUNTED}) c WHERE met.phone = c.phone AND met.key = c.key",
    # Only if the latest row leaves, as the search for the one before takes longer the more tables there are.
    "UPDATE met SET latest = coalesce((SELECT max(s.id) FROM sat s WHERE s.phone = met.phone AND s.key = met.key"
    f" AND s.session NOT IN ({{sessions}})), 0) WHERE (phone, key) IN ({_LEFT})"
    " AND latest IN (SELECT id FROM sat WHERE {rows})",
    f"DELETE FROM met WHERE sessions = 0 AND (phone, key) IN ({_LEFT})",
    f"DELETE FROM sat WHERE id IN ({_LEFT.replace('phone, key', 'id', 1)})",
    f"UPDATE sat SET at = m.at, place = t.place, hosts = {_HOSTS} FROM members m JOIN seats t"
    " ON t.session = m.session WHERE {rows} AND m.session = sat.session AND m.phone = +sat.phone AND t.seat = sat.seat"
    f" AND (sat.at <> m.at OR coalesce(sat.place, -1) <> coalesce(t.place, -1) OR sat.hosts <> {_HOSTS})",
)
_PUT_IN = (
    f"INSERT INTO sat (phone, key, at, session, seat, place, hosts) SELECT m.phone, t.key, m.at, m.session, t.seat,"
    f" t.place, {_HOSTS} {_NAMED} AND NOT EXISTS (SELECT 1 FROM sat WHERE sat.session = m.session"
    " AND +sat.phone = m.phone AND sat.seat = t.seat) ORDER BY m.rowid, t.seat",
    f"INSERT INTO met (phone, key, sessions, games, won, latest) {_COUNTED} ON CONFLICT (phone, key) DO UPDATE"
    " SET sessions = met.sessions + excluded.sessions, games = met.games + excluded.games,"
    " won = met.won + excluded.won,"
    " latest = CASE WHEN met.latest < excluded.latest THEN excluded.latest ELSE met.latest END",
)


def order_by_beginnings(db: Transaction) -> None:
    """Give the rows of each table the place that it has in the histories of its phones since these go by beginnings."""
    db.execute("UPDATE sat SET at = m.at FROM members m WHERE m.session = sat.session AND m.phone = sat.phone")


def count_anew(db: Transaction, change: Update) -> None:
    """Update the derived rows after a change of members, seats or results, from the members and seats as they are."""
    values: dict[str, Any] = {f"session_{index}": session for index, session in enumerate(change.sessions)}
    sessions = ", ".join(f":{name}" for name in values)
    rows, members = f"sat.session IN ({sessions})", f"m.session IN ({sessions})"
    if change.phone is not None:
        rows, members = f"{rows} AND +sat.phone = :phone", f"{members} AND m.phone = :phone"
        values["phone"] = change.phone
    is_kept = change.what != "opened" and db.rows(f"SELECT 1 FROM sat WHERE {rows} LIMIT 1", values)
    for statement in (*_TAKE_OUT, *_PUT_IN) if is_kept else _PUT_IN:
        db.execute(statement.format(rows=rows, members=members, sessions=sessions), values)


def only_named(rows: Rows, named: Named, sessions: Sequence[str]) -> list[str]:
    """Those of the sessions, at least one, that name the word, in the same order."""
    sql = (
        "SELECT w.session FROM session_words w JOIN members m ON m.session = w.session AND m.phone = ?"
        f" WHERE w.session IN ({marks(sessions)}) AND w.key = ?"
    )
    known = {row["session"] for row in rows(sql, [named.phone, *sessions, named.key])}
    return [session for session in sessions if session in known]


def count_words(rows: Rows, phone: int, sessions: Sequence[str]) -> list[tuple[str, str, int]]:
    """The words and places of those sessions, at least one, that a phone has joined: key, word, number of sessions."""
    sql = (
        "SELECT w.key, max(w.word) AS word, count(DISTINCT w.session) AS n FROM session_words w"
        " JOIN members m ON m.session = w.session AND m.phone = ?"
        f" WHERE w.session IN ({marks(sessions)}) GROUP BY w.key"
    )
    return [(row["key"], row["word"], row["n"]) for row in rows(sql, [phone, *sessions])]
