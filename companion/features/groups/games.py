"""The finished games of a group, in the order in which they began, and tables that can be put into it."""

from collections.abc import Iterator

from companion.engine.pause import in_slices, pause
from companion.features.groups import rows as group_rows
from companion.features.history.rows import start_of_span
from companion.features.history.search import Named, PastSession, only_named, past_session, seats_of
from companion.storage.records import Rows, batches

MOST_GROUPS = 50
"""How many groups one phone may be in."""
MOST_PLAYERS = 60
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


def games_in(rows: Rows, group: str, period: Period = ALWAYS, named: Named | None = None) -> list[str]:
    """The sessions of a group's games that began in a period, earliest first; with `named` only those with a word."""
    sessions = group_rows.played_sessions(rows, group, *period)
    if named is None:
        return sessions
    parts = in_slices(batches(sessions, _AT_ONCE))
    return [session for part in parts for session in only_named(rows, named, part)]


_LOOKED_THROUGH = 2000
"""How many of the latest tables of a phone are searched for those of a group."""
_MOST_EARLIER = 100


def earlier_tables(rows: Rows, phone: int, session: str) -> list[str]:
    """The latest tables that a phone joined in a table's groups, or, if it is in none, in those of its host."""
    groups = group_rows.groups_for(rows, session)
    return group_rows.earlier_tables(rows, phone, groups, _LOOKED_THROUGH, _MOST_EARLIER) if groups else []
