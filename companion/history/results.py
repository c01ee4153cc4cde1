"""The finished games of a player with their figures, and the statistics of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import groupby
from typing import Any

from companion.game.names import normalize_name
from companion.games import all_games
from companion.history.aggregates import shape_of
from companion.history.stats import FinishedGame, PlayerStats, read_stats
from companion.scoring.game_stats import shown_figures
from companion.storage.database import Transaction
from companion.storage.error_messages import StoreError
from companion.storage.store import Store

MOST_ADDED = 40
"""Up to this many games are summed for each page; with more, the sums are stored."""
STEP = 50
"""Games added to stored sums in one transaction, during which nothing else is written."""

Rows = Callable[[str, Any], list[dict[str, Any]]]
Position = tuple[str, str]
"""The place of a finished game among all: when it ended, then when and as which it was opened; and its session."""
_ALL = 2**62
_START: Position = ("", "")
_SEATED = "FROM sat WHERE phone = ? AND key = ? AND place IS NOT NULL AND (at, session) > (?, ?)"
_STORED_SUMS = "SELECT {columns} FROM sums WHERE phone = ? AND key = ? AND shape = ?"
_VERSION = 2
"""Increment it when the same games would lead to other sums."""


def sessions_without_figures(store: Store, phone: int, key: str) -> list[str]:
    """The finished sessions of a player whose figures have not been computed yet, latest first."""
    sql = (
        "SELECT p.session AS id FROM seats p CROSS JOIN members m ON m.session = p.session AND m.phone = ?"
        " WHERE p.key = ? AND p.place IS NOT NULL AND p.figures IS NULL GROUP BY p.session, m.rowid"
        " ORDER BY m.rowid DESC"
    )
    return [row["id"] for row in store.rows(sql, [phone, key])]


def results_of(store: Store, phone: int, key: str) -> list[FinishedGame]:
    """The finished games of a player that this phone has joined, earliest first."""
    return [game for _, game in _results(store.rows, phone, key, _START, _ALL)]


def stats_of(store: Store, phone: int, key: str) -> PlayerStats:
    """The statistics of a player over the games that a phone has joined; the sums of many games are stored."""
    with suppress(StoreError):  # if they cannot be stored, they are computed each time
        while _count_new(store, phone, key) > MOST_ADDED:
            store.write(lambda db: _store_sums(db, phone, key))
    return _stats(store.rows, phone, key, _ALL)[0]


def _count_new(store: Store, phone: int, key: str) -> int:
    """How many games the stored sums do not include yet."""
    kept = store.rows(_STORED_SUMS.format(columns="at, session"), [phone, key, _shape()])
    after = kept[0].values() if kept else _START
    return int(store.rows(f"SELECT count(*) AS n {_SEATED}", [phone, key, *after])[0]["n"])


def _store_sums(db: Transaction, phone: int, key: str) -> None:
    # Read and write in one transaction: a later change of one of these games finds the sums and deletes them.
    stats, place = _stats(lambda sql, values: list(db.query(sql, values)), phone, key, STEP)
    sql = (
        "INSERT INTO sums (phone, key, at, session, shape, told) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (phone, key)"
        " DO UPDATE SET at = excluded.at, session = excluded.session, shape = excluded.shape, told = excluded.told"
    )
    db.execute(sql, [phone, key, *place, _shape(), json.dumps(stats.as_json(), ensure_ascii=False)])


def _stats(rows: Rows, phone: int, key: str, most: int) -> tuple[PlayerStats, Position]:
    """The stored sums with up to `most` further games added, and the position of the last one."""
    stats, place = _read_sums(rows, phone, key)
    for at, game in _results(rows, phone, key, place, most):
        stats.add(game, lambda name: normalize_name(name) == key)
        place = (at, game.session)
    return stats, place


def _read_sums(rows: Rows, phone: int, key: str) -> tuple[PlayerStats, Position]:
    for row in rows(_STORED_SUMS.format(columns="at, session, told"), [phone, key, _shape()]):
        return read_stats(json.loads(row["told"])), (row["at"], row["session"])
    return PlayerStats(), _START


@cache
def _shape() -> str:
    """What stored sums depend on besides the games; sums with another shape are ignored."""
    shape = json.dumps([_VERSION, {key: shape_of(shown_figures(key)) for key in all_games()}])
    return hashlib.sha256(shape.encode()).hexdigest()


def _results(rows: Rows, phone: int, key: str, after: Position, most: int) -> list[tuple[str, FinishedGame]]:
    """Finished games after a position, earliest first, each with where it stands among all."""
    sql = (
        "SELECT s.id, s.game, s.ended, played.at, t.name, t.key, t.place, t.total, t.figures FROM"
        f" (SELECT DISTINCT at, session {_SEATED} ORDER BY at, session LIMIT ?) played"
        " CROSS JOIN sessions s ON s.id = played.session CROSS JOIN seats t ON t.session = s.id"
        " ORDER BY played.at, t.seat"
    )
    found = rows(sql, [phone, key, *after, most])
    return [(at, _finished(list(seats))) for at, seats in groupby(found, key=lambda row: row["at"])]


def _finished(seats: list[dict[str, Any]]) -> FinishedGame:
    first = seats[0]
    return FinishedGame(
        first["id"],
        first["game"],
        first["ended"],
        tuple(row["name"] if row["key"] else "" for row in seats),  # a deleted name is not that of a player
        tuple(row["place"] for row in seats),
        tuple(row["total"] for row in seats),
        tuple(json.loads(row["figures"] or "{}") for row in seats),
    )
