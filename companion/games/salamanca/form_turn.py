"""The forms on the Salamanca board: the five lands at the start, and a turn, each step a part of the draft."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count, takewhile
from operator import attrgetter
from typing import Any

from companion.engine import Message, Seat, Step, fault_of, joined
from companion.forms.form import Draft, FormError, Part, Posted, Whole, number
from companion.forms.help import filled
from companion.forms.viewer import View, Viewer
from companion.games.salamanca.available_actions import (
    FREE,
    PLACING,
    AvailableActions,
    Key,
    Selection,
    actions_after,
    available_actions,
    keys_of_actions,
    palette,
    read_selection,
    read_step,
    read_tile_step,
)
from companion.games.salamanca.board import Board, lay_refusal
from companion.games.salamanca.drawing import Drawing, draw, without_coins
from companion.games.salamanca.estates import idle
from companion.games.salamanca.form_without_board import phase_view
from companion.games.salamanca.rulebook import OTHER_TURN, RULES
from companion.games.salamanca.rules import FIRST_LANDS, play, with_lands
from companion.games.salamanca.tiles import BUILDINGS, LANDS, TILE_NAMES
from companion.games.salamanca.turns import SPECIALS, State, Turn, begin_turn, do_step, end_refusal, fee_for

slot_of_step, slot_of_land = "step-{}".format, "land-{}".format
"""The draft slots of a step and of a land of the setup, counted from 1."""


def steps_of(draft: Draft, slot_of: Callable[[int], str] = slot_of_step) -> list[Any]:
    """Return the steps of the current turn entered so far, or the lands of the setup, in order."""
    slots = map(slot_of, count(1))
    return [draft[slot] for slot in takewhile(draft.__contains__, slots)]


ALL_THERE = Message("All five lands lie there. Tap the one that is another land.")


def lands_of(draft: Draft) -> list[Any]:
    """Return the lands entered so far, in order."""
    return steps_of(draft, slot_of_land)


def board_with(state: State, lands: Sequence[Any]) -> Board:
    """Return the board with these lands."""
    assert state.board is not None
    return with_lands(state.board, lands)


def _board_view(drawing: Drawing, query: Posted, on: Selection, keys: Sequence[Key], **shown: Any) -> View:
    """Return a form with the keys for what is selected on the board; the field `turn` says how far it is turned."""
    return phase_view(
        on=on,
        board=drawing,
        keys=keys,
        why=next((key.fault for key in keys if key.fault and key.code == on.why), None),
        buildings=BUILDINGS,
        look=View(href=f"?turn={(drawing.turn + 1) % 4}", label=Message("Turn the board"), glyph="turn"),
        kept=dict(filled(turn=number(query, "turn", 0, 3))),
        **shown,
    )


def read_land(posted: Posted, state: State, draft: Draft) -> Part | Whole:
    """Read a posted land; raise `RuleError` if it cannot be there.

    It replaces the one on its space. On any other space it is one more, whichever phones have placed lands meanwhile.
    """
    lands, complete = lands_of(draft), whole_setup(draft)
    if complete is not None and posted.get("end"):
        return Whole(complete)
    selection = read_selection(posted, board_with(state, []))
    land, place = read_tile_step(posted, selection, "tile"), _land_at(selection, lands) or len(lands) + 1
    if place > FIRST_LANDS:
        raise FormError(ALL_THERE)
    if land["tile"] not in LANDS:
        raise FormError("Tap one of the lands; no building lies on the board at the start.")
    board_with(state, [*lands[: place - 1], land, *lands[place:]])
    return Part(slot_of_land(place), land)


def whole_setup(draft: Draft) -> Any | None:
    """Return the entry once all five lands are entered, else None."""
    lands = lands_of(draft)
    return {"setup": lands} if len(lands) == FIRST_LANDS else None


def _land_at(selection: Selection, lands: Sequence[Any]) -> int | None:
    numbers = [number for number, land in enumerate(lands, 1) if selection.at == "{}.{}".format(*land["at"])]
    return next(iter(numbers), None)


def _more_lands(count: int) -> Message:
    return Message("{count} more land", "{count} more lands", count)


def _lands_alone(board: Board, missing: int) -> View:
    """Return the lands for any free space, and the main button's label after each but the last, which ends the setup.

    They are for a phone that cannot ask what a tapped space offers.
    """
    keys = [replace(key, at=(FREE,)) for key in palette(board, Selection(), LANDS)] if missing else []
    labels = [_more_lands(left) for left in range(missing - 1, 0, -1)]
    return View(keys={PLACING: keys}, after={PLACING: PLACING}, labels=labels, owed=None, sold=False)


def view_setup(state: State, draft: Draft, query: Posted) -> View:
    """Return the form for the five lands."""
    lands = lands_of(draft)
    board = board_with(state, lands)
    selection, missing = read_selection(query, board), FIRST_LANDS - len(lands)
    changed_land, others, refusal, keys = None if missing else _land_at(selection, lands), board, None, list[Key]()
    if changed_land:
        others = board_with(state, [*lands[: changed_land - 1], *lands[changed_land:]])
    if selection.place is not None:
        refusal = lay_refusal(others, selection.place) if missing or changed_land else ALL_THERE
        keys = [] if refusal else palette(others, selection, LANDS)
    drawing = draw(board, turn=number(query, "turn", 0, 3), new=[board.place(land["at"]) for land in lands])
    return _board_view(
        drawing,
        query,
        selection,
        keys,
        title=Message("Five starting tiles"),
        stage=f"setup-{len(lands)}",
        mode="setup",
        offer=AvailableActions(tuple(keys), refusal or Message("Tap a space, then the land that lies there.")),
        alone=_lands_alone(board, missing),
        palette=5,
        rows=[],
        save=_more_lands(missing),
        is_ready=not missing,
    )


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


@dataclass(frozen=True)
class PlayedStep:
    """A played step: its index in the draft, its sentences, the engine's steps, and the seats whose coins change.

    `fee` is what occupying it costs, for a building.
    """

    index: int
    sentences: tuple[Message, ...]
    steps: tuple[Step, ...]
    paid: tuple[int, ...]
    fee: int


@dataclass(frozen=True)
class PlayedTurn:
    """A turn after the steps that are `done`, the fault of one that is not allowed, all steps in playing order."""

    turn: Turn
    fault: Message | None
    order: Sequence[Any]
    done: tuple[PlayedStep, ...]


def play_draft(state: State, steps: Sequence[Any]) -> PlayedTurn:
    """Play the entered steps in playing order, up to the first one that is not allowed."""
    turn, order, done, fault = begin_turn(state), play_order(state, steps), list[PlayedStep](), None
    for index in order:
        step, before = steps[index], len(turn.steps)
        fee = fee_for(turn, step["place"]) if step.get("place") in BUILDINGS else 0
        if fault := fault_of(do_step, turn, step):
            break
        result = tuple(turn.steps[before:])
        sentences = tuple([RULES[one.rule].sentence(one) for one in result])
        done.append(PlayedStep(index, sentences, result, tuple([seat for seat, _ in _coins(result)]), fee))
    return PlayedTurn(turn, fault and without_coins(fault), [steps[index] for index in order], tuple(done))


def _coins(steps: Sequence[Step]) -> list[tuple[int, int]]:
    return [(step.seat, step.points) for step in steps if step.seat is not None and step.points]


TILE_FIRST = Message("Place a tile first")
SELDOM_MORE = 2
"""The usual number of tiles on a display space; there is a third only if nobody took from it for two rounds."""


def read_turn(posted: Posted, state: State, draft: Draft) -> Part | Whole:
    """Read a posted step, or the end of the turn with all entered steps; raise `FormError` for a step not allowed."""
    seat, steps = begin_turn(state).seat, steps_of(draft)
    form_seat = number(posted, "of", 0, state.setup.seats - 1)
    if form_seat not in (None, seat):
        # The order of the turns was corrected while this page was open.
        raise FormError(OTHER_TURN.of(next=Seat(seat), seat=Seat(form_seat)))
    if posted.get("end"):
        return Whole({"seat": seat, "turn": play_draft(state, steps).order})
    place, step = read_step(posted, state, steps)
    if fault := play_draft(state, [*steps[: place - 1], step, *steps[place:]]).fault:
        raise FormError(fault)
    return Part(slot_of_step(place), step)


def view_turn(state: State, draft: Draft, query: Posted, viewer: Viewer) -> View:
    """Return the form of a turn: the board with this phone's selection, and the keys for it."""
    steps = steps_of(draft)
    played = viewer.derive(play_draft, state, steps)
    turn, done = played.turn, viewer.derive(attrgetter("done"), played)
    selection = read_selection(query, turn.board)
    offer, switches = available_actions(turn, selection, viewer), _switches(state, steps, done, viewer)
    end = viewer.derive(turn_end, state, played)
    is_tile_chosen = selection.place is not None and turn.board.cells[selection.place] is None
    keys = [*offer.keys] if is_tile_chosen else [*offer.keys, *switches]
    return _board_view(
        _drawn(turn, steps, offer, query, viewer),
        query,
        selection,
        keys,
        title=Message("Turn of {seat}", seat=Seat(turn.seat)),
        stage=f"turn-{state.round}-{state.acted}-{len(steps)}",
        mode="turn",
        seat=turn.seat,
        slots=turn_slots(state),
        step=len(steps) + 1,
        fault=played.fault,
        status=_status(turn),
        too_many=_too_many(state, steps),
        coins=state.totals[turn.seat] if viewer.sees(turn.seat) else None,
        offer=offer if viewer.sees_all else replace(offer, estate=None),
        alone=View(
            keys=keys_of_actions(turn),
            after=actions_after(is_last=turn.is_last),
            labels=(),
            owed=None if turn.placed else TILE_FIRST,  # a turn that has sold owes a tile
            sold=turn.sold,
        ),
        palette=5 if len(keys) > 4 else 4,  # one row, also beside the switches of two buildings
        rows=[_step_row(place, step) for place, step in enumerate(done, 1)],
        save=_end_label(state, turn, end, switches, viewer, is_empty=not done),
        unseen=Message("End turn, coins come when you are online"),
        is_ready=end.refused is None,
        ending=end.refused,
    )


