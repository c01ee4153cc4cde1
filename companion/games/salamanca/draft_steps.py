"""The steps of the current turn as parts of the draft: reading, playing and describing them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Any

from companion.engine import Json, Message, Refusal, Seat, Step, fault_of
from companion.engine.pages.form import Draft, FormError, Posted, number
from companion.engine.pages.viewer import View
from companion.games.salamanca.available_actions import Selection, read_selection
from companion.games.salamanca.board import BUILDINGS, KINDS, LANDS
from companion.games.salamanca.rulebook import HAZARD_NAMES, RULES, TILE_NAMES, UNPAID, space_name
from companion.games.salamanca.state import State, Turn, begin_turn
from companion.games.salamanca.turn_actions import do_step, fee_for


def play_order(state: State, steps: Sequence[Any]) -> list[int]:
    """Return the indexes of the steps in playing order (Salamanca, Action A, Occupying).

    Players place a building and then sell another one to free a squire for it; an entry has the sale first. So a
    building that cannot be occupied yet is moved behind the first later sale that makes it possible. If no sale does,
    it comes last, so that its fault says what is missing. Without a sale, or if another step is not allowed, the steps
    keep the order in which they were entered.
    """
    turn, order, waiting = begin_turn(state), list[int](), list[int]()
    for place, step in enumerate(steps):
        if "hazard" in step and any(step["at"] == steps[earlier]["at"] for earlier in waiting):
            waiting.append(place)  # the hazard lies on a building that waits for a sale
        elif not fault_of(do_step, turn, step):
            order.append(place)
            if "sell" in step:
                placed = [earlier for earlier in waiting if not fault_of(do_step, turn, steps[earlier])]
                order += placed
                waiting = [earlier for earlier in waiting if earlier not in placed]
        elif step.get("occupy"):
            waiting.append(place)
        else:
            return list(range(len(steps)))
    return [*order, *waiting] if turn.sold else list(range(len(steps)))


def in_play_order(state: State, steps: Sequence[Any]) -> list[Any]:
    """Return the steps in playing order."""
    return [steps[place] for place in play_order(state, steps)]


MAX_STEPS = 60
"""More steps than any turn can have: tiles and buildings would be used up long before."""


slot_of_step, slot_of_land = "step-{}".format, "land-{}".format
"""The draft slots of a step and of a land of the setup, counted from 1."""


def steps_of(draft: Draft, slot_of: Callable[[int], str] = slot_of_step) -> list[Any]:
    """Return the steps of the current turn entered so far, or the lands of the setup, in order."""
    slots = map(slot_of, count(1))
    return [draft[slot] for slot in takewhile(draft.__contains__, slots)]


@dataclass(frozen=True)
class PlayedTurn:
    """A turn after the entered steps, the fault of a step that is not allowed, and the steps in playing order."""

    turn: Turn
    fault: Message | None
    order: Sequence[Any]


def play_draft(state: State, steps: Sequence[Any]) -> PlayedTurn:
    """Play the entered steps up to the first one that is not allowed."""
    turn, order = begin_turn(state), in_play_order(state, steps)
    faults = (fault_of(do_step, turn, step) for step in order)
    fault = next((fault for fault in faults if fault), None)
    return PlayedTurn(turn, fault and without_coins(fault), order)


def read_step(posted: Posted, state: State, steps: Sequence[Any]) -> tuple[int, Any]:
    """Return the number of the posted step and the step; it may replace one that is already entered."""
    amended = _amended(posted, steps)
    if amended:
        return amended
    place = number(posted, "step", 1, min(len(steps) + 1, MAX_STEPS))
    if place is None:
        raise FormError("The form does not say which step this is; load the page again.")
    selection = read_selection(posted, begin_turn(state).board)
    return place, _posted_step(posted, selection, state.setup.seats)


def _amended(posted: Posted, steps: Sequence[Any]) -> tuple[int, Any] | None:
    """Return a placed building with its occupation switched by the field `amend`: "2.on" or "2.off"; else None."""
    step_number, _, switch = (posted.get("amend") or "").partition(".")
    for place, step in enumerate(steps, 1):
        if step_number == str(place) and switch in ("on", "off") and step.get("place") in BUILDINGS:
            return place, {**step, "occupy": switch == "on"}
    return None


def _posted_step(posted: Posted, selection: Selection, seats: int) -> Json:
    drawn_from = number(posted, "draw", 0, seats - 1)
    if drawn_from is not None:
        return {"draw": drawn_from}
    if posted.get("tile"):
        return read_tile_step(posted, selection, "place")
    for key in ("sell", "noble"):
        if posted.get(key):
            return {key: _space(selection)}
    if posted.get("hazard"):
        return {"hazard": posted.get("hazard"), "at": _space(selection)}
    raise FormError("Tap a space first, then what happens there.")


def read_tile_step(posted: Posted, selection: Selection, key: str) -> Json:
    """Return the step for the tapped tile on the selected space; a land is fertile if a value is selected."""
    kind = posted.get("tile")
    if kind not in KINDS:
        raise FormError("Tap one of the tiles.")
    step: Json = {key: kind, "at": _space(selection)}
    return {**step, "value": selection.fertile} if selection.fertile and kind in LANDS else step


def _space(selection: Selection) -> list[int]:
    if selection.place is None:
        raise FormError("Tap a space first, then what happens there.")
    row, column = selection.at.split(".")
    return [int(row), int(column)]


def without_coins(fault: Message) -> Message:
    """Return a fault without a seat's coins, which a table can hide."""
    if "coins" not in fault.values:
        return fault
    return Refusal(
        "{seat} has not enough coins: {fee} to occupy this building ({building}) with a squire just freed",
        rule=UNPAID.rule, seat=fault.values["seat"], fee=fault.values["fee"], building=fault.values["building"]
    )  # fmt: skip


