"""The tables of groups of players, with their queries and writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from companion.engine.names import normalize_name
from companion.engine.pause import in_slices, pause
from companion.features import handlers
from companion.features.history.rows import Named, only_named, start_of_span
from companion.storage.records import Rows, Transaction, batches, marks, now
from companion.storage.rows.instance_key import mark_deleted
from companion.storage.schema import DatabaseTable, Index, count, delete, exists, insert, select, update, value

# Of a deleted group only the id remains, so that an import does not restore it.
PLAYER_GROUPS = DatabaseTable(
    "player_groups", "id, name, made, changed, opened bytes null unique, deleted null", key=("id",), rows="numbered"
)
GROUP_PHONES = DatabaseTable(
    "group_phones",
    "grp -> player_groups, phone integer -> phones, role, joined",
    unique=(("grp", "phone"),),
    indexes=(Index("group_phones_phone", ("phone", "grp")),),
    rows="numbered",
)
GROUP_PLAYERS = DatabaseTable(
    "group_players",
    "grp -> player_groups, key, name",
    key=("grp", "key"),
    indexes=(Index("group_players_key", ("key",)),),
    rows="clustered",
)
GROUP_SESSIONS = DatabaseTable(
    "group_sessions",
    "grp -> player_groups, session -> sessions, replay small, added",
    key=("grp", "session"),
    indexes=(Index("group_sessions_session", ("session",)),),
    rows="clustered",
)
GROUP_SEASONS = DatabaseTable(
    "group_seasons", "grp -> player_groups, number small, name, since, until", key=("grp", "number"), rows="clustered"
)
GROUP_LINKS = DatabaseTable(
    "group_links", "grp -> player_groups, role, number small, is_open small", key=("grp", "role"), rows="clustered"
)

Period = tuple[str, str]
"""The first moment and the one after the last, as stored."""
ALWAYS: Period = ("", "~")
_AT_ONCE = 200  # games of one query
_SEARCHED = 1000  # sessions of a phone that are searched at once
_FEWEST = 2  # players of the group at a table that is offered to it
_LOOKED_THROUGH = 2000
"""How many of the latest tables of a phone are searched for those of a group."""
_MOST_EARLIER = 100
_GROUPS = "SELECT DISTINCT grp FROM ({tables}) t WHERE session = ?"
_GROUPS_OF_HOST = """
SELECT grp FROM group_phones WHERE phone IN (SELECT phone FROM members WHERE session = ? AND role = 'host')
"""
_EARLIER = """
SELECT m.session FROM (SELECT at, session FROM members WHERE phone = ? ORDER BY at DESC, session DESC LIMIT ?) m
WHERE EXISTS (SELECT 1 FROM ({tables}) t WHERE t.session = m.session AND t.grp IN ({marks}))
ORDER BY m.at DESC, m.session DESC LIMIT ?
"""


def list_groups(rows: Rows, phone: int) -> list[ListedGroup]:
    """The groups that a phone is in, the latest changed first."""
    sql = (
        "SELECT g.id, g.name, p.role, (SELECT count(*) FROM group_players WHERE grp = g.id) AS players,"
        " (SELECT count(*) FROM group_sessions WHERE grp = g.id) AS tables FROM group_phones p"
        " JOIN player_groups g ON g.id = p.grp WHERE p.phone = ? ORDER BY g.changed DESC, g.id"
    )
    return [ListedGroup(**row) for row in rows(sql, [phone])]


def find_group(rows: Rows, phone: int | None, group: str) -> Group | None:
    """A group as a phone sees it; None if there is none with this id."""
    sql = (
        "SELECT g.id, g.name, coalesce(p.role, '') AS role FROM player_groups g"
        " LEFT JOIN group_phones p ON p.grp = g.id AND p.phone = ? WHERE g.id = ? AND g.deleted IS NULL"
    )
    return next((Group(**row) for row in rows(sql, [phone or 0, group])), None)


def shows_replay(rows: Rows, group: str, session: str) -> bool:
    """Whether a group shows the replay of a session."""
    return bool(value(rows, GROUP_SESSIONS, "replay", grp=group, session=session))


def players_of(rows: Rows, group: str) -> dict[str, str]:
    """The names of a group's players by key, in the order of the keys."""
    return {row["key"]: row["name"] for row in select(rows, GROUP_PLAYERS, "key name", order="key", grp=group)}


