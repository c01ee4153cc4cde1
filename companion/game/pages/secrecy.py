"""Secrecy: what all may read at a game's tables that hide totals. Whatever it does not name is secret."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.game.game import Game
from companion.game.message import Message
from companion.game.strict import RuleError

HiddenSeats = frozenset[int]
"""The seats whose total, gains, place and entries a phone must not see."""
Owners = Sequence[Collection[int]]
"""The seats that know each value of a sequence; a viewer may read a value if it sees one of them."""
PartAccess = Literal["open", "by seat"] | int
"""Who may read a part of a draft: everybody, each seat its own value in it, or the seat with this number."""


class Hidden(Exception):
    """A form read what its viewer may not see. Nobody catches it: it is a fault of the form."""


@dataclass(frozen=True)
class Readable:
    """What a sealed value gives: the fields that are `open` to all, and those with a value for each seat or side.

    `holders` are fields whose values are seats, which read as None where they are hidden. `steps` are fields with
    steps, of which the viewer gets those of the seats it sees. `owned` are fields that belong to the seat or the seats
    in another field, an open one: they are read by who sees all of them.
    """

    open: Collection[str]
    by_seat: Collection[str] = ()
    by_side: Collection[str] = ()
    holders: Collection[str] = ()
    steps: Collection[str] = ()
    owned: Mapping[str, str] = field(default_factory=dict)


def each_seat(state: Any) -> Owners:
    """Return each seat as a side of its own."""
    return [(seat,) for seat in range(state.setup.seats)]


def open_parts(slot: str) -> PartAccess:
    """Open each part of a draft to all: those of this game lie on the table."""
    return "open"


def unchanged(message: Message) -> Message:
    """Return a refusal as it is: none of the game's refusals tells a total."""
    return message


@dataclass(frozen=True)
class Secrecy:
    """What tables of a game keep secret, told by what all may read.

    `limits` says on the page of a new table what stays secret, and what cannot because it is visible on the table.
    `types` has what a state and values derived from it give, `entry` what an entry does, `part_access` says of a slot
    who may read its part, `open_rules` are the rules whose steps all may read. `disclosed` are the functions whose
    answer all may know although it follows from secrets. `sides` says of a state whose the values by side are. `part`
    describes a part without its value, `fault` is why an entry was refused, without numbers that follow from a total.

    A table may also have secrets of its own without hidden totals: `keeps(options)` says whether its setup has any, and
    `is_kept(value)` of a part that was entered whether it holds one. From then on such a table hides as others do until
    the game is over, and what was entered for another seat also from those who keep score.
    """

    limits: Message
    types: Mapping[type, Readable]
    entry: Readable
    part_access: Callable[[str], PartAccess]
    part: Callable[[str, Any], Message]
    fault: Callable[[Message], Message] = unchanged
    disclosed: Collection[Callable[..., Any]] = ()
    open_rules: Collection[str] = ()
    sides: Callable[[Any], Owners] = each_seat
    keeps: Callable[[Mapping[str, Any]], bool] | None = None
    is_kept: Callable[[Any], bool] | None = None


def secrecy_of(game: Game) -> Secrecy:
    """Return the secrecy of a game; raise `RuleError` if its tables cannot hide totals."""
    if game.secrecy is None:
        raise RuleError(Message("a table of {game} cannot hide totals", game=game.title))
    return game.secrecy
