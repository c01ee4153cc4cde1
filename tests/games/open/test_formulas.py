"""The formulas of lines and the sums of rounds against an independent oracle, and what they refuse."""

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games import find_game
from companion.games.open.sheet import sheet_of
from companion.scoring.scoresheet import SheetError, read_setup, result
from tests.games.open.formula_strategies import games, is_typed, limits
from tests.games.open.strategies import sheet
from tests.support.each_row import each_row


class Oracle:
    """Counts a closing entry in fractions of a point, line by line on demand, with nothing of the engine."""

    def __init__(self, game: Mapping[str, Any]) -> None:
        options = game["options"]
        self.lines, self.unit = options["lines"], Fraction(1, 2) if options["halves"] else Fraction(1)
        self.sides = options.get("teams") or [[seat] for seat in range(len(game["players"]))]
        self.typed = game["entries"][-1]["lines"]
        self.rounds = [entry["round"] for entry in game["entries"][:-1]]
        self.sum = options["rounds"]["sum"] if options["rounds"] else 0

    def number(self, place: int, side: int) -> Fraction:
        line = self.lines[place]
        formula = line.get("formula", {})
        if is_typed(line):
            before = sum(is_typed(other) for other in self.lines[:place])
            return self.typed[side][before] * self.unit
        if "of" in formula:
            return self.points(formula["of"], side)
        several = [self.points(other, side) for other in next(iter(formula.values()))]
        return {"best": max, "worst": min, "sum": sum}[next(iter(formula))](several)

    def whole(self, place: int, side: int) -> Fraction:
        number, per = self.number(place, side), self.lines[place]["per"]
        return number if per == 1 else Fraction(floor(number / per))

    def points(self, place: int, side: int) -> Fraction:
        line = self.lines[place]
        when = line.get("when")
        if when and not self.points(when["line"], side) > when["above"]:
            return Fraction(0)
        formula, whole = line.get("formula", {}), self.whole(place, side)
        if "steps" in formula:
            steps = [*formula["steps"], *(formula["steps"][-1] + formula["beyond"] * more for more in range(1, 9999))]
            whole = Fraction(steps[max(0, floor(whole))])
        elif "times" in formula:
            product = whole * self.points(formula["times"], side)
            whole = floor(product / self.unit) * self.unit
        elif "most" in formula or "fewest" in formula:
            whole = self.place_points(formula, place, side)
        return whole * line["factor"]

    def place_points(self, formula: Mapping[str, Any], place: int, side: int) -> Fraction:
        wholes = [self.whole(place, other) for other in range(len(self.sides))]
        own, points = wholes[side], formula.get("most") or formula["fewest"]
        if len(wholes) < formula.get("sides", 1) or (len(set(wholes)) == 1 and not formula.get("equal", True)):
            return Fraction(0)
        if "most" in formula:
            if own <= 0:
                return Fraction(0)
            better = [one for one in wholes if one > own]
        else:
            better = [one for one in wholes if one < own]
        first = len(set(better) if formula["next"] else better)
        tied = wholes.count(own)
        if tied > 1 and formula["ties"] == "lower":
            return Fraction([*points, 0, 0][min(first + 1, len(points))])
        share = list(points[first : first + 1])
        if tied > 1 and formula["ties"] == "pool" and not formula["next"]:
            share = list(points[first : first + tied])
        if tied > 1 and formula["ties"] == "none":
            return Fraction(0)
        whole = sum(share)
        return Fraction(whole if formula["ties"] == "all" else int(Fraction(whole, tied)))

    def totals(self) -> list[int]:
        made = []
        for side in range(len(self.sides)):
            total = sum(
                (self.points(place, side) for place, line in enumerate(self.lines) if not line.get("apart")),
                Fraction(0),
            )
            for numbers in self.rounds:
                rest = self.sum - sum(number for number in numbers if number is not None) * self.unit
                total += rest if numbers[side] is None else numbers[side] * self.unit
            made.append(total / self.unit)
        of_seat = {seat: made[side] for side, seats in enumerate(self.sides) for seat in seats}
        assert all(total.denominator == 1 for total in made), "a number is a whole number of halves"
        return [int(of_seat[seat]) for seat in sorted(of_seat)]


@given(games())
def test_any_sheet_with_formulas_comes_out_as_the_oracle_says(game: dict[str, Any]) -> None:
    scored = result(game)
    assert scored["finished"] and scored["totals"] == Oracle(game).totals()
    for entry in scored["entries"]:
        for seat, points in enumerate(entry["points"]):
            assert points == sum(step["points"] for step in entry["steps"] if step.get("seat") == seat)
    assert len(scored["entries"][-1]["steps"]) == len(game["players"]) * len(game["options"]["lines"])


@given(
    st.lists(st.integers(0, 3), min_size=2, max_size=6),
    st.sampled_from(["split", "pool", "all", "lower", "none"]),
    st.data(),
)
def test_places_are_shared_as_the_oracle_says(numbers: list[int], ties: str, data: st.DataObject) -> None:
    kind, points = data.draw(st.sampled_from(["most", "fewest"])), data.draw(st.lists(st.integers(-9, 9), min_size=3))
    formula = {kind: points[:4], "ties": ties, "next": data.draw(st.booleans()), **data.draw(limits())}
    options: dict[str, Any] = {"lines": [{"name": "a", "factor": 1, "per": 1, "formula": formula}], "halves": False}
    game = sheet([{"lines": [[number] for number in numbers]}], len(numbers), rounds=None, **options)
    assert result(game)["totals"] == Oracle(game).totals()


