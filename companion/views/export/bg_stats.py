"""The link by which BG Stats takes in a finished play, in the form that its makers document for other programs.

https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from companion.game.ranking import places_by_seat
from companion.sessions.table import Table

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"


def play_link(table: Table) -> str:
    """The address that hands a finished play over; the app asks before it takes it in."""
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
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": table.id,
        "playDate": end.strftime("%Y-%m-%d %H:%M:%S"),
        "game": game,
        "players": _players(table),
    }
    minutes = int((end - start).total_seconds() // 60)
    return {**play, "durationMin": minutes} if minutes > 0 else play


def _times(table: Table) -> tuple[datetime, datetime]:
    """When the play began and ended, in UTC; of a play that was over when it was brought here only one is known."""
    start = datetime.fromisoformat(table.row.made)
    entered = [done.event.at for done in table.done]
    known = [at for at in entered if at != table.row.setup.get("brought")]
    end = max(start, datetime.fromisoformat(known[-1])) if known else start
    return start.astimezone(UTC), end.astimezone(UTC)


def _players(table: Table) -> list[dict[str, Any]]:
    """A player a seat; those who share a place have the same rank, and all in the first place have won."""
    starts, totals = table.setup.options.get("start"), table.state.totals
    return [
        {
            "name": name,
            "sourcePlayerId": name,
            "score": totals[seat],
            "rank": place,
            "winner": place == 1,
            **({} if starts is None else {"startPlayer": seat == starts}),
        }
        for seat, (name, place) in enumerate(
            zip(table.setup.players, places_by_seat(table.standing.ranking), strict=True)
        )
    ]
