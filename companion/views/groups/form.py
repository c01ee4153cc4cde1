"""The fields of a group: its name and its players, ticked or typed one a line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.game import Message
from companion.game.names import has_control_characters, is_invisible, normalize_name
from companion.game.pages.form import Posted
from companion.history.groups import MOST_PLAYERS
from companion.scoring.setup_reader import MAX_NAME_LENGTH

_LONGEST_TYPED = 8000
_FEWEST = 2
NO_NAME = Message("Type a name first.")
TOO_LONG = Message("A name has at most {longest} characters.", longest=MAX_NAME_LENGTH)
CONTROL = Message("A name cannot have control characters.")
INVISIBLE = Message("A name needs a character that can be seen.")


@dataclass
class GroupForm:
    """What was posted: `players` by key are those ticked, `typed` is the text with others; `faults` are by field."""

    name: str
    players: dict[str, str]
    typed: str = ""
    faults: dict[str, Message] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """All players, each once."""
        typed = {normalize_name(line): line.strip() for line in self.typed.splitlines()}
        return [name for key, name in {**typed, **self.players}.items() if key]


def read_group(posted: Posted) -> GroupForm:
    """Read the form of a group and check it."""
    ticked = [name.strip() for name in posted.getlist("player")]
    form = GroupForm(
        (posted.get("name") or "").strip(),
        {key: name for name in ticked if (key := normalize_name(name))},
        (posted.get("names") or "")[:_LONGEST_TYPED],
    )
    if fault := name_fault(form.name):
        form.faults["name"] = fault
    if fault := _players_fault(form.names):
        form.faults["names"] = fault
    return form


def name_fault(name: str) -> Message | None:
    """Return why a text cannot be the name of a group or of a season; None if it can."""
    if not normalize_name(name):
        return NO_NAME
    if len(name) > MAX_NAME_LENGTH:
        return TOO_LONG
    if has_control_characters(name):
        return CONTROL
    return INVISIBLE if is_invisible(name) else None


def fault_of_names(names: Iterable[str]) -> Message | None:
    """Return why one of these cannot be the name of a player; None if each can."""
    for name in names:
        if len(name) > MAX_NAME_LENGTH:
            return Message(
                "{name} is too long: a name has at most {longest} characters, one player per line.",
                name=f"{name[:12]}…",
                longest=MAX_NAME_LENGTH,
            )
        if has_control_characters(name):
            return CONTROL
        if is_invisible(name) or not normalize_name(name):
            return INVISIBLE
    return None


def _players_fault(names: list[str]) -> Message | None:
    if (fault := fault_of_names(names)) is not None:
        return fault
    if len(names) < _FEWEST:
        return Message("A group has two players or more: tick them, or type their names here, one per line.")
    if len(names) > MOST_PLAYERS:
        return Message("A group has at most {most} players; these are {count}.", most=MOST_PLAYERS, count=len(names))
    return None


def offered_players(members: Mapping[str, str], others: Mapping[str, str]) -> dict[str, str]:
    """Return the names to tick: those of the group, then others that the phone has met."""
    by_name = dict(sorted(members.items(), key=lambda member: member[1]))
    return by_name | {key: name for key, name in others.items() if key not in members}
