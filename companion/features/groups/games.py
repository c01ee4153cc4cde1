"""The finished games of a group, in the order in which they ended, and tables that can be put into it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.engine.figure import TOTALS_ONLY
from companion.engine.pause import in_slices, pause
from companion.features.groups import rows as group_rows
from companion.features.history.rows import start_of_span
from companion.features.history.search import Named, PastSession, only_named, past_session, seats_of
from companion.features.history.stats import FinishedGame, finished_game, kind_of
from companion.games import all_games
from companion.scoring.game_stats import game_of_kind
from companion.storage.records import Rows, batches

MOST_GROUPS = 50
"""How many groups one phone may be in."""
MOST_PLAYERS = 60
MOST_SEASONS = 40
MOST_PHONES = 200
_SEARCHED = 1000  # sessions of a phone that are searched at once
_FEWEST = 2  # players of the group at a table that is offered to it


def offered_sessions(rows: Rows, phone: int, group: str) -> Iterator[str]:
    """Finished sessions to put into a group, latest first: a phone hosts them, and two of its players took part."""
    before = "~"
    while (since := start_of_span(rows, phone, before, _SEARCHED)) is not None:
        yield from group_rows.offered_sessions(rows, phone, group, _FEWEST, since, before)
        before = since
        pause()


def hosted_sessions(rows: Rows, phone: int, group: str, most: int, start: int = 0) -> list[PastSession]:
    """Sessions that a phone may take out of a group, latest first: all for the owner, else those that it hosts."""
    hosted = group_rows.hosted_sessions(rows, phone, group, most, start)
    seats = seats_of(rows, [row["id"] for row in hosted])
    return [past_session(row, seats[row["id"]]) for row in hosted]


Period = tuple[str, str]
"""The first moment and the one after the last, as stored."""
_AT_ONCE = 200  # games of one query
ALWAYS: Period = ("", "~")


@dataclass(frozen=True)
class GroupGame(FinishedGame):
    """A finished game of a group; `keys` has a player's key per seat, empty if the name was deleted.

    `replay` says whether the group shows its replay, `made` when the game began (ISO 8601 in UTC).
    """

    keys: tuple[str, ...]
    replay: bool
    made: str

    @property
    def ranked(self) -> list[int]:
        """The seats in the order of their places."""
        return sorted(range(len(self.places)), key=lambda seat: self.places[seat])

    @property
    def has_entries(self) -> bool:
        """Whether its entries can be shown: they were recorded, and the game is installed."""
        return TOTALS_ONLY not in self.figures[0] and self.game in all_games()


@dataclass(frozen=True)
class GroupGames:
    """The games of a group in a period, earliest first; `uncounted` are the sessions without figures.

    Equal games have equal fingerprints.
    """

    games: list[GroupGame]
    uncounted: list[str]
    fingerprint: int


def games_of(rows: Rows, group: str, period: Period = ALWAYS, named: Named | None = None) -> GroupGames:
    """The games of a group that ended in a period; with `named` only those that name this word."""
    return games_at(rows, group, _naming(rows, group_rows.sessions_in(rows, group), named), period)


def ended_sessions(rows: Rows, group: str, period: Period, named: Named | None) -> list[str]:
    """The sessions of the games that `games_of` returns, latest first."""
    ended = group_rows.ended_sessions(rows, group, *period)
    return [session for part in _naming(rows, ended, named) for session in part]


def games_at(
    rows: Rows, group: str, batches_of_sessions: Iterable[Sequence[str]], period: Period = ALWAYS
) -> GroupGames:
    """The games of a group in these sessions that ended in a period."""
    found: list[list[dict[str, Any]]] = []
    for sessions in batches_of_sessions:
        played = group_rows.seats_of_games(rows, group, sessions, *period)
        found += [list(seats) for _, seats in groupby(played, key=lambda row: row["id"])]
    found.sort(key=lambda seats: (seats[0]["ended"], seats[0]["made"], seats[0]["number"]))
    games, uncounted, marks = [], [], []
    for seats in in_slices(found):
        marks.append(hash(tuple([tuple(row.values()) for row in seats])))
        games.append(_game(seats))
        if any(row["figures"] is None for row in seats):
            uncounted.append(seats[0]["id"])
    return GroupGames(games, uncounted, hash(tuple(marks)))


def _naming(rows: Rows, sessions: Sequence[str], named: Named | None) -> Iterator[Sequence[str]]:
    """The sessions in batches; with `named` only those that name this word."""
    for part in batches(sessions, _AT_ONCE):
        if some := part if named is None else only_named(rows, named, part):
            yield some
        pause()


def _game(seats: list[dict[str, Any]]) -> GroupGame:
    played, first = finished_game(seats), seats[0]
    points = game_of_kind(played.game, kind_of(played))[0].points
    keys = tuple([row["key"] or "" for row in seats])
    told = {**vars(played), "totals": tuple(map(points, played.totals))}
    return GroupGame(**told, keys=keys, replay=bool(first["replay"]), made=first["made"])


_LOOKED_THROUGH = 2000
"""How many of the latest tables of a phone are searched for those of a group."""
_MOST_EARLIER = 100


def earlier_tables(rows: Rows, phone: int, session: str) -> list[str]:
    """The latest tables that a phone joined in a table's groups, or, if it is in none, in those of its host."""
    groups = group_rows.groups_for(rows, session)
    return group_rows.earlier_tables(rows, phone, groups, _LOOKED_THROUGH, _MOST_EARLIER) if groups else []