def seasons_of(rows: Rows, group: str) -> list[Season]:
    """The seasons of a group, the latest first."""
    columns, order = "number name since until", "since DESC, number DESC"
    return [Season(**row) for row in select(rows, GROUP_SEASONS, columns, order=order, grp=group)]


def links_of(rows: Rows, group: str) -> dict[str, GroupLink]:
    """The links of a group by role; none for a role that never had one."""
    links = select(rows, GROUP_LINKS, "role number is_open", grp=group)
    return {row["role"]: GroupLink(row["number"], bool(row["is_open"])) for row in links}


def is_in(db: Transaction, group: str, phone: int, *, as_owner: bool = False) -> bool:
    """Whether a phone is in a group; with `as_owner`, whether it owns the group."""
    role = value(db.rows, GROUP_PHONES, "role", grp=group, phone=phone)
    return role is not None and (role == OWNER or not as_owner)


def hosts_finished(db: Transaction, session: str, phone: int) -> bool:
    """Whether a phone hosts a session that is over and has places."""
    sql = (
        "SELECT 1 FROM members m JOIN sessions s ON s.id = m.session AND s.deleted IS NULL WHERE m.session = ?"
        " AND m.phone = ? AND m.role = 'host' AND EXISTS"
        " (SELECT 1 FROM seats WHERE session = s.id AND place IS NOT NULL)"
    )
    return bool(db.rows(sql, [session, phone]))


def groups_of_session(rows: Rows, phone: int, session: str) -> list[PlacedGroup]:
    """The groups that a phone is in, and those that it has left but that still hold its session."""
    sql = (
        "SELECT g.id, g.name, coalesce(p.role, '') AS role, s.session IS NOT NULL AS is_in, s.replay"
        " FROM player_groups g LEFT JOIN group_phones p ON p.grp = g.id AND p.phone = :phone"
        " LEFT JOIN group_sessions s ON s.grp = g.id AND s.session = :session"
        " WHERE g.id IN (SELECT grp FROM group_phones WHERE phone = :phone"
        " UNION SELECT grp FROM group_sessions WHERE session = :session)"
        " AND g.deleted IS NULL ORDER BY g.changed DESC, g.id"
    )
    return [PlacedGroup(**row) for row in rows(sql, {"phone": phone, "session": session})]


def offered_sessions(rows: Rows, phone: int, group: str) -> Iterator[str]:
    """Finished sessions to put into a group, latest first: a phone hosts them, and two of its players took part."""
    sql = (
        "SELECT session FROM sat WHERE phone = :phone AND hosts = 1 AND place IS NOT NULL"
        " AND key IN (SELECT key FROM group_players WHERE grp = :grp) AND at >= :since AND at < :before"
        " AND NOT EXISTS (SELECT 1 FROM group_sessions g WHERE g.grp = :grp AND g.session = sat.session)"
        " GROUP BY session, at HAVING count(*) >= :few ORDER BY at DESC"
    )
    before = ALWAYS[1]
    while (since := start_of_span(rows, phone, before, _SEARCHED)) is not None:
        values = {"phone": phone, "grp": group, "few": _FEWEST, "since": since, "before": before}
        yield from [row["session"] for row in rows(sql, values)]
        before = since
        pause()


def hosted_sessions(rows: Rows, phone: int, group: str, most: int, start: int) -> list[str]:
    """Sessions of a group, latest first: all if the phone owns the group, else those that it hosts."""
    sql = (
        "SELECT s.id FROM group_sessions g JOIN sessions s ON s.id = g.session WHERE g.grp = :grp"
        " AND s.deleted IS NULL AND"
        f" (EXISTS (SELECT 1 FROM group_phones WHERE grp = :grp AND phone = :phone AND role = '{OWNER}')"
        " OR EXISTS (SELECT 1 FROM members WHERE session = s.id AND phone = :phone AND role = 'host'))"
        " ORDER BY s.made DESC, s.rowid DESC LIMIT :most OFFSET :start"
    )
    return [row["id"] for row in rows(sql, {"phone": phone, "grp": group, "most": most, "start": start})]


