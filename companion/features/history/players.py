"""The finished games and the statistics of a player over the sessions of one phone."""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Any

from companion.engine.names import normalize_name
from companion.engine.scoring.game_stats import shown_figures
from companion.features.history import rows as queries
from companion.features.history.aggregates import shape_of
from companion.features.history.rows import Position
from companion.features.history.stats import FinishedGame, PlayerStats, read_stats
from companion.games import all_games
from companion.storage.records import Rows, Transaction

_ALL = 2**62
_START: Position = ("", "")
_VERSION = 3
"""Increment it when the same games would lead to other sums."""


def stats_of(rows: Rows, phone: int, key: str) -> PlayerStats:
    """The statistics of a player over the games that a phone has joined: stored sums and later games."""
    return _stats(rows, phone, key, _ALL)[0]


def has_new(rows: Rows, phone: int, key: str, number: int) -> bool:
    """Whether there are more than a number of games that the stored sums do not include yet."""
    stored = queries.stored_sums(rows, phone, key, sums_shape())
    return queries.has_games(rows, phone, key, stored[0] if stored else _START, number)


def add_to_sums(db: Transaction, phone: int, key: str, most: int) -> None:
    """Add up to `most` further games to the stored sums."""
    stats, place = _stats(db.rows, phone, key, most)
    queries.store_sums(db, phone, key, sums_shape(), place, json.dumps(stats.as_json(), ensure_ascii=False))


def _stats(rows: Rows, phone: int, key: str, most: int) -> tuple[PlayerStats, Position]:
    """The stored sums with up to `most` further games added, and the position of the last one."""
    stored = queries.stored_sums(rows, phone, key, sums_shape())
    stats, place = (read_stats(json.loads(stored[1])), stored[0]) if stored else (PlayerStats(), _START)
    for at, game in results(rows, phone, key, place, most):
        stats.add(game, lambda name: normalize_name(name) == key)
        place = (at, game.session)
    return stats, place


@cache
def sums_shape() -> str:
    """Everything but the games that stored sums depend on; sums of another shape are ignored."""
    shape = json.dumps([_VERSION, {key: shape_of(shown_figures(key)) for key in all_games()}])
    return hashlib.sha256(shape.encode()).hexdigest()


def results(
    rows: Rows, phone: int, key: str, after: Position = _START, most: int = _ALL
) -> list[tuple[str, FinishedGame]]:
    """Finished games of a player after a position, earliest first, each with its own position."""
    seat_rows = queries.seats_of_games(rows, phone, key, after, most)
    return [(at, finished_game(list(seats))) for at, seats in groupby(seat_rows, key=lambda row: row["at"])]


def games_at(rows: Rows, sessions: Sequence[str]) -> list[FinishedGame]:
    """The finished games of sessions, in their order."""
    seat_rows = queries.seats_with_figures(rows, sessions) if sessions else []
    games = [finished_game(list(seats)) for _, seats in groupby(seat_rows, key=lambda row: row["id"])]
    by_session = {game.session: game for game in games}
    return [by_session[session] for session in sessions if session in by_session]


def finished_game(seats: list[dict[str, Any]]) -> FinishedGame:
    """Return the game of these rows of its seats."""
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
