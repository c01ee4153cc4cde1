"""A group's figures against a plain recount, for any games with teams, ties, kinds, guests and deleted names."""

import math
from dataclasses import replace
from itertools import combinations

from hypothesis import example, given, strategies as st

from companion.features.groups.rating import GroupRatings, Rating, group_ratings
from companion.features.history.figures import Tally, group_stats
from companion.features.history.results import FinishedGame
from tests.support.each_row import each_row
from tests.support.plackett_luce import MU, SIGMA, rated

NAMES = {key: key.upper() for key in "abcd"}
GUEST, DELETED = "g", ""
GAMES = ("azul", "luz", "ingenious")


@st.composite
def games(draw):
    return [draw(_game(number)) for number in range(draw(st.integers(0, 12)))]


@st.composite
def _game(draw, number):
    key, kind = draw(st.sampled_from(GAMES)), draw(st.sampled_from(["", "solo"]))
    keys = draw(st.lists(st.sampled_from([*NAMES, GUEST]), min_size=1, max_size=4, unique=True))
    keys += [DELETED] * draw(st.integers(0, 2))
    side = draw(st.sampled_from([len(keys), 2, 1]))  # each alone, two teams, all together
    sides = [seat % side for seat in range(len(keys))]
    of_side = [draw(st.integers(0, 3)) for _ in range(len(keys))]
    totals = [of_side[one] for one in sides]
    places = [1 + sum(other > total for other in totals) for total in totals]
    figures = [{"kind": kind, "side": one} if side < len(keys) else {"kind": kind} for one in sides]
    own = tuple(keys)
    return FinishedGame(f"s{number}", key, f"{number:03}", own, tuple(places), tuple(totals), tuple(figures))


def sides_of(game):
    return [figures.get("side", f"seat {seat}") for seat, figures in enumerate(game.figures)]


def placed(game):
    """Each seat: key, total, place among sides, whether there were opponents, whether another side came first too."""
    sides = dict(zip(sides_of(game), game.totals, strict=True))
    best = [total for total in sides.values() if total == max(sides.values())]
    return [
        (key, total, 1 + sum(other > total for other in sides.values()), len(sides) > 1, len(best) > 1)
        for key, total in zip(game.keys, game.totals, strict=True)
    ]


def recount(played, key):
    own = [seat for game in played for seat in placed(game) if seat[0] == key]
    contests = [seat for seat in own if seat[3]]
    wins = [seat for seat in contests if seat[2] == 1]
    return {
        "games": len(own),
        "contests": len(contests),
        "points": sum(seat[1] for seat in own),
        "wins": len(wins),
        "shared": sum(seat[4] for seat in wins),
        "win_rate": math.floor(100 * len(wins) / len(contests) + 0.5) if contests else None,
        "places": {place: sum(seat[2] == place for seat in contests) for place in {seat[2] for seat in contests}},
    }


def counted(row):
    names = ("games", "contests", "points", "wins", "shared", "win_rate", "places")
    return {name: getattr(row, name) for name in names}


def skills(played):
    """The ratings by the formula of the paper, with the number of games."""
    now = {}
    for game in played:
        sides = {}
        for seat, side in enumerate(sides_of(game)):
            sides.setdefault(side, []).append(seat)
        if len(sides) > 1:
            before = [[now.get(game.keys[seat], ((MU, SIGMA), 0))[0] for seat in seats] for seats in sides.values()]
            after = rated(before, [game.places[seats[0]] for seats in sides.values()])
            for seats, made in zip(sides.values(), after, strict=True):
                for seat, skill in zip(seats, made, strict=True):
                    if key := game.keys[seat]:
                        now[key] = skill, now.get(key, (None, 0))[1] + 1
    return now


def shown(played):
    return {
        key: Rating(round(1000 + (mu - MU) * 24), round(48 * sigma), games)
        for key, ((mu, sigma), games) in skills(played).items()
        if key in NAMES
    }


def of_kind(played, stats):
    return [
        ([game for game in played if (game.game, game.figures[0]["kind"]) == of], table)
        for of, table in stats.tables.items()
    ]


