"""The engine of the open score sheet against a simple oracle, and what it refuses."""

from fractions import Fraction

import pytest
from hypothesis import given

from companion.scoring.scoresheet import SheetError, result
from tests.games.open.strategies import sheet, sheets
from tests.games.open.test_formulas import SQUARES
from tests.scoring.test_scoresheet import fault
from tests.support.each_row import each_row


def added(number):
    return sum(number) if isinstance(number, list) else number


def in_round(number, options):
    if "bids" not in options or number == 0:
        return added(number)
    (bid, tricks), worth = number, options["bids"]
    off = max(bid, tricks) - min(bid, tricks)
    return off * int(worth["missed"]) if off else int(worth["made"]) + tricks * int(worth["each"])


def naive(game):
    """Totals and places, in fractions and by comparing each side with each other one."""
    options, unit = game["options"], Fraction(1, 2) if game["options"]["halves"] else Fraction(1)
    sides = options.get("teams") or [[seat] for seat in range(len(game["players"]))]
    totals, ties = [Fraction(0)] * len(sides), [[Fraction(0)] for _ in sides]
    tie = options["tie"]
    for place, side in enumerate(sides):
        for entry in game["entries"]:
            if "round" in entry:
                totals[place] += in_round(entry["round"][place], options) * unit
                continue
            for line, number in zip(options["lines"], entry.get("lines", [[]] * len(sides))[place], strict=True):
                totals[place] += (added(number) * unit / line["per"]).__floor__() * line["factor"] if (
                    line["per"] > 1
                ) else added(number) * unit * line["factor"]  # fmt: skip
            ties[place] = [
                (-1 if each.get("fewest") else 1)
                * Fraction(added(entry["tie"][place] if "number" in each else entry["lines"][place][each["line"]]))
                for each in ([] if isinstance(tie, str) else [tie] if isinstance(tie, dict) else tie)
            ]
        if tie == "seats":
            ties[place] = [Fraction(-side[0])]
    keys = [(-total if options["lowest_wins"] else total, tie) for total, tie in zip(totals, ties, strict=True)]
    better = {place: sum(other > keys[place] for other in keys) for place in range(len(sides))}
    ranking = [
        sorted(seat for place, count in better.items() if count == number for seat in sides[place])
        for number in sorted(set(better.values()))
    ]
    of_seat = {seat: totals[place] / unit for place, side in enumerate(sides) for seat in side}
    return [int(of_seat[seat]) for seat in sorted(of_seat)], ranking


@given(sheets())
def test_any_game_comes_out_as_the_oracle_says(game):
    scored = result(game)
    assert scored["finished"] and (scored["totals"], scored["ranking"]) == naive(game)
    for entry in scored["entries"]:
        for seat, points in enumerate(entry["points"]):
            assert points == sum(step["points"] for step in entry["steps"] if step.get("seat") == seat)


@pytest.mark.parametrize("halves", [False, True])
def test_the_bounds_of_a_number_are_the_same_points_in_halves(*, halves):
    most = 199998 if halves else 99999
    options = {"negative": True, "halves": halves}
    for number in (most, -most, [most, most, -most]):
        assert result(sheet([{"round": [number, 0]}], **options))["totals"][0] in (most, -most)
    for number in (most + 1, -most - 1, [most, 1], [most + 1, -1]):
        with pytest.raises(SheetError, match="must be −99999 to 99999, not"):
            result(sheet([{"round": [number, 0]}], **options))


@pytest.mark.parametrize("is_won", [True, False])
def test_a_cooperative_sheet_may_count_nothing(*, is_won):
    scored = result(sheet([{"won": is_won}], rounds=None, cooperative=True))
    assert scored["finished"] and scored["totals"] == [0, 0] and scored["ranking"] == [[0, 1]]
    assert scored["details"]["won"] is is_won and scored["details"]["next"] is None
    assert result(sheet([], rounds=None, cooperative=True))["details"]["next"] == "won"
    with pytest.raises(SheetError, match="this sheet has no rounds"):
        result(sheet([{"round": [1]}], rounds=None, cooperative=True))


def line(more):
    return {"lines": [{"name": "a", **more}, {"name": "b", "formula": {"times": 0}}]}


