"""Changes of groups of players. Each is one transaction; when it returns, it is on disk."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from companion.game import Message, MessageError
from companion.history.groups import MOST_GROUPS, MOST_PHONES, MOST_SEASONS
from companion.storage.database import Transaction, batches, rows_of
from companion.storage.records import now
from companion.storage.rows import group_rows
from companion.storage.rows.group_rows import MOST_SESSIONS, OWNER, Season
from companion.storage.rows.memberships import PhoneRef, phone_number
from companion.storage.rows.past_games import has_totals_only
from companion.storage.store import Store

_AT_ONCE = 100  # sessions of one transaction

TOO_MANY_GROUPS = Message("This phone is in {most} groups, and that is the most. Delete or leave one first.")
TOO_MANY_TABLES = Message("A group holds {most} tables at most. Take some out first, or make another group.")
TOO_MANY_SEASONS = Message("A group has {most} seasons at most. Delete one first.")
TOO_MANY_PHONES = Message("{most} phones are in this group, and that is the most.")


class GroupFull(MessageError):
    """A limit of groups is reached; `message` says which, and what to do."""


def make_group(store: Store, group: str, name: str, players: Sequence[str], phone: PhoneRef, key: bytes | None) -> None:
    """Make a group, owned by a phone; raises `GroupFull` if the phone is in as many as it may be."""

    def job(db: Transaction) -> None:
        moment = now()
        number = phone_number(db, phone, moment)
        _check_groups(db, number)
        group_rows.insert_group(db, group, name, moment, key)
        group_rows.add_group_phone(db, group, number, OWNER, moment)
        group_rows.set_players(db, group, players)

    store.write(job, f"group {group}")


def join_group(store: Store, group: str, phone: PhoneRef, number: int) -> bool:
    """Let a phone in by the joining link of this number; False if that is not valid any more. Raises `GroupFull`."""

    def job(db: Transaction) -> bool:
        if not group_rows.is_joined_by(rows_of(db), group, number):
            return False
        joining = phone_number(db, phone, now())
        if not group_rows.is_in(db, group, joining):
            _check_groups(db, joining)
            if group_rows.count_phones(rows_of(db), group) >= MOST_PHONES:
                raise GroupFull(Message(TOO_MANY_PHONES.singular, most=MOST_PHONES))
            group_rows.add_group_phone(db, group, joining, group_rows.MEMBER, now())
        return True

    return store.write(job, f"group {group}")


def edit_group(store: Store, group: str, name: str, players: Sequence[str]) -> None:
    """Give a group another name and other players."""

    def job(db: Transaction) -> None:
        if group_rows.is_group(db, group):
            group_rows.change_group(db, group, name, players, now())

    store.write(job, f"group {group}")


def put_sessions(store: Store, group: str, sessions: Sequence[str], phone: int, *, replay: bool) -> int:
    """Add finished sessions that a phone hosts to a group that it is in; return how many. Raises `GroupFull`."""

    def job(db: Transaction, part: Sequence[str]) -> int:
        if not (group_rows.is_group(db, group) and group_rows.is_in(db, group, phone)):
            return 0
        hosted = [session for session in part if group_rows.hosts_finished(db, session, phone)]
        if not hosted:  # refused: the group counts as unchanged
            return 0
        for session in hosted:
            has_replay = replay and not has_totals_only(db, session)
            group_rows.insert_group_session(db, group, session, replay=has_replay, moment=now())
        if group_rows.count_sessions(rows_of(db), group) > MOST_SESSIONS:
            raise GroupFull(Message(TOO_MANY_TABLES.singular, most=MOST_SESSIONS))
        group_rows.touch_group(db, group, now())
        return len(hosted)

    # A session's name excludes its deletion meanwhile; several ones are put in while nothing else is written.
    parts = batches(sessions, _AT_ONCE)
    return sum(store.write(partial(job, part=part), part[0] if len(part) == 1 else None) for part in parts)


def take_session(store: Store, group: str, session: str, phone: int) -> bool:
    """Take a session out of a group for its host or the group's owner; False for other phones."""

    def job(db: Transaction) -> bool:
        is_owner = group_rows.is_in(db, group, phone, as_owner=True)
        if not is_owner and not group_rows.hosts_finished(db, session, phone):
            return False
        group_rows.remove_group_session(db, group, session)
        group_rows.touch_group(db, group, now())
        return True

    return store.write(job, session)


def store_season(store: Store, group: str, season: Season) -> None:
    """Add a season, if its number is 0, or change one. Raises `GroupFull`."""

    def job(db: Transaction) -> None:
        if not group_rows.is_group(db, group):
            return
        number = season.number
        if not number:
            if len(group_rows.seasons_of(rows_of(db), group)) >= MOST_SEASONS:
                raise GroupFull(Message(TOO_MANY_SEASONS.singular, most=MOST_SEASONS))
            number = group_rows.next_season(db, group)
        group_rows.insert_season(db, group, replace(season, number=number))
        group_rows.touch_group(db, group, now())

    store.write(job, f"group {group}")


def delete_season(store: Store, group: str, number: int) -> None:
    """Delete a season; its games stay."""
    store.write(lambda db: group_rows.remove_season(db, group, number), f"group {group}")


def open_link(store: Store, group: str, role: str) -> None:
    """Make a new link of a role, unless one is valid."""

    def job(db: Transaction) -> None:
        number, is_open = group_rows.links_of(rows_of(db), group).get(role, (0, False))
        if not is_open and group_rows.is_group(db, group):
            group_rows.set_group_link(db, group, role, number + 1, is_open=True)

    store.write(job, f"group {group}")


def withdraw_link(store: Store, group: str, role: str, number: int, *, others: bool = False) -> None:
    """Withdraw the link of a role with this number; with `others`, all phones but owners leave with their tables."""

    def job(db: Transaction) -> None:
        group_rows.close_group_link(db, group, role, number)
        for phone in group_rows.guests_of(rows_of(db), group) if others else ():
            group_rows.remove_group_phone(db, group, phone)

    store.write(job, f"group {group}")


def leave_group(store: Store, group: str, phone: int) -> None:
    """Leave a group; the tables that the phone hosts leave it too."""
    store.write(lambda db: group_rows.remove_group_phone(db, group, phone), f"group {group}")


def delete_group(store: Store, group: str) -> None:
    """Delete a group for good; its tables stay where they are."""
    store.write(lambda db: group_rows.delete_group(db, group, now()), f"group {group}")


def _check_groups(db: Transaction, phone: int) -> None:
    if group_rows.count_groups(rows_of(db), phone) >= MOST_GROUPS:
        raise GroupFull(Message(TOO_MANY_GROUPS.singular, most=MOST_GROUPS))
