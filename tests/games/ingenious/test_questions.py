"""Ingenious: a tile, the places and a swap, as the referee settles them."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.scoring.scoresheet import result
from tests.games.ingenious.slow import AREAS, CORNERS, count_half
from tests.games.ingenious.strategies import COLOURS, sheets
from tests.support.asking import fault, steps, verdict
from tests.support.each_row import each_row
from tests.support.tries import tries

AREA_OF = {mode_and_seats: area for area, mode_and_seats in AREAS.items()} | {
    ("solo", 1): "white",
    ("duel", 2): "white",
    ("team", 4): "all",
}


def mode_of(sheet: dict[str, Any]) -> str:
    usual = "solo" if len(sheet["players"]) == 1 else "base"
    mode: str = sheet["options"].get("mode", usual)
    return mode


@settings(max_examples=tries(60))
@given(sheets(board=True))
def test_every_tile_of_a_session_scores_as_the_referee_says(sheet: dict[str, Any]) -> None:
    symbols = list(sheet["options"].get("symbols", COLOURS))
    question = {"area": AREA_OF[mode_of(sheet), len(sheet["players"])], "symbols": symbols}
    lying: list[dict[str, Any]] = []
    for entry, scored in zip(sheet["entries"], result(sheet)["entries"], strict=True):
        if "tile" not in entry:
            continue
        place = {"tile": entry["tile"], "at": entry["at"]}
        found = verdict("ingenious/placement", **question, tiles=lying, place=place)
        halves = [step for step in scored["steps"] if step["rule"] == "ingenious/half"]
        assert [half for half in found["points"] if half[1]] == [[half["colour"], half["scored"]] for half in halves]
        assert [each for each in found["lines"] if each] == [half["lines"] for half in halves]
        assert [sum(len(line["spaces"]) for line in each) for each in found["lines"]] == [
            points for _, points in found["points"]
        ]
        spots = {tuple(space): colour for tile in lying for space, colour in zip(tile["at"], tile["tile"], strict=True)}
        spots |= dict(zip(CORNERS, symbols, strict=True))
        first, second = [tuple(space) for space in entry["at"]]
        assert found["points"] == [
            [entry["tile"][0], count_half(spots, entry["tile"][0], first, second)],
            [entry["tile"][1], count_half(spots, entry["tile"][1], second, first)],
        ]
        lying.append(place)


@given(sheets())
def test_the_places_are_those_of_a_session(sheet: dict[str, Any]) -> None:
    mode, details = mode_of(sheet), result(sheet)["details"]
    if mode not in ("base", "duel"):
        return
    tracks = details["tracks"] if mode == "base" else details["tracks"][:1]
    found = verdict("ingenious/ranking", tracks=tracks, mode=mode)
    assert found["ranking"] == result(sheet)["ranking"]
    reasons = details["ranking_steps"]
    assert steps("ingenious/ranking", tracks=tracks, mode=mode)[len(sheet["players"]) :] == reasons
    first = [step["rule"] for step in reasons if step["place"] == 1]
    assert found["decided_by"] == (first[0] if first else f"ingenious/{'own-side' if mode == 'duel' else 'lowest'}")


@given(
    st.lists(st.integers(0, 36), min_size=6, max_size=6),
    st.lists(st.lists(st.sampled_from(COLOURS), min_size=2, max_size=2), max_size=5),
)
def test_a_hand_with_any_of_the_lowest_colours_stays(values: list[int], hand: list[list[str]]) -> None:
    track = dict(zip(COLOURS, values, strict=True))
    lowest = [colour for colour in COLOURS if track[colour] == min(values)]
    held = {colour for tile in hand for colour in tile}
    assert verdict("ingenious/swap", track=track, hand=hand) == {
        "allowed": not held & set(lowest),
        "lowest": lowest,
    }


def tile(first: str, second: str, *at: list[int]) -> dict[str, Any]:
    return {"tile": [first, second], "at": list(at)}


TABLE = {
    "area": "white",
    "tiles": [tile("red", "blue", [3, 0], [4, 0])],
    "place": tile("red", "blue", [3, 1], [4, 1]),
}
DOUBLES = [tile("red", "red", [q, 0], [q, 1]) for q in range(-3, 3)]
PAIRS = [tile("red", "blue", [q, 0], [q, 1]) for q in range(-3, 4)]
PAIRS[2] = tile("blue", "red", [-1, 1], [-1, 0])


@each_row(
    ("changes", "sentence"),
    [
        ({"area": "black"}, 'area must be one of "white", "grey", "all", not "black"'),
        ({"area": 5}, 'area must be one of "white", "grey", "all", not 5'),
        ({"symbols": COLOURS[:5]}, "symbols must have 6 items, not 5"),
        ({"symbols": [*COLOURS[:5], "red"]}, "the board shows red once, not twice"),
        ({"symbols": None}, "symbols must be a list, not null"),
        ({"tiles": None}, "tiles must be a list, not null"),
        ({"tiles": [["red", "blue"]]}, 'a tile must be an object, not ["red", "blue"]'),
        ({"tiles": [{"tile": ["red", "blue"]}]}, 'a tile lacks the key "at"'),
        ({"tiles": [tile("red", "blue", [3, 0], [4, 0]) | {"seat": 0}]}, 'a tile has an unknown key "seat"'),
        ({"tiles": [tile("red", "blue", [3, 0], [4, 0])] * 2}, "the space [3, 0] is taken"),
        ({"tiles": [tile("red", "blue", [3, 0], [5, 0])]}, "the spaces [3, 0] and [5, 0] are not side by side"),
        ({"tiles": [tile("red", "blue", [4, 0], [5, 0])]}, "the space [5, 0] has a printed symbol"),
        ({"tiles": [tile("red", "blue", [5, 1], [4, 1])]}, "the space [5, 1] is outside the area of this game"),
        ({"tiles": DOUBLES}, "the game has 5 tiles of double red, and all of them lie there"),
        ({"tiles": PAIRS}, "the game has 6 tiles of red and blue, and all of them lie there"),
        ({"tiles": DOUBLES[:5], "place": DOUBLES[5]}, "the game has 5 tiles of double red, and all of them lie there"),
        ({"place": tile("red", "blue", [3, 0], [3, 1])}, "the space [3, 0] is taken"),
        ({"place": tile("red", "blue", [3, 1], [3, 1])}, "the spaces [3, 1] and [3, 1] are not side by side"),
        ({"place": tile("red", "blue", [4, 1], [5, 1])}, "the space [5, 1] is outside the area of this game"),
        ({"place": tile("red", "blue", [3, 1])}, "at must have 2 items, not 1"),
        ({"place": tile("red", "blue", [3, 1], [4, True])}, "a space is two whole numbers, not [4, true]"),
        ({"place": tile("red", "blue", [3, 1], [4.0, 1])}, "a space is two whole numbers, not [4.0, 1]"),
        ({"place": {"tile": ["red"], "at": [[3, 1], [4, 1]]}}, "tile must have 2 items, not 1"),
        ({"place": None}, "the tile to place must be an object, not null"),
        (
            {"place": tile("red", "pink", [3, 1], [4, 1])},
            'the colour must be one of "red", "green", "blue", "orange", "yellow", "purple", not "pink"',
        ),
    ],
)
def test_a_placement_that_cannot_be(changes: dict[str, Any], sentence: str) -> None:
    assert fault("ingenious/placement", **(TABLE | changes)) == sentence


def test_the_area_is_as_large_as_the_game() -> None:
    corner = {"tiles": [], "place": tile("red", "red", [7, -7], [6, -6])}
    assert verdict("ingenious/placement", area="all", **corner)["points"] == [["red", 0], ["red", 0]]
    assert fault("ingenious/placement", area="grey", **corner).endswith("is outside the area of this game")


def track(*values: Any) -> dict[str, Any]:
    return dict(zip(COLOURS, values, strict=True))


FIVES = track(5, 5, 5, 5, 5, 5)


@each_row(
    ("tracks", "mode", "sentence"),
    [
        ([FIVES, FIVES], "team", 'mode must be one of "base", "duel", not "team"'),
        ([FIVES], "base", "the number of tracks must be 2 to 4, not 1"),
        ([FIVES] * 5, "base", "the number of tracks must be 2 to 4, not 5"),
        ([FIVES, FIVES], "duel", "tracks must have 1 items, not 2"),
        ([], "duel", "tracks must have 1 items, not 0"),
        ({}, "base", "tracks must be a list, not {}"),
        ([FIVES, [5] * 6], "base", "the track of seat 1 must be an object, not [5, 5, 5, 5, 5, 5]"),
        ([FIVES, {"red": 5}], "base", 'the track of seat 1 lacks the key "green"'),
        ([FIVES, FIVES | {"pink": 1}], "base", 'the track of seat 1 has an unknown key "pink"'),
        ([FIVES, FIVES | {"red": 19}], "base", "the red marker must be 0 to 18, not 19"),
        ([FIVES, FIVES | {"red": -1}], "base", "the red marker must be 0 to 18, not -1"),
        ([FIVES, FIVES | {"red": True}], "base", "the red marker must be a whole number, not true"),
        ([FIVES | {"blue": 10}], "duel", "the blue marker must be −9 to 9, not 10"),
        ([FIVES | {"blue": -10}], "duel", "the blue marker must be −9 to 9, not -10"),
    ],
)
def test_tracks_that_cannot_be(tracks: Any, mode: Any, sentence: str) -> None:
    assert fault("ingenious/ranking", tracks=tracks, mode=mode) == sentence


@each_row(
    ("changes", "sentence"),
    [
        ({"track": FIVES | {"red": 37}}, "the red marker must be 0 to 36, not 37"),
        ({"track": [5] * 6}, "the track must be an object, not [5, 5, 5, 5, 5, 5]"),
        ({"hand": [["red"]]}, "tile must have 2 items, not 1"),
        ({"hand": ["red"]}, 'tile must be a list, not "red"'),
        ({"hand": [["red", "blue"]] * 7}, "the number of tiles in hand must be 0 to 6, not 7"),
        ({"hand": [["red", "red"]] * 6}, "the game has 5 tiles of double red, not 6"),
        (
            {"hand": [["red", "pink"]]},
            'the colour must be one of "red", "green", "blue", "orange", "yellow", "purple", not "pink"',
        ),
    ],
)
def test_a_hand_that_cannot_be(changes: dict[str, Any], sentence: str) -> None:
    assert fault("ingenious/swap", **({"track": FIVES, "hand": []} | changes)) == sentence


def test_six_tiles_of_a_pair_can_be_in_one_hand_either_way_round() -> None:
    hand = [["red", "blue"], ["blue", "red"]] * 3
    assert verdict("ingenious/swap", track=FIVES | {"green": 4}, hand=hand)["allowed"]