def _drawn(turn: Turn, steps: Sequence[Any], offer: AvailableActions, query: Posted, viewer: Viewer) -> Drawing:
    """Draw the board as turned on this phone, with the changes of the steps and the places for the chosen action."""
    changed = [step.get("at") or step.get("noble") for step in steps if "draw" not in step and "sell" not in step]
    new = [turn.board.place(at) for at in changed if at]
    return draw(turn.board, turn.occupations, turn=number(query, "turn", 0, 3), new=new, marked=offer.marked,
                estate=offer.estate, shows=viewer.sees)  # fmt: skip


def turn_slots(state: State) -> list[View]:
    """Return the turns of the round in order, for the strip at the top."""
    acted = state.acted if state.slot else len(state.slots)
    return [
        View(seat=slot.seat, card=slot.card, is_done=place < acted, is_now=place == acted)
        for place, slot in enumerate(state.slots)
    ]


def _switches(state: State, steps: Sequence[Any], done: Sequence[PlayedStep], viewer: Viewer) -> list[Key]:
    """Return the switches that occupy the placed buildings; where two are alike, with their spaces.

    The value of a switch has the step's place in the draft, which may differ from its place in playing order.
    """
    placed = [one for one in done if steps[one.index].get("place") in BUILDINGS]
    kinds, keys = [steps[one.index]["place"] for one in placed], []
    for one, kind in zip(placed, kinds, strict=True):
        step, place = steps[one.index], one.index + 1
        is_on, (row, column), building = bool(step.get("occupy")), step["at"], TILE_NAMES[kind]
        changed = [*steps[: one.index], {**step, "occupy": not is_on}, *steps[place:]]
        fault = viewer.derive(play_draft, state, changed).fault
        label = Message("Occupy {building}", building=building)
        if kinds.count(kind) > 1:
            label = Message("Occupy {building} (R{row} C{column})", building=building, row=row, column=column)
        code = f"{place}.{'off' if is_on else 'on'}"
        keys.append(Key("amend", code, label, kind, fault=fault, is_on=is_on, points=-one.fee or None))
    return keys


