"""The fields of a group: its name and its players, ticked or typed one a line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from companion.game import Message
from companion.game.names import clean_name, normalize_name, shortened
from companion.game.pages.form import Posted
from companion.history.groups import MOST_PLAYERS
from companion.scoring.setup_reader import INVISIBLE, MAX_NAME_LENGTH, NO_NAME, TOO_LONG, name_fault
from companion.views.render.template_helpers import by_name

_LONGEST_TYPED = 8000
_FEWEST = 2


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
        typed = {normalize_name(name): name for name in typed_names(self.typed)}
        return [name for key, name in {**typed, **self.players}.items() if key]


def read_group(posted: Posted, known: Collection[str]) -> GroupForm:
    """Read the form of a group and check it; `known` are the keys of the players that it offered to tick."""
    form = GroupForm(
        clean_name(posted.get("name") or ""),
        ticked_names(posted, known),
        (posted.get("names") or "")[:_LONGEST_TYPED],
    )
    if fault := name_fault(form.name):
        form.faults["name"] = fault
    if fault := _players_fault(form.names):
        form.faults["names"] = fault
    return form


def ticked_names(posted: Posted, known: Collection[str]) -> dict[str, str]:
    """Return the names that are ticked, by key; those that are known already stay as they are kept."""
    names = [name.strip() if normalize_name(name) in known else clean_name(name) for name in posted.getlist("player")]
    return {key: name for name in names if (key := normalize_name(name))}


def typed_names(text: str) -> list[str]:
    """Return the names of a text with one per line."""
    return [name for line in text.splitlines() if (name := clean_name(line))]


def fault_of_names(names: Iterable[str]) -> Message | None:
    """Return why one of these cannot be the name of a player; None if each can."""
    for name in names:
        fault = name_fault(name)
        if fault is TOO_LONG:
            return Message(
                "{name} is too long: a name has at most {longest} characters, one player per line.",
                name=f"{shortened(name, 12)}…",
                longest=MAX_NAME_LENGTH,
            )
        if fault is not None:
            return INVISIBLE if fault is NO_NAME else fault
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
    ordered = dict(sorted(members.items(), key=lambda member: by_name(member[1])))
    return ordered | {key: name for key, name in others.items() if key not in members}
