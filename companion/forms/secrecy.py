"""Secrecy: what everybody may read at tables that hide totals. Anything it does not name is secret."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.engine.game import Game
from companion.engine.message import Message
from companion.engine.strict import RuleError

HiddenSeats = frozenset[int]
"""The seats whose total, gains, place and entries a phone must not see."""
Owners = Sequence[Collection[int]]
"""The seats that know each value of a sequence; a viewer may read a value if it sees one of them."""
PartAccess = Literal["open", "by seat"] | int
"""Who may read a part of a draft: everybody, each seat its own value in it, or the seat with this number."""


class Hidden(Exception):
    """A form read what its viewer may not see. Nothing catches it: it is a bug in the form."""


@dataclass(frozen=True)
class Readable:
    """The readable fields of a type: those `open` to all, and those with one value `by_seat` or `by_side`.

    `holders` are fields whose values are seats; hidden seats read as None. `steps` are fields with steps, of which the
    viewer gets those of the seats it sees. `owned` maps a field to the open field with its owner, a seat or several:
    a viewer may read it if it sees all owners.
    """

    open: Collection[str]
    by_seat: Collection[str] = ()
    by_side: Collection[str] = ()
    holders: Collection[str] = ()
    steps: Collection[str] = ()
    owned: Mapping[str, str] = field(default_factory=dict)


def open_parts(slot: str) -> PartAccess:
    """Return "open" for every slot: a `part_access` for games whose parts are visible on the table."""
    return "open"


@dataclass(frozen=True)
class Secrecy:
    """What tables of a game keep secret, defined by what everybody may read.

    `limits` is shown on the page of a new table: what stays secret, and what cannot because it is visible on the
    table. `types` has the readable fields of the state and of values derived from it, `entry` those of an entry.
    `part_access(slot)` says who may read a part, `open_rules` are the rules whose steps everybody may read. `disclosed`
    are the functions whose result everybody may know although it is computed from secrets. `sides(state)` returns the
    owners of values by side, by default every seat. `part` describes a part without its value; `fault` rewrites a
    refusal without numbers that reveal a total.

    A table without hidden totals may have other secrets: `keeps(options)` says whether its setup has any, and
    `is_kept(value)` whether an entered part holds one. From that part on the table hides totals until the game is over,
    and scorers do not see what was entered for other seats either.
    """

    limits: Message
    types: Mapping[type, Readable]
    entry: Readable
    part_access: Callable[[str], PartAccess]
    part: Callable[[str, Any], Message]
    fault: Callable[[Message], Message] = lambda message: message
    disclosed: Collection[Callable[..., Any]] = ()
    open_rules: Collection[str] = ()
    sides: Callable[[Any], Owners] = lambda state: [(seat,) for seat in range(state.setup.seats)]
    keeps: Callable[[Mapping[str, Any]], bool] | None = None
    is_kept: Callable[[Any], bool] | None = None


def secrecy_of(game: Game) -> Secrecy:
    """Return the secrecy of a game; raise `RuleError` if its tables cannot hide totals."""
    if game.secrecy is None:
        raise RuleError("a table of {game} cannot hide totals", game=game.title)
    return game.secrecy
