"""Ingenious: turns, extra placements, swaps, the first turn and the end; whole games stand in tests/examples."""

import json

import pytest
from hypothesis import given, strategies as st

from companion.engine import RuleError
from companion.games.ingenious import GAME
from companion.games.ingenious.board import Half, copies, empty_board, free_pairs, lay
from companion.games.ingenious.rules import State, last_seat, legal_places, ranking, start, swap_refusal, turn_refusal
from companion.games.ingenious.tracks import score_halves, seat_track, total_of, totals_of, with_track
from companion.scoring.scoresheet import play as play_entry, read, read_setup
from tests.games.ingenious.slow import BAG, COLOURS, Table
from tests.games.ingenious.strategies import MODES as TABLES, NAMES, head, may_place
from tests.scoring.test_scoresheet import fault
from tests.support.asking import verdict
from tests.support.each_row import each_row


def table(mode="base", seats=2, **options):
    return start(read_setup(GAME, NAMES[:seats], {"mode": mode} | options))


def tile(seat, *values):
    """ "red 3" is a half of 3 points."""
    return {"seat": seat, "points": [[value.split()[0], int(value.split()[1])] for value in values]}


def laid(seat, colours, first, second):
    return {"seat": seat, "tile": colours.split(), "at": [list(first), list(second)]}


def swap(seat):
    return {"seat": seat, "swap": True}


def after(state, *entries):
    for entry in entries:
        state = play_entry(GAME, state, entry).state
    return state


def text(message):
    return message and message.text(names=NAMES)


def ended(state):
    details = GAME.engine.standing(state).details
    return state.finished and (details["next"], details["owed"]) == (None, 0)


def test_an_extra_placement_keeps_the_turn():
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


def test_a_swap_ends_a_turn():
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


def test_the_last_place_ends_the_game_though_a_placement_is_owed():
    state = table("base", 2, board=True)
    while not state.finished and state.board and len(list(free_pairs(state.board))) > 1:
        at = next(iter(legal_places(state)))
        state = after(state, next(entry for entry in tiles_for(state, at) if can(state, entry)))
    assert not state.finished and state.board
    at = next(iter(legal_places(state)))
    near = State(**{name: getattr(state, name) for name in State.__slots__} | {"owed": 3})
    final = after(near, next(entry for entry in tiles_for(near, at) if can(near, entry)))
    assert ended(final) and final.owed == 2 and list(legal_places(final)) == []


def tiles_for(state, at):
    colours = [option[0] for option in GAME.options[3].choices or ()]
    return [laid(state.turn, f"{colour} {other}", *at) for colour in colours[0] for other in colours[0]]


def can(state, entry):
    first, second = entry["tile"]
    return may_place(state, (first, second), (tuple(entry["at"][0]), tuple(entry["at"][1])))


@each_row("tile", sorted(set(BAG)))
def test_a_kind_of_tile_lies_so_often_and_no_more(tile):
    board, places = empty_board("all"), [((q, r), (q, r + 1)) for q in range(-2, 3) for r in (-4, -2, 0, 2)]
    assert copies(tile) == BAG.count(tile) == BAG.count(tile[::-1]) + (6 if tile[0] != tile[1] else 0)
    for number, at in enumerate(places[: copies(tile)]):
        board = lay(board, tile if number % 2 else tile[::-1], at)
    with pytest.raises(RuleError, match=f"the game has {copies(tile)} tiles of .*, and all of them lie there"):
        lay(board, tile, places[-1])
    others = [kind for kind in set(BAG) if kind != tile]
    for kind in others:
        lay(board, kind, places[-1])


NOBODY = (None,) * 6


@each_row(
    ("mode", "track", "placed", "rules"),
    [
        ("base", (0,) * 6, ["red 0", "blue 0"], ["nothing"]),
        ("base", (17, 0, 0, 0, 0, 0), ["red 1", "red 2"], ["half", "extra", "half", "past-top"]),
        ("solo", (17, 0, 0, 0, 0, 0), ["red 2", "red 2"], ["half", "past-left-top", "to-right-track", "half"]),
        ("solo", (35, 0, 0, 0, 0, 0), ["red 2"], ["half", "past-top", "to-right-track"]),
        (
            "team",
            (17, 0, 0, 0, 0, 0),
            ["red 2", "red 18"],
            ["half", "past-left-top", "team-extra", "half", "team-extra"],
        ),
        ("duel", (8, 0, 0, 0, 0, 0), ["red 1", "red 1"], ["half", "token", "half", "past-nine"]),
    ],
)
def test_what_a_tile_brings(mode, track, placed, rules):
    halves = [Half(*half, None) for half in tile(0, *placed)["points"]]
    steps = score_halves(mode, 0, track, NOBODY, halves).steps
    assert [step.rule.removeprefix("ingenious/") for step in steps] == rules


