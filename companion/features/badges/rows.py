"""The groups that show badges, also in an export of all data."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Message
from companion.features.groups.export import GroupList
from companion.storage.records import Rows, Transaction
from companion.storage.rows import exported
from companion.storage.schema import DatabaseTable, delete, exists, insert
from companion.storage.store import Store

# A row for each group that shows its badges.
GROUP_BADGES = DatabaseTable("group_badges", "grp, since", key=("grp",), rows="clustered")


def shows_badges(rows: Rows, group: str) -> bool:
    """Whether the owner of a group has switched its badges on."""
    return exists(rows, GROUP_BADGES, grp=group)


def show_badges(db: Transaction, group: str, moment: str, *, is_on: bool) -> None:
    """Switch the badges of a group on or off."""
    delete(db, GROUP_BADGES, grp=group)
    if is_on:
        insert(db, GROUP_BADGES, {"grp": group, "since": moment})


def forget_group(db: Transaction, group: str, _: str) -> None:
    """Delete what is stored of a group that is deleted."""
    delete(db, GROUP_BADGES, grp=group)


def _write(store: Store, group: str) -> Sequence[Mapping[str, Any]]:
    return exported.rows_of(store, GROUP_BADGES, ["since"], order="since", grp=group)


def _add(db: Transaction, group: str, row: Mapping[str, Any], _: exported.PhoneNumbers) -> None:
    show_badges(db, group, row["since"], is_on=True)


_read = exported.listed(exported.record(Message("a badge"), {"since": exported.moment}), 1)
LIST = GroupList("badges", _write, _read, lambda _: None, _add)
"""The line of a group that shows badges has a list with the moment since when."""
