"""Players across the sessions of one phone: list and find them, and see what a change of them would mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.storage.rows import player_queries
from companion.storage.store import Store

PAGE = 30
MAX_OTHERS = 12
MAX_EXAMINED = 30
"""How many of the latest games are searched for other players."""


@dataclass(frozen=True)
class Player:
    """A player: the latest spelling of the name, and the numbers of sessions, finished games and wins."""

    key: str
    name: str
    sessions: int
    games: int
    won: int


@dataclass(frozen=True)
class ChangeScope:
    """How many sessions of a player a phone hosts and can change, and how many it only joined."""

    hosted: int
    elsewhere: int


@dataclass(frozen=True)
class DeletionImpact:
    """The phones and players that lose games when a player's games are deleted.

    `phones` is how many phones have joined them, None if there are `MAX_EXAMINED` games or more; `others` are at most
    `MAX_OTHERS` other players.
    """

    phones: int | None
    others: tuple[str, ...]


def list_players(store: Store, phone: int, start: int = 0) -> tuple[list[Player], bool]:
    """Return a page of the players in a phone's sessions, most games first, and whether there are more."""
    rows = player_queries.list_players(store.rows, phone, start, PAGE + 1)
    return [_player(row) for row in rows[:PAGE]], len(rows) > PAGE


def find_player(store: Store, phone: int, key: str) -> Player | None:
    """Return a player in the phone's sessions, None if there is none with this key."""
    rows = player_queries.find_player(store.rows, phone, key)
    return _player(rows[0]) if rows else None


def _player(row: dict[str, Any]) -> Player:
    return Player(row["key"], row["name"], row["sessions"], row["games"], row["won"])


def change_scope(store: Store, phone: int, key: str) -> ChangeScope:
    """How many of a player's sessions this phone hosts, and how many it only joined."""
    # A player with two seats in one session (only in imported ones) counts twice, as in the list.
    hosted, joined = player_queries.count_seats(store.rows, phone, key)
    return ChangeScope(hosted, joined - hosted)


def deletion_impact(store: Store, phone: int, key: str) -> DeletionImpact:
    """Return the phones and players that lose games if this phone deletes a player's games that it hosts."""
    phones, games, names = player_queries.others_there(store.rows, phone, key, MAX_EXAMINED, MAX_OTHERS)
    return DeletionImpact(phones if games < MAX_EXAMINED else None, tuple(names))


def shared_sessions(store: Store, phone: int, key: str, other: str) -> list[str]:
    """The sessions hosted by this phone in which both played, which prevents a merge."""
    return player_queries.shared_sessions(store.rows, phone, key, other)
