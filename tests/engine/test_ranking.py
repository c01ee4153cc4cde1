"""Ranking: places by key, and a step for each tie of totals."""

from itertools import groupby, pairwise

from hypothesis import given, strategies as st

from companion.engine import rank
from tests.support.each_row import each_row

RULES = ("second", "third", "shared")
KEYS = st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=6)


def test_a_rule_can_be_told_more():
    steps = rank([(5, 1), (5, 2)], ["second"], {"second": {"deal": 4}, "shared": {"x": 1}})[1]
    assert [step.values["deal"] for step in steps] == [4]


@each_row(
    ("keys", "lowest_wins", "order", "reasons"),
    [
        ([(5, 1, 0), (5, 2, 0), (7, 0, 0)], False, [[2], [1], [0]], [("second", [1], [0], 2, 1)]),
        ([(5, 1, 0), (5, 2, 0), (7, 0, 0)], True, [[1], [0], [2]], [("second", [1], [0], 2, 1)]),
        ([(5, 2, 3), (5, 2, 4)], False, [[1], [0]], [("third", [1], [0], 4, 3)]),
        ([(5, -2, 0), (5, -1, 0)], True, [[1], [0]], [("second", [1], [0], -1, -2)]),
        ([(5, 2, 3), (5, 2, 3)], True, [[0, 1]], [("shared", [0, 1], None, 3, None)]),
    ],
)
def test_a_tie_goes_to_the_higher_number_whoever_wins(keys, lowest_wins, order, reasons):
    places, steps = rank(keys, RULES, lowest_wins=lowest_wins)
    assert [list(place) for place in places] == order
    told = [[step.values.get(key) for key in ("seats", "over", "value", "other")] for step in steps]
    assert [(step.rule, *values) for step, values in zip(steps, told, strict=True)] == reasons


@given(KEYS)
def test_places_are_the_keys_sorted(keys):
    places, _ = rank(keys, RULES)
    assert sorted(seat for place in places for seat in place) == list(range(len(keys)))
    assert all(list(place) == sorted(place) for place in places)
    assert [keys[place[0]] for place in places] == sorted(set(keys), reverse=True)
    assert all(len({keys[seat] for seat in place}) == 1 for place in places)


@given(KEYS)
def test_there_is_a_reason_exactly_where_totals_are_equal(keys):
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
def test_a_reason_tells_what_stood_in_the_keys(keys):
    for step in rank(keys, RULES)[1]:
        upper = keys[step.values["seats"][0]]
        assert step.values["total"] == upper[0]
        assert step.values["place"] == 1 + sum(key > upper for key in keys)
        if step.rule != "shared":
            lower = keys[step.values["over"][0]]
            criterion = 1 + RULES.index(step.rule)
            assert upper[:criterion] == lower[:criterion]
            assert step.values["value"] == upper[criterion] > lower[criterion] == step.values["other"]
