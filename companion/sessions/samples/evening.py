"""A sample club evening: nine players, rounds that are over, and one that is being played."""

from __future__ import annotations

import secrets
from datetime import datetime
from random import Random

from companion.club.evening import SWISS
from companion.game import Game
from companion.game.pages.parts import SampleSetup
from companion.sessions.edits.group_edits import make_group
from companion.sessions.samples.playing import SampleTable, enter_all, game_acts
from companion.sessions.service import Sessions
from companion.storage import credentials
from companion.storage.rows.evening_rows import EveningRow

_GROUP, _EVENING = "Club 桌遊社", "Friday 週五"
_NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "小雯", "Mei-Ling", "Tom", "阿明")
_SIZE = 3  # players of a table
_ROUNDS, _OVER = 4, 2


def play_evening(service: Sessions, game: Game, seed: int, moment: datetime) -> str:
    """Make a club evening of a game and play it; returns its id. Of its third round one table is still running.

    The same seed gives the same games. The host is a phone that nobody has.
    """
    token = credentials.token_hash(credentials.new_token())
    group, at = secrets.token_urlsafe(9), moment.isoformat(timespec="seconds")
    make_group(service.store, group, _GROUP, [], token, None)
    host = service.store.phone(token)
    assert host is not None, "the phone was stored with the group"
    setup = {
        "game": game.key,
        "options": {},
        "hidden": False,
        "system": SWISS,
        "size": _SIZE,
        "least": game.seats[0],
        "most": game.seats[-1],
        "rounds": _ROUNDS,
        "seed": seed,
        "grouped": True,
    }
    evening = service.evenings.make(
        EveningRow(secrets.token_urlsafe(9), group, _EVENING, setup, at, 0, 0), _NAMES, host
    )
    for number in range(_OVER + 1):
        service.evenings.draw(evening, host, secrets.token_urlsafe(9), anyway=False)
        service.evenings.open_tables(evening, host, secrets.token_urlsafe(9), str)
        state = service.evenings.state(evening)
        assert state is not None, "nobody deletes it while it is made"
        sessions = state.evening.opened[-1].sessions
        for place, session in enumerate(sessions):
            is_running = number == _OVER and place == len(sessions) - 1
            _play(service, game, session, host, is_running, Random(f"{seed} evening {number} {place}"))
    return evening


def _play(service: Sessions, game: Game, session: str, host: int, is_running: bool, random: Random) -> None:
    table = service.table(session)
    assert table is not None and game.samples is not None, "it was opened just now, of a game with samples"
    players = table.setup.players
    sample = SampleTable(session, game, game.samples, SampleSetup(len(players), table.setup.options), is_running)
    enter_all(service, session, host, game_acts(sample, players, random))
