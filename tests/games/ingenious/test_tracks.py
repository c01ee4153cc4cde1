"""The tracks of Ingenious: markers that stop, what a top brings, totals, and who is first."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.games.ingenious.board import Half
from companion.games.ingenious.markers import Move, advance, score_halves
from companion.games.ingenious.rules import ranking
from companion.games.ingenious.tracks import (
    MODES,
    TOPS,
    Track,
    is_at_top,
    lowest_colours,
    own_colours,
    seat_track,
    total_of,
    totals_of,
    with_track,
)
from companion.games.ingenious.turns import may_swap_hand
from tests.games.ingenious.slow import COLOURS, Table
from tests.games.ingenious.strategies import MODES as TABLES
from tests.support.each_row import each_row

NOBODY = (None,) * 6
TRACKS = st.tuples(*[st.integers(0, 18)] * 6)


def halves(*values: str) -> list[Half]:
    """ "red 3" is a half of 3 points."""
    return [Half(value.split()[0], int(value.split()[1]), None) for value in values]


def rules_of(mode: str, track: Track, *values: str, seat: int = 0, tokens: Any = NOBODY) -> list[str]:
    steps = score_halves(mode, seat, track, tokens, halves(*values)).steps
    return [step.rule.removeprefix("ingenious/") for step in steps]


@each_row(
    ("mode", "value", "points", "to", "lost", "reached"),
    [
        ("base", 0, 0, 0, 0, False),
        ("base", 15, 2, 17, 0, False),
        ("base", 15, 3, 18, 0, True),
        ("base", 15, 4, 18, 1, True),
        ("base", 18, 4, 18, 4, False),
        ("solo", 16, 2, 18, 0, True),
        ("solo", 17, 4, 18, 3, True),
        ("team", 17, 30, 18, 29, True),
        ("team", 18, 1, 19, 0, False),
        ("team", 30, 6, 36, 0, True),
        ("team", 30, 7, 36, 1, True),
        ("team", 36, 7, 36, 7, False),
        ("duel", -9, 8, -1, 0, False),
        ("duel", -9, 18, 9, 0, True),
        ("duel", 5, 5, 9, 1, True),
        ("duel", 9, 2, 9, 2, False),
    ],
)
def test_a_marker_stops_at_its_tops(mode: str, value: int, points: int, to: int, lost: int, reached: bool) -> None:
    assert advance(mode, value, points) == Move(to, lost, reached)


def test_the_examples_of_solo_and_team() -> None:
    track = (0, 16, 0, 0, 17, 0)
    for mode, extra in (("solo", 0), ("team", 2)):
        scored = score_halves(mode, 0, track, NOBODY, halves("green 2", "yellow 4"))
        assert scored.track == (0, 18, 0, 0, 18, 0)
        assert scored.extra == extra
        assert scored.steps[3].values == {"colour": "yellow", "lost": 3, "top": 18}


@each_row(
    ("mode", "track", "placed", "rules"),
    [
        ("base", (0,) * 6, [], ["nothing"]),
        ("base", (0,) * 6, ["red 0", "blue 0"], ["nothing"]),
        ("base", (0,) * 6, ["red 0", "blue 1"], ["half"]),
        ("base", (17, 17, 0, 0, 0, 0), ["red 1", "green 2"], ["half", "extra", "half", "past-top", "extra"]),
        ("base", (17, 0, 0, 0, 0, 0), ["red 1", "red 2"], ["half", "extra", "half", "past-top"]),
        ("solo", (17, 0, 0, 0, 0, 0), ["red 2", "red 2"], ["half", "past-left-top", "to-right-track", "half"]),
        ("solo", (35, 0, 0, 0, 0, 0), ["red 2"], ["half", "past-top", "to-right-track"]),
        (
            "team",
            (17, 0, 0, 0, 0, 0),
            ["red 2", "red 18"],
            ["half", "past-left-top", "team-extra", "half", "team-extra"],
        ),
        ("team", (36, 0, 0, 0, 0, 0), ["red 2"], ["half", "past-top"]),
        ("duel", (8, 0, 0, 0, 0, 0), ["red 1", "red 1"], ["half", "token", "half", "past-nine"]),
    ],
)
def test_what_a_tile_brings(mode: str, track: Track, placed: list[str], rules: list[str]) -> None:
    assert rules_of(mode, track, *placed) == rules


def test_a_token_changes_hands_and_brings_nothing_twice() -> None:
    tokens = (1, None, None, None, None, None)
    scored = score_halves("duel", 0, (8, 0, 0, 0, 0, 0), tokens, halves("red 1"))
    assert scored.tokens == (0, None, None, None, None, None) and scored.extra == 1
    assert scored.steps[1].values["taken_from"] == 1
    again = score_halves("duel", 0, (8, 0, 0, 0, 0, 0), scored.tokens, halves("red 1"))
    assert again.tokens == scored.tokens and again.extra == 0
    assert again.steps[1].rule == "ingenious/token-held"


@each_row("mode", MODES)
def test_what_lies_at_the_top_is_over_at_once(mode: str) -> None:
    top = TOPS[mode][-1]
    assert is_at_top(mode, (top,) * 6)
    assert not is_at_top(mode, (top,) * 5 + (top - 1,))
    assert is_at_top("base", (18,) * 6) and not is_at_top("team", (18,) * 6)


def test_the_ranking_of_the_rulebook() -> None:
    tina, carl = (10, 14, 13, 15, 11, 16), (12, 15, 14, 17, 12, 9)
    thomas, heike = (14, 13, 9, 12, 15, 16), (15, 7, 16, 14, 13, 17)
    places, steps = ranking("base", [tina, carl, thomas, heike])
    assert places == ((0,), (2,), (1,), (3,))
    assert [step.values for step in steps] == [
        {"place": 2, "total": 9, "seats": [2], "over": [1], "value": 13, "other": 12, "column": 3,
         "colours": ["green"], "other_colours": ["red", "yellow"]}
    ]  # fmt: skip


def test_the_duel_of_the_rulebook() -> None:
    places, steps = ranking("duel", [(2, 4, -2, 0, -3, 0)])
    assert places == ((0,), (1,))
    values = dict(steps[0].values)
    assert steps[0].rule == "ingenious/duel-tie"
    assert (values["column"], values["value"], values["other"]) == (2, 4, 3)
    assert (values["colours"], values["other_colours"]) == (["green"], ["yellow"])


@each_row(
    ("mode", "tracks", "places", "rules"),
    [
        ("duel", [(0,) * 6], ((0, 1),), ["duel-draw"]),
        ("duel", [(9, 9, -1, -1, -1, 0)], ((1,), (0,)), []),
        ("duel", [(1, 2, -2, -1, 0, 0)], ((0, 1),), ["duel-draw"]),
        ("duel", [(1, 2, -2, -2, 0, 0)], ((1,), (0,)), ["duel-tie"]),
        ("team", [(3,) * 6, (3,) * 6], ((0, 1, 2, 3),), ["shared"]),
        ("team", [(3,) * 6, (3, 3, 3, 3, 3, 4)], ((1, 3), (0, 2)), ["tie-column"]),
        ("team", [(5,) * 6, (3,) * 6], ((0, 2), (1, 3)), []),
        ("solo", [(3,) * 6], ((0,),), []),
        ("base", [(3,) * 6, (3,) * 6, (4,) * 6], ((2,), (0, 1)), ["shared"]),
        ("base", [(3, 3, 4, 4, 4, 4), (3, 4, 4, 4, 4, 4)], ((1,), (0,)), ["tie-column"]),
        # How many stand on 18 does not matter.
        ("base", [(3, 18, 18, 18, 18, 4), (3, 5, 5, 5, 5, 5)], ((1,), (0,)), ["tie-column"]),
    ],
)
def test_places_and_what_settled_them(mode: str, tracks: list[Track], places: Any, rules: list[str]) -> None:
    got, steps = ranking(mode, tracks)
    assert got == places
    assert [step.rule.removeprefix("ingenious/") for step in steps] == rules


def test_of_teams_the_mates_stand_together_in_the_reason() -> None:
    _, steps = ranking("team", [(3,) * 6, (3, 3, 3, 3, 3, 4)])
    assert (steps[0].values["seats"], steps[0].values["over"]) == ([1, 3], [0, 2])


@given(st.sampled_from(TABLES), st.data())
def test_places_by_a_slow_second_count(kind: tuple[str, int], data: st.DataObject) -> None:
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


@given(TRACKS, st.lists(st.tuples(st.sampled_from(COLOURS), st.sampled_from(COLOURS)), max_size=6))
def test_lowest_colours_and_the_hand_that_may_be_swapped(track: Track, hand: list[tuple[str, str]]) -> None:
    lowest = lowest_colours(track)
    assert lowest == tuple(colour for colour, value in zip(COLOURS, track, strict=True) if value <= min(track))
    assert may_swap_hand(track, hand) == (not {colour for tile in hand for colour in tile} & set(lowest))
    assert set(own_colours(track)) == {colour for colour, value in zip(COLOURS, track, strict=True) if value > 0}
