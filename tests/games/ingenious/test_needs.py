"""What a seat of Ingenious needs, against every way to share out the points."""

from itertools import combinations_with_replacement

from hypothesis import given, settings, strategies as st

from companion.games.ingenious.help import DUEL_REACH, cheapest_over, nearest_lead
from companion.games.ingenious.rules import play
from tests.games.ingenious.test_rules import after, table, tile
from tests.support.asking import needs_by_seat
from tests.support.tries import tries

TRACK = st.lists(st.integers(0, 6), min_size=6, max_size=6)


def raised(own, points, top):
    """Every way to give points to the six markers."""
    for moved in combinations_with_replacement(range(6), points):
        to = tuple(value + moved.count(place) for place, value in enumerate(own))
        if max(to) <= top:
            yield to


@settings(max_examples=tries(60))
@given(TRACK, TRACK)
def test_no_fewer_points_come_before_another_track(values, others):
    own, target = tuple(values), tuple(others)
    if sorted(own) > sorted(target):
        own, target = target, own
    to, _ = cheapest_over("base", own, target)
    assert sorted(to) > sorted(target) and all(new >= old for new, old in zip(to, own, strict=True))
    for points in range(min(sum(to) - sum(own), 9)):
        assert not any(sorted(way) > sorted(target) for way in raised(own, points, 18))


def side(track, sign):
    own = sorted(sign * value for value in track if sign * value > 0)
    return len(own), own


@settings(max_examples=tries(60))
@given(st.lists(st.integers(-3, 3), min_size=6, max_size=6))
def test_the_duel_s_lead_is_the_nearest(values):
    own = tuple(values)
    if side(own, 1) > side(own, -1):
        own = tuple(-value for value in own)
    to = nearest_lead(own)
    most = DUEL_REACH if to is None else sum(to) - sum(own) - 1
    if to:
        assert side(to, 1) > side(to, -1)
    for points in range(most + 1):
        assert not any(side(way, 1) > side(way, -1) for way in raised(own, points, 9))


def test_mates_need_the_same_and_pass_the_other_team():
    state = after(table("team", 4), tile(0, "red 17"), tile(1, "blue 2"), tile(2), tile(3))
    found = needs_by_seat("ingenious", state)
    assert found[0] == found[2] and found[1] == found[3]
    # Ann and Cleo: red 17, all else 0; Ben and Mei-Ling: blue 2. With red on 1 their second-highest is ahead, 1 to 0.
    assert found[0][1].startswith("At least 5 points to raise the total, such as green to 1, blue to 1")
    assert found[1][1] == "At least 1 point to come before Ann, Cleo, such as red to 1."
    assert "For an extra placement: 1 more red." in found[0] and "extra" not in " ".join(found[1])


def test_a_duel_counts_sides_and_tokens():
    state = after(table("duel"), tile(0, "red 9", "blue 2"), tile(0), tile(1, "red 3"))
    # Ann: red 6, blue 2; she holds red's token. Three markers, each pulled from 0 to Ben's 1, are more than her two.
    assert needs_by_seat("ingenious", state) == {
        0: ["2 markers on the side of Ann now: red, blue."],
        1: [
            "No marker is on the side of Ben now.",
            "At least 3 points to come before Ann, such as green to 1, orange to 1, yellow to 1.",
        ],
    }
    far = after(table("duel"), *[tile(0, "red 9", "green 9"), tile(0, "blue 9"), tile(0), tile(0)][:4])
    assert needs_by_seat("ingenious", far)[1][1] == "More than 8 points from coming before Ann."


def test_what_is_said_of_an_extra_tile_comes_true():
    for mode, seats in (("base", 2), ("team", 4), ("duel", 2)):
        state = after(table(mode, seats), tile(0, "red 8", "blue 5"), tile(1, "green 4"))
        while state.turn:
            state = after(state, tile(state.turn))
        near = [text for text in needs_by_seat("ingenious", state).get(0, []) if "extra placement" in text]
        for colour in ("red", "blue", "green"):
            for points in range(1, 7):
                earned = play(state, tile(0, f"{colour} {points}"))[0].owed > 0
                fewest = any(f"{fewer} more {colour}" in text for fewer in range(1, points + 1) for text in near)
                assert earned == fewest, (mode, colour, points)
