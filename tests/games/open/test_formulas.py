"""The formulas of lines and the sums of rounds against an independent oracle, and what they refuse."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given, strategies as st

from companion.games import find_game
from companion.games.open.sheet import sheet_of
from companion.scoring.scoresheet import read_setup, result
from tests.games.open.formula_strategies import games, is_typed, limits
from tests.games.open.strategies import sheet


class Oracle:
    """Counts a closing entry in fractions of a point, line by line on demand, with nothing of the engine."""

    def __init__(self, game):
        options = game["options"]
        self.lines, self.unit = options["lines"], Fraction(1, 2) if options["halves"] else Fraction(1)
        self.sides = options.get("teams") or [[seat] for seat in range(len(game["players"]))]
        self.typed = game["entries"][-1]["lines"]
        self.rounds = [entry["round"] for entry in game["entries"][:-1]]
        self.sum = options["rounds"]["sum"] if options["rounds"] else 0

    def number(self, place, side):
        line = self.lines[place]
        formula = line.get("formula", {})
        if is_typed(line):
            before = sum(is_typed(other) for other in self.lines[:place])
            return self.typed[side][before] * self.unit
        if "of" in formula:
            return self.points(formula["of"], side)
        several = [self.points(other, side) for other in next(iter(formula.values()))]
        return {"best": max, "worst": min, "sum": sum}[next(iter(formula))](several)

    def whole(self, place, side):
        number, per = self.number(place, side), self.lines[place]["per"]
        return number if per == 1 else Fraction(floor(number / per))

    def points(self, place, side):
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

    def place_points(self, formula, place, side):
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

    def totals(self):
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
def test_any_sheet_with_formulas_comes_out_as_the_oracle_says(game):
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
def test_places_are_shared_as_the_oracle_says(numbers, ties, data):
    kind, points = data.draw(st.sampled_from(["most", "fewest"])), data.draw(st.lists(st.integers(-9, 9), min_size=3))
    formula = {kind: points[:4], "ties": ties, "next": data.draw(st.booleans()), **data.draw(limits())}
    options = {"lines": [{"name": "a", "factor": 1, "per": 1, "formula": formula}], "halves": False}
    game = sheet([{"lines": [[number] for number in numbers]}], len(numbers), rounds=None, **options)
    assert result(game)["totals"] == Oracle(game).totals()


SQUARES = [{"name": "0"}, *({"name": str(n), "formula": {"times": n - 1, "of": n - 1}} for n in range(1, 20))]


def test_a_line_is_bounded_before_the_next_one_multiplies_it():
    """Each line is the one before times itself: the last had millions of digits."""
    setup = read_setup(find_game("open") or pytest.fail(), ["Ann", "Ben"], {"rounds": None, "lines": SQUARES})
    counted = sheet_of(setup).counting.count([[99999], [3]])
    assert [line.points for line in counted[0]] == [99999, *[None] * 19]
    assert [line.points for line in counted[1]] == [3, 9, 81, 6561, 43046721, *[None] * 15]
