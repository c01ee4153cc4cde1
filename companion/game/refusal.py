"""Refusals: sentences that say what a rule forbids, with the id of the rule."""

from __future__ import annotations

from typing import Any

from companion.game.message import Message, joined


class Refusal(Message):
    """A sentence that refuses something, with the id of the rule that forbids it.

    A game's module `refusals` has each refusal as a constant; `of` returns the sentence with its values. `title` says
    the same without values, for the list of all refusals; a sentence without values needs none. `allowed_by` is the
    option with which a table allows it, if there is one. No value of the sentence may be named `rule`, `title`,
    `allowed_by` or `count`, which are parameters here and of `of`.

    >>> taken = Refusal("{space} is taken", rule="go/points", title=Message("a stone on a stone"))
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
        title: Message | None = None,
        allowed_by: str | None = None,
        **values: Any,
    ) -> None:
        super().__init__(singular, plural, count, **values)
        self.rule = rule
        self.allowed_by = allowed_by
        self._title = title

    @property
    def title(self) -> Message:
        """What is refused, without values."""
        return self._title or self

    def of(self, count: int | None = None, /, **values: Any) -> Refusal:
        """Return this refusal with the values of one case.

        `count` is positional: it is `{count}` in the sentence, and selects the plural form.
        """
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