LINE = {"name": "a"}


@each_row(
    ("more", "told"),
    [
        ({"formula": {}}, "the formula of line 1 has one of these keys: steps, most, fewest, times, best, worst, sum"),
        ({"formula": {"steps": []}}, "the formula of line 1 has 1 to 40 numbers, not 0"),
        ({"formula": {"steps": [10000]}}, "the formula of line 1 must be −9999 to 9999, not 10000"),
        ({"formula": {"most": [1] * 7}}, "the formula of line 1 has 1 to 6 numbers, not 7"),
        ({"formula": {"most": [1], "ties": "x"}}, 'the ties of the formula of line 1 must be one of "split", "pool"'),
        ({"formula": {"fewest": [1], "sides": 1}}, "the sides of the formula of line 1 must be 2 to 12, not 1"),
        ({"formula": {"times": 2}}, "a line in the formula of line 1 must be 0 to 1, not 2"),
        ({"formula": {"best": []}}, "the formula of line 1 names one line or more, each once"),
        ({"formula": {"times": 0}}, "the line a cannot count with itself"),
        ({"formula": {"times": 1}}, "these lines count with each other in a circle: a, b"),
        ({"hidden": True}, 'line 1 has an unknown key "hidden"'),
    ],
)
def test_a_formula_that_cannot_be_is_refused(more: dict[str, Any], told: str) -> None:
    with pytest.raises(SheetError) as refused:
        result(sheet([], lines=[{**LINE, **more}, {"name": "b", "formula": {"times": 0}}]))
    assert str(refused.value).startswith(told)


@each_row(
    ("rounds", "more", "told"),
    [
        ({"count": 1}, {}, 'the option rounds lacks the key "sum"'),
        ({"count": 1, "sum": [13]}, {}, "the sum of a round is one number, or 2 to 6 different ones"),
        ({"count": 1, "sum": [1, 2], "fill": True}, {}, "the last number of a round can only follow from one sum"),
        ({"count": 1, "sum": 0}, {}, "numbers that add up to 0 or less need numbers below 0; allow them"),
        ({"count": 1, "sum": 5}, {"cooperative": True}, "the round of a cooperative game is one number"),
        (1, {"cooperative": True, "lines": [{"name": "a", "secret": True}]}, "in a cooperative game no line is secret"),
    ],
)
def test_a_sum_that_cannot_be_is_refused(rounds: Any, more: dict[str, Any], told: str) -> None:
    with pytest.raises(SheetError) as refused:
        result(sheet([], rounds=rounds, **more))
    assert str(refused.value).startswith(told)


SQUARES = [{"name": "0"}, *({"name": str(n), "formula": {"times": n - 1, "of": n - 1}} for n in range(1, 20))]


def test_a_line_is_bounded_before_the_next_one_multiplies_it() -> None:
    """Each line is the one before times itself: the last had millions of digits."""
    setup = read_setup(find_game("open") or pytest.fail(), ["Ann", "Ben"], {"rounds": None, "lines": SQUARES})
    counted = sheet_of(setup).counting.count([[99999], [3]])
    assert [line.points for line in counted[0]] == [99999, *[None] * 19]
    assert [line.points for line in counted[1]] == [3, 9, 81, 6561, 43046721, *[None] * 15]


HUGE = [{"name": "a"}, {"name": "b", "formula": {"times": 0}}, {"name": "c", "formula": {"times": 1}}]
STEPPED: dict[str, Any] = {"negative": True, "lines": [{"name": "a", "formula": {"steps": [0]}}]}


def adds(total: int | list[int], *, fill: bool = False) -> dict[str, Any]:
    return {"rounds": {"count": 0, "sum": total, "fill": fill}}


@each_row(
    ("entry", "options", "told"),
    [
        ({"round": [7, 5]}, adds(13), "the numbers of the round add up to 12, not 13"),
        ({"round": [7, 5]}, adds([26, 78]), "the numbers of the round add up to 12, not one of 26, 78"),
        ({"round": [None, 5]}, adds(13), "the points of Ann must be a whole number, not null"),
        ({"round": [None, 14]}, adds(13, fill=True), "the others have 14 of 13 already, so nothing is left for Ann"),
        ({"round": [None, None]}, adds(13, fill=True), "one number of a round can be left out, not 2"),
        ({"lines": [[-1], [0]]}, STEPPED, "a of Ann cannot be below 0, as it is counted by steps"),
        ({"lines": [[1], [0]]}, {"lines": HUGE[:2]}, "the lines of Ann must have 2 items, not 1"),
        ({"lines": [[0], [3]]}, {"lines": SQUARES}, "5 of Ben comes to more than 99999999"),
        ({"lines": [[9999] * 3, [0] * 3]}, {"lines": HUGE}, "c of Ann comes to more than 99999999"),
    ],
)
def test_numbers_that_do_not_fit_are_refused(entry: dict[str, Any], options: dict[str, Any], told: str) -> None:
    with pytest.raises(SheetError) as refused:
        result(sheet([entry], **{"rounds": None, **options}))
    assert str(refused.value).startswith(f"entry 1: {told}")