@each_row(
    ("options", "told"),
    [
        ({"rounds": None}, "a sheet needs rounds or lines"),
        ({"rounds": 601}, "the option rounds must be 0 to 600, not 601"),
        ({"name": "x" * 41}, "the option name has 0 to 40 characters, not 41"),
        ({"name": "a\ud800"}, "the option name cannot have control characters"),
        ({"lines": [{"name": "a"}, {"name": " A "}]}, "two lines are called  A ; their names must differ"),
        ({"lines": [{"name": "a", "factor": 0}]}, "the factor of line 1 cannot be 0"),
        ({"lines": [{"name": "a", "per": 0}]}, "the divisor of line 1 must be 1 to 99, not 0"),
        ({"lines": [{"name": str(n)} for n in range(21)]}, "a sheet has at most 20 lines, not 21"),
        ({"tie": [{"number": "a"}, {"line": 0}]}, "the line that breaks ties is not on the sheet"),
        ({"tie": [{"number": "a"}, "seats"]}, 'each of two in the option tie is a line or a number, not "seats"'),
        ({"tie": [{"number": "a"}, {"number": "b"}]}, "a tie is broken by two different lines, or by one line and"),
        ({"limit": {"total": 0}}, "the total of the option limit must be 1 to 99999, not 0"),
        ({"rounds": None, "lines": [{"name": "a"}], "limit": {"total": 5}}, "a limit needs rounds"),
        ({"teams": [[0], [0]]}, "each seat is in one team, and each team has a seat"),
        ({"teams": [[0, 1]]}, "there are two teams or more; all together play a cooperative game"),
        ({"cooperative": True, "teams": [[0], [1]]}, "a cooperative game has no teams"),
        ({"cooperative": True, "tie": "seats"}, "a cooperative game has no ties to break"),
        (line({"formula": {}}),
         "the formula of line 1 has one of these keys: steps, most, fewest, times, best, worst, sum"),
        (line({"formula": {"steps": []}}), "the formula of line 1 has 1 to 40 numbers, not 0"),
        (line({"formula": {"steps": [10000]}}), "the formula of line 1 must be −9999 to 9999, not 10000"),
        (line({"formula": {"most": [1] * 7}}), "the formula of line 1 has 1 to 6 numbers, not 7"),
        (line({"formula": {"most": [1], "ties": "x"}}),
         'the ties of the formula of line 1 must be one of "split", "pool"'),
        (line({"formula": {"fewest": [1], "sides": 1}}), "the sides of the formula of line 1 must be 2 to 12, not 1"),
        (line({"formula": {"times": 2}}), "a line in the formula of line 1 must be 0 to 1, not 2"),
        (line({"formula": {"best": []}}), "the formula of line 1 names one line or more, each once"),
        (line({"formula": {"times": 0}}), "the line a cannot count with itself"),
        (line({"formula": {"times": 1}}), "these lines count with each other in a circle: a, b"),
        (line({"hidden": True}), 'line 1 has an unknown key "hidden"'),
        ({"rounds": {"count": 1}}, 'the option rounds lacks the key "sum"'),
        ({"rounds": {"count": 1, "sum": [13]}}, "the sum of a round is one number, or 2 to 6 different ones"),
        ({"rounds": {"count": 1, "sum": [1, 2], "fill": True}},
         "the last number of a round can only follow from one sum"),
        ({"rounds": {"count": 1, "sum": 0}}, "numbers that add up to 0 or less need numbers below 0; allow them"),
        ({"rounds": {"count": 1, "sum": 5}, "cooperative": True}, "the round of a cooperative game is one number"),
        ({"rounds": 1, "cooperative": True, "lines": [{"name": "a", "secret": True}]},
         "in a cooperative game no line is secret"),
    ],
)  # fmt: skip
def test_a_sheet_that_cannot_be_is_refused(options, told):
    assert fault(sheet([], **options))[1].startswith(told)


LINES = {"lines": [{"name": "coins", "per": 3}]}
HUGE = [{"name": "a"}, {"name": "b", "formula": {"times": 0}}, {"name": "c", "formula": {"times": 1}}]
STEPPED = {"negative": True, "lines": [{"name": "a", "formula": {"steps": [0]}}]}


def adds(total, *, fill=False):
    return {"rounds": {"count": 0, "sum": total, "fill": fill}}


