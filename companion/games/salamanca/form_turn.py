"""Entering a turn of Salamanca on the board: step by step, each a part of the draft, until the turn is ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Message, RuleError, Seat
from companion.game.pages.form import Draft, FormError, Part, Posted, Whole, number
from companion.game.pages.viewer import Viewer
from companion.games.salamanca.available_actions import AvailableActions, told_actions
from companion.games.salamanca.cards import special
from companion.games.salamanca.draft_steps import (
    Row,
    ordered_steps,
    played,
    read_step,
    slot_of_step,
    steps_of,
    told_rows,
    without_coins,
)
from companion.games.salamanca.drawing import Drawing, draw
from companion.games.salamanca.form_state import Key, read_selection, reason_of, rotation_fields, rotation_of
from companion.games.salamanca.refusals import OTHER_TURN
from companion.games.salamanca.rules import play
from companion.games.salamanca.state import State
from companion.games.salamanca.turn import Turn, begin_turn
from companion.games.salamanca.turn_actions import play_turn
from companion.games.salamanca.turn_order import in_play_order
from companion.games.salamanca.turn_refusals import end_refusal
from companion.games.salamanca.view import TurnSlot, TurnView

SELDOM_MORE = 2
"""Tiles on a display space: a third lies there only where nobody took from it for two rounds."""


def read(posted: Posted, state: State, draft: Draft) -> Part | Whole:
    """A posted step, or the end of the turn with all that are in."""
    seat, steps = begin_turn(state).seat, steps_of(draft)
    meant = number(posted, "of", 0, state.setup.seats - 1)
    if meant not in (None, seat):
        # The order of the turns was corrected while this page was open.
        raise FormError(OTHER_TURN.of(next=Seat(seat), seat=Seat(meant)))
    if posted.get("end"):
        return Whole({"seat": seat, "turn": in_play_order(state, steps)})
    place, step = read_step(posted, state, steps)
    _, fault = play_turn(state, seat, in_play_order(state, [*steps[: place - 1], step, *steps[place:]]))
    if fault:
        raise FormError(without_coins(fault))
    return Part(slot_of_step(place), step)


def view(state: State, draft: Draft, query: Posted, viewer: Viewer) -> TurnView:
    """The page on which a turn is entered: the board with what this phone looks at, and the keys for that."""
    steps, tried = steps_of(draft), viewer.derive(played, state, draft)
    turn = tried.turn
    selection, listed = read_selection(query, turn.board), viewer.disclose(told_rows, state, steps, viewer.sees)
    offer = viewer.disclose(told_actions, turn, selection, viewer.sees)
    drawn = _drawn(turn, steps, offer, query, viewer)
    return TurnView(
        title=Message("Turn of {seat}", seat=Seat(turn.seat)),
        stage=f"turn-{state.round}-{state.acted}-{len(steps)}",
        mode="turn",
        seat=turn.seat,
        slots=slots(state),
        step=len(steps) + 1,
        fault=tried.fault,
        sight=_sight(turn),
        too_many=_too_many(state, steps),
        coins=state.totals[turn.seat] if viewer.sees(turn.seat) else None,
        on=selection,
        board=drawn,
        offer=offer if viewer.sees_all else replace(offer, estate=None),
        keys=offer.keys,
        palette=_columns(offer.keys),
        rows=listed,
        why=reason_of(selection, [*offer.keys, *_occupying(listed)]),
        **vars(viewer.disclose(ending, state, draft, viewer.sees)),
        **rotation_fields(query, drawn.turn),
    )


def _drawn(turn: Turn, steps: Sequence[Any], offer: AvailableActions, query: Posted, viewer: Viewer) -> Drawing:
    """The board as this phone has turned it, with what the steps changed and where the selected action may go."""
    return draw(
        turn.board,
        turn.held,
        turn=rotation_of(query),
        new=_changed(turn, steps),
        may=offer.may,
        estate=offer.estate,
        shows=viewer.sees,
    )


def slots(state: State, done: int | None = None) -> list[TurnSlot]:
    """The turns of the round in order, for the strip on top."""
    acted = state.acted if done is None else done
    return [TurnSlot(slot.seat, slot.card, place < acted, place == acted) for place, slot in enumerate(state.slots)]


def _columns(keys: Sequence[Key]) -> int:
    """How many keys stand side by side: ten tiles in two rows, else all that there are."""
    return 5 if len(keys) > 6 else 3


def _occupying(listed: Sequence[Row]) -> list[Key]:
    """The keys beside placed buildings, to find the reason of a greyed one."""
    return [
        Key("amend", row.occupying.code, Message("Occupy"), fault=row.occupying.fault)
        for row in listed
        if row.occupying
    ]


def _changed(turn: Turn, steps: Sequence[Any]) -> list[int]:
    """The places that the steps so far have changed."""
    spaces = [step.get("at") or step.get("noble") for step in steps if "draw" not in step and "sell" not in step]
    return [turn.board.place((at[0], at[1])) for at in spaces if at]


def _sight(turn: Turn) -> Message:
    """The seat's idle squires, and a hint that the last to act may also use the card's action."""
    sentence = Message(
        "{seat} has {count} idle squire.", "{seat} has {count} idle squires.", turn.idle, seat=Seat(turn.seat)
    )
    if turn.is_last and special(turn.card):
        return Message("{sentence} You act last: you may also use your card's action.", sentence=sentence)
    return sentence


def _too_many(state: State, steps: Sequence[Any]) -> Message | None:
    """That the turn places more tiles than a display space can well hold: each round adds one (Salamanca, Phase 1).

    It is asked, not refused: what lay together on the display is not entered.
    """
    count = sum("place" in step for step in steps)
    if count > state.round:
        return Message(
            "A turn takes the tiles of one display space, in round {round} {most} at most; {count} are placed.",
            round=state.round, most=state.round, count=count,
        )  # fmt: skip
    if count > SELDOM_MORE:
        return Message(
            "A turn takes the tiles of one display space, seldom more than 2; {count} are placed. Is that right?",
            count=count,
        )
    return None


@dataclass(frozen=True)
class Ending:
    """The main button: its label, whether the turn may end so, and why not."""

    save: Message
    is_ready: bool
    ending: Message | None


def ending(state: State, draft: Draft, sees: Callable[[int], bool]) -> Ending:
    """What the turn brings, the taxes of the round included where it is the last; without coins of a hidden seat."""
    turn = played(state, draft).turn
    if fault := end_refusal(turn):
        return Ending(Message("Place a tile first"), False, fault)
    try:
        after, _ = play(state, {"seat": turn.seat, "turn": ordered_steps(state, draft)})
    except RuleError as error:
        return Ending(Message("Take back the last step"), False, without_coins(error.message))
    label = _label(turn, after, len(steps_of(draft)))
    return Ending(label if sees(turn.seat) else _label_without_coins(label), True, None)


def _label_without_coins(label: Message) -> Message:
    if "coins" not in label.values:
        return label
    if "round" in label.values:
        return Message("End round {round}", round=label.values["round"])
    return Message("End the turn")


def _label(turn: Turn, after: State, count: int) -> Message:
    gain = after.totals[turn.seat] - turn.state.totals[turn.seat]
    coins = f"+{gain}" if gain > 0 else gain
    if after.finished:
        return Message("End the game, {coins} coins", coins=coins)
    if turn.is_last:
        return Message("End round {round}, {coins} coins", round=turn.state.round, coins=coins)
    if not count:
        return Message("End turn, nothing done")
    return Message("End turn, {coins} coins", coins=coins)
