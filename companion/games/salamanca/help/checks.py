"""The questions about an entry of Salamanca."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Message, Step
from companion.game.pages.help import Fields, QuestionLink, join_values
from companion.games.salamanca.board import Board
from companion.games.salamanca.cards import read_cards
from companion.games.salamanca.estates import estate_at
from companion.games.salamanca.help.address_codes import connected_tiles
from companion.games.salamanca.questions import FREED, IDLE
from companion.games.salamanca.sales import MOST_FEE
from companion.games.salamanca.state import State
from companion.games.salamanca.tiles import HAZARD_NAMES, TILE_NAMES
from companion.games.salamanca.turn import Turn, begin_turn
from companion.games.salamanca.turn_actions import do_step
from companion.games.salamanca.turn_refusals import new_fertile


def entry_questions(before: State, entry: Any, after: State, steps: Sequence[Step]) -> Sequence[QuestionLink]:
    """Return the question about the order of cards, or about each sale, fee, noble and hazard of a turn.

    They use the board before each step.
    """
    if "cards" in entry:
        return [_order_check(before, entry)]
    if before.board is None or "turn" not in entry:
        return []
    questions: list[QuestionLink] = []
    turn = begin_turn(before)
    for step in entry["turn"]:
        board = turn.board
        if "sell" in step:
            questions.append(_sale_check(turn, step["sell"]))
        if step.get("occupy"):
            questions.append(_fee_check(turn, step))
        for kind in ("sell", "noble"):
            if kind in step:
                questions.append(_estate_check(before, board, step[kind]))
        if "hazard" in step:
            questions.append(_hazard_check(board, step))
        do_step(turn, step)
    return questions


def _order_check(state: State, entry: Any) -> QuestionLink:
    players, slots = state.setup.seats, read_cards(entry, state.setup.seats)
    cards = [
        card for seat_cards in entry["cards"] for card in (seat_cards if type(seat_cards) is list else [seat_cards])
    ]
    seats = [slot.seat for slot in slots]
    equal = [seat for seat in seats if players > 2 and cards.count(cards[seat]) > 1]
    fields: Fields = (("players", str(players)), ("cards", join_values(cards)))
    fields += (("first", str(equal[0])),) if equal else ()
    return QuestionLink("salamanca/order", Message("the order of the turns"), fields)


def _estate_check(state: State, board: Board, space: Sequence[int]) -> QuestionLink:
    row, column = space
    place = board.place((row, column))
    tile = board.cells[place]
    assert tile is not None
    fields: Fields = (("tiles", join_values(connected_tiles(board, place))), ("building", join_values(space)))
    fields += (("noble_limit", state.setup.options["noble_limit"]),)
    title = Message("the estate of {space} ({building})", space=board.where(place), building=TILE_NAMES[tile.kind])
    return QuestionLink("salamanca/estate", title, fields)


def _sale_check(turn: Turn, space: Sequence[int]) -> QuestionLink:
    row, column = space
    place = turn.board.place((row, column))
    was_occupied, has_new_fertile = place in turn.occupied, new_fertile(turn, estate_at(turn.board, place)) is not None
    fields = (("occupied", "yes" if was_occupied else "no"), ("fertile", "yes" if has_new_fertile else "no"))
    return QuestionLink("salamanca/sale", Message("the sale on {space}", space=turn.board.where(place)), fields)


def _fee_check(turn: Turn, step: Mapping[str, Any]) -> QuestionLink:
    """Return the question about a fee; more money than the highest fee counts as the highest fee."""
    fields: Fields = (("building", step["place"]), ("squire", IDLE if turn.spare else FREED))
    money = min(turn.totals[turn.seat], MOST_FEE)
    fields += () if turn.spare else (("money", str(money)),)
    title = Message("occupying the {building}", building=TILE_NAMES[step["place"]])
    return QuestionLink("salamanca/fee", title, fields)


def _hazard_check(board: Board, step: Mapping[str, Any]) -> QuestionLink:
    row, column = step["at"]
    place = board.place((row, column))
    tile, there = board.cells[place], board.hazard_at(place)
    assert tile is not None
    fields: Fields = (("hazard", step["hazard"]), ("tile", tile.kind))
    fields += (("there", there),) if there else ()
    title = Message("{hazard} on {space}", hazard=HAZARD_NAMES[step["hazard"]], space=board.where(place))
    return QuestionLink("salamanca/hazard", title, fields)
