"""Ranking: places by key, and a step for each tie of totals."""

from __future__ import annotations

from itertools import groupby, pairwise

from hypothesis import given
from hypothesis import strategies as st

from companion.game import rank

RULES = ("second", "third", "shared")
KEYS = st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=6)


def explanations(keys: list[tuple[int, ...]]) -> list[tuple[str, dict[str, object]]]:
    return [(step.rule, dict(step.values)) for step in rank(keys, RULES)[1]]


def test_totals_that_differ_need_no_reason() -> None:
    assert rank([(3, 0, 0), (5, 9, 9), (4, 0, 0)], RULES) == (((1,), (2,), (0,)), ())


def test_the_first_criterion_that_differs_decides() -> None:
    assert explanations([(5, 1, 9), (5, 2, 0)]) == [
        ("second", {"place": 1, "total": 5, "seats": [1], "over": [0], "value": 2, "other": 1})
    ]
    assert explanations([(5, 1, 0), (5, 1, 4)]) == [
        ("third", {"place": 1, "total": 5, "seats": [1], "over": [0], "value": 4, "other": 0})
    ]


def test_a_place_that_is_shared_counts_for_as_many() -> None:
    keys = [(5, 1, 1), (9, 0, 0), (5, 1, 1), (5, 0, 0)]
    assert rank(keys, RULES)[0] == ((1,), (0, 2), (3,))
    assert explanations(keys) == [
        ("shared", {"place": 2, "total": 5, "seats": [0, 2], "value": 1}),
        ("second", {"place": 2, "total": 5, "seats": [0, 2], "over": [3], "value": 1, "other": 0}),
    ]


def test_the_place_after_a_shared_one_is_counted_on() -> None:
    keys = [(5, 0, 0), (5, 0, 0), (3, 1, 0), (3, 0, 0)]
    assert explanations(keys)[1] == (
        "second",
        {"place": 3, "total": 3, "seats": [2], "over": [3], "value": 1, "other": 0},
    )


def test_a_rule_can_be_told_more() -> None:
    steps = rank([(5, 1), (5, 2)], ["second"], {"second": {"deal": 4}, "shared": {"x": 1}})[1]
    assert [step.values["deal"] for step in steps] == [4]


@given(KEYS)
def test_places_are_the_keys_sorted(keys: list[tuple[int, ...]]) -> None:
    places, _ = rank(keys, RULES)
    assert sorted(seat for place in places for seat in place) == list(range(len(keys)))
    assert all(list(place) == sorted(place) for place in places)
    assert [keys[place[0]] for place in places] == sorted(set(keys), reverse=True)
    assert all(len({keys[seat] for seat in place}) == 1 for place in places)


@given(KEYS)
def test_there_is_a_reason_exactly_where_totals_are_equal(keys: list[tuple[int, ...]]) -> None:
    places, steps = rank(keys, RULES)
    shared = [list(place) for place in places if len(place) > 1]
    assert [step.values["seats"] for step in steps if step.rule == "shared"] == shared
    close = [
        ([*one], [*other])
        for _, group in groupby(places, key=lambda place: keys[place[0]][0])
        for places_of_total in [list(group)]
        for one, other in pairwise(places_of_total)
    ]
    assert [(step.values["seats"], step.values["over"]) for step in steps if "over" in step.values] == close


@given(KEYS)
def test_a_reason_tells_what_stood_in_the_keys(keys: list[tuple[int, ...]]) -> None:
    for step in rank(keys, RULES)[1]:
        upper = keys[step.values["seats"][0]]
        assert step.values["total"] == upper[0]
        assert step.values["place"] == 1 + sum(key > upper for key in keys)
        if step.rule != "shared":
            lower = keys[step.values["over"][0]]
            criterion = 1 + RULES.index(step.rule)
            assert upper[:criterion] == lower[:criterion]
            assert step.values["value"] == upper[criterion] > lower[criterion] == step.values["other"]
