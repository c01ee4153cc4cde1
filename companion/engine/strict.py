"""Strict validation of plain JSON values, which errors call `what`; each returns the value or raises `RuleError`."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from itertools import islice
from typing import Any, ParamSpec, TypeVar

from companion.engine.message import Message, MessageError, Seat, joined
from companion.engine.names import has_control_characters, has_surrogates, is_invisible, name_length, shortened

P = ParamSpec("P")
T = TypeVar("T")
Json = dict[str, Any]
"""An object of a contract: of an entry, a part of one, the options, a question, an answer."""

_LONGEST_SHOWN = 40
_MOST_LISTED = 8  # choices that a refusal lists
_SHOWN = 12  # characters of a text in a sentence about it


class Refusal(Message):
    """A sentence that refuses something, with the id of the rule that forbids it.

    A game's rulebook has each refusal as a constant below its rule; `of` returns the sentence with its values. `title`
    says the same without values, for the list of all refusals; a sentence without values needs none. `allowed_by` is
    the option with which a table allows it, if there is one. No value of the sentence may be named `rule`, `title`,
    `allowed_by` or `count`, which are parameters here and of `of`.

    >>> taken = Refusal("{space} is taken", rule="go/points", title="a stone on a stone")
    >>> str(taken.of(space="a1")), taken.of(space="a1").rule, str(taken.title)
    ('a1 is taken', 'go/points', 'a stone on a stone')
    """

    __slots__ = ("_title", "allowed_by", "rule")

    def __init__(
        self,
        singular: str,
        /,
        plural: str | None = None,
        count: int | None = None,
        *,
        rule: str,
        title: Message | str | None = None,
        allowed_by: str | None = None,
        **values: Any,
    ) -> None:
        super().__init__(singular, plural, count, **values)
        self.rule = rule
        self.allowed_by = allowed_by
        self._title = Message(title) if isinstance(title, str) else title

    @property
    def title(self) -> Message:
        """What is refused, without values."""
        return self._title or self

    def of(self, count: int | None = None, /, **values: Any) -> Refusal:
        """Return this refusal with the values of one case; `count`, which is positional, selects the plural too."""
        return Refusal(
            self.singular, self.plural, count, rule=self.rule, title=self._title, allowed_by=self.allowed_by, **values
        )


def refusal_in(message: Message | joined) -> Refusal | None:
    """Return the refusal that a sentence is or contains as a value; None if there is none.

    >>> refusal_in(Message("Ann: {why}", why=Refusal("no", rule="go/ko")))
    Message('no')
    """
    if isinstance(message, Refusal):
        return message
    values = message.values if isinstance(message, joined) else message.values.values()
    quoted = (refusal_in(value) for value in values if isinstance(value, Message | joined))
    return next((refusal for refusal in quoted if refusal is not None), None)


class RuleError(MessageError):
    """An entry or a setting that the rules or the file format do not allow; `message` says why."""

    @property
    def rule(self) -> str | None:
        """The id of the rule that forbids it; None for an error of the format."""
        refusal = refusal_in(self.message)
        return refusal.rule if refusal else None


def raise_if(refusal: Refusal | None) -> None:
    """Raise `RuleError` with a refusal, if there is one."""
    if refusal is not None:
        raise RuleError(refusal)


def if_allowed(function: Callable[P, T], *args: P.args, **named: P.kwargs) -> T | None:
    """Return the result of a function; None if it raises `RuleError`.

    >>> if_allowed(integer, 3, Message("the hole"), 1, 9), if_allowed(integer, 12, Message("the hole"), 1, 9)
    (3, None)
    """
    try:
        return function(*args, **named)
    except RuleError:
        return None


def fault_of(function: Callable[P, object], *args: P.args, **named: P.kwargs) -> Message | None:
    """Return why a function raises `RuleError`; None if it does not.

    >>> str(fault_of(integer, 12, Message("the hole"), 1, 9))
    'the hole must be 1 to 9, not 12'
    """
    try:
        function(*args, **named)
    except RuleError as error:
        return error.message
    return None


def shown(value: Any) -> str:
    """Return a value as JSON on one line, cut to 40 characters."""
    try:
        text = json.dumps(value, ensure_ascii=True)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 3] + "..."


def entry_keys(value: Any, what: Message, required: Collection[str], optional: Collection[str] = ()) -> None:
    """Check that a value is an object with all required keys and no unknown one."""
    if type(value) is not dict:
        raise RuleError("{what} must be an object, not {value}", what=what, value=shown(value))
    for key in required:
        if key not in value:
            raise RuleError("{what} lacks the key {key}", what=what, key=shown(key))
    for key in value:
        if key not in required and key not in optional:
            raise RuleError("{what} has an unknown key {key}", what=what, key=shown(key))


def integer(value: Any, what: Message, low: int, high: int) -> int:
    """Check an integer from `low` to `high`, both included; true and 1.0 are not integers."""
    if type(value) is not int:
        raise RuleError("{what} must be a whole number, not {value}", what=what, value=shown(value))
    if not low <= value <= high:
        raise RuleError("{what} must be {low} to {high}, not {value}",
                what=what, low=low, high=high, value=shown(value))  # fmt: skip
    return value


def whole(value: Any, what: Message, low: int | None = None) -> int:
    """Check an integer of any size, or of at least `low`; true and 1.0 are not integers."""
    if type(value) is not int:
        raise RuleError("{what} must be a whole number, not {value}", what=what, value=shown(value))
    if low is not None and value < low:
        raise RuleError("{what} must be {low} or more, not {value}", what=what, low=low, value=shown(value))
    return value


def flag(value: Any, what: Message) -> bool:
    """Check a boolean."""
    if type(value) is not bool:
        raise RuleError("{what} must be true or false, not {value}", what=what, value=shown(value))
    return value


def items(value: Any, what: Message, length: int | None = None) -> list[Any]:
    """Check a list, which has exactly `length` items if a length is given."""
    if type(value) is not list:
        raise RuleError("{what} must be a list, not {value}", what=what, value=shown(value))
    if length is not None and len(value) != length:
        raise RuleError("{what} must have {length} items, not {count}", what=what, length=length, count=len(value))
    return value


def space(value: Any, what: Message) -> tuple[int, int]:
    """Check the two whole numbers of a space of a board."""
    first, second = items(value, what, 2)
    if type(first) is not int or type(second) is not int:
        raise RuleError("a space is two whole numbers, not {value}", value=shown(value))
    return first, second


def by_seat(value: Any, what: Message, seats: int | range, low: int | None = None) -> tuple[int, ...]:
    """Check a list of one integer per seat, each at least `low`; `seats` is their number, or its allowed range."""
    numbers = items(value, what, seats if isinstance(seats, int) else None)
    if isinstance(seats, range):
        integer(len(numbers), Message("the number of {what}", what=what), seats[0], seats[-1])
    return tuple([whole(number, Message("{what} of {seat}", what=what, seat=Seat(seat)), low)
                  for seat, number in enumerate(numbers)])  # fmt: skip


def one_of(value: Any, what: Message, choices: Collection[T]) -> T:
    """Check that a value is one of the choices, also by type (true is not 1)."""
    for choice in choices:
        if type(value) is type(choice) and value == choice:
            return choice
    examples = ", ".join([shown(choice) for choice in islice(choices, _MOST_LISTED)])
    if len(choices) > _MOST_LISTED:
        raise RuleError("{what} must be one of {count} values, such as {choices}, not {value}",
                what=what, count=len(choices), choices=examples, value=shown(value))  # fmt: skip
    raise RuleError("{what} must be one of {choices}, not {value}", what=what, choices=examples, value=shown(value))


def text_fault(text: str, longest: int, *, has_lines: bool = False) -> Message | None:
    """Return why a text cannot be stored, by the rules for names; None if it can. `has_lines` allows line breaks."""
    if name_length(text) > longest:
        return Message(
            "“{text}” is too long: at most {longest} characters fit here, and it has {count}.",
            text=f"{shortened(text, _SHOWN).strip()}…", longest=longest, count=name_length(text),
        )  # fmt: skip
    if has_control_characters(text.replace("\n", "") if has_lines else text):
        return Message("This cannot have control characters; type it again without them.")
    if has_surrogates(text):
        return Message("This must be valid text; type it again.")
    return Message("This needs a character that can be seen.") if is_invisible(text) else None
