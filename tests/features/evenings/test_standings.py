"""Points and tie-breaks, also by the rule of before, counted by hand, and direct encounter by FIDE's exercises."""

from fractions import Fraction
from functools import partial

import pytest

from companion.features.evenings.evening import BEHIND, evening_of
from companion.features.evenings.export import check_act
from companion.features.evenings.standings import ordered, standings
from tests.support.each_row import each_row


def played(players, *rounds):
    acts = [("came", {"players": list(range(1, players + 1))})]
    for number, (tables, byes) in enumerate(rounds, 1):
        acts.append(("drawn", {"round": number, "tables": tables, "byes": byes}))
        acts.append(("opened", {"round": number, "sessions": [f"{number}{place}" for place in range(len(tables))]}))
    return evening_of(acts)


before = partial(standings, rule=BEHIND)
"""The standings of evenings that began before a win was worth the same at every table."""


FOURS, FOUR_AND_THREE = [(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 2, 3, 4), (5, 6, 7)]


@each_row(
    ("tables", "byes", "places", "points", "firsts"),
    [
        # two get a point or half of one, and who sits out a point; the winner comes before who sat out
        ([(1, 2), (3, 4)], [5], {"10": [1, 2], "11": [1, 1]}, [(1, 1), (5, 1), (3, 0.5), (4, 0.5), (2, 0)], [1, 3, 4]),
        # four get three, two, one and none, and ties share
        (FOURS, [], {"10": [1, 2, 3, 4], "11": [1, 2, 2, 4]},
         [(1, 3), (5, 3), (2, 2), (6, 1.5), (7, 1.5), (3, 1), (4, 0), (8, 0)], [1, 5]),
        # a table that still plays or was deleted counts for nothing
        ([(1, 2), (3, 4)], [], {"11": [2, 1]}, [(4, 1), (3, 0), (1, 0), (2, 0)], [4]),
        # a fifth seat that was added at the table is no opponent: those of the evening move up
        ([(1, 2, 3, 4)], [], {"10": [2, 3, 4, 5, 1]}, [(1, 3), (2, 2), (3, 1), (4, 0)], [1]),
        # nobody comes first where all lost together
        ([(1, 2)], [], {"10": [2, 2]}, [(1, 0.5), (2, 0.5)], []),
        # who sits out gets a win at the smallest table of the round
        (FOUR_AND_THREE, [8], {"10": [1, 2, 3, 4], "11": [1, 2, 3]},
         [(1, 3), (2, 2), (5, 2), (8, 2), (3, 1), (6, 1), (4, 0), (7, 0)], [1, 5]),
    ],
)  # fmt: skip
def test_a_round_counts_by_the_rule_of_before(tables, byes, places, points, firsts):
    lines = before(played(sum(map(len, [*tables, byes])), (tables, byes)), places)
    assert [(line.player, line.points / 2) for line in lines] == points
    assert [line.player for line in lines if line.ties["firsts"]] == firsts


def test_a_game_that_ended_before_it_was_scored_is_not_won_together():
    evening = played(8, ([(1, 2, 3, 4), (5, 6, 7, 8)], []))
    lines = before(evening, {"10": [None] * 4, "11": [2] * 4})
    kinds = {line.player: line.results[0].kind for line in lines}
    assert {kinds[player] for player in (1, 2, 3, 4)} == {"played"}
    assert {kinds[player] for player in (5, 6, 7, 8)} == {"lost"}


def test_opponents_points_come_before_the_mutual_result():
    """1 beats 2, 3 beats 4; then 1 beats 3, 2 beats 4: 2 and 3 have a point each."""
    evening = played(4, ([(1, 2), (3, 4)], []), ([(1, 3), (2, 4)], []))
    lines = before(evening, {"10": [1, 2], "11": [1, 2], "20": [1, 2], "21": [1, 2]})
    assert [(line.player, line.place) for line in lines] == [(1, 1), (2, 2), (3, 2), (4, 4)]
    assert [line.ties["opponents"] for line in lines] == [4, 4, 4, 4]


def test_who_is_level_is_ordered_by_the_mutual_result():
    """All against all of three: 1 beats 2, 2 beats 3 and 3 beats 1 is level; then 1 beats 2 once more."""
    evening = played(3, ([(1, 2)], [3]), ([(2, 3)], [1]), ([(3, 1)], [2]))
    lines = before(evening, {"10": [1, 2], "20": [1, 2], "30": [1, 2]})
    assert {line.place for line in lines} == {1} and {line.ties["mutual"] for line in lines} == {0}
    lines = before(evening, {"10": [1, 2], "20": [1, 1], "30": [1, 1]})
    # 1: win, tie and bye, 5 halves; 3: two ties and bye, 4 halves; 2: loss, tie and bye, 3 halves.
    assert [(line.player, line.points) for line in lines] == [(1, 5), (3, 4), (2, 3)]


def lines_of(size, *places):
    """The points and wins of a table, by seat."""
    lines = standings(played(size, ([range(1, size + 1)], [])), {"10": list(places)})
    return [(line.shown(line.points), line.tie_break("wins")) for line in sorted(lines, key=lambda line: line.player)]


