"""The finished games of a player with their figures, and the statistics of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from itertools import groupby
from typing import Any

from sqlite_utils import Database

from companion.game.names import normalize_name
from companion.games import all_games
from companion.history.aggregates import shape_of
from companion.history.stats import Finished, PlayerStats, read_stats
from companion.scoring.game_stats import shown_figures
from companion.storage.store import Store, StoreError

MOST_ADDED = 40
"""Games that are added up for a page; where there are more, the sums are kept."""
STEP = 50
"""Games that are added to kept sums in one go: nothing else is written meanwhile."""

Rows = Callable[[str, Any], list[dict[str, Any]]]
Place = tuple[str, str]
"""Where a game stands among those of a phone: when it ended, and its session."""
_ALL = 2**62
_START: Place = ("", "")
_SAT = "FROM sat WHERE phone = ? AND key = ? AND place IS NOT NULL AND (at, session) > (?, ?)"
_KEPT = "SELECT {columns} FROM sums WHERE phone = ? AND key = ? AND shape = ?"
_VERSION = 1
"""To be raised where the same games would lead to other sums."""


def uncounted(store: Store, phone: int, key: str) -> list[str]:
    """The finished sessions of a player whose figures were not counted yet, the latest first."""
    sql = (
        "SELECT DISTINCT p.session AS id FROM seats p CROSS JOIN members m ON m.session = p.session AND m.phone = ?"
        " WHERE p.key = ? AND p.place IS NOT NULL AND p.figures IS NULL ORDER BY m.rowid DESC"
    )
    return [row["id"] for row in store.rows(sql, [phone, key])]


def results_of(store: Store, phone: int, key: str) -> list[Finished]:
    """The games of a player that are over, as far as this phone has joined them, the earliest first."""
    return _results(store.rows, phone, key, _START, _ALL)


def stats_of(store: Store, phone: int, key: str) -> PlayerStats:
    """The statistics of a player as far as a phone has joined the games; of many games the sums are kept."""
    with suppress(StoreError):  # where the disk takes nothing, all are added up each time
        while _left(store, phone, key) > MOST_ADDED:
            store.write(lambda db: _keep(db, phone, key))
    return _stats(store.rows, phone, key, _ALL)[0]


def _left(store: Store, phone: int, key: str) -> int:
    """How many games the kept sums do not hold yet."""
    kept = store.rows(_KEPT.format(columns="at, session"), [phone, key, _shape()])
    after = kept[0].values() if kept else _START
    return int(store.rows(f"SELECT count(*) AS n {_SAT}", [phone, key, *after])[0]["n"])


def _keep(db: Database, phone: int, key: str) -> None:
    # Read and kept in one transaction: whatever changes one of these games later finds the sums and takes them out.
    stats, place = _stats(lambda sql, values: list(db.query(sql, values)), phone, key, STEP)
    sql = "INSERT OR REPLACE INTO sums (phone, key, at, session, shape, told) VALUES (?, ?, ?, ?, ?, ?)"
    db.execute(sql, [phone, key, *place, _shape(), json.dumps(stats.as_json(), ensure_ascii=False)])


def _stats(rows: Rows, phone: int, key: str, most: int) -> tuple[PlayerStats, Place]:
    """The kept sums with so many of the next games, and where the last of them stands."""
    stats, place = _kept(rows, phone, key)
    for game in _results(rows, phone, key, place, most):
        stats.add(game, lambda name: normalize_name(name) == key)
        place = (game.ended, game.session)
    return stats, place


def _kept(rows: Rows, phone: int, key: str) -> tuple[PlayerStats, Place]:
    for row in rows(_KEPT.format(columns="at, session, told"), [phone, key, _shape()]):
        return read_stats(json.loads(row["told"])), (row["at"], row["session"])
    return PlayerStats(), _START


@cache
def _shape() -> str:
    """What sums depend on beside the games; those of another version of the companion are not gone on with."""
    told = json.dumps([_VERSION, {key: shape_of(shown_figures(key)) for key in all_games()}])
    return hashlib.sha256(told.encode()).hexdigest()


def _results(rows: Rows, phone: int, key: str, after: Place, most: int) -> list[Finished]:
    sql = (
        "SELECT s.id, s.game, played.at AS ended, t.name, t.key, t.place, t.total, t.figures FROM"
        f" (SELECT DISTINCT at, session {_SAT} ORDER BY at, session LIMIT ?) played"
        " CROSS JOIN sessions s ON s.id = played.session CROSS JOIN seats t ON t.session = s.id"
        " ORDER BY played.at, s.id, t.seat"
    )
    found = rows(sql, [phone, key, *after, most])
    return [_finished(list(seats)) for _, seats in groupby(found, key=lambda row: row["id"])]


def _finished(seats: list[dict[str, Any]]) -> Finished:
    first = seats[0]
    return Finished(
        first["id"],
        first["game"],
        first["ended"],
        tuple(row["name"] if row["key"] else "" for row in seats),  # nobody: not to be taken for a player of that name
        tuple(row["place"] for row in seats),
        tuple(row["total"] for row in seats),
        tuple(json.loads(row["figures"] or "{}") for row in seats),
    )
