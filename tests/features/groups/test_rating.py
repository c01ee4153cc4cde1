"""What a game does to the ratings of those who played; those after all games of a group are in test_group_stats.py."""

from itertools import pairwise

import pytest
from hypothesis import example, given, strategies as st

from companion.features.groups import rating
from companion.features.groups.rating import Ratings
from companion.features.history.results import FinishedGame
from tests.support.plackett_luce import MU, SIGMA, rated


def game(places):
    own = tuple("abcdef"[: len(places)])
    totals = tuple(-place for place in places)
    return FinishedGame("s", "azul", "", own, tuple(places), totals, ({},) * len(own))


PLACES = st.lists(st.integers(1, 6), min_size=2, max_size=12)
FIRST_OF_FIVE = [1, 1, 3, 4, 5]


@given(PLACES)
@example(FIRST_OF_FIVE)
@example([1] * 11 + [2])
def test_among_equals_a_better_place_never_gains_less(places):
    sides = rating.rated([[rating.Skill(MU, SIGMA)]] * len(places), places)
    gains = sorted((place, side[0].mu - MU) for place, side in zip(places, sides, strict=True))
    for (place, gain), (other, less) in pairwise(gains):
        assert gain >= less - 1e-9 if place < other else gain == pytest.approx(less)
    assert sum(gain for _, gain in gains) == pytest.approx(0, abs=1e-9), "what some gain others lose"
    assert all(0 < side[0].sigma < SIGMA for side in sides)


SKILLS = st.lists(st.tuples(st.floats(5, 45), st.floats(1, 9)), min_size=1, max_size=2)


@given(st.lists(st.tuples(SKILLS, st.integers(1, 3)), min_size=2, max_size=5))
@example([([(MU + place, SIGMA)], place) for place in FIRST_OF_FIVE])
def test_a_tie_is_the_mean_over_all_orders_of_those_who_are_tied(sides):
    skills, places = [side for side, _ in sides], [place for _, place in sides]
    found = rating.rated([[rating.Skill(*skill) for skill in side] for side in skills], places)
    for side, expected in zip(found, rated(skills, places), strict=True):
        assert [number for skill in side for number in skill] == pytest.approx(
            [number for skill in expected for number in skill]
        )


def test_a_tie_of_many_is_near_to_that_over_all_orders(monkeypatch):
    skills = [[rating.Skill(MU + 2 * number, SIGMA - number)] for number in range(6)]
    exact = rating.rated(skills, [1] * 6)
    monkeypatch.setattr(rating, "_ALL_ORDERS", 5)
    for (near,), (side,) in zip(rating.rated(skills, [1] * 6), exact, strict=True):
        assert near == pytest.approx(side, abs=0.3)


def test_equal_games_make_the_uncertainty_small():
    ratings, spreads = Ratings(), []
    for _ in range(30):
        ratings.add(game([1, 2]))
        ratings.add(game([2, 1]))
        spreads.append(ratings.of("a").spread)
    assert spreads == sorted(spreads, reverse=True) and spreads[-1] < 200
    assert abs(ratings.of("a").mean - ratings.of("b").mean) < 60
