"""The entry form of Salamanca: the drafts and pieces of its entries, and the form of each phase."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine import Json, Message, RuleError, Seat, Step, joined, joined_seats
from companion.forms.form import Draft, EntryForm, Filled, Part, Posted, Whole, consecutive_slots
from companion.forms.pieces import Pieces, PieceWords
from companion.forms.viewer import EVERYTHING, View, Viewer
from companion.games.salamanca import form_turn, form_without_board
from companion.games.salamanca.available_actions import MAX_STEPS, SELECTION_FIELDS
from companion.games.salamanca.board import Board
from companion.games.salamanca.drawing import Drawing, break_down, describe_part, describe_step, draw, joined_label
from companion.games.salamanca.estates import Occupation, estate_at, idle
from companion.games.salamanca.form_without_board import CARDS, FEE, KIND_NAMES, SALE, SALE_FIELDS, TAX
from companion.games.salamanca.rulebook import SALE as SALE_RULE
from companion.games.salamanca.rules import FIRST_LANDS, read_estate
from companion.games.salamanca.tiles import BUILDING_VALUES, HAZARD_NAMES, TILE_NAMES
from companion.games.salamanca.turns import State, read_step

SETUP, TURN = "setup", "turn"
_KIND, _SEAT, _NOBLE, _ESTATE, _ORDER = "kind", "seat", "noble", "estate", "order"


def _draft_of(entry: Mapping[str, Any]) -> Json:
    slot_of = form_turn.slot_of_land if SETUP in entry else form_turn.slot_of_step
    return {slot_of(place): part for place, part in enumerate(entry.get(SETUP) or entry[TURN], 1)}


def _part_words(slot: str, part: Mapping[str, Any]) -> Message:
    """Describe a land of the setup or a step of a turn, with the value of a fertile land."""
    words = describe_part(slot, part)
    return Message("{tile} worth {value}", tile=words, value=part["value"]) if "value" in part else words


def _words(name: str, value: Any) -> Message:
    if name == _KIND:
        return KIND_NAMES[value] if value in KIND_NAMES else Message("on the board")
    if name == _NOBLE:
        return Message("no noble") if value is None else Message("with the noble of {seat}", seat=Seat(value))
    if value is None:
        return Message("nothing")
    if name == _SEAT:
        return Message("by {seat}", seat=Seat(value))
    if name == FEE:
        return Message("{building} occupied for {coins}", building=TILE_NAMES[value], coins=BUILDING_VALUES[value])
    if name == _ORDER:
        return Message("in the order {seats}", seats=joined_seats(value))
    return _part_words(name, value)


def _cards(cards: Any) -> Message:
    numbers = list(cards) if isinstance(cards, list) else [cards]
    return Message("card {cards}", "cards {cards}", len(numbers), cards=joined([str(card) for card in numbers]))


def _taxes(paid: Mapping[str, int] | None) -> Message:
    squires, nobles = (paid or {}).get("squires", 0), (paid or {}).get("nobles", 0)
    return Message("taxed: squires {squires}, nobles {nobles}", squires=squires, nobles=nobles)


def _estate(estate: Mapping[str, Any]) -> list[Message]:
    """Return the phrases for an estate: the building, its lands and their coins."""
    name = TILE_NAMES[estate["building"]]
    phrases = [Message("{building} in ruins", building=name) if estate["ruin"] else name]
    for land in estate["lands"]:
        tiles = joined([str(value) for value in land["tiles"]])
        named = Message("{name} {number}", name=TILE_NAMES[land["land"]], number=tiles)
        phrases.append(Message("{tile} with rats", tile=named) if land["rats"] else named)
    try:
        return [*phrases, Message("{count} coin", "{count} coins", read_estate(estate).value)]
    except RuleError as error:
        return [*phrases, error.message]


def _estate_row(state: State, occupation: Occupation, board: Board) -> View:
    row, column = board.grid.spaces[occupation.place]
    breakdown = break_down(estate_at(board, occupation.place), board, state.setup.options["noble_limit"], occupation)
    label = joined_label(board, occupation.place, [TILE_NAMES[breakdown.building]])
    return View(occupation=occupation, breakdown=breakdown, label=label, tap=f"{row}.{column}")


def _entry_label(state: State) -> Message:
    if state.phase == "setup":
        return Message("Enter the five starting tiles")
    if state.phase == "cards":
        return Message("Enter the cards of round {round}", round=state.round)
    if slot := state.slot:
        return Message("Enter the turn of {seat}", seat=Seat(slot.seat))
    return Message("Go on with round {round}", round=state.round)


def _after(after: State, entry: Any, viewer: Viewer) -> Drawing | None:
    """Draw the board after an entry that changed it, with the changes marked; None for other entries."""
    board = after.board
    steps = entry.get("setup") or entry.get("turn") or []
    if board is None or not steps:
        return None
    spaces = [step.get("at") or step.get("noble") for step in steps]
    new = [board.place(at) for at in spaces if at]
    return draw(board, after.occupations, new=new, shows=viewer.sees)


def _brief(step: Mapping[str, Any]) -> Message:
    if "place" in step:
        return TILE_NAMES[step["place"]]
    if "hazard" in step:
        return HAZARD_NAMES[step["hazard"]]
    return Message("noble") if "noble" in step else Message("a card from {seat}", seat=Seat(step["draw"]))


class Form(EntryForm):
    """The entry form of Salamanca: the drafts of the setup and of a turn; a whole turn is one piece of an entry."""

    fields = ("turn", *SELECTION_FIELDS, "do", *SALE_FIELDS)
    kept_fields = ("turn",)

    def read(self, posted: Posted, state: State, draft: Draft) -> Part | Whole:
        """Read a posted form of the current phase."""
        if state.phase == "setup":
            return form_turn.read_land(posted, state, draft)
        if state.phase == "turn":
            return form_turn.read_turn(posted, state, draft)
        if state.phase == "cards":
            return form_without_board.read_tapped_cards(posted, state)
        return form_without_board.read_boardless(posted, state)

    def question(self, state: State) -> str | None:
        """Return the round at a table without a board, whose sales do not depend on each other; None with a board."""
        return None if state.board else f"round-{state.round}"

    def view(self, state: State, draft: Draft, query: Posted, viewer: Viewer = EVERYTHING) -> View:
        """Return the form for the current phase, after the taps in `query`."""
        if state.phase == "setup":
            return form_turn.view_setup(state, draft, query)
        if state.phase == "turn":
            return form_turn.view_turn(state, draft, query, viewer)
        if state.phase == "cards":
            return form_without_board.view_cards(state, query)
        return form_without_board.view_boardless(state, query, viewer)

    def sheet(self, state: State, draft: Draft, viewer: Viewer = EVERYTHING) -> View:
        """Return the board, the squires and the estates after the entered steps."""
        board, occupations, steps = state.board, state.occupations, list[Any]()
        if state.phase == "turn":
            played_turn = viewer.derive(form_turn.play_draft, state, form_turn.steps_of(draft))
            turn, steps = played_turn.turn, [*played_turn.order]
            board, occupations = turn.board, turn.occupations
        if state.phase == "setup":
            board = form_turn.board_with(state, form_turn.lands_of(draft))
        slot, visible = state.slot, sorted(occupation for occupation in occupations if viewer.sees(occupation.owner))
        return View(
            next=None if state.finished else _entry_label(state),
            phase=state.phase,
            seat=slot.seat if slot else None,
            slots=form_turn.turn_slots(state),
            steps=[describe_step(step) for step in steps],
            board=draw(board, occupations, shows=viewer.sees) if board else None,
            estates=[_estate_row(state, occupation, board) for occupation in visible] if board else [],
            idle=[idle(occupations, seat) for seat in range(state.setup.seats)],
            round=state.round,
            left=state.rounds - state.round,
            leader=state.leader,
            tile_names=TILE_NAMES,
        )

    def outcome(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return the board after an entry, and whether coins changed.

        If coins are hidden, `moves_coins` is set for every entry that can change some.
        """
        slots, is_setup = form_turn.turn_slots(after) if "cards" in entry else [], "setup" in entry
        return View(
            board=_after(after, entry, viewer),
            moves_coins=after.totals != before.totals if viewer.sees_all else not is_setup and not slots,
            slots=slots,
            slot=before.slot if "turn" in entry else None,
            is_setup=is_setup,
            tile_names=TILE_NAMES,
        )

    def picture(
        self, before: State, entry: Any, after: State, steps: Sequence[Step], viewer: Viewer = EVERYTHING
    ) -> View:
        """Return the same, with the board after every entry, if the table has one."""
        shown = self.outcome(before, entry, after, steps, viewer)
        if after.board and not shown.board:
            shown.board = draw(after.board, after.occupations, shows=viewer.sees)
        return shown

    def seat_on_turn(self, state: State) -> int | None:
        """Return the seat on turn by the cards of the round; None before the cards, and without a board."""
        return state.slot.seat if state.slot else None

    def progress(self, state: State) -> Message:
        """Return the running round, at the end the number of rounds played."""
        if state.finished:
            return Message("{count} rounds completed", count=state.round)
        return Message("round {round} of {rounds}", round=state.round, rounds=state.rounds)

    def entry_summary(self, before: State, entry: Any, steps: Sequence[Step]) -> Message:
        """Return what an entry did, such as "Cleo sells 14"."""
        if "setup" in entry:
            return Message("Five starting tiles")
        if "cards" in entry:
            return Message("Cards of round {round}", round=before.round)
        if "tax" in entry:
            return Message("Taxes of round {round}", round=before.round)
        seat = Seat(entry["seat"])
        sold = [step.points or 0 for step in steps if step.rule == SALE_RULE]
        if sold:
            return Message("{seat} sells {coins}", seat=seat, coins=sum(sold))
        if "fee" in entry:
            return Message("{seat} pays {coins}", seat=seat, coins=-sum(step.points or 0 for step in steps))
        if not entry["turn"]:
            return Message("{seat}: nothing", seat=seat)
        return Message("{label}: {text}", label=seat, text=joined([_brief(step) for step in entry["turn"]]))

    def draft_from_entry(self, state: State, entry: Any) -> tuple[Draft, Filled]:
        """Return the lands or steps as a draft, and cards, sales, fees and taxes as form fields."""
        if SETUP in entry or TURN in entry:
            return _draft_of(entry), {}
        return {}, form_without_board.fields_of_boardless(entry)

    def whole(self, state: State, draft: Draft) -> Any | None:
        """Return the setup once it has all five lands; a turn has to be ended by the player."""
        return form_turn.whole_setup(draft) if state.phase == "setup" else None

    def validate_draft(self, state: State, draft: Draft) -> Draft:
        """Return the draft in order; raise `RuleError` if the form could not have produced it."""
        board = state.board
        if board is None:
            return {slot: draft[slot] for slot in consecutive_slots(draft, ())}
        is_setup = state.phase == "setup"
        slot_of, most = (form_turn.slot_of_land, FIRST_LANDS) if is_setup else (form_turn.slot_of_step, MAX_STEPS)
        parts = {slot: draft[slot] for slot in consecutive_slots(draft, [*map(slot_of, range(1, most + 1))])}
        if is_setup:
            form_turn.board_with(state, [*parts.values()])
        else:
            for step in parts.values():
                read_step(board, state.setup.seats, step)
        return parts

    def pieces(self, state: Any, entry: Any) -> Pieces:
        """Return the pieces of an entry, with its kind.

        The kind is a piece, so that changing a sale to a fee on one phone and to taxes on another is a conflict.
        """
        kind = next(kind for kind in (SETUP, TURN, *KIND_NAMES) if kind in entry)
        if kind in (CARDS, TAX):
            by_seat = {f"{kind}.{seat}": value for seat, value in enumerate(entry[kind])}
            return {_KIND: kind, **by_seat, **({_ORDER: entry.get(_ORDER)} if kind == CARDS else {})}
        if kind == SALE:
            estate = dict(entry[SALE])
            return {_KIND: kind, _SEAT: entry[_SEAT], _NOBLE: estate.pop(_NOBLE), _ESTATE: estate}
        if kind == SETUP:
            return {_KIND: kind, **_draft_of(entry)}
        return {_KIND: kind, **({TURN: entry} if kind == TURN else entry)}  # each step depends on those before it

    def describe_piece(self, state: Any, name: str, value: Any) -> PieceWords:
        """Describe a land, a turn, a card, an estate or a payment."""
        kind, _, seat = name.partition(".")
        if name == TURN and value is not None:
            steps = [_part_words("step", step) for step in value[TURN]]
            return PieceWords((value[_SEAT],), steps or [Message("nothing")])
        if seat:
            return PieceWords((int(seat),), (_cards(value) if kind == CARDS else _taxes(value),))
        if name == _ESTATE and value is not None:
            return PieceWords((), _estate(value))
        return PieceWords((), (_words(name, value),))

    def describe_part(self, slot: str, value: Any) -> Message:
        """Describe a land of the setup or a step of a turn."""
        return _part_words(slot, value)


FORM = Form()