@each_row(
    ("entry", "options", "told"),
    [
        ({"round": [1]}, {}, "the round must have 2 items, not 1"),
        ({"round": [1, [1] * 41]}, {}, "the points of Ben: a sum has 2 to 40 numbers, not 41"),
        ({"round": [1, -2]}, {}, "the points of Ben cannot be −2: this sheet has no numbers below 0"),
        ({"round": [1, 2]}, {"rounds": None, **LINES}, "this sheet has no rounds"),
        ({"lines": [[1], [2]]}, {}, "this sheet has nothing to enter at the end"),
        ({"lines": [[1], [-2]]}, {"negative": True, **LINES}, "coins of Ben cannot be below 0, as it is divided by 3"),
        ({"won": True}, {}, "this game is not won or lost together"),
        ({"round": [7, 5]}, adds(13), "the numbers of the round add up to 12, not 13"),
        ({"round": [7, 5]}, adds([26, 78]), "the numbers of the round add up to 12, not one of 26, 78"),
        ({"round": [None, 5]}, adds(13), "the points of Ann must be a whole number, not null"),
        ({"round": [None, 14]}, adds(13, fill=True), "the others have 14 of 13 already, so nothing is left for Ann"),
        ({"round": [None, None]}, adds(13, fill=True), "one number of a round can be left out, not 2"),
        ({"lines": [[-1], [0]]}, {"rounds": None, **STEPPED}, "a of Ann cannot be below 0, as it is counted by steps"),
        ({"lines": [[1], [0]]}, {"rounds": None, "lines": HUGE[:2]}, "the lines of Ann must have 2 items, not 1"),
        ({"lines": [[0], [3]]}, {"rounds": None, "lines": SQUARES}, "5 of Ben comes to more than 99999999"),
        ({"lines": [[9999] * 3, [0] * 3]}, {"rounds": None, "lines": HUGE}, "c of Ann comes to more than 99999999"),
    ],
)  # fmt: skip
def test_an_entry_that_the_sheet_does_not_have_is_refused(entry, options, told):
    number, sentence = fault(sheet([entry], **options))
    assert number == 1 and sentence.startswith(told)


def test_the_lines_come_once_and_no_round_after_them():
    options = {"rounds": 1, "cooperative": True, **LINES}
    entries = [{"round": [4]}, {"lines": [[7]]}]
    scored = result(sheet(entries, **options))
    assert (scored["totals"], scored["finished"], scored["details"]["next"]) == ([6, 6], False, "won")
    for more, told in (({"round": [1]}, "the rounds are over"), ({"lines": [[7]]}, "the lines are in")):
        with pytest.raises(SheetError, match=told):
            result(sheet([*entries, more], **options))
    scored = result(sheet([*entries, {"won": True}], **options))
    assert scored["finished"] and scored["details"]["won"] is True


MORE, PLAY_ON = {"total": 10, "more": True}, {"total": 10, "play_on": True}
LEFT, RIGHT, EVEN = [10, 5], [5, 10], [10, 10]


@each_row(
    ("options", "rounds", "reasons"),
    [
        ({"limit": 10}, [LEFT], ["open/limit"]),
        ({"limit": MORE}, [[9, 0], LEFT, RIGHT], ["open/limit-more"]),
        ({"limit": PLAY_ON}, [LEFT], ["open/limit"]),
        ({"limit": {**MORE, "play_on": True}}, [LEFT, RIGHT, LEFT], ["open/limit-more", "open/limit-tied"]),
        ({"limit": PLAY_ON, "lowest_wins": True}, [[3, 3], LEFT], ["open/limit"]),
        ({"limit": PLAY_ON, "lowest_wins": True}, [EVEN, [0, 1]], ["open/limit-tied"]),
        ({"limit": {**MORE, "play_on": True}, "rounds": 1}, [EVEN], ["open/limit"]),
        ({"limit": PLAY_ON, "halves": True}, [[19, 0], [1, 20], [1, 0]], ["open/limit-tied"]),
    ],
)
def test_what_follows_a_limit_is_as_the_table_said(options, rounds, reasons):
    entries = [{"round": numbers} for numbers in rounds]
    scored = result(sheet(entries, **options))
    steps = [step["rule"] for entry in scored["entries"] for step in entry["steps"] if "seat" not in step]
    assert scored["finished"] and steps == reasons
    assert len(rounds) == 1 or not result(sheet(entries[:-1], **options))["finished"]
    with pytest.raises(SheetError, match="the game is over"):
        result(sheet([*entries, entries[0]], **options))


def test_a_tie_that_a_second_line_breaks_tells_by_which():
    lines, tie = (
        [{"name": "coins"}, {"name": "crowns", "apart": True}],
        [{"line": 1}, {"number": "cards", "fewest": True}],
    )
    scored = result(
        sheet([{"lines": [[3, 1], [3, 1], [3, 2]], "tie": [4, 2, 9]}], 3, rounds=None, lines=lines, tie=tie)
    )
    assert scored["ranking"] == [[2], [1], [0]]
    assert [
        (step["rule"], step["name"], step["value"], step["other"]) for step in scored["details"]["ranking_steps"]
    ] == [("open/tie-line", "crowns", 2, 1), ("open/tie-number", "cards", 2, 4)]
