"""Ingenious: turns, extra placements, swaps, the first turn and the end; whole games stand in tests/examples."""

from __future__ import annotations

import json
from typing import Any

from companion.game import Message
from companion.games.ingenious import GAME
from companion.games.ingenious.rules import play, start
from companion.games.ingenious.turns import State, last_seat, legal_places, placing_refusal, swap_refusal, turn_refusal
from companion.scoring.scoresheet import play as play_entry
from companion.scoring.scoresheet import read, read_setup, result
from tests.games.ingenious.strategies import NAMES, head
from tests.support.each_row import each_row


def table(mode: str = "base", seats: int = 2, **options: Any) -> State:
    return start(read_setup(GAME, NAMES[:seats], {"mode": mode} | options))


def tile(seat: int, *values: str) -> dict[str, Any]:
    """ "red 3" is a half of 3 points."""
    return {"seat": seat, "points": [[value.split()[0], int(value.split()[1])] for value in values]}


def laid(seat: int, colours: str, first: tuple[int, int], second: tuple[int, int]) -> dict[str, Any]:
    return {"seat": seat, "tile": colours.split(), "at": [list(first), list(second)]}


def swap(seat: int) -> dict[str, Any]:
    return {"seat": seat, "swap": True}


def after(state: State, *entries: Any) -> State:
    for entry in entries:
        state = play_entry(GAME, state, entry).state
    return state


def text(message: Message | None) -> str | None:
    return message and message.text(names=NAMES)


def ended(state: State) -> bool:
    details = GAME.engine.standing(state).details
    return state.finished and (details["next"], details["owed"]) == (None, 0)


@each_row("seats", [2, 3, 4])
@each_row("first", [0, 1])
def test_turns_go_round_from_the_start(seats: int, first: int) -> None:
    state = table(seats=seats, start=first)
    for number in range(9):
        assert state.turn == (first + number) % seats
        assert [seat for seat in range(seats) if turn_refusal(state, seat) is None] == [state.turn]
        state = after(state, tile(state.turn))
    assert state.turns == 9


def test_an_extra_placement_keeps_the_turn() -> None:
    state = after(table(), tile(0, "red 18", "blue 17"))
    assert (state.turn, state.owed) == (0, 1)
    assert text(turn_refusal(state, 1)) == "Ann still owes an extra placement; it is not the turn of Ben"
    assert text(swap_refusal(state, 0)) == "Ann still owes an extra placement; swapping comes after it"
    state = after(state, tile(0, "blue 1", "green 18"))
    assert (state.turn, state.owed) == (0, 2)
    state = after(state, tile(0))
    assert (state.turn, state.owed) == (0, 1)
    state = after(state, tile(0))
    assert (state.turn, state.owed, state.turns) == (1, 0, 1)


def test_alone_there_is_no_extra_placement_and_no_swap() -> None:
    state = after(table("solo", 1), tile(0, "red 18", "blue 30"))
    assert (state.turn, state.owed, state.totals) == (0, 0, (0,))
    assert text(swap_refusal(state, 0)) == "there is no swapping in the solo game; each tile is laid as it is drawn"


def test_a_swap_ends_a_turn() -> None:
    state = table(seats=3)
    assert [text(swap_refusal(state, seat)) for seat in range(3)] == [
        "Ann may swap only after placing a tile",
        "it is the turn of Ann, not of Ben",
        "it is the turn of Ann, not of Cleo",
    ]
    assert last_seat(state) is None
    state = after(state, tile(0))
    assert last_seat(state) == 0 and swap_refusal(state, 0) is None
    assert text(swap_refusal(state, 1)) == "Ben may swap only after placing a tile"
    assert text(swap_refusal(state, 2)) == "it is the turn of Ben, not of Cleo"
    state = after(state, swap(0))
    assert (state.turn, state.totals) == (1, (0, 0, 0))
    assert text(swap_refusal(state, 0)) == "Ann has swapped in this turn already"
    state = after(state, tile(1), swap(1), tile(2), tile(0))
    assert swap_refusal(state, 0) is None
    assert text(swap_refusal(state, 1)) == "Ben may swap only after placing a tile"


def test_after_an_extra_placement_the_swap_is_still_there_once() -> None:
    state = after(table(), tile(0), swap(0), tile(1, "red 18"))
    assert text(swap_refusal(state, 0)) == "Ben still owes an extra placement; it is not the turn of Ann"
    state = after(state, tile(1))
    assert swap_refusal(state, 1) is None
    assert text(swap_refusal(after(state, swap(1)), 1)) == "Ben has swapped in this turn already"