TIED = FinishedGame("s", "azul", "", ("a", "b", "g"), (1, 1, 3), (3, 3, 1), ({"kind": ""},) * 3)
LOWEST = replace(TIED, game="open", places=(2, 2, 1), figures=({"kind": "l:Mini golf"},) * 3)


@given(games())
@example([TIED])
def test_every_table_is_what_a_recount_says(played):
    stats = group_stats(played, NAMES)
    theirs = [game for game in played if set(game.keys) & set(NAMES)]
    assert stats.games == len(theirs) == sum(table.played for table in stats.tables.values())
    assert {key: counted(row) for key, row in stats.rows.items()} == {
        key: recount(played, key) for key in NAMES if any(key in game.keys for game in played)
    }
    for part, table in of_kind(played, stats):
        assert {key: counted(row) for key, row in table.rows.items()} == {
            key: recount(part, key) for key in NAMES if any(key in game.keys for game in part)
        }


def _near(found, expected):
    """The same up to the last digit, where rounding may go either way."""
    assert found.keys() == expected.keys()
    for key, rating in found.items():
        assert rating.games == expected[key].games
        assert abs(rating.mean - expected[key].mean) <= 1 and abs(rating.spread - expected[key].spread) <= 1


@given(games())
@example([TIED, TIED])
def test_each_game_has_a_rating_of_its_own_beside_the_common_one(played):
    stats = group_stats(played, NAMES)
    ratings = group_ratings(played, stats)
    _near(ratings.overall, shown(played))
    for part, table in of_kind(played, stats):
        _near(ratings.by_kind[table.game, table.kind], shown(part))


def test_the_best_total_is_what_the_game_calls_so_whoever_won():
    stats = group_stats([replace(TIED, totals=(1, 3, 2), places=(1, 3, 2))], NAMES)
    (table,) = stats.tables.values()
    assert table.best.value == 3


@each_row("game", [TIED, LOWEST])
def test_a_record_stays_with_who_reached_it_first(game):
    (table,) = group_stats([game, replace(game, session="later")], NAMES).tables.values()
    assert table.best.game.session == "s"


def test_few_games_put_nobody_on_top_of_the_list():
    rated = {"a": Rating(1300, 369, 3), "b": Rating(1277, 91, 80), "c": Rating(1277, 91, 80)}
    rows = {key: Tally(key, name) for key, name in NAMES.items()}
    assert [row.name for row, _ in GroupRatings(rated, {}, (), []).ordered(rows)] == ["B", "C", "A"]


@given(games())
def test_the_course_ends_at_the_rating(played):
    ratings = group_ratings(played, group_stats(played, NAMES))
    assert ratings.course[0] == (1000,) * len(ratings.drawn)
    assert ratings.course[-1] == tuple(ratings.overall[key].mean for key in ratings.drawn)
    assert len(ratings.course) == 1 + sum(len(set(sides_of(game))) > 1 for game in played)


@given(games())
def test_pairs_are_what_a_recount_says(played):
    stats = group_stats(played, NAMES)
    for first, second in combinations(sorted(NAMES), 2):
        told = [0, 0, 0, 0]
        for game in played:
            if {first, second} <= set(game.keys):
                one, other = game.keys.index(first), game.keys.index(second)
                ahead = game.totals[one] - game.totals[other]
                mates = sides_of(game)[one] == sides_of(game)[other]
                told[3 if mates else 0 if ahead > 0 else 1 if ahead < 0 else 2] += 1
        pair = stats.pairs.get((first, second))
        assert told == ([pair.before, pair.behind, pair.equal, pair.mates] if pair else [0, 0, 0, 0])


@each_row(("wins", "contests", "rate"), [(0, 0, None), (1, 3, 33), (2, 3, 67), (1, 8, 13), (2, 2, 100)])
def test_a_win_rate_is_of_the_games_with_opponents(wins, contests, rate):
    assert Tally("a", "A", games=9, contests=contests, places={1: wins}).win_rate == rate
