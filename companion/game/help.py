"""GameHelp, the base class of what a game tells beside the score, and the helpers that read its questions' forms."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import Any

from companion.game import Game, Message, Seat, joined
from companion.game.form import Posted
from companion.game.optional_modules import optional_module

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class QuestionInput:
    """A question as far as it was tapped.

    `fields` are those of its address, the last tap counted in; `question` is its JSON without `ask`, or None while
    something is missing, which `missing` then says. `view` is what its template shows.
    """

    fields: Fields
    question: Mapping[str, Any] | None
    missing: Message | None
    view: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Check:
    """A question that an entry of a session raises, filled in with what stood before that entry."""

    ask: str
    title: Message
    fields: Fields


@dataclass(frozen=True)
class Need:
    """What a seat needs, in one sentence that follows from what is entered; `seat` None where it is the table's.

    `leans_on_totals` where it tells more of other seats' totals than a table shows that hides them.
    """

    seat: int | None
    sentence: Message
    rule: str
    leans_on_totals: bool = False


@dataclass(frozen=True)
class Example:
    """A drawn example of a guide: a question of the referee, answered by the engine when the page is made."""

    ask: str
    fields: Fields


class GameHelp:
    """What a game tells beside the score, all of it optional; its module `help`, if it has one, has a class `Help`.

    `forms` reads the form of each question by its key; the template is `ask/<name>.html` in the game's folder, for an
    example of the guide `ask/<name>-drawn.html`. `guide` says how the game is scored, in order: sentences and examples.
    """

    forms: Mapping[str, Callable[[Posted], QuestionInput]] = MappingProxyType({})
    guide: Sequence[tuple[Message, Sequence[Message | Example]]] = ()

    def entry_questions(self, state: Any, entry: Any) -> Sequence[Check]:
        """The questions that an entry raises on the state before it."""
        return ()

    def ranking_question(self, state: Any) -> Check | None:
        """The question of who comes first as things stand; None in a game that has no such question."""
        return None

    def needs(self, state: Any, draft: Mapping[str, Any]) -> Iterable[Need]:
        """What each seat needs as things stand, where it can be known exactly; what takes long to find comes last."""
        return ()


def help_of(game: Game) -> GameHelp:
    """The help of a game, imported when it is first needed; empty where it has none."""
    module = optional_module(game, "help")
    return _NO_HELP if module is None else _help_in(game.package)


_NO_HELP = GameHelp()


@cache
def _help_in(package: str) -> GameHelp:
    made: GameHelp = importlib.import_module(f"{package}.help").Help()
    return made


def has_needs(game: Game) -> bool:
    """Whether a game says what each seat needs."""
    return type(help_of(game)).needs is not GameHelp.needs


def behind_first(totals: Sequence[int], rule: str, *, lowest_wins: bool = False) -> Iterable[Need]:
    """For each seat how far it is behind those with the best total, or with whom it shares that.

    Nothing while all have the same, as before the first points.
    """
    best = min(totals) if lowest_wins else max(totals)
    first = [seat for seat, total in enumerate(totals) if total == best]
    for seat, total in enumerate(totals):
        others = joined([Seat(other) for other in first if other != seat])
        if total != best:
            yield Need(seat, Message("{count} behind {seats}.", count=abs(best - total), seats=others), rule, True)
        elif 1 < len(first) < len(totals):
            yield Need(seat, Message("Tied for first with {seats}.", seats=others), rule, True)


def split_values(posted: Posted, name: str, most: int) -> list[str]:
    """The values of a field that stands once, separated by dots; empty ones do not count.

    >>> split_values({"cards": "R4.R3..B3"}, "cards", 5)
    ['R4', 'R3', 'B3']
    """
    return [value for value in (posted.get(name) or "").split(".") if value][:most]


def join_values(values: Sequence[object]) -> str:
    """Several values as one field of an address."""
    return ".".join(map(str, values))
