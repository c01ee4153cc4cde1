"""The steps of the current turn as parts of the draft: read them from a form, describe them, list them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Json, Message, Refusal, RuleError, Seat, Step
from companion.game.pages.form import Draft, FormError, Posted, number
from companion.game.pages.viewer import Viewer
from companion.games.salamanca.form_state import Selection, read_selection
from companion.games.salamanca.refusals import UNPAID
from companion.games.salamanca.rulebook import RULES
from companion.games.salamanca.state import State
from companion.games.salamanca.tiles import BUILDINGS, HAZARD_NAMES, KINDS, LANDS, TILE_NAMES
from companion.games.salamanca.turn import Turn, begin_turn
from companion.games.salamanca.turn_actions import do_step, play_turn
from companion.games.salamanca.turn_order import in_play_order, play_order
from companion.games.salamanca.turn_refusals import fee_for

MAX_STEPS = 60
"""No turn has as many steps: it would use up tiles and buildings long before."""


def slot_of_step(number: int) -> str:
    """The draft slot of a step, counted from 1."""
    return f"step-{number}"


def steps_of(draft: Draft) -> list[Any]:
    """The steps of the current turn entered so far, in order."""
    steps: list[Any] = []
    while slot_of_step(len(steps) + 1) in draft:
        steps.append(draft[slot_of_step(len(steps) + 1)])
    return steps


@dataclass(frozen=True)
class PlayedTurn:
    """A turn after the steps that are in, in the order in which they are played, and why one is not allowed."""

    turn: Turn
    fault: Message | None
    order: Sequence[Any]


def played(state: State, draft: Draft) -> PlayedTurn:
    """Play the steps that are in, up to one that is not allowed."""
    order = in_play_order(state, steps_of(draft))
    turn, fault = play_turn(state, begin_turn(state).seat, order)
    return PlayedTurn(turn, fault and without_coins(fault), order)


def read_step(posted: Posted, state: State, steps: Sequence[Any]) -> tuple[int, Any]:
    """The step that was posted and its number, which may be one that is in already and changes."""
    amended = _amended(posted, steps)
    if amended:
        return amended
    place = number(posted, "step", 1, min(len(steps) + 1, MAX_STEPS))
    if place is None:
        raise FormError(Message("The form does not say which step this is; load the page again."))
    selection = read_selection(posted, begin_turn(state).board)
    return place, _posted_step(posted, selection, state.setup.seats)


def _amended(posted: Posted, steps: Sequence[Any]) -> tuple[int, Any] | None:
    """A placed building that is to be occupied after all, or not: "2.on", "2.off"."""
    which, _, how = (posted.get("amend") or "").partition(".")
    for place, step in enumerate(steps, 1):
        if which == str(place) and how in ("on", "off") and step.get("place") in BUILDINGS:
            return place, {**step, "occupy": how == "on"}
    return None


def _posted_step(posted: Posted, selection: Selection, seats: int) -> Json:
    other = number(posted, "draw", 0, seats - 1)
    if other is not None:
        return {"draw": other}
    if posted.get("tile"):
        return read_tile_step(posted, selection, "place")
    for key in ("sell", "noble"):
        if posted.get(key):
            return {key: _space(selection)}
    if posted.get("hazard"):
        return {"hazard": posted.get("hazard"), "at": _space(selection)}
    raise FormError(Message("Tap a space first, then what happens there."))


def read_tile_step(posted: Posted, selection: Selection, key: str) -> Json:
    """The tile that was tapped, on the space that is tapped; a land is fertile where a value was tapped before it."""
    kind = posted.get("tile")
    if kind not in KINDS:
        raise FormError(Message("Tap one of the tiles."))
    step: Json = {key: kind, "at": _space(selection)}
    return {**step, "value": selection.fertile} if selection.fertile and kind in LANDS else step


def _space(selection: Selection) -> list[int]:
    if selection.place is None:
        raise FormError(Message("Tap a space first, then what happens there."))
    row, column = selection.at.split(".")
    return [int(row), int(column)]


def without_coins(fault: Message) -> Message:
    """Remove a seat's coins from a fault, since a table can hide them."""
    if "coins" not in fault.values:
        return fault
    return Refusal(
        "{seat} has not enough coins: {fee} to occupy this building ({building}) with a squire just freed",
        rule=UNPAID.rule, seat=fault.values["seat"], fee=fault.values["fee"], building=fault.values["building"],
    )  # fmt: skip


