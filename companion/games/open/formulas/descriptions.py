"""Descriptions of formulas: the sentences that players read before the game and while they enter numbers."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Json, Message, joined
from companion.games.open.formulas.formula import (
    ALL,
    BEST,
    LOWER,
    MOST,
    NONE,
    PLACES,
    POOL,
    STEPS,
    TIMES,
    WORST,
    Formula,
    SheetLine,
)

_TIES = {
    ALL: Message("With a tie, each gets all of it."),
    LOWER: Message("With a tie, each gets what the next place gets."),
    NONE: Message("With a tie, nobody gets it."),
    POOL: Message("With a tie, they share the points of the places that they take, rounded down."),
}
_SHARED = Message("With a tie, they share it, rounded down.")


def describe_line(line: SheetLine, names: Sequence[str]) -> list[Message]:
    """Return the sentences about a line's formula, divisor, factor, condition and visibility."""
    sentences = (
        _divided(line) if line.formula is None else [_formula(line, line.formula, names), *_remainder(line.formula)]
    )
    if line.formula is not None and line.per > 1:
        sentences.append(Message("Divided by {per} first, and rounded down.", per=line.per))
    if line.formula is not None and line.factor != 1:
        sentences.append(Message("All of it × {factor}.", factor=line.factor))
    return [*sentences, *_limits(line, names)]


def _divided(line: SheetLine) -> list[Message]:
    """Return the sentence about how many points a divided number is worth; none for a number that is not divided."""
    if line.per == 1:
        return []
    if line.factor < 0:
        return [
            Message(
                "Minus {count} point for each {per}, rounded down.",
                "Minus {count} points for each {per}, rounded down.",
                -line.factor, per=line.per,
            )
        ]  # fmt: skip
    return [
        Message(
            "{count} point for each {per}, rounded down.", "{count} points for each {per}, rounded down.",
            line.factor, per=line.per,
        )
    ]  # fmt: skip


def _limits(line: SheetLine, names: Sequence[str]) -> list[Message]:
    """Return the sentences about a line's condition, use and visibility."""
    sentences = []
    if line.when is not None:
        sentences.append(
            Message("Only where {other} is above {above}.", other=names[line.when.line], above=line.when.above)
        )
    if line.is_apart:
        sentences.append(Message("It gives no points of its own; other lines count with it, or it breaks ties."))
    if line.is_secret:
        sentences.append(Message("Only its own side sees it until the end."))
    return sentences


def describe_line_briefly(line: SheetLine, names: Sequence[str]) -> list[Message]:
    """Return the sentences for the entry form: the formula, the condition, and who sees the line."""
    sentences = _divided(line) if line.formula is None else [_formula(line, line.formula, names)]
    return [*sentences, *_limits(line, names)]


def _formula(line: SheetLine, formula: Formula, names: Sequence[str]) -> Message:
    values: Json = {"name": line.name if formula.of is None else names[formula.of]}
    numbers = joined(formula.numbers)
    if formula.kind == STEPS:
        return Message("{name} 0, 1, 2 and so on: {steps} points.", steps=numbers, **values)
    if formula.kind in PLACES:
        return _places(formula, values["name"])
    if formula.kind == TIMES:
        return Message("{name} × {other}.", other=names[formula.lines[0]], **values)
    values["others"] = joined([names[other] for other in formula.lines])
    if formula.kind == BEST:
        return Message("The best of {others}.", **values)
    if formula.kind == WORST:
        return Message("The worst of {others}.", **values)
    return Message("The sum of {others}.", **values)


def _places(formula: Formula, name: str) -> Message:
    """The points of the places; a line's own name may begin with "most", so it stands apart."""
    first, *others = formula.numbers
    values: Json = {"count": first, "name": name, "others": joined(others)}
    if formula.kind == MOST and others:
        return Message("{name}: whoever has most gets {count} point, the next {others}.",
                       "{name}: whoever has most gets {count} points, the next {others}.", **values)  # fmt: skip
    if formula.kind == MOST:
        return Message("{name}: whoever has most gets {count} point.",
                       "{name}: whoever has most gets {count} points.", **values)  # fmt: skip
    if others:
        return Message("{name}: whoever has fewest gets {count} point, the next {others}.",
                       "{name}: whoever has fewest gets {count} points, the next {others}.", **values)  # fmt: skip
    return Message("{name}: whoever has fewest gets {count} point.",
                   "{name}: whoever has fewest gets {count} points.", **values)  # fmt: skip


def _remainder(formula: Formula) -> list[Message]:
    """Return the sentences about numbers beyond the last step, or about ties."""
    if formula.kind == STEPS:
        if formula.beyond:
            return [Message("Each more adds {beyond}.", beyond=formula.beyond)]
        return [Message("More than that counts as the last.")]
    if formula.kind not in PLACES:
        return []
    sentences = [_TIES.get(formula.ties, _SHARED)]
    if formula.gives_next and len(formula.numbers) > 1:
        sentences.append(Message("The next place is given all the same."))
    if not formula.counts_equal:
        sentences.append(Message("If all have the same, nobody gets anything."))
    if formula.sides > 1:
        sentences.append(Message("It counts with {count} or more players or teams.", count=formula.sides))
    return sentences
