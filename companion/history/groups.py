"""Groups of players who play together: which ones a phone has, and what is in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.history.search import PastSession, past_session, seats_of
from companion.storage.rows import group_rows
from companion.storage.rows.group_rows import OWNER, Season
from companion.storage.store import Store
from companion.time_slices import Slices

MOST_GROUPS = 50
"""How many groups one phone may be in."""
MOST_PLAYERS = 60
MOST_SEASONS = 40
MOST_PHONES = 200
_SEARCHED = 1000  # sessions of a phone that are searched at once
_FEWEST = 2  # players of the group at a table that is offered to it


@dataclass(frozen=True)
class Group:
    """A group as a phone sees it; `role` is empty for a phone that is not in it."""

    id: str
    name: str
    role: str

    @property
    def is_owned(self) -> bool:
        """Whether the phone made the group."""
        return self.role == OWNER


@dataclass(frozen=True)
class ListedGroup:
    """A group with the numbers of its players and of its tables."""

    group: Group
    players: int
    tables: int


@dataclass(frozen=True)
class GroupLink:
    """Which link of a role a group has: every new one has a higher number."""

    number: int = 0
    is_open: bool = False


@dataclass(frozen=True)
class PlacedGroup:
    """A group of a phone, with whether a table is in it, and then whether its replay is."""

    group: Group
    is_in: bool
    replay: bool


def list_groups(store: Store, phone: int) -> list[ListedGroup]:
    """The groups that a phone is in, the latest changed first."""
    return [
        ListedGroup(Group(row["id"], row["name"], row["role"]), row["players"], row["tables"])
        for row in group_rows.groups_of_phone(store.rows, phone)
    ]


def count_groups(store: Store, phone: int) -> int:
    """How many groups a phone is in."""
    return group_rows.count_groups(store.rows, phone)


def find_group(store: Store, phone: int | None, group: str) -> Group | None:
    """A group as a phone sees it; None if there is none with this id."""
    row = group_rows.find_group(store.rows, phone or 0, group)
    return None if row is None else Group(group, row["name"], row["role"] or "")


def group_opened_by(store: Store, key: bytes) -> str | None:
    """The group that was made by the form with this key."""
    return group_rows.group_opened_by(store.rows, key)


def players_of(store: Store, group: str) -> dict[str, str]:
    """The names of a group's players by key, in the order of the keys."""
    return group_rows.players_of(store.rows, group)


def seasons_of(store: Store, group: str) -> list[Season]:
    """The seasons of a group, the latest first."""
    return group_rows.seasons_of(store.rows, group)


def sessions_of(store: Store, group: str) -> list[str]:
    """The sessions of a group, by id."""
    return group_rows.sessions_in(store.rows, group)


def links_of(store: Store, group: str) -> Mapping[str, GroupLink]:
    """The links of a group by role, as far as any were made."""
    return {role: GroupLink(*link) for role, link in group_rows.links_of(store.rows, group).items()}


def count_phones(store: Store, group: str) -> int:
    """How many phones are in a group."""
    return group_rows.count_phones(store.rows, group)


def shows_replay(store: Store, group: str, session: str) -> bool:
    """Whether a group shows the replay of a session: its host has put both in."""
    return group_rows.shows_replay(store.rows, group, session)


def groups_of_session(store: Store, phone: int, session: str) -> list[PlacedGroup]:
    """The groups of the host of a session, and those in which it still is though that phone has left them."""
    rows = group_rows.groups_of_session(store.rows, phone, session)
    return [
        PlacedGroup(Group(row["id"], row["name"], row["role"] or ""), row["session"] is not None, bool(row["replay"]))
        for row in rows
    ]


def offered_sessions(store: Store, phone: int, group: str) -> Iterator[str]:
    """Finished sessions hosted by a phone with two players of a group or more that are not in it, latest first.

    The history of the phone is searched while they are taken, part by part.
    """
    slices, before = Slices(), "~"
    while (since := group_rows.start_of_span(store.rows, phone, before, _SEARCHED)) is not None:
        yield from group_rows.offered_sessions(store.rows, phone, group, _FEWEST, since, before)
        before = since
        slices()


def hosted_sessions(store: Store, phone: int, group: str, most: int, start: int = 0) -> list[PastSession]:
    """Sessions of a group that a phone may take out: its own or, of its owner's group, all; latest first."""
    return _past(store, group_rows.hosted_sessions(store.rows, phone, group, most, start))


def _past(store: Store, rows: list[dict[str, Any]]) -> list[PastSession]:
    seats = seats_of(store, [row["id"] for row in rows])
    return [past_session(row, seats[row["id"]]) for row in rows]
