"""What the pages of a table show before its first entry: who begins, drawn by lot or chosen."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game import Message
from companion.sessions.table.draws import Draw
from companion.sessions.table.visible_table import VisibleTable


@dataclass(frozen=True)
class Beginning:
    """What a page shows before the first entry: the latest draw or choice of who begins, and whether teams were drawn.

    `latest_of_first` and `latest_of_teams` are the number of the latest event where that drew it, else 0. `may_draw`
    says whether this phone may draw or choose now.
    """

    rule: Message | None
    draw: Draw | None
    has_drawn_teams: bool
    latest_of_first: int
    latest_of_teams: int
    may_draw: bool
    has_teams: bool


def beginning_of(table: VisibleTable) -> Beginning | None:
    """Return who begins a game in which nothing is scored yet; None later, and where one plays alone."""
    if table.count or table.finished or table.setup.seats < 2:
        return None
    game, draws = table.game, table.draws
    number = max(draws, default=0)
    latest = draws.get(number)
    return Beginning(
        rule=game.who_begins,
        draw=next((draw for draw in reversed([*draws.values()]) if not draw.is_of_teams), None),
        has_drawn_teams=any(draw.is_of_teams for draw in draws.values()),
        latest_of_first=number if latest and latest.seed and not latest.is_of_teams else 0,
        latest_of_teams=number if latest and latest.is_of_teams else 0,
        may_draw=table.can_score and table.is_untouched,
        has_teams=bool(table.setup.options.get(game.teams_option or "")),
    )
