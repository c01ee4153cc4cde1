"""The form for the audit of a final wall: tapped tiles, typed rounds and floor, and orders drawn round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.game import Message, RuleError
from companion.game.pages.form import Posted
from companion.game.pages.help import QuestionInput, whole_number
from companion.games.azul.audit import MOST_ROUNDS, FinalWall, TiledRound, too_few_rounds
from companion.games.azul.drawing import Space, draw
from companion.games.azul.help.form_state import (
    WALL,
    WallAsk,
    WallQuestion,
    apply_tap,
    read_question,
    wall_json,
    wall_view,
)
from companion.games.azul.rulebook import RULES
from companion.games.azul.tiling_search import Order
from companion.games.azul.walls import Wall, check_wall

_MOST_FLOOR = 999
_LONGEST = 8


class ShownRound(NamedTuple):
    """A round of an order to show: the wall with its new tiles, their points, and why."""

    number: int
    rows: Sequence[Sequence[Space]]
    points: int
    reasons: Sequence[Message]


class ShownOrder(NamedTuple):
    """An order to show: its name, its total, the points of its tiles, and its rounds that have a tile."""

    name: str
    title: Message
    total: int
    tiles: int
    rounds: Sequence[ShownRound]


@dataclass(frozen=True, kw_only=True)
class AuditAsk(WallAsk):
    """The wall of an audit with the typed texts, their faults, and the orders to show once all input is valid."""

    typed: Mapping[str, str]
    faults: Mapping[str, Message]
    final: FinalWall | None = None
    orders: Sequence[ShownOrder] = ()


class _NumberField(NamedTuple):
    """The typed text of a field, its number, and why the text is not accepted."""

    text: str
    number: int | None
    fault: Message | None


def ask_audit(posted: Posted) -> QuestionInput:
    """Read the form: the wall, and optionally the number of rounds and the points lost on the floor."""
    tap = posted.get("tap") or ""
    question = apply_tap(replace(read_question(posted), puts=WALL, tile=None), tap)
    rounds = _rounds(_text(posted, "rounds"), question.wall)
    floor = _number(
        _text(posted, "floor"),
        range(_MOST_FLOOR + 1),
        Message("How many points were lost on the floor? Enter 0 to {most}.", most=_MOST_FLOOR),
    )
    inputs = {"rounds": rounds, "floor": floor}
    faults = {name: field.fault for name, field in inputs.items() if field.fault} | _wall_fault(question)
    fields = fields_of(question, **{name: field.text for name, field in inputs.items() if field.text})
    typed = {name: field.text for name, field in inputs.items()}
    view = AuditAsk(**vars(wall_view(question, [])), typed=typed, faults=faults)
    if posted.get("wall") is None and not tap:
        return QuestionInput(fields, None, Message("Tap the tiles that lie on the wall"), view)
    if faults:
        return QuestionInput(fields, None, next(iter(faults.values())), view)
    numbers = {name: field.number for name, field in inputs.items() if field.number is not None}
    final = FinalWall(question.wall, rounds.number, floor.number or 0)
    view = replace(view, final=final, orders=_orders(final, question.kind, whole_number(posted.get("claim"))))
    return QuestionInput(fields, {"wall": wall_json(question.wall), "kind": question.kind, **numbers}, None, view)


def _text(posted: Posted, name: str) -> str:
    return (posted.get(name) or "").strip()[:_LONGEST]


def _number(text: str, allowed: range, fault: Message) -> _NumberField:
    """Read an optional number."""
    number = whole_number(text)
    is_wrong = bool(text) and (number is None or number not in allowed)
    return _NumberField(text, None if is_wrong else number, fault if is_wrong else None)


def _rounds(text: str, wall: Wall) -> _NumberField:
    fault = Message("How many rounds were played? Enter 1 to {most}, or nothing.", most=MOST_ROUNDS)
    field = _number(text, range(1, MOST_ROUNDS + 1), fault)
    return field if field.number is None else field._replace(fault=too_few_rounds(wall, field.number))


def _wall_fault(question: WallQuestion) -> dict[str, Message]:
    try:
        check_wall(wall_json(question.wall), question.kind)
    except RuleError as error:
        return {"wall": error.message}
    return {}


def _orders(final: FinalWall, kind: str, claim: int | None) -> list[ShownOrder]:
    """Return the orders to show: for the lowest and highest total, and first for a claim between them."""
    least, most = final.extremes()
    low, high = final.total(least), final.total(most)
    named = [("least", Message("An order that brings the least, {total}", total=low), least)]
    if low != high:
        named.append(("most", Message("An order that brings the most, {total}", total=high), most))
    if claim is not None and low < claim < high and (order := final.order_with(claim)) is not None:
        named.insert(0, ("claim", Message("An order that brings {total}", total=claim), order))
    return [_shown_order(name, title, final, order, kind) for name, title, order in named]


def _shown_order(name: str, title: Message, final: FinalWall, order: Order, kind: str) -> ShownOrder:
    rounds = [_round(number, tiled, kind) for number, tiled in enumerate(final.tiled(order), 1) if tiled.lines]
    return ShownOrder(name, title, final.total(order), sum(shown_round.points for shown_round in rounds), rounds)


def _round(number: int, tiled: TiledRound, kind: str) -> ShownRound:
    reasons = [RULES[step.rule].sentence(step) for step in tiled.steps]
    return ShownRound(number, draw(tiled.wall, tiled.lines, kind).rows, tiled.points, reasons)


def fields_of(question: WallQuestion, **numbers: Any) -> tuple[tuple[str, str], ...]:
    """Return the query parameters of the form for a wall and the known numbers: `rounds`, `floor`, `claim`."""
    fields = ((name, value) for name, value in question.fields if name != "put")
    return (*fields, *((name, str(value)) for name, value in numbers.items()))