@each_row(
    ("places", "points", "wins"),
    [
        ((1, 2), "1 0", "1 0"), ((1, 1), "0.5 0.5", "0 0"), ((1, 2, 3), "1 0.5 0", "1 0 0"),
        ((1, 2, 3, 4), "1 0.67 0.33 0", "1 0 0 0"), ((1, 1, 3, 4), "0.83 0.83 0.33 0", "0 0 0 0"),
        ((6, 5, 4, 3, 2, 1), "0 0.2 0.4 0.6 0.8 1", "0 0 0 0 0 1"),
        ((0, 0, 0, 0, 0), "1 1 1 1 1", "1 1 1 1 1"), ((2, 2, 2), "0 0 0", "0 0 0"),  # played together
        ((1, 2, 1, 2), "1 0 1 0", "1 0 1 0"), ((1, 1, 2, 2, 3, 3), "1 1 0.5 0.5 0 0", "1 1 0 0 0 0"),  # teams of two
        ((2, 3, 4, 5, 1), "0.75 0.5 0.25 0 1", "0 0 0 0 1"),
    ],
)  # fmt: skip
def test_a_win_is_worth_the_same_at_every_table(places, points, wins):
    assert lines_of(len(places), *places) == list(zip(points.split(), wins.split(), strict=True))


def test_wins_come_before_opponents_and_these_are_an_average():
    evening = played(7, ([(1, 2, 3, 4), (5, 6)], [7]))
    lines = {line.player: line for line in standings(evening, {"10": [1, 2, 3, 4], "11": [1, 2]})}
    assert [lines[player].tie_break("opponents") for player in (1, 5, 7)] == ["0.33", "0", "0"]
    assert [lines[player].place for player in (1, 5, 7, 2, 3, 4, 6)] == [1, 2, 3, 4, 5, 7, 6]


def places(players):
    """Numbers of players, of which each is one sign: A is 10."""
    return [int(player, 36) for player in players]


# Games as "winner>loser" or "one=other". The first is an example of FIDE's seminar for arbiters, those with a number of
# the exercises that FIDE's arbiters publish (M. Held, "Exercises in Tie-Breaking", 2024, sections 23 to 26); the others
# follow article 6 of C.07 sentence by sentence.
@each_row(
    ("tied", "games", "order"),
    [
        ("123", "1>2 2=3 1=3", "1 3 2"),
        ("123", "1>2 2>3 3>1", "123"),
        ("245", "2=4", "245"),  # nobody met 5, so nobody is ahead
        ("245", "2>4", "245"),
        ("12", "1>2", "1 2"),
        ("1234", "1>2 1>3 2>3 2>4 3>4 4>1", "1 2 3 4"),  # 1 and 2 have two wins, 3 and 4 one: begun again
        ("1234", "1>2 1>3 1>4 2=3", "1 234"),  # 1 is ahead whatever the missing games would bring
        ("1234", "1>2 1>3 1>4 2>3 2>4", "1 2 34"),
        ("123", "1>2 1>2 2>3 3>1", "123"),  # two games of the same count as their average
        ("134G", "3=4 1=4", "134G"),  # 23: four with 3½ points after five rounds
        ("58B", "5>B", "58B"),  # 24
        ("1246", "1=2 1=4 1=6 2=4 6>2 4=6", "6 14 2"),  # 25: of nine rounds, with 6 points; 4½ and 4 follow
        ("78G", "G>7 8=G", "78G"),
        ("5AEF", "F>5 5>A E>5 F>A", "5AEF"),
        ("9C", "9=C", "9C"),
        ("123", "1>2 1>3 2=3", "1 23"),  # 26: all against all
        ("456", "4=6 5>4 6>5", "6 5 4"),
    ],
)
def test_direct_encounter_is_that_of_fide(tied, games, order):
    results = {}
    for game in games.split():
        own, how, other = int(game[0], 36), game[1], int(game[2], 36)
        results.setdefault(own, {}).setdefault(other, []).append(2 if how == ">" else 1)
        results.setdefault(other, {}).setdefault(own, []).append(0 if how == ">" else 1)
    scores = {
        one: {other: Fraction(sum(points), len(points)) for other, points in met.items()}
        for one, met in results.items()
    }
    assert ordered(places(tied), scores) == [places(part) for part in order.split()]


@each_row(
    ("kind", "body"),
    [
        ("came", {"players": [9]}), ("left", {"player": 9}), ("opened", {"round": 1, "sessions": ["a"]}),
        ("drawn", {"round": 1, "tables": [[1, 1]], "byes": []}),
        ("drawn", {"round": 2, "tables": [[1, 2]], "byes": []}),
        ("swapped", {"players": [1, 2]}), ("ended", {"is_over": 1}), ("danced", {}),
        ("rounds", {"count": 0}), ("rounds", {"count": 21}), ("rounds", {"count": True}),
        ("drawn", {"round": 1, "tables": [[1, 2]], "byes": [], "points": [[1, "2"]]}),
        ("drawn", {"round": 1, "tables": [[1, 2]], "byes": [], "points": [[9, 2]]}),
        ("drawn", {"round": 1, "tables": [[1, 2]], "byes": [], "unfinished": ["?"]}),
        ("came", []), ("came", {"players": ["1"]}), ("left", {"players": [9]}), ("taken", {}),
        ("here", {"players": [9]}),
        ("absent", {"round": 1, "player": 1, "is_absent": True}), ("rule", {"rule": "chess"}),
        ("final", {"final": "final", "count": 7}), ("final", {"final": "quarter", "count": 4}),
        ("fixed", {"player": 9, "table": 1}), ("fixed", {"player": 1, "table": 201}), ("timer", {"until": "tomorrow"}),
        ("timer", {"until": "2026-11-29T20:00:00"}), ("said", {"text": "x" * 201}), ("said", {"text": 5}),
        ("drawn", {"round": 1, "tables": [[1, 2]], "byes": [], "stage": "quarter"}),
    ],
)  # fmt: skip
def test_an_act_that_does_not_follow_is_refused(kind, body):
    with pytest.raises((KeyError, TypeError, ValueError)):
        check_act(played(4), kind, body, [1, 2, 3, 4])