def test_a_duel_swaps_only_with_a_marker_on_nine() -> None:
    state = after(table("duel"), tile(0, "red 8"))
    assert text(swap_refusal(state, 0)) == "Ann has no marker on 9 and so may not swap"
    state = after(state, tile(1), tile(0, "red 1"), tile(0))
    assert swap_refusal(state, 0) is None
    state = after(state, tile(1))
    assert text(swap_refusal(state, 1)) == "Ben has no marker on 9 and so may not swap"


def test_the_first_turn_apart() -> None:
    state = table(seats=3, board=True)
    assert text(placing_refusal(state, ("red", "blue"), ((0, 0), (1, 0)))) == (
        "the first tile of every player lies beside a printed symbol"
    )
    state = after(state, laid(0, "red blue", (3, 0), (4, 0)))
    beside = "in the first turn a tile may not lie beside another tile"
    assert text(placing_refusal(state, ("red", "red"), ((4, 1), (3, 1)))) == beside
    assert text(placing_refusal(state, ("red", "red"), ((5, -1), (6, -1)))) == beside
    assert placing_refusal(state, ("red", "red"), ((6, 0), (6, -1))) is None
    state = after(state, laid(1, "red yellow", (6, 0), (6, -1)), laid(2, "red yellow", (-6, 0), (-6, 1)))
    assert placing_refusal(state, ("red", "red"), ((0, 0), (1, 0))) is None
    assert len(list(legal_places(state))) == state.board.free_pair_count if state.board else False


def test_the_first_turn_at_a_symbol_of_ones_own() -> None:
    state = table(seats=3, board=True, first_turn="own-symbol")
    state = after(state, laid(0, "red green", (3, 0), (4, 0)))
    assert text(placing_refusal(state, ("red", "red"), ((6, 0), (6, -1)))) == (
        "a first tile lies beside the printed blue already; each player starts at another symbol"
    )
    assert text(placing_refusal(state, ("red", "red"), ((2, 0), (1, 0)))) == (
        "the first tile of every player lies beside a printed symbol"
    )
    # Ben's lies between the red corner and the green one; Cleo's at the green one may touch it.
    state = after(state, laid(1, "red green", (1, -5), (2, -5)))
    assert placing_refusal(state, ("red", "red"), ((4, -5), (3, -5))) is None


def test_the_last_place_ends_the_game_though_a_placement_is_owed() -> None:
    state = table("base", 2, board=True)
    while not state.finished and state.board and state.board.free_pair_count > 1:
        at = next(iter(legal_places(state)))
        state = after(state, next(entry for entry in tiles_for(state, at) if can(state, entry)))
    assert not state.finished and state.board
    at = next(iter(legal_places(state)))
    near = State(**{name: getattr(state, name) for name in State.__slots__} | {"owed": 3})
    final = after(near, next(entry for entry in tiles_for(near, at) if can(near, entry)))
    assert ended(final) and final.owed == 2 and list(legal_places(final)) == []


def tiles_for(state: State, at: Any) -> list[dict[str, Any]]:
    colours = [option[0] for option in GAME.options[3].choices or ()]
    return [laid(state.turn, f"{colour} {other}", *at) for colour in colours[0] for other in colours[0]]


def can(state: State, entry: dict[str, Any]) -> bool:
    first, second = entry["tile"]
    return placing_refusal(state, (first, second), (tuple(entry["at"][0]), tuple(entry["at"][1]))) is None


def test_a_play_leaves_the_state_before_as_it_was() -> None:
    before = table(board=True)
    entry = laid(0, "red blue", (3, 0), (4, 0))
    one, other = play(before, entry), play(before, entry)
    assert one == other and before == table(board=True) != one[0]


def test_the_setup_can_be_taken_again_and_not_be_changed() -> None:
    setup = table(board=True).setup
    assert read_setup(GAME, list(setup.players), dict(setup.options)) == setup
    assert isinstance(setup.options["symbols"], tuple)
    sheet = read(head("base", 2, board=True))
    assert read(json.loads(json.dumps(sheet.as_json()))) == sheet


def test_totals_of_a_team_move_together() -> None:
    sheet = head("team", 4)
    sheet["entries"] = [
        tile(0, "red 2", "green 2"),
        tile(1),
        tile(2, "blue 1", "orange 3"),
        tile(3),
        tile(0, "yellow 1", "purple 1"),
    ]
    value = result(sheet)
    assert value["totals"] == [1, 0, 1, 0] and value["ranking"] == [[0, 2], [1, 3]]
    assert [step for step in value["entries"][-1]["steps"] if "points" in step] == [
        {
            "rule": "ingenious/lowest-double",
            "seat": seat,
            "points": 1,
            "total": 1,
            "colours": ["blue", "yellow", "purple"],
        }
        for seat in (0, 2)
    ]