def describe_step(step: Mapping[str, Any]) -> Message:
    """A step in a few words, for the button that takes it back."""
    if "place" in step:
        where = describe_space(step["at"])
        if step.get("occupy"):
            return Message("{tile} on {space}, occupied", tile=TILE_NAMES[step["place"]], space=where)
        return Message("{tile} on {space}", tile=TILE_NAMES[step["place"]], space=where)
    if "sell" in step:
        return Message("the sale on {space}", space=describe_space(step["sell"]))
    if "noble" in step:
        return Message("the noble to {space}", space=describe_space(step["noble"]))
    if "hazard" in step:
        return Message("{hazard} to {space}", hazard=HAZARD_NAMES[step["hazard"]], space=describe_space(step["at"]))
    return Message("a card drawn from {seat}", seat=Seat(step["draw"]))


def describe_part(slot: str, value: Any) -> Message:
    """A land at the start or a step of a turn in a few words."""
    if slot.startswith("land-"):
        return Message("{tile} on {space}", tile=TILE_NAMES[value["tile"]], space=describe_space(value["at"]))
    return describe_step(value)


def describe_space(space: Sequence[int]) -> Message:
    """A space in words, by row and column."""
    return Message("row {row}, column {column}", row=space[0], column=space[1])


@dataclass(frozen=True)
class Occupying:
    """The key beside a building that was just placed: whether it is occupied, what that costs, why it cannot be.

    `code` names the step by its place in the draft, which may be another one than that in which it is played.
    """

    code: str
    is_on: bool
    fee: int
    fault: Message | None


@dataclass(frozen=True)
class PlayedStep:
    """A step as it was played: what the engine says of it, its own steps, and the seats whose coins move."""

    number: int
    sentences: tuple[Message, ...]
    steps: tuple[Step, ...]
    paid: tuple[int, ...]
    occupying: Occupying | None


def played_steps(state: State, steps: Sequence[Any]) -> tuple[PlayedStep, ...]:
    """The steps of the running turn in the order in which they are played, as far as they may be done."""
    turn, listed = begin_turn(state), []
    for nth, index in enumerate(play_order(state, steps), 1):
        step = steps[index]
        fee = fee_for(turn, step["place"]) if step.get("place") in BUILDINGS else 0
        before = len(turn.steps)
        try:
            do_step(turn, step)
        except RuleError:
            break
        done = tuple(turn.steps[before:])
        sentences = tuple([RULES[result.rule].sentence(result) for result in done])
        paid = tuple([seat for seat, _ in _coins(done)])
        listed.append(PlayedStep(nth, sentences, done, paid, _occupying(state, steps, index + 1, fee)))
    return tuple(listed)


def _coins(steps: Sequence[Step]) -> list[tuple[int, int]]:
    return [(step.seat, step.points) for step in steps if step.seat is not None and step.points]


@dataclass(frozen=True)
class Row:
    """A step as the form lists it: what the engine says of it, and the coins it moves for each seat."""

    number: int
    sentences: tuple[Message, ...]
    coins: tuple[tuple[int, int], ...]
    occupying: Occupying | None


def step_row(step: PlayedStep, viewer: Viewer) -> Row:
    """A step without the coins that move for hidden seats, and the sentences that tell them."""
    coins = tuple(_coins(step.steps))
    if len(coins) == len(step.paid):
        return Row(step.number, step.sentences, coins, step.occupying)
    hidden = Message("Coins move; how many is hidden until the end.")
    return Row(step.number, (hidden,), coins, step.occupying)


def _occupying(state: State, steps: Sequence[Any], place: int, fee: int) -> Occupying | None:
    step = steps[place - 1]
    if step.get("place") not in BUILDINGS:
        return None
    is_on = bool(step.get("occupy"))
    changed = [*steps[: place - 1], {**step, "occupy": not is_on}, *steps[place:]]
    _, fault = play_turn(state, begin_turn(state).seat, in_play_order(state, changed))
    return Occupying(f"{place}.{'off' if is_on else 'on'}", is_on, fee, fault and without_coins(fault))
