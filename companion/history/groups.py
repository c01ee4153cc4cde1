"""Groups of players who play together: which ones a phone has, and what is in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.history.search import PastSession, past_session, seats_of
from companion.storage.rows.group_rows import OWNER, Season
from companion.storage.store import Store

MOST_GROUPS = 50
"""How many groups one phone may be in."""
MOST_PLAYERS = 60
MOST_SESSIONS = 5000
MOST_SEASONS = 40
MOST_PHONES = 200
_FEWEST = 2  # players of the group at a table that is offered to it
_ONE_GROUP = (
    "SELECT g.id, g.name, p.role FROM player_groups g LEFT JOIN group_phones p ON p.grp = g.id AND p.phone = ?"
    " WHERE g.id = ? AND g.deleted IS NULL"
)


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
    sql = (
        "SELECT g.id, g.name, p.role, (SELECT count(*) FROM group_players WHERE grp = g.id) AS players,"
        " (SELECT count(*) FROM group_sessions WHERE grp = g.id) AS tables FROM group_phones p"
        " CROSS JOIN player_groups g ON g.id = p.grp WHERE p.phone = ? ORDER BY g.changed DESC, g.id"
    )
    return [
        ListedGroup(Group(row["id"], row["name"], row["role"]), row["players"], row["tables"])
        for row in store.rows(sql, [phone])
    ]


def count_groups(store: Store, phone: int) -> int:
    """How many groups a phone is in."""
    return int(store.rows("SELECT count(*) AS n FROM group_phones WHERE phone = ?", [phone])[0]["n"])


def find_group(store: Store, phone: int | None, group: str) -> Group | None:
    """A group as a phone sees it; None if there is none with this id."""
    rows = store.rows(_ONE_GROUP, [phone or 0, group])
    return Group(group, rows[0]["name"], rows[0]["role"] or "") if rows else None


def group_opened_by(store: Store, key: bytes) -> str | None:
    """The group that was made by the form with this key."""
    rows = store.rows("SELECT id FROM player_groups WHERE opened = ?", [key])
    return rows[0]["id"] if rows else None


def players_of(store: Store, group: str) -> dict[str, str]:
    """The names of a group's players by key, in the order of the keys."""
    rows = store.rows("SELECT key, name FROM group_players WHERE grp = ? ORDER BY key", [group])
    return {row["key"]: row["name"] for row in rows}


def seasons_of(store: Store, group: str) -> list[Season]:
    """The seasons of a group, the latest first."""
    sql = "SELECT number, name, since, until FROM group_seasons WHERE grp = ? ORDER BY since DESC, number DESC"
    return [Season(**row) for row in store.rows(sql, [group])]


def links_of(store: Store, group: str) -> Mapping[str, GroupLink]:
    """The links of a group by role, as far as any were made."""
    rows = store.rows("SELECT role, number, is_open FROM group_links WHERE grp = ?", [group])
    return {row["role"]: GroupLink(row["number"], bool(row["is_open"])) for row in rows}


def count_phones(store: Store, group: str) -> int:
    """How many phones are in a group."""
    return int(store.rows("SELECT count(*) AS n FROM group_phones WHERE grp = ?", [group])[0]["n"])


def hosts_session(store: Store, phone: int, session: str) -> bool:
    """Whether a phone is the host of a session."""
    return store.role(session, phone) == "host"


def shows_replay(store: Store, group: str, session: str) -> bool:
    """Whether a group shows the replay of a session: its host has put both in."""
    sql = "SELECT replay FROM group_sessions WHERE grp = ? AND session = ?"
    return any(row["replay"] for row in store.rows(sql, [group, session]))


def groups_of_session(store: Store, phone: int, session: str) -> list[PlacedGroup]:
    """The groups of the host of a session, and those in which it still is though that phone has left them."""
    sql = (
        "SELECT g.id, g.name, p.role, s.session, s.replay FROM player_groups g"
        " LEFT JOIN group_phones p ON p.grp = g.id AND p.phone = :phone"
        " LEFT JOIN group_sessions s ON s.grp = g.id AND s.session = :session"
        " WHERE g.id IN (SELECT grp FROM group_phones WHERE phone = :phone"
        " UNION SELECT grp FROM group_sessions WHERE session = :session)"
        " AND g.deleted IS NULL ORDER BY g.changed DESC, g.id"
    )
    rows = store.rows(sql, {"phone": phone, "session": session})
    return [
        PlacedGroup(Group(row["id"], row["name"], row["role"] or ""), row["session"] is not None, bool(row["replay"]))
        for row in rows
    ]


def offered_sessions(store: Store, phone: int, group: str, most: int) -> list[PastSession]:
    """Finished sessions hosted by a phone with two players of a group or more that are not in it, latest first."""
    sql = (
        "SELECT t.session AS id, s.ended AS at, s.game, s.setup, s.result, s.made, s.ended FROM"
        " (SELECT session, at FROM sat WHERE phone = :phone"
        " AND hosts = 1 AND place IS NOT NULL AND key IN (SELECT key FROM group_players WHERE grp = :grp)"
        " GROUP BY session, at HAVING count(*) >= :few) t CROSS JOIN sessions s ON s.id = t.session"
        " WHERE t.session NOT IN (SELECT session FROM group_sessions WHERE grp = :grp)"
        " ORDER BY t.at DESC LIMIT :most"
    )
    rows = store.rows(sql, {"phone": phone, "grp": group, "few": _FEWEST, "most": most})
    return _past(store, rows)


def hosted_sessions(store: Store, phone: int, group: str, most: int, start: int = 0) -> list[PastSession]:
    """Sessions of a group that a phone may take out: its own or, of its owner's group, all; latest first."""
    sql = (
        "SELECT s.id, coalesce(s.ended, s.made) AS at, s.game, s.setup, s.result, s.made, s.ended FROM group_sessions g"
        " CROSS JOIN sessions s ON s.id = g.session WHERE g.grp = :grp AND s.deleted IS NULL AND"
        f" (EXISTS (SELECT 1 FROM group_phones WHERE grp = :grp AND phone = :phone AND role = '{OWNER}')"
        " OR EXISTS (SELECT 1 FROM members WHERE session = s.id AND phone = :phone AND role = 'host'))"
        " ORDER BY coalesce(s.ended, s.made) DESC, s.made DESC, s.rowid DESC LIMIT :most OFFSET :start"
    )
    return _past(store, store.rows(sql, {"phone": phone, "grp": group, "most": most, "start": start}))


def _past(store: Store, rows: list[dict[str, Any]]) -> list[PastSession]:
    seats = seats_of(store, [row["id"] for row in rows])
    return [past_session(row, seats[row["id"]]) for row in rows]
