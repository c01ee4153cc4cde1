"""Help: a game's referee forms, guide and needs, and helpers that read these forms."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine import Message, Seat, Step, joined
from companion.forms.form import Posted, plain_number
from companion.forms.viewer import View

_WHOLE = re.compile(r"[+-]?[0-9]{1,7}", re.ASCII)

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class QuestionInput:
    """The form of a question after the last tap, complete or not.

    `fields` are the query parameters of its address. `question` is the question's JSON without `ask`, None while
    something is missing; `missing` then says what.
    """

    fields: Fields
    question: Mapping[str, Any] | None
    missing: Message | None
    view: View = field(default_factory=View)


@dataclass(frozen=True)
class QuestionLink:
    """A question of the referee about an entry of a session, filled in from the state before that entry."""

    ask: str
    title: Message
    fields: Fields


def ranking_link(game: str, *fields: tuple[str, str]) -> QuestionLink:
    """Return the question "who comes first" for the game with this key; `fields` are what it compares."""
    return QuestionLink(f"{game}/ranking", Message("who comes first"), fields)


@dataclass(frozen=True)
class Need:
    """One sentence about what a seat needs; `seat` is None if it concerns the whole table."""

    seat: int | None
    sentence: Message
    rule: str


@dataclass(frozen=True)
class Example:
    """An example in a guide: a question of the referee, answered by the engine when the page is rendered."""

    ask: str
    fields: Fields


Chapter = tuple[Message, Sequence[Message | Example]]
"""A section of a guide: its title, and its sentences and examples."""


def chapter(title: str, *parts: str | Example) -> Chapter:
    """Return a section of the guide of one of the companion's own games; `make translations` finds its texts here.

    >>> title, sentences = chapter("Strokes", "Each stroke counts one.")
    >>> str(title), len(sentences)
    ('Strokes', 1)
    """
    return Message(title), tuple([Message(part) if isinstance(part, str) else part for part in parts])


@dataclass(frozen=True)
class Help:
    """A game's help; every part is optional.

    The page of a question shows its inputs. If it shows more, the template `ask/<name>.html` in the game's folder has
    its fields; as `ask` it gets the values of the inputs, and what the function in `shows` returns for them. The
    companion wraps it in a form that is sent at each tap. `ask/<name>-drawn.html` draws an example in the guide;
    `ask/<name>-answer.html` is shown below the answer. `forms` has the functions that read the forms of questions
    unlike all others; `ask` is then the `view` that they return. `guide` explains the scoring: sections, each a title
    with sentences and examples.

    `entry_questions(before, entry, after, steps)` returns the questions about an entry; `before` and `after` are the
    states around it. `ranking_question(state)` returns the question "who comes first" for a state, None if there is
    none. `needs(state, draft, viewer)` returns what each seat certainly needs in a game that runs. It is called without
    a viewer at a table that hides no totals. `unknown` is a sentence about what the needs cannot know, such as hidden
    cards. With `has_board` the guide explains how to use a board, wall or deck by keyboard.
    """

    forms: Mapping[str, Callable[[Posted], QuestionInput]] = field(default_factory=dict)
    shows: Mapping[str, Callable[..., Mapping[str, Any]]] = field(default_factory=dict)
    guide: Sequence[Chapter] = ()
    entry_questions: Callable[[Any, Any, Any, Sequence[Step]], Sequence[QuestionLink]] | None = None
    ranking_question: Callable[[Any], QuestionLink | None] | None = None
    needs: Callable[..., Iterable[Need]] | None = None
    unknown: Message | None = None
    has_board: bool = False


def behind_first(totals: Sequence[int], rule: str, *, lowest_wins: bool = False) -> Iterable[Need]:
    """Return how far each seat is behind the best total, or who shares it, by `rule`; nothing while all are equal."""
    best = min(totals) if lowest_wins else max(totals)
    first = [seat for seat, total in enumerate(totals) if total == best]
    for seat, total in enumerate(totals):
        others = joined([Seat(other) for other in first if other != seat])
        if total != best:
            yield Need(seat, Message("{count} behind {seats}.", count=abs(best - total), seats=others), rule)
        elif 1 < len(first) < len(totals):
            yield Need(seat, Message("Level on points with {seats}.", seats=others), rule)


def choice(posted: Posted, name: str, choices: Collection[str]) -> str | None:
    """Return the value of a field if it is one of the choices, else None.

    >>> choice({"mode": "duel"}, "mode", ("base", "duel")), choice({"mode": "x"}, "mode", ("base", "duel"))
    ('duel', None)
    """
    value = posted.get(name)
    return value if value in choices else None


def filled(**values: object) -> Fields:
    """Return the fields of an address for these values, without those that are None or empty.

    >>> filled(players=4, leader=0, suit="", claim=None)
    (('players', '4'), ('leader', '0'))
    """
    return tuple([(name, str(value)) for name, value in values.items() if value not in (None, "")])


def split_values(posted: Posted, name: str, most: int) -> list[str]:
    """Return the values of a field, separated by dots: the first `most` that are not empty.

    >>> split_values({"cards": "R4.R3..B3"}, "cards", 5)
    ['R4', 'R3', 'B3']
    """
    return [value for value in (posted.get(name) or "").split(".") if value][:most]


def whole_number(text: str | None) -> int | None:
    """Return a typed whole number, also in full-width digits and with any minus sign; None if invalid or too long.

    >>> whole_number("−5"), whole_number(" １４ "), whole_number("1.5"), whole_number("")
    (-5, 14, None, None)
    """
    plain = plain_number(text or "")
    return int(plain) if _WHOLE.fullmatch(plain) else None


def join_values(values: Sequence[object]) -> str:
    """Return several values as one field of an address, separated by dots."""
    return ".".join(map(str, values))
