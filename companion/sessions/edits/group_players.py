"""What a change of a player's name on a phone means for the groups that the player is in."""

from __future__ import annotations

from companion.game.names import normalize_name
from companion.storage.database import Transaction
from companion.storage.rows.evening_rows import rename_in_evenings
from companion.storage.rows.group_rows import (
    add_player,
    groups_owned_by,
    groups_where_played,
    groups_with_player,
    remove_player,
)


class GroupFollower:
    """Lets groups follow a phone that renames or deletes a player in the sessions it hosts.

    These are the groups with the player that the phone owns, and those in which one of the sessions is. The evenings of
    all groups that the phone owns follow as well.
    """

    def __init__(self, phone: int, key: str) -> None:
        self._phone, self._key = phone, key
        self._groups: set[str] = set()

    def note(self, db: Transaction, session: str) -> None:
        """Note the groups of a session before it is changed or deleted."""
        self._groups |= groups_with_player(db, self._key, self._phone, session)

    def rename(self, db: Transaction, name: str) -> None:
        """Rename the player in the groups; where other hosts' tables still have the old name, both are players."""
        for group in self._groups | groups_with_player(db, self._key, self._phone):
            if normalize_name(name) != self._key and not groups_where_played(db, self._key, [group]):
                remove_player(db, group, self._key)
            add_player(db, group, name)
        rename_in_evenings(db, groups_owned_by(db, self._phone), self._key, name)

    def delete(self, db: Transaction) -> None:
        """Remove the player from the phone's groups, and from others where no table has the name any more."""
        with_player = groups_with_player(db, self._key, self._phone)
        for group in with_player | (self._groups - groups_where_played(db, self._key, self._groups)):
            remove_player(db, group, self._key)
        rename_in_evenings(db, groups_owned_by(db, self._phone), self._key, "")
