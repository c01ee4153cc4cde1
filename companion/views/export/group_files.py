"""The games and the tables of a group as CSV."""

from __future__ import annotations

from datetime import datetime

from companion.game import Message
from companion.history.group_stats import GroupRow
from companion.views.export.csv_rows import Cell
from companion.views.group_summary import GUEST, GroupSummary
from companion.views.statistics import game_title
from companion.views.template_helpers import say

_GAMES = (
    Message("Number"),
    Message("Date"),
    Message("Game"),
    Message("Name"),
    Message("Place"),
    Message("Total"),
)
_TABLE = (
    Message("Game"),
    Message("Name"),
    Message("Played"),
    Message("Games with opponents"),
    Message("Won"),
    Message("Points"),
    Message("Rating"),
    Message("Uncertainty (±)"),
)


def game_rows(summary: GroupSummary) -> list[list[Cell]]:
    """Return a row per seat of each game, earliest first; who is not in the group has no name."""
    rows: list[list[Cell]] = [[say(title) for title in _GAMES]]
    for number, game in enumerate(summary.games, 1):
        day = datetime.fromisoformat(game.ended).astimezone().date().isoformat()
        title = say(game_title(game.game, str(game.figures[0].get("kind", ""))))
        for seat in sorted(range(len(game.places)), key=lambda seat: game.places[seat]):
            name = summary.names.get(game.keys[seat]) or say(GUEST)
            rows.append([number, day, title, name, game.places[seat], game.totals[seat]])
    return rows


def table_rows(summary: GroupSummary) -> list[list[Cell]]:
    """Return a row per player over all games with the rating, then one per player and game with the points."""
    stats = summary.stats
    last = max((max(row.places, default=1) for row in stats.rows.values()), default=1)
    places = [say(Message("Place {place}", place=place)) for place in range(2, last + 1)]
    head = [say(title) for title in _TABLE]
    rows: list[list[Cell]] = [[*head[:5], *places, *head[5:]]]
    for row in stats.ordered:
        rating = stats.ratings.get(row.key)
        own: list[Cell] = [None, rating.mean, rating.spread] if rating else [None, None, None]
        rows.append([say(Message("All games")), *_counts(row, last), *own])
    for table in stats.by_game:
        title = say(game_title(table.game, table.kind))
        rows += [[title, *_counts(row, last), row.points, None, None] for row in table.ordered]
    return rows


def _counts(row: GroupRow, last: int) -> list[Cell]:
    return [row.name, row.games, row.contests, *(row.places.get(place, 0) for place in range(1, last + 1))]