def _tables() -> str:
    """A query for sessions and their groups, including those that features add."""
    return " UNION ALL ".join(["SELECT session, grp FROM group_sessions", *handlers("tables of groups")])


def earlier_tables(rows: Rows, phone: int, session: str) -> list[str]:
    """The latest tables that a phone joined in a table's groups, or, if it is in none, in those of its host."""
    found = rows(_GROUPS.format(tables=_tables()), [session]) or rows(_GROUPS_OF_HOST, [session])
    groups = [row["grp"] for row in found]
    if not groups:
        return []
    sql = _EARLIER.format(tables=_tables(), marks=marks(groups))
    return [row["session"] for row in rows(sql, [phone, _LOOKED_THROUGH, *groups, _MOST_EARLIER])]


def old_groups(rows: Rows, moment: str, after: str, most: int, *, unused: bool) -> list[str]:
    """Groups after an id: made before an ISO time, or, if `unused`, without session and unchanged since then."""
    is_unused = "changed < ? AND NOT EXISTS (SELECT 1 FROM group_sessions WHERE grp = p.id)"
    which = is_unused if unused else "made < ?"
    sql = f"SELECT id FROM player_groups p WHERE id > ? AND deleted IS NULL AND {which} ORDER BY id LIMIT ?"
    return [row["id"] for row in rows(sql, [after, moment, most])]


def games_in(rows: Rows, group: str, period: Period = ALWAYS, named: Named | None = None) -> list[str]:
    """The sessions of a group's games that began in a period, earliest first; with `named` only those with a word."""
    sql = (
        "SELECT s.id FROM group_sessions g JOIN sessions s ON s.id = g.session WHERE g.grp = ? AND s.deleted IS NULL"
        " AND s.made >= ? AND s.made < ?"
        " AND EXISTS (SELECT 1 FROM seats WHERE session = s.id AND place IS NOT NULL) ORDER BY s.made, s.rowid"
    )
    sessions = [row["id"] for row in rows(sql, [group, *period])]
    if named is None:
        return sessions
    parts = in_slices(batches(sessions, _AT_ONCE))
    return [session for part in parts for session in only_named(rows, named, part)]


def joined_sessions(rows: Rows, group: str, phone: int) -> set[str]:
    """The sessions of a group that a phone has joined."""
    sql = (
        "SELECT m.session FROM group_sessions g JOIN members m ON m.session = g.session AND m.phone = ? WHERE g.grp = ?"
    )
    return {row["session"] for row in rows(sql, [phone, group])}


def mark_of_games(rows: Rows, group: str, phone: int | None) -> tuple[tuple[Any, ...], Any]:
    """Two marks: one changes with a group's tables and their logs, the other with those that a phone has joined."""
    version = "(SELECT coalesce(max(number), 0) FROM events WHERE session = s.id)"
    joined = "(SELECT m.rowid FROM members m WHERE m.session = s.id AND m.phone = ?)" if phone else "coalesce(?, 0)"
    sql = (
        f"SELECT sum({joined}) AS joined, count(*) AS n, sum(s.rowid) AS a, sum(s.rowid * s.rowid) AS b,"
        f" sum(s.rowid * {version}) AS c FROM group_sessions g JOIN sessions s ON s.id = g.session WHERE g.grp = ?"
    )
    joined, *games = rows(sql, [phone, group])[0].values()
    return tuple(games), joined


MOST_SESSIONS = 5000
"""How many sessions a group may have."""
MOST_SEASONS = 40
OWNER, MEMBER = "owner", "member"
"""The role of the phone that made a group, and of one that joined it."""
WATCH, JOIN = "watch", "join"
"""The roles of a group's links: to look at it only, and to join it."""
_OF_GROUP = (GROUP_PHONES, GROUP_PLAYERS, GROUP_SESSIONS, GROUP_SEASONS, GROUP_LINKS)
_HOSTED = "SELECT session FROM members WHERE phone = ? AND role = 'host'"


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
class ListedGroup(Group):
    """A group with the numbers of its players and of its tables."""

    players: int
    tables: int


class GroupLink(NamedTuple):
    """Which link of a role a group has: every new one has a higher number."""

    number: int = 0
    is_open: bool = False


