"""What the pages of a table show before its first entry: who begins, drawn by lot or chosen."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game import Message
from companion.sessions.table.draws import Draw
from companion.sessions.table.visible_table import VisibleTable


@dataclass(frozen=True)
class Beginning:
    """What a page shows before the first entry: the latest draw or choice of who begins.

    `number` is that of its event where lots were drawn, `teams_number` that of the latest draw of teams, each 0 without
    one. `may_draw` says whether this phone may draw or choose now.
    """

    rule: Message | None
    draw: Draw | None
    number: int
    teams_number: int
    may_draw: bool
    has_teams: bool


def beginning_of(table: VisibleTable) -> Beginning | None:
    """Return who begins a game in which nothing is scored yet; None later, and where one plays alone."""
    if table.count or table.finished or table.setup.seats < 2:
        return None
    game, options, draws = table.game, table.setup.options, table.draws
    number = max((number for number, draw in draws.items() if not draw.is_of_teams), default=0)
    first = draws.get(number)
    return Beginning(
        rule=game.who_begins,
        draw=first,
        number=number if first and first.seed else 0,
        teams_number=max((number for number, draw in draws.items() if draw.is_of_teams), default=0),
        may_draw=table.can_score and table.is_untouched,
        has_teams=bool(options.get(game.teams_option or "")),
    )
