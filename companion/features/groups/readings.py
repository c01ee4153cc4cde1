"""The games, players and ratings of a group for other programs, by the link that shows the group."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Any

from flask import abort

from companion.engine import Message, RuleError
from companion.engine.halves import decimal, plain
from companion.features.groups.rows import WATCH
from companion.features.groups.summary import GroupSummary, summary_of
from companion.features.groups.views import group_shown_by
from companion.features.history.results import FinishedGame
from companion.storage.rows.seat_rows import shown_place
from companion.time_zone import day_of, zone_name
from companion.views.http.made_once import kept

Row = dict[str, Any]
Reading = Callable[[str], tuple[Hashable, Callable[[], Row]]]


def _reading(what: str, rows: Callable[[GroupSummary], Sequence[Row]]) -> Reading:
    """Return what reads rows of a group, or of the season or days in the query, by the token of a link."""

    def read(token: str) -> tuple[Hashable, Callable[[], Row]]:
        group = group_shown_by(token, WATCH, None) or abort(404)
        summary = summary_of(group.id, None)
        if summary.span.faults:
            raise RuleError(next(iter(summary.span.faults.values())))
        version = what, group.name, summary.mark_with_names, summary.span.period, zone_name()
        return version, lambda: {"group": group.name, what: rows(summary)}

    return read


class _Games(Sequence[Row]):
    """The games of a group, latest first, with values by seat; who is not in the group has no name.

    Only the games of a page are read, and kept.
    """

    def __init__(self, summary: GroupSummary) -> None:
        self._summary = summary

    def __len__(self) -> int:
        return len(self._summary.sessions)

    def __getitem__(self, place: Any) -> Any:
        places = range(len(self))[place]
        if isinstance(places, int):
            return self[places : places + 1][0]
        of, last = self._summary, len(self)
        make = partial(self._rows, last - places.stop, last - places.start)
        return kept(of.mark_with_names, make, "rows of group", of.group, of.span.period, places)

    def _rows(self, first: int, stop: int) -> list[Row]:
        numbered = enumerate(self._summary.games(self._summary.sessions[first:stop]), first + 1)
        return [_game(number, game, self._summary.names) for number, game in numbered][::-1]


def _game(number: int, game: FinishedGame, names: Mapping[str, str]) -> Row:
    return {
        "number": number,
        "date": day_of(game.made).isoformat(),
        "game": game.game,
        "players": [names.get(key) for key in game.keys],
        "totals": plain(game.totals, decimal) if game.is_scored else [None] * len(game.totals),
        "places": [shown_place(place) for place in game.places],
        "title": game.title.text(),
    }


def _players(summary: GroupSummary) -> list[Row]:
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
        for row in summary.figures[0].ordered
    ]


def _ratings(summary: GroupSummary) -> list[Row]:
    """Return the ratings, the highest lower end of an interval first."""
    stats, ratings = summary.figures
    return [
        {"player": row.name, "mean": rating.mean, "low": rating.low, "high": rating.high, "games": rating.games}
        for row, rating in ratings.ordered(stats.rows)
    ]


_GAME = {"number": 12, "date": "2026-11-27", "game": "luz", "players": ["Ann", "Ben", "Cleo"]}
_RESULT = {"totals": [10, -5, 25], "places": [2, 3, 1], "title": "Luz"}
_PLAYER = {"player": "Cleo", "games": 12, "contests": 12, "wins": 5, "shared": 0, "win_rate": 42}
_RATING = {"player": "Cleo", "mean": 1080, "low": 990, "high": 1170, "games": 12}
READINGS = {
    "g/games": (
        _reading("games", _Games),
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