@dataclass(frozen=True)
class PlacedGroup(Group):
    """A group of a phone, with whether a table is in it, and then whether its replay is."""

    is_in: bool
    replay: bool | None


@dataclass(frozen=True)
class Season:
    """A season of a group: the days `since` and `until` (ISO) belong to it; `until` is empty while it is open."""

    number: int
    name: str
    since: str
    until: str


def delete_group(db: Transaction, group: str) -> None:
    """Delete all of a group except its id; its tables stay where they are."""
    moment = now()
    for also_delete in handlers("group deleted"):
        also_delete(db, group, moment)
    for table in _OF_GROUP:
        delete(db, table, grp=group)
    update(db, PLAYER_GROUPS, {"name": "", "opened": None, "deleted": moment}, id=group)
    mark_deleted(db)


def touch_group(db: Transaction, group: str, moment: str) -> None:
    """Note that a group was changed, so that it does not count as unused."""
    update(db, PLAYER_GROUPS, {"changed": moment}, id=group)


def is_group(db: Transaction, group: str) -> bool:
    """Whether there is a group with this id."""
    return exists(db.rows, PLAYER_GROUPS, id=group, deleted=None)


def room_in(db: Transaction, group: str) -> int:
    """How many more sessions may be in a group."""
    return MOST_SESSIONS - count(db.rows, GROUP_SESSIONS, grp=group)


def put_season(db: Transaction, group: str, season: Season) -> bool:
    """Add a season, if its number is 0, or change one; False if there is no room for another."""
    number = season.number
    if not number:
        numbers = [other.number for other in seasons_of(db.rows, group)]
        if len(numbers) >= MOST_SEASONS:
            return False
        number = max(numbers, default=0) + 1
    row = {"grp": group, **asdict(season), "number": number}
    insert(db, GROUP_SEASONS, row, replace=["name", "since", "until"])
    return True


def add_group_phone(db: Transaction, group: str, phone: int, role: str, moment: str) -> None:
    """Let a phone into a group; one that is in keeps its role."""
    insert(db, GROUP_PHONES, {"grp": group, "phone": phone, "role": role, "joined": moment}, keep=True)


def remove_group_phone(db: Transaction, group: str, phone: int) -> None:
    """Remove a phone from a group, with the tables that it hosts."""
    db.execute(f"DELETE FROM group_sessions WHERE grp = ? AND session IN ({_HOSTED})", [group, phone])
    delete(db, GROUP_PHONES, grp=group, phone=phone)


def set_players(db: Transaction, group: str, names: Sequence[str]) -> None:
    """Replace the players of a group; no two of the names may be the same player."""
    delete(db, GROUP_PLAYERS, grp=group)
    for name in names:
        add_player(db, group, name)


def add_player(db: Transaction, group: str, name: str) -> None:
    """Add a player to a group; one who is in it already is called by this name."""
    insert(db, GROUP_PLAYERS, {"grp": group, "key": normalize_name(name), "name": name}, replace=["name"])


def insert_group_session(db: Transaction, group: str, session: str, *, replay: bool, moment: str) -> None:
    """Put a session into a group; one that is in it gets this choice about its replay."""
    row = {"grp": group, "session": session, "replay": replay, "added": moment}
    insert(db, GROUP_SESSIONS, row, replace=["replay"])


def groups_with_player(db: Transaction, key: str, phone: int, session: str | None = None) -> set[str]:
    """The groups with a player in which a session is or, without one, that a phone owns."""
    owned = f"SELECT grp FROM group_phones WHERE phone = ? AND role = '{OWNER}'"
    there = owned if session is None else "SELECT grp FROM group_sessions WHERE session = ?"
    sql = f"SELECT grp FROM group_players WHERE key = ? AND grp IN ({there})"
    return {row["grp"] for row in db.rows(sql, [key, phone if session is None else session])}


def groups_where_played(db: Transaction, key: str, groups: Iterable[str]) -> set[str]:
    """Those of the groups that have a session with this player."""
    sql = "SELECT 1 FROM group_sessions g JOIN seats t ON t.session = g.session WHERE g.grp = ? AND t.key = ? LIMIT 1"
    return {group for group in groups if db.rows(sql, [group, key])}
