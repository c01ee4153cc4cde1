"""Luz: each rule on its own; whole games stand in tests/examples/luz."""

from dataclasses import replace

from hypothesis import given

from companion.engine import Setup
from companion.games.luz import GAME
from companion.games.luz.rules import Bet, is_made, opener, play, score_bet, start
from companion.scoring.scoresheet import result
from tests.games.luz.strategies import NAMES, sheets
from tests.scoring.test_scoresheet import fault
from tests.support.each_row import each_row

# The table of section 4, as printed; the miss costs 5, 10, 15 ... for 1, 2, 3 ... tricks off.
EXACT = {1: 10, 2: 20, 3: 30, 4: 40}
SAFETY = {1: 5, 2: 10, 3: 15, 4: 20}
MISSED = [None, -5, -10, -15, -20, -25, -30, -35, -40, -45, -50]


def setup(seats=4, **options):
    return Setup(tuple(NAMES[:seats]), {option.key: option.default for option in GAME.options} | options)


def deal(bets, tricks, key="tricks"):
    """ "3s 2" and "4 6": bets 3 with safety and 2, tricks 4 and 6."""
    beads = [{"beads": int(bet.rstrip("s")), "safety": bet.endswith("s")} for bet in bets.split()]
    return {"bets": beads, key: [int(number) for number in tricks.split()]}


def sheet(*entries, seats=4, **options):
    return {"format": 1, "game": "luz", "players": NAMES[:seats], "options": options, "entries": list(entries)}


GOOD = deal("3 2 1 0", "3 2 1 4")


def played(state, *entries):
    for entry in entries:
        state, _ = play(state, entry)
    return state


def points_by_table(number, beads, safety, tricks):
    if not safety:
        return EXACT[number] if tricks == beads else MISSED[abs(beads - tricks)]
    return SAFETY[number] if tricks in (beads, beads + 1) else MISSED[abs(beads - tricks)]


@each_row("number", EXACT)
@each_row("safety", [False, True])
def test_points_are_those_of_the_printed_table(number, safety):
    for beads in range(11):
        for tricks in range(11):
            step = score_bet(number, Bet(beads, safety), tricks, seat=2)
            assert step.points == points_by_table(number, beads, safety, tricks)
            assert step.seat == 2
            assert is_made(Bet(beads, safety), tricks) == (step.rule != "luz/bet-missed")


@each_row(
    ("total", "tricks_off", "after", "given_back"),
    [
        (5, 1, 0, None),
        (0, 1, 0, 5),
        (5, 2, 0, 5),
        (10, 4, 0, 10),
        (3, 1, 0, 2),  # bets lead to no such total, but the floor is 0
    ],
)
def test_at_some_tables_a_total_stops_at_0(total, tricks_off, after, given_back):
    entry = deal(f"{tricks_off} 0 0 0", "0 10 0 0")
    for has_floor in (True, False):
        before = replace(start(setup(negative_totals=not has_floor)), totals=(total, 50, 50, 50))
        state, steps = play(before, entry)
        floor = [step.points for step in steps if step.rule == "luz/total-floor"]
        assert state.totals[0] == (after if has_floor else total - 5 * tricks_off)
        assert floor == ([given_back] if has_floor and given_back else [])


@given(sheets())
def test_a_whole_sheet_by_a_slow_second_count(value):
    given_options, seats = value["options"], len(value["players"])
    totals, last, points = [0] * seats, [0] * seats, []
    for number, entry in enumerate((entry for entry in value["entries"] if "bets" in entry), 1):
        tricks = entry.get("tricks") or [entry["winners"].count(seat) for seat in range(seats)]
        last = [
            points_by_table(number, bet["beads"], bet["safety"], taken) or 0
            for bet, taken in zip(entry["bets"], tricks, strict=True)
        ]
        before = totals
        totals = [total + plus for total, plus in zip(totals, last, strict=True)]
        if not given_options.get("negative_totals", True):
            totals = [max(total, 0) for total in totals]
        points.append([after - earlier for after, earlier in zip(totals, before, strict=True)])
    answer = result(value)
    assert answer["totals"] == totals
    assert [entry["points"] for entry in answer["entries"]][: len(points)] == points
    assert answer["ranking"] == slow_ranking(totals, last, given_options, seats)
    assert answer["finished"] == (len(points) == 4 or {"end": True} in value["entries"])
    assert len(answer["details"]["starts"]) == len(points)
    assert (answer["details"]["next_start"] is None) == answer["finished"]


def slow_ranking(totals, last, chosen, seats):
    """Walk clockwise from the start player of the last tie; a later seat passes only those that it beats."""
    first = chosen.get("start", 0) + (3 if chosen.get("final_start", "deal-4") == "deal-4" else 0)
    order = []
    for seat in [(first + step) % seats for step in range(seats)]:
        worse = [
            place
            for place, other in enumerate(order)
            if totals[other] < totals[seat] or (totals[other] == totals[seat] and last[other] < last[seat])
        ]
        order.insert(worse[0] if worse else len(order), seat)
    return [[seat] for seat in order]


@each_row(
    ("totals", "first", "expected"),
    [
        ((5, 9, 7), 0, 1),
        ((5, 9, 7), 2, 1),
        ((9, 5, 9), 0, 0),
        ((9, 5, 9), 1, 2),
        ((9, 5, 9), 2, 2),
        ((9, 9, 5), 2, 0),
        ((-5, -5, -5), 1, 1),
    ],
)
def test_three_players_the_leader_opens_deal_4(totals, first, expected):
    before = replace(start(setup(3, start=first)), totals=totals, starts=(first, (first + 1) % 3, (first + 2) % 3))
    assert opener(before) == expected
    after = played(before, deal("4 3 3", "4 3 3"))
    assert after.starts[3] == expected
    assert after.finished and opener(after) is None


def changed(**changes):
    return GOOD | changes


def bet_changed(**changes):
    return changed(bets=[GOOD["bets"][0], GOOD["bets"][1] | changes, *GOOD["bets"][2:]])


@each_row(
    ("entry", "expected"),
    [
        (changed(tricks=[3, 2, 1, 3]), "the tricks add up to 9, not 10"),
        (changed(tricks=[3, -1, 4, 4]), "the tricks of Ben must be 0 to 10, not -1"),
        (changed(tricks=[3, 2, 5]), "tricks must have 4 items, not 3"),
        (changed(bets=GOOD["bets"][:3]), "bets must have 4 items, not 3"),
        (bet_changed(beads=11), "the beads of Ben must be 0 to 10, not 11"),
        (bet_changed(safety=1), "the safety bead of Ben must be true or false, not 1"),
        (bet_changed(colour="blue"), 'the bet of Ben has an unknown key "colour"'),
        (changed(winners=[0] * 10), 'the deal has an unknown key "tricks"'),
        ({"bets": GOOD["bets"]}, 'the deal lacks the key "tricks"'),
        ({"bets": GOOD["bets"], "winners": [0] * 9}, "winners must have 10 items, not 9"),
        ({"bets": GOOD["bets"], "winners": [0, 4] + [0] * 8}, "the winner of trick 2 must be 0 to 3, not 4"),
        ([GOOD, 1], 'the deal must be an object, not [{"bets": [{"beads": 3, "safety": fal...'),
    ],
)
def test_faults_are_said_with_names_and_numbers(entry, expected):
    assert fault(sheet(GOOD, entry)) == (2, expected)
