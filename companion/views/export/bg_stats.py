"""The link that adds a finished play to BG Stats, in its documented format for other programs.

https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.game import Halves
from companion.game.ranking import places_by_seat
from companion.sessions.table.notes import GAME, NOTHING
from companion.sessions.table.table import Table

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"


def play_link(table: Table) -> str:
    """Return the address that adds a finished play; the app asks for confirmation."""
    return ADDRESS + quote(json.dumps(_play(table), ensure_ascii=False, separators=(",", ":")), safe="")


def _play(table: Table) -> dict[str, Any]:
    start, end = _times(table)
    game: dict[str, Any] = {
        "name": str(table.game.title),
        "sourceGameId": table.game.key,
        "highestWins": not table.game.lowest_wins,
        "noPoints": False,
    }
    if table.game.board_game_geek is not None:
        game["bggId"] = table.game.board_game_geek
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": table.id,
        "playDate": end.strftime("%Y-%m-%d %H:%M:%S"),
        "game": game,
        "players": _players(table),
    }
    if location := table.notes.get(GAME, NOTHING).place:
        play["location"] = location
    minutes = int((end - start).total_seconds() // 60)
    return {**play, "durationMin": minutes} if minutes > 0 else play


def _times(table: Table) -> tuple[datetime, datetime]:
    """Return when the play began and ended, in UTC; both are the same if it was imported after its end."""
    start = datetime.fromisoformat(table.row.made)
    entered = [done.event.at for done in table.log.done]
    known = [at for at in entered if at != table.row.setup.get("brought")]
    end = max(start, datetime.fromisoformat(known[-1])) if known else start
    return start.astimezone(UTC), end.astimezone(UTC)


def _players(table: Table) -> list[dict[str, Any]]:
    """Return one player per seat; a shared place is the same rank, and everybody in first place has won.

    Who played alone has not, as everywhere here; what all won together is a win.
    """
    starts, totals = _who_begins(table), table.state.totals
    together = table.standing.won
    is_win = table.setup.seats > 1 if together is None else together
    return [
        {
            "name": name,
            "sourcePlayerId": name,
            "score": _score(totals[seat]),
            "rank": place,
            "winner": place == 1 and is_win,
            "startPlayer": seat == starts,  # the app refuses a player without it
        }
        for seat, (name, place) in enumerate(
            zip(table.setup.players, places_by_seat(table.standing.ranking, table.standing.sides), strict=True)
        )
    ]


def _who_begins(table: Table) -> int | None:
    """Return the seat that began, by the options or by what was drawn last; None if nobody said."""
    drawn = [draw.seats[0] for _, draw in sorted(table.draws.items()) if not draw.is_of_teams]
    start: int | None = table.setup.options.get("start")
    return drawn[-1] if start is None and drawn else start


def _score(total: int) -> float:
    """Return a total as a number: half points are exact in it."""
    return float(str(total)) if isinstance(total, Halves) else total
