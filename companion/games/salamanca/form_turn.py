"""Entering a turn of Salamanca on the board: step by step, each a part of the draft, until the turn is ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Message, RuleError, Seat
from companion.game.pages.form import Draft, FormError, Part, Posted, Whole, number
from companion.game.pages.viewer import Viewer
from companion.games.salamanca.available_actions import AvailableActions, available_actions
from companion.games.salamanca.cards import special
from companion.games.salamanca.draft_steps import (
    Row,
    played,
    played_steps,
    read_step,
    slot_of_step,
    step_row,
    steps_of,
    without_coins,
)
from companion.games.salamanca.drawing import Drawing, draw
from companion.games.salamanca.form_state import Key, kept_turn, read_selection, reason_of, rotation_of, turn_link
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
    listed = [step_row(step, viewer) for step in viewer.derive(played_steps, state, steps)]
    selection = read_selection(query, turn.board)
    offer = available_actions(turn, selection, viewer)
    end = viewer.derive(turn_end, state, draft)
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
        save=_end_label(end, viewer),
        is_ready=end.refused is None,
        ending=end.refused,
        look=turn_link(drawn.turn),
        kept=kept_turn(query),
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
class TurnEnd:
    """What ends with the turn of a seat after `count` steps, the coins that it brings, and why it may not end so.

    `places_first` is set if a tile has to be placed before.
    """

    seat: int
    round: int
    count: int
    is_last: bool
    refused: Message | None = None
    places_first: bool = False
    is_over: bool = False
    gain: int = 0


def turn_end(state: State, draft: Draft) -> TurnEnd:
    """End the turn as it stands, the taxes of the round included where it is the last."""
    done = played(state, draft)
    turn = done.turn
    end = TurnEnd(turn.seat, state.round, len(steps_of(draft)), turn.is_last)
    if fault := end_refusal(turn):
        return replace(end, refused=fault, places_first=True)
    try:
        after, _ = play(state, {"seat": turn.seat, "turn": done.order})
    except RuleError as error:
        return replace(end, refused=without_coins(error.message))
    return replace(end, is_over=after.finished, gain=after.totals[turn.seat] - state.totals[turn.seat])


def _end_label(end: TurnEnd, viewer: Viewer) -> Message:
    """The main button: what ends, and the coins of a seat that is not hidden."""
    if end.refused:
        return Message("Place a tile first") if end.places_first else Message("Take back the last step")
    if not viewer.sees(end.seat):
        return _end_label_without_coins(end)
    coins = f"+{end.gain}" if end.gain > 0 else end.gain
    if end.is_over:
        return Message("End the game, {coins} coins", coins=coins)
    if end.is_last:
        return Message("End round {round}, {coins} coins", round=end.round, coins=coins)
    if not end.count:
        return Message("End turn, nothing done")
    return Message("End turn, {coins} coins", coins=coins)


def _end_label_without_coins(end: TurnEnd) -> Message:
    if end.is_last and not end.is_over:
        return Message("End round {round}", round=end.round)
    return Message("End the turn") if end.count or end.is_over else Message("End turn, nothing done")