def describe_step(step: Mapping[str, Any]) -> Message:
    """Describe a step in a few words, for the undo button."""
    if "place" in step:
        space = space_name(step["at"])
        if step.get("occupy"):
            return Message("{tile} on {space}, occupied", tile=TILE_NAMES[step["place"]], space=space)
        return Message("{tile} on {space}", tile=TILE_NAMES[step["place"]], space=space)
    if "sell" in step:
        return Message("the sale on {space}", space=space_name(step["sell"]))
    if "noble" in step:
        return Message("the noble to {space}", space=space_name(step["noble"]))
    if "hazard" in step:
        return Message("{hazard} to {space}", hazard=HAZARD_NAMES[step["hazard"]], space=space_name(step["at"]))
    return Message("a card drawn from {seat}", seat=Seat(step["draw"]))


def describe_part(slot: str, value: Any) -> Message:
    """Describe a land at the start or a step of a turn in a few words."""
    return describe_step({"place": value["tile"], "at": value["at"]} if slot.startswith("land-") else value)


@dataclass(frozen=True)
class PlayedStep:
    """A played step: its sentences, the engine's steps, and the seats whose coins change."""

    number: int
    sentences: tuple[Message, ...]
    steps: tuple[Step, ...]
    paid: tuple[int, ...]
    occupying: View | None


def played_steps(state: State, steps: Sequence[Any]) -> tuple[PlayedStep, ...]:
    """Return the steps of the running turn in playing order, up to the first one that is not allowed."""
    turn, listed = begin_turn(state), []
    for place, index in enumerate(play_order(state, steps), 1):
        step = steps[index]
        fee = fee_for(turn, step["place"]) if step.get("place") in BUILDINGS else 0
        before = len(turn.steps)
        if fault_of(do_step, turn, step):
            break
        engine_steps = tuple(turn.steps[before:])
        sentences = tuple([RULES[result.rule].sentence(result) for result in engine_steps])
        paid = tuple([seat for seat, _ in _coins(engine_steps)])
        listed.append(PlayedStep(place, sentences, engine_steps, paid, _occupying(state, steps, index + 1, fee)))
    return tuple(listed)


def _coins(steps: Sequence[Step]) -> list[tuple[int, int]]:
    return [(step.seat, step.points) for step in steps if step.seat is not None and step.points]


def step_row(step: PlayedStep) -> View:
    """Return a step for the list of the form, without coins of hidden seats and sentences that reveal them."""
    coins, hidden = _coins(step.steps), (Message("Coins move; how many is hidden until the end."),)
    sentences = step.sentences if len(coins) == len(step.paid) else hidden
    return View(number=step.number, sentences=sentences, coins=coins, occupying=step.occupying)


def _occupying(state: State, steps: Sequence[Any], place: int, fee: int) -> View | None:
    """Return the switch for a placed building: whether it is occupied, the fee, and why that cannot change, else None.

    `code` has the step's place in the draft, which may differ from its place in playing order.
    """
    step = steps[place - 1]
    if step.get("place") not in BUILDINGS:
        return None
    is_on = bool(step.get("occupy"))
    changed = [*steps[: place - 1], {**step, "occupy": not is_on}, *steps[place:]]
    code, fault = f"{place}.{'off' if is_on else 'on'}", play_draft(state, changed).fault
    return View(code=code, building=step["place"], space=step["at"], is_on=is_on, fee=fee, fault=fault)