@given(st.sampled_from(TABLES), st.data())
def test_places_by_a_slow_second_count(kind, data):
    mode, seats = kind
    low = st.integers(-3, 3) if mode == "duel" else st.integers(0, 3)
    count = {"base": seats, "team": 2}.get(mode, 1)
    tracks = data.draw(st.lists(st.tuples(*[low] * 6), min_size=count, max_size=count))
    slow = Table(mode, seats)
    slow.tracks = [dict(zip(COLOURS, seat_track(mode, tracks, seat), strict=True)) for seat in range(seats)]
    assert [list(place) for place in ranking(mode, tracks)[0]] == slow.ranking()
    assert list(totals_of(mode, tracks, seats)) == slow.totals()
    for seat in range(seats):
        track = seat_track(mode, tracks, seat)
        assert with_track(mode, tracks, seat, track) == tuple(tracks)
        assert total_of(mode, track) == slow.totals()[seat]


def test_alone_there_is_no_extra_placement_and_no_swap():
    state = after(table("solo", 1), tile(0, "red 18", "blue 30"))
    assert (state.turn, state.owed, state.totals) == (0, 0, (0,))
    assert text(swap_refusal(state, 0)) == "there is no swapping in the solo game; each tile is laid as it is drawn"


@given(
    st.lists(st.integers(0, 36), min_size=6, max_size=6),
    st.lists(st.lists(st.sampled_from(COLOURS), min_size=2, max_size=2), max_size=5),
)
def test_a_hand_with_any_of_the_lowest_colours_stays(values, hand):
    track = dict(zip(COLOURS, values, strict=True))
    lowest = [colour for colour in COLOURS if track[colour] == min(values)]
    held = {colour for tile in hand for colour in tile}
    assert verdict("ingenious/swap", track=track, hand=hand) == {"allowed": not held & set(lowest), "lowest": lowest}


PINK = f'{json.dumps(COLOURS)[1:-1]}, not "pink"'
ONE = [tile(0, "red 2", "blue 1")]
FIRST = [laid(0, "red blue", (3, 0), (4, 0)), laid(1, "red blue", (-3, 0), (-4, 0))]


@each_row(
    ("before", "entry", "sentence"),
    [
        (ONE, tile(0, "red 1"), "it is the turn of Ben, not of Ann"),
        (ONE, tile(2, "red 1"), "seat must be 0 to 1, not 2"),
        (ONE, {"seat": 1, "tile": ["red", "blue"], "at": [[0, 0], [1, 0]]}, 'the entry lacks the key "points"'),
        (ONE, {"seat": 1, "points": [["red", 1], ["red", 1], ["red", 1]]}, "a tile has two halves, not 3"),
        (ONE, {"seat": 1, "points": [["red", 1.0]]}, "the points of a half must be a whole number, not 1.0"),
        (ONE, {"seat": 1, "points": [["red", -1]]}, "a half never scores less than 0, so not -1"),
        (ONE, {"seat": 1, "points": [["pink", 1]]}, f'the colour must be one of {PINK}'),
        (ONE, {"seat": 1, "swap": False}, "swap must be one of true, not false"),
        (ONE, swap(1), "Ben may swap only after placing a tile"),
        (ONE, ONE, 'the entry must be an object, not [{"seat": 0, "points": [["red", 2], [...'),
        (FIRST, laid(1, "red blue", (0, 0), (1, 0)), "it is the turn of Ann, not of Ben"),
        (FIRST, laid(0, "red blue", (3, 0), (2, 0)), "the space [3, 0] is taken"),
        (FIRST, laid(0, "red blue", (5, -4), (5, -5)), "the space [5, -5] has a printed symbol"),
        (FIRST, {"seat": 0, "tile": ["red", "blue"]}, 'the entry lacks the key "at"'),
    ],
)  # fmt: skip
def test_faults_are_said_with_names_and_numbers(before, entry, sentence):
    value = head("base", 2, board=before is FIRST) | {"entries": [*before, entry]}
    assert fault(value) == (len(before) + 1, sentence)


def test_options_without_bearing_are_accepted_and_one_player_is_solo():
    value = {"format": 1, "game": "ingenious", "players": NAMES[:1], "entries": [],
             "options": {"symbols": COLOURS[::-1], "first_turn": "own-symbol"}}  # fmt: skip
    assert read(value).setup.options["mode"] == "solo"
    assert read(value | {"players": NAMES[:3]}).setup.options["mode"] == "base"
