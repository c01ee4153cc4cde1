"""What each seat may want to know before the round ends: expected taxes, endangered estates, and who acts last."""

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
from companion.games.salamanca.state import Occupation, State
from companion.games.salamanca.tiles import HAZARD_NAMES, HAZARDS, TILE_NAMES


def needs(state: State, draft: Mapping[str, Any], viewer: Viewer = EVERYTHING) -> Sequence[Need]:
    """Return how the round ends, and with a board each seat's taxes and how hazards can reduce them."""
    if state.finished:
        return []
    needed = [*_ending(state)]
    if state.board is not None and state.phase != "setup":
        for seat in filter(viewer.sees, range(state.setup.seats)):
            needed += _of_seat(state, state.board, seat)
    return needed


def _ending(state: State) -> Iterator[Need]:
    """Yield whose turn ends the round, and a note in the last round; both concern the whole table."""
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
    points = sum(step.points or 0 for step in taxes(board, state.occupations) if step.seat == seat)
    occupations = [occupation for occupation in state.occupations if occupation.owner == seat]
    rule = NOBLES_TAX if points == 1 else TAX
    if points:
        yield Need(seat, Message("If the round ended now, taxes would bring {points}.", points=points), rule)
    elif not occupations:
        yield Need(seat, Message("No squire stands on a building, so no taxes come."), TAX)
    untaxed = [occupation for occupation in occupations if _worth(board, occupation) < TAXED_FROM]
    if untaxed:
        best = max(untaxed, key=lambda occupation: _worth(board, occupation))
        missing = TAXED_FROM - _worth(board, best)
        yield Need(
            seat,
            Message(
                "{missing} more and the estate on {space} is taxed ({building}, worth {value}).",
                missing=missing, **_estate_values(board, best),
            ),
            TAX,
        )  # fmt: skip
    yield from _falling(state, board, [occupation for occupation in occupations if occupation not in untaxed])


def _falling(state: State, board: Board, taxed: Sequence[Occupation]) -> Iterator[Need]:
    """Yield the taxed estates that a hazard of this round can bring under 7; before the cards, any hazard."""
    for occupation in taxed:
        falling = [
            hazard for hazard in _expected_hazards(state, occupation.owner) if _can_fall(board, occupation, hazard)
        ]
        if falling:
            yield Need(
                occupation.owner,
                Message(
                    "The estate on {space} ({building}, worth {value}) loses its taxes if a hazard comes: {hazards}.",
                    **_estate_values(board, occupation), hazards=joined([HAZARD_NAMES[hazard] for hazard in falling]),
                ),
                f"salamanca/{falling[0]}",
            )  # fmt: skip


def _expected_hazards(state: State, owner: int) -> list[str]:
    """Return the hazards that others may still move in this round."""
    if not state.slots:
        return list(HAZARDS)
    actions = {special(slot.card) for slot in state.slots[state.acted :] if slot.seat != owner}
    return [hazard for hazard in HAZARDS if hazard in actions]


def _can_fall(board: Board, occupation: Occupation, hazard: str) -> bool:
    """Whether the hazard can be placed so that the estate is worth less than 7."""
    estate = estate_at(board, occupation.place)
    spaces = [
        board.grid.spaces[occupation.place],
        *(tile.at for land in estate.lands for tile in land.tiles if tile.at),
    ]
    places = [board.place(space) for space in spaces]
    free = [place for place in places if put_refusal(board, hazard, place) is None]
    return any(_worth(put_hazard(board, hazard, place), occupation) < TAXED_FROM for place in free)


def _worth(board: Board, occupation: Occupation) -> int:
    return sum(worth(board, occupation.place, {}))


def _estate_values(board: Board, occupation: Occupation) -> Values:
    tile = board.cells[occupation.place]
    assert tile is not None
    return {
        "space": board.where(occupation.place),
        "building": TILE_NAMES[tile.kind],
        "value": _worth(board, occupation),
    }
