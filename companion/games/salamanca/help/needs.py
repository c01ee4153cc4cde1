"""What each seat may want to know before the round ends: taxes to come, an estate about to fall, who acts last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.game import Message, Seat, Values, joined
from companion.game.pages.help import Need
from companion.game.pages.viewer import EVERYTHING, Viewer
from companion.games.salamanca.board import Board, put_hazard, put_refusal
from companion.games.salamanca.cards import ORDER, special
from companion.games.salamanca.estates import TAXED_FROM, estate_at, worth
from companion.games.salamanca.sales import NOBLES_TAX, TAX, UNSOLD, taxes
from companion.games.salamanca.state import Held, State
from companion.games.salamanca.tiles import HAZARD_NAMES, HAZARDS, TILE_NAMES


def needs(state: State, draft: Mapping[str, Any], viewer: Viewer = EVERYTHING) -> Sequence[Need]:
    """How the round ends, and with a board each seat's taxes and what a hazard could take from it."""
    if state.finished:
        return []
    needed = [*_ending(state)]
    if state.board is not None and state.phase != "setup":
        for seat in filter(viewer.sees, range(state.setup.seats)):
            needed += _of_seat(state, state.board, seat)
    return needed


def _ending(state: State) -> Iterator[Need]:
    """Whose turn ends the round, and what the last rounds mean; nobody's in particular."""
    values: Values = {"round": state.round, "rounds": state.rounds}
    if state.board is None:
        yield Need(None, Message("The taxes end round {round} of {rounds}.", **values), TAX)
    elif state.slots:
        seat = Seat(state.slots[-1].seat)
        yield Need(None, Message("The turn of {seat} ends round {round} of {rounds}.", **values, seat=seat), ORDER)
    else:
        yield Need(None, Message("Whoever acts last ends round {round} of {rounds}.", **values), ORDER)
    if state.round == state.rounds:
        yield Need(None, Message("This is the last round: what is not sold brings its taxes and nothing more."), UNSOLD)


def _of_seat(state: State, board: Board, seat: int) -> Iterator[Need]:
    points = sum(step.points or 0 for step in taxes(board, state.held) if step.seat == seat)
    own = [held for held in state.held if held.owner == seat]
    rule = NOBLES_TAX if points == 1 else TAX
    if points:
        yield Need(seat, Message("If the round ended now, taxes would bring {points}.", points=points), rule)
    elif not own:
        yield Need(seat, Message("No squire stands on a building, so no taxes come."), TAX)
    untaxed = [held for held in own if _worth(board, held) < TAXED_FROM]
    if untaxed:
        best = max(untaxed, key=lambda held: _worth(board, held))
        missing = TAXED_FROM - _worth(board, best)
        yield Need(
            seat,
            Message(
                "{missing} more and the estate on {space} is taxed ({building}, worth {value}).",
                missing=missing, **_estate_values(board, best),
            ),
            TAX,
        )  # fmt: skip
    yield from _falling(state, board, [held for held in own if held not in untaxed])


def _falling(state: State, board: Board, taxed: Sequence[Held]) -> Iterator[Need]:
    """The taxed estates that a hazard of this round can bring under 7; before the cards are known, any hazard."""
    for held in taxed:
        falling = [hazard for hazard in _to_come(state, held.owner) if _can_fall(board, held, hazard)]
        if falling:
            yield Need(
                held.owner,
                Message(
                    "The estate on {space} ({building}, worth {value}) loses its taxes if a hazard comes: {hazards}.",
                    **_estate_values(board, held), hazards=joined([HAZARD_NAMES[hazard] for hazard in falling]),
                ),
                f"salamanca/{falling[0]}",
            )  # fmt: skip


def _to_come(state: State, owner: int) -> list[str]:
    """The hazards that others may still move in this round."""
    if not state.slots:
        return list(HAZARDS)
    actions = {special(slot.card) for slot in state.slots[state.acted :] if slot.seat != owner}
    return [hazard for hazard in HAZARDS if hazard in actions]


def _can_fall(board: Board, held: Held, hazard: str) -> bool:
    """Whether the hazard can be put so that the estate is worth less than 7."""
    estate = estate_at(board, held.place)
    spaces = [board.grid.spaces[held.place], *(tile.at for land in estate.lands for tile in land.tiles if tile.at)]
    places = [board.place(space) for space in spaces]
    free = [place for place in places if put_refusal(board, hazard, place) is None]
    return any(_worth(put_hazard(board, hazard, place), held) < TAXED_FROM for place in free)


def _worth(board: Board, held: Held) -> int:
    return sum(worth(board, held.place, {}))


def _estate_values(board: Board, held: Held) -> Values:
    tile = board.cells[held.place]
    assert tile is not None
    return {"space": board.where(held.place), "building": TILE_NAMES[tile.kind], "value": _worth(board, held)}
