"""Play one sample game: its entries by chance, and the acts with which people enter them, at plausible times."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from companion.game import Game, State
from companion.game.pages.form import Part, Whole
from companion.game.pages.parts import Samples, SampleSetup
from companion.scoring.scoresheet import play, read_setup
from companion.sessions.actions import MAX_ENTRIES, Action
from companion.sessions.service import Sessions
from companion.storage import credentials
from companion.time_slices import Slices

PLAYERS = ("Ann", "Ben", "Cleo", "小雯", "Mei-Ling")
"""The names at sample tables; names are not translated."""

_PLAYED = 0.6  # share of its entries that a running game has
_SECONDS = (5, 45)  # between two acts
_MINUTES_AGO = (2, 15)  # since the last act of a running game
_EVENINGS = 5  # how many days ago a finished game may have ended

Act = Part | Whole


@dataclass(frozen=True)
class SampleTable:
    """A table to play: `name` tells it from the others and is part of the seed."""

    name: str
    game: Game
    samples: Samples
    setup: SampleSetup
    is_running: bool


def sample_tables(games: Sequence[Game]) -> list[SampleTable]:
    """The sample tables of these games; none of a game without samples."""
    return [
        SampleTable(f"{game.key} {kind} {number}", game, samples, setup, kind == "running")
        for game in games
        if (samples := game.samples) is not None
        for kind, setups in (("running", samples.running), ("finished", samples.finished))
        for number, setup in enumerate(setups)
    ]


def play_table(service: Sessions, table: SampleTable, seed: int, moment: datetime) -> str:
    """Open a table on the database of `service` and play it as if up to `moment`; returns its session.

    The same seed gives the same game. The host is a phone that nobody has. Other requests run in between.
    """
    random = Random(f"{seed} {table.name}")
    players = PLAYERS[: table.setup.seats]
    acts = game_acts(table, players, random)
    times = iter(_times(len(acts) + 1, table, random, moment))
    # A service of its own, whose clock runs through the game.
    playing = Sessions(service.store, service.live, service.key, clock=lambda: next(times))
    token = credentials.token_hash(credentials.new_token())
    session = playing.openings.open(table.game, players, table.setup.options, token, hidden=table.setup.hidden)
    host = service.store.phone(token)
    assert host is not None, "the phone was stored with the table"
    enter_all(playing, session, host, acts)
    return session


def enter_all(service: Sessions, session: str, host: int, acts: Sequence[Act]) -> None:
    """Enter the acts of a game at a table that has none; other requests run in between."""
    slices = Slices()
    for number, act in enumerate(acts):
        service.enter(session, Action(host, secrets.token_urlsafe(12), number, b""), act)
        slices()


def game_acts(table: SampleTable, players: Sequence[str], random: Random) -> list[Act]:
    """All acts of a game; a running one stops in the middle of an entry, where its entries have several parts."""
    setup = read_setup(table.game, list(players), dict(table.setup.options))
    game = table.game.with_options(setup.options)
    entries = list(_entries(game, game.engine.start(setup), table.samples, random))
    if not table.is_running:
        return [act for acts in entries for act in acts]
    played = max(1, round(len(entries) * _PLAYED))
    begun = entries[played][: len(entries[played]) // 2] if played < len(entries) else []
    return [act for acts in entries[:played] for act in acts] + begun


def _entries(game: Game, state: State, samples: Samples, random: Random) -> Iterator[list[Act]]:
    """The acts of each entry up to the end of the game."""
    slices = Slices()
    for _ in range(MAX_ENTRIES):
        if state.finished:
            return
        entry = samples.next_entry(state, random)
        yield acts_of(game, state, entry)
        state = play(game, state, entry).state
        slices()
    raise ValueError(f"the sample games of {game.key} do not end")


def acts_of(game: Game, state: Any, entry: Any) -> list[Act]:
    """The acts that enter an entry: its parts one by one, and the whole where the form asks to confirm them."""
    draft, _ = game.form.draft_from_entry(state, entry)
    parts: list[Act] = [Part(slot, value) for slot, value in draft.items()]
    whole = game.form.whole(state, draft)
    if whole is None:
        return [*parts, Whole(entry)]
    return parts if whole == entry else [Whole(entry)]


def _times(count: int, table: SampleTable, random: Random, moment: datetime) -> list[str]:
    """The ISO times of the opening and of each act, in order, to the second."""
    gaps = [random.randint(*_SECONDS) for _ in range(count)]
    if table.is_running:
        end = moment - timedelta(minutes=random.randint(*_MINUTES_AGO))
    else:
        end = moment - timedelta(days=random.randrange(1, _EVENINGS), minutes=random.randrange(240))
    left = sum(gaps)
    times = []
    for gap in gaps:
        left -= gap
        times.append((end - timedelta(seconds=left)).isoformat(timespec="seconds"))
    return times