def _step_row(place: int, step: PlayedStep) -> View:
    """Return a step for the list of the form, without coins of hidden seats and sentences that reveal them."""
    coins, hidden = _coins(step.steps), (Message("Coins move; how many is hidden until the end."),)
    return View(number=place, sentences=step.sentences if len(coins) == len(step.paid) else hidden, coins=coins)


def _status(turn: Turn) -> Message:
    """Return a sentence with the seat's idle squires, and whether it may also use the card's action."""
    count, seat = idle(turn.occupations, turn.seat), Seat(turn.seat)
    sentence = Message("{seat} has {count} idle squire.", "{seat} has {count} idle squires.", count, seat=seat)
    if turn.is_last and turn.card in SPECIALS:
        return Message("{sentence} You act last: you may also use your card's action.", sentence=sentence)
    return sentence


def _too_many(state: State, steps: Sequence[Any]) -> Message | None:
    """Return a warning if a turn places more tiles than a display space has, one per round (Salamanca, Phase 1).

    It is not refused, since entries do not have the tiles on the display.
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
    """The end of a seat's turn: why it is refused, else the coins that it brings."""

    seat: int
    refused: Message | None = None
    gain: int = 0


def turn_end(state: State, played: PlayedTurn) -> TurnEnd:
    """Return the end of the turn after these steps, with the taxes of the round if it is the last turn."""
    seat = played.turn.seat
    if refused := end_refusal(played.turn) or played.fault:
        return TurnEnd(seat, refused)
    after, _ = play(state, {"seat": seat, "turn": played.order})
    return TurnEnd(seat, None, after.totals[seat] - state.totals[seat])


