"""Changes of groups of players. Each is one transaction; when it returns, it is on disk."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from typing import Concatenate, ParamSpec, TypeVar

from companion.engine import MessageError
from companion.engine.names import normalize_name
from companion.engine.pause import in_slices
from companion.features.groups import rows as group_rows
from companion.features.groups.rows import JOIN, OWNER, Season
from companion.storage import schema
from companion.storage.records import Transaction, batches, now
from companion.storage.rows.instance_key import mark_deleted
from companion.storage.rows.memberships import PhoneRef, phone_number
from companion.storage.schema import count, delete, exists, insert, select, update
from companion.storage.store import Store
from companion.table.service import Tables

P = ParamSpec("P")
T = TypeVar("T")

MOST_GROUPS = 50
"""How many groups one phone may be in."""
MOST_PHONES = 200
_AT_ONCE = 100  # sessions of one transaction
_DELETED_AT_ONCE = 200  # groups of one query


class GroupFull(MessageError):
    """A limit of groups is reached; `message` says which, and what to do."""


def _of_group(job: Callable[Concatenate[Transaction, str, P], T]) -> Callable[Concatenate[Tables, str, P], T]:
    """Decorator: run a job in a transaction that no other change of its group overlaps."""

    @wraps(job)
    def written(service: Tables, group: str, /, *args: P.args, **named: P.kwargs) -> T:
        return service.write(lambda db: job(db, group, *args, **named), f"group {group}")

    return written


def _check_groups(db: Transaction, phone: int) -> None:
    if count(db.rows, group_rows.GROUP_PHONES, phone=phone) >= MOST_GROUPS:
        raise GroupFull(
            "This phone is in {most} groups, and that is the most. Delete or leave one first.", most=MOST_GROUPS
        )


@_of_group
def make_group(
    db: Transaction, group: str, name: str, players: Sequence[str], phone: PhoneRef, key: bytes | None
) -> None:
    """Make a group, owned by a phone; `key` is the hash of its form's key. Raises `GroupFull`."""
    moment = now()
    number = phone_number(db, phone, moment)
    _check_groups(db, number)
    insert(db, group_rows.PLAYER_GROUPS, {"id": group, "name": name, "made": moment, "changed": moment, "opened": key})
    group_rows.add_group_phone(db, group, number, OWNER, moment)
    group_rows.set_players(db, group, players)


@_of_group
def join_group(db: Transaction, group: str, phone: PhoneRef, number: int) -> bool:
    """Let a phone in by the joining link of this number; False if that is not valid any more. Raises `GroupFull`."""
    if group_rows.links_of(db.rows, group).get(JOIN) != (number, True):
        return False
    joining = phone_number(db, phone, now())
    if not group_rows.is_in(db, group, joining):
        _check_groups(db, joining)
        if count(db.rows, group_rows.GROUP_PHONES, grp=group) >= MOST_PHONES:
            raise GroupFull("{most} phones are in this group, and that is the most.", most=MOST_PHONES)
        group_rows.add_group_phone(db, group, joining, group_rows.MEMBER, now())
    return True


@_of_group
def edit_group(db: Transaction, group: str, name: str, players: Sequence[str]) -> None:
    """Change a group's name and players."""
    if group_rows.is_group(db, group):
        update(db, group_rows.PLAYER_GROUPS, {"name": name, "changed": now()}, id=group)
        group_rows.set_players(db, group, players)


@_of_group
def store_season(db: Transaction, group: str, season: Season) -> None:
    """Add a season, if its number is 0, or change one. Raises `GroupFull`."""
    if not group_rows.is_group(db, group):
        return
    if not group_rows.put_season(db, group, season):
        raise GroupFull("A group has {most} seasons at most. Delete one first.", most=group_rows.MOST_SEASONS)
    group_rows.touch_group(db, group, now())


@_of_group
def delete_season(db: Transaction, group: str, number: int) -> None:
    """Delete a season; its games stay."""
    delete(db, group_rows.GROUP_SEASONS, grp=group, number=number)
    mark_deleted(db)


