"""The engine of Salamanca: the setup, each round's cards and turns, sales, fees and taxes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.game import (
    Json,
    Message,
    RuleError,
    Seat,
    Setup,
    Standing,
    Step,
    entry_keys,
    integer,
    items,
    raise_if,
    rank,
)
from companion.games.salamanca.board import Board, empty_board, lay, read_space, read_tile
from companion.games.salamanca.cards import order_step, read_cards
from companion.games.salamanca.entries_without_board import play_boardless
from companion.games.salamanca.estates import PatchCache, is_taxed, worth
from companion.games.salamanca.refusals import BUILDING_AT_START, OTHER_TURN
from companion.games.salamanca.sales import leader_steps, next_leader, taxes
from companion.games.salamanca.state import SQUIRES, State, Tally
from companion.games.salamanca.tiles import TILE_NAMES
from companion.games.salamanca.turn import Turn, begin_turn
from companion.games.salamanca.turn_actions import do_step
from companion.games.salamanca.turn_refusals import end_refusal

SHARED = "salamanca/shared"
FIRST_LANDS = 5

_ENTRY, _SETUP, _TURN, _SEAT = Message("the entry"), Message("the setup"), Message("the turn"), Message("seat")
_LAND = Message("a land of the setup")


def start(setup: Setup) -> State:
    """Return the state before the first entry."""
    options, seats = setup.options, setup.seats
    return State(
        setup=setup,
        totals=(options["money"],) * seats,
        finished=False,
        round=1,
        slots=(),
        acted=0,
        board=empty_board(options["rows"], options["columns"]) if options["board"] else None,
        occupations=(),
        occupied=(),
        planted=(),
        leader=None,
        tally=Tally(),
        begun=False,
    )


def play(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    """Play one entry: with a board the setup, a round's cards or a turn, else a sale, a fee, cards or taxes.

    Raises `RuleError` for an entry that is invalid or breaks a rule.
    """
    if state.board is None:
        return play_boardless(state, entry)
    phase = state.phase
    if phase == "turn":
        return _play_turn(state, entry)
    if phase == "cards":
        return _play_cards(state, entry)
    return _set_up(state, state.board, entry), ()


def _set_up(state: State, board: Board, entry: Any) -> State:
    if type(entry) is dict and ("cards" in entry or "turn" in entry):
        raise RuleError(Message("the setup comes first: the five lands that lie on the board at the start"))
    entry_keys(entry, _ENTRY, ("setup",))
    for land in items(entry["setup"], _SETUP, FIRST_LANDS):
        entry_keys(land, _LAND, ("tile", "at"), ("value",))
        tile = read_tile(land)
        raise_if(BUILDING_AT_START.of(tile=TILE_NAMES[tile.kind]) if tile.is_building else None)
        board = lay(board, tile, read_space(board, land["at"]))
    return replace(state, board=board)


def _play_cards(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    if type(entry) is dict and "turn" in entry:
        raise RuleError(Message("the cards of round {round} come first", round=state.round))
    if type(entry) is dict and "setup" in entry:
        raise RuleError(Message("the setup is told already; the cards of round {round} come next", round=state.round))
    slots = read_cards(entry, state.setup.seats)
    return replace(state, slots=slots), (order_step(slots),)


def _play_turn(state: State, entry: Any) -> tuple[State, tuple[Step, ...]]:
    turn = begin_turn(state)
    if type(entry) is dict and ("cards" in entry or "setup" in entry):
        raise RuleError(
            Message("the cards of round {round} are told; the turn of {seat} comes next", round=state.round,
                    seat=Seat(turn.seat))
        )  # fmt: skip
    entry_keys(entry, _ENTRY, ("seat", "turn"))
    if integer(entry["seat"], _SEAT, 0, state.setup.seats - 1) != turn.seat:
        raise RuleError(OTHER_TURN.of(next=Seat(turn.seat), seat=Seat(entry["seat"])))
    for raw in items(entry["turn"], _TURN):
        do_step(turn, raw)
    raise_if(end_refusal(turn))
    return _after(turn), tuple(turn.steps)


def _after(turn: Turn) -> State:
    """Return the state after a turn; the last turn of a round pays the taxes (Salamanca, Phase 5)."""
    state = turn.state
    if not turn.is_last:
        return _next(state, turn, acted=state.acted + 1)
    for step in taxes(turn.board, turn.occupations):
        turn.pay(step)
    if state.round == state.rounds:
        return _next(state, turn, acted=state.acted + 1, finished=True)
    turn.steps.extend(leader_steps(state))
    return State(
        setup=state.setup,
        totals=tuple(turn.totals),
        finished=False,
        round=state.round + 1,
        slots=(),
        acted=0,
        board=turn.board,
        occupations=turn.occupations,
        occupied=(),
        planted=(),
        leader=next_leader(state),
        tally=state.tally,
        begun=False,
    )


def _next(state: State, turn: Turn, acted: int, finished: bool = False) -> State:
    return State(
        setup=state.setup,
        totals=tuple(turn.totals),
        finished=finished,
        round=state.round,
        slots=state.slots,
        acted=acted,
        board=turn.board,
        occupations=turn.occupations,
        occupied=turn.occupied,
        planted=turn.planted,
        leader=state.leader,
        tally=state.tally,
        begun=False,
    )


def standing(state: State) -> Standing:
    """Rank by coins; equal coins share the place (Salamanca, End of the game; a ruling)."""
    places, reasons = rank([(total,) for total in state.totals], (SHARED,))
    slot = state.slot
    details: Json = {
        "round": state.round,
        "rounds": state.rounds,
        "turn": slot.seat if slot else None,
        "squires": [state.idle(seat) if state.board else SQUIRES for seat in range(state.setup.seats)],
        "estates": estates(state),
    }
    return Standing(state.totals, places, reasons, details)


def estates(state: State) -> list[Json]:
    """Return the occupied estates by row and column, with their current values."""
    board, cache = state.board, PatchCache()
    if board is None:
        return []
    rows = []
    for place, owner, noble in sorted(state.occupations):
        building, land = worth(board, place, cache)
        tile = board.cells[place]
        rows.append(
            {"at": list(board.grid.spaces[place]), "building": tile.kind if tile else "", "owner": owner,
             "noble": noble, "value": building + land, "building_value": building, "land_value": land,
             "taxed": is_taxed(building + land)}
        )  # fmt: skip
    return rows
