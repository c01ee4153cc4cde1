"""The games and the tables of a group as CSV."""

from collections.abc import Iterator

from companion.engine import Message
from companion.engine.pause import in_slices
from companion.engine.scoring.game_stats import game_title
from companion.feature import Cell
from companion.features.groups.rating import Rating
from companion.features.groups.stats import GroupRow, last_place
from companion.features.groups.summary import GUEST, GroupSummary
from companion.features.history.stats import kind_of
from companion.time_zone import day_of
from companion.views.render.template_helpers import say

_GAMES = (Message("Number"), Message("Date"), Message("Game"), Message("Name"), Message("Place"), Message("Total"))
_TEAM = Message("Team")
_TABLE = (
    *(Message("Game"), Message("Name"), Message("Played"), Message("Games with opponents"), Message("Won")),
    *(Message("Win rate in percent"), Message("Shared wins"), Message("Points"), Message("Rating")),
    Message("Uncertainty (±)"),
)


def game_rows(summary: GroupSummary) -> Iterator[list[Cell]]:
    """Yield a row per seat of each game, earliest first, with its team only if any has one; guests have no name."""
    has_teams = any(kind == "side" for game in summary.games for kind, _ in game.sides)
    yield [say(title) for title in (*_GAMES, _TEAM)[: None if has_teams else -1]]
    for number, game in enumerate(in_slices(summary.games), 1):
        day = day_of(game.ended).isoformat()
        title = say(game_title(game.game, kind_of(game)))
        for seat in game.ranked:
            name = summary.names.get(game.keys[seat]) or say(GUEST)
            total = game.totals[seat] if game.is_scored else None
            side, team = game.sides[seat]
            teams = [team + 1 if side == "side" else None] if has_teams else []
            yield [number, day, title, name, game.places[seat] or 1, total, *teams]


def table_rows(summary: GroupSummary) -> list[list[Cell]]:
    """Return a row per player over all games, then one per player and game with the points; each with its rating."""
    stats = summary.stats
    last = last_place(stats.rows.values())
    places = [say(Message("Place {place}", place=place)) for place in range(2, last + 1)]
    head = [say(title) for title in _TABLE]
    rows: list[list[Cell]] = [[*head[:7], *places, *head[7:]]]
    for row in stats.ordered:
        rows.append([say(Message("All games")), *_counts(row, last), None, *_rated(stats.ratings.get(row.key))])
    for table in stats.by_game:
        title = say(game_title(table.game, table.kind))
        for row in table.ordered:
            points = row.points if row.is_scored else None
            rows.append([title, *_counts(row, last), points, *_rated(table.ratings.get(row.key))])
    return rows


def _counts(row: GroupRow, last: int) -> list[Cell]:
    places = [row.places.get(place, 0) for place in range(2, last + 1)]
    return [row.name, row.games, row.contests, row.wins, row.win_rate, row.shared, *places]


def _rated(rating: Rating | None) -> list[Cell]:
    return [rating.mean, rating.spread] if rating else [None, None]
