"""The games, players and ratings of a group for other programs, by the link that shows the group."""

from collections.abc import Callable
from typing import Any

from flask import abort

from companion.engine import Message, RuleError
from companion.engine.halves import decimal, plain
from companion.engine.pause import in_slices
from companion.features.groups import rows as group_rows
from companion.features.groups.rows import WATCH
from companion.features.groups.summary import GroupSummary, summary_of
from companion.features.groups.views import id_shown_by
from companion.features.history.stats import kind_of
from companion.scoring.game_stats import game_title
from companion.storage.rows.seat_rows import shown_place
from companion.time_zone import day_of
from companion.views.http.phone import all_tables

Rows = list[dict[str, Any]]


def _reading(what: str, rows: Callable[[GroupSummary], Rows]) -> Callable[[str], tuple[None, Callable[[], Any]]]:
    """Return what reads rows of a group, or of the season or days in the query, by the token of a link."""

    def read(token: str) -> tuple[None, Callable[[], Any]]:
        own = id_shown_by(token, WATCH)
        group = all_tables().read(group_rows.find_group, None, own) if own else None
        if group is None:
            abort(404)
        summary = summary_of(group.id, None)
        if summary.span.faults:
            raise RuleError(next(iter(summary.span.faults.values())))
        return None, lambda: {"group": group.name, what: rows(summary)}

    return read


def _games(summary: GroupSummary) -> Rows:
    """Return the games, latest first, with values by seat; who is not in the group has no name."""
    return [
        {
            "number": number,
            "date": day_of(game.ended).isoformat(),
            "game": game.game,
            "players": [summary.names.get(key) for key in game.keys],
            "totals": plain(game.totals, decimal) if game.is_scored else [None] * len(game.totals),
            "places": [shown_place(place) for place in game.places],
            "title": game_title(game.game, kind_of(game)).text(),
        }
        for number, game in in_slices(reversed([*enumerate(summary.games, 1)]))
    ]


def _players(summary: GroupSummary) -> Rows:
    """Return the players, most wins first, as the table of all games has them."""
    return [
        {
            "player": row.name,
            "games": row.games,
            "contests": row.contests,
            "wins": row.wins,
            "shared": row.shared,
            "win_rate": row.win_rate,
        }
        for row in summary.stats.ordered
    ]


def _ratings(summary: GroupSummary) -> Rows:
    """Return the ratings, the highest lower end of an interval first."""
    return [
        {"player": row.name, "mean": rating.mean, "low": rating.low, "high": rating.high, "games": rating.games}
        for row, rating in summary.stats.by_rating
    ]


_GAME = {"number": 12, "date": "2026-11-27", "game": "luz", "players": ["Ann", "Ben", "Cleo"]}
_RESULT = {"totals": [10, -5, 25], "places": [2, 3, 1], "title": "Luz"}
_PLAYER = {"player": "Cleo", "games": 12, "contests": 12, "wins": 5, "shared": 0, "win_rate": 42}
_RATING = {"player": "Cleo", "mean": 1080, "low": 990, "high": 1170, "games": 12}
READINGS = {
    "g/games": (
        _reading("games", _games),
        Message("The games of a group"),
        {"group": "Friday", "games": [{**_GAME, **_RESULT}]},
    ),
    "g/players": (
        _reading("players", _players),
        Message("The players of a group"),
        {"group": "Friday", "players": [_PLAYER]},
    ),
    "g/ratings": (
        _reading("ratings", _ratings),
        Message("The ratings of a group"),
        {"group": "Friday", "ratings": [_RATING]},
    ),
}