@_of_group
def open_link(db: Transaction, group: str, role: str) -> None:
    """Make a link for a role, unless there is a valid one."""
    number, is_open = group_rows.links_of(db.rows, group).get(role, (0, False))
    if not is_open and group_rows.is_group(db, group):
        row = {"grp": group, "role": role, "number": number + 1, "is_open": True}
        insert(db, group_rows.GROUP_LINKS, row, replace=["number", "is_open"])


@_of_group
def withdraw_link(db: Transaction, group: str, role: str, number: int, *, others: bool = False) -> None:
    """Withdraw the link of a role with this number; with `others`, all phones but owners leave with their tables."""
    update(db, group_rows.GROUP_LINKS, {"is_open": False}, grp=group, role=role, number=number)
    for row in select(db.rows, group_rows.GROUP_PHONES, "phone role", grp=group) if others else ():
        if row["role"] != OWNER:
            group_rows.remove_group_phone(db, group, row["phone"])


leave_group = _of_group(group_rows.remove_group_phone)
delete_group = _of_group(group_rows.delete_group)


def delete_old(store: Store, before: str, *, unused: bool) -> None:
    """Delete the groups that were made before an ISO time, or have no session and are unchanged since then."""
    after = ""
    while groups := group_rows.old_groups(store.rows, before, after, _DELETED_AT_ONCE, unused=unused):
        for after in in_slices(groups):
            store.write(partial(group_rows.delete_group, group=after), f"group {after}")


def put_sessions(service: Tables, group: str, sessions: Sequence[str], phone: int, *, replay: bool) -> int:
    """Add finished sessions that a phone hosts to a group that it is in; return how many. Raises `GroupFull`."""

    def job(db: Transaction, part: Sequence[str]) -> int:
        if not (group_rows.is_group(db, group) and group_rows.is_in(db, group, phone)):
            return 0
        hosted = [session for session in part if group_rows.hosts_finished(db, session, phone)]
        if not hosted:  # refused: the group counts as unchanged
            return 0
        for session in hosted:
            has_replay = replay and not exists(db.rows, schema.PAST_MARKS, session=session)
            group_rows.insert_group_session(db, group, session, replay=has_replay, moment=now())
        if group_rows.room_in(db, group) < 0:
            raise GroupFull(
                "A group holds {most} tables at most. Take some out first, or make another group.",
                most=group_rows.MOST_SESSIONS,
            )
        group_rows.touch_group(db, group, now())
        return len(hosted)

    # One session: locked, so that it is not deleted meanwhile. Several: nothing else is written.
    parts = batches(sessions, _AT_ONCE)
    return sum(service.write(partial(job, part=part), part[0] if len(part) == 1 else None) for part in parts)


def take_session(service: Tables, group: str, session: str, phone: int) -> bool:
    """Take a session out of a group for its host or the group's owner; False for other phones."""

    def job(db: Transaction) -> bool:
        is_owner = group_rows.is_in(db, group, phone, as_owner=True)
        if not is_owner and not group_rows.hosts_finished(db, session, phone):
            return False
        delete(db, group_rows.GROUP_SESSIONS, grp=group, session=session)
        group_rows.touch_group(db, group, now())
        return True

    return service.write(job, session)


@contextmanager
def follow_player(db: Transaction, phone: int, key: str, name: str, sessions: Sequence[str]) -> Iterator[None]:
    """Rename or remove a player in groups, after a phone did so in sessions that it hosts.

    It changes groups with this player that the phone owns or that hold one of these sessions.
    """
    held = {group for session in sessions for group in group_rows.groups_with_player(db, key, phone, session)}
    yield
    own = group_rows.groups_with_player(db, key, phone)
    played = group_rows.groups_where_played(db, key, own | held)
    for group in own | held if name else own | (held - played):
        # If tables of other hosts still have the old name, a rename keeps that too.
        if not name or (normalize_name(name) != key and group not in played):
            delete(db, group_rows.GROUP_PLAYERS, grp=group, key=key)
            mark_deleted(db)
        if name:
            group_rows.add_player(db, group, name)