def _end_label(
    state: State, turn: Turn, end: TurnEnd, switches: Sequence[Key], viewer: Viewer, *, is_empty: bool
) -> Message:
    """Return the label of the main button: what ends, and which buildings are left to nobody for good."""
    if end.refused:
        return TILE_FIRST if end_refusal(turn) else Message("Take back the last step")
    label = _ending(state, end, viewer, is_last=turn.is_last, is_empty=is_empty)
    left = [TILE_NAMES[key.glyph] for key in switches if not (key.is_on or key.fault)]
    return Message("{label}; {building} not occupied", label=label, building=joined(left)) if left else label


def _ending(state: State, end: TurnEnd, viewer: Viewer, *, is_last: bool, is_empty: bool) -> Message:
    """Return what ends, and the coins unless they are hidden."""
    is_over = is_last and state.round == state.rounds
    if is_empty and not is_last:
        return Message("End turn, nothing done")
    if not viewer.sees(end.seat):
        return Message("End round {round}", round=state.round) if is_last and not is_over else Message("End the turn")
    coins = f"+{end.gain}" if end.gain > 0 else end.gain
    if is_over:
        return Message("End the game, {coins} coin", "End the game, {coins} coins", end.gain, coins=coins)
    if is_last:
        return Message("End round {round}, {coins} coin", "End round {round}, {coins} coins", end.gain,
                       round=state.round, coins=coins)  # fmt: skip
    return Message("End turn, {coins} coin", "End turn, {coins} coins", end.gain, coins=coins)
