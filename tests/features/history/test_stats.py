"""A player's statistics, counted by hand: wins, places, streaks, head to head, figures added up."""

from companion.engine import Best, Count, Message, Pairs, Share, Split
from companion.features.history.figures import MOST_LATEST, NumberSummary, player_stats, summarize
from companion.features.history.results import FinishedGame, HeadToHead
from companion.features.history.statistics import grid

TITLE = Message("Title")


def game(names, places, totals=(), key="luz", **figures):
    """A finished game of the players named; `figures` hold one value a seat by key."""
    seated = tuple(names.split())
    own = [{key: values[seat] for key, values in figures.items()} for seat in range(len(seated))]
    return FinishedGame(
        "s", key, "2026-11-21T20:00:00+00:00", seated, tuple(places), tuple(totals or places), tuple(own)
    )


def ann(*games):
    return player_stats(games, "ann")


def test_wins_places_and_totals():
    stats = ann(
        game("Ann Ben Cleo", (1, 2, 3), (40, 20, 5)),
        game("Ben Ann Cleo", (1, 3, 2), (30, -10, 5)),
        game("Cleo Ben Ann", (1, 3, 1), (30, 10, 30)),
        game("Ann Ben", (2, 1), (53, 60), key="azul"),
    )
    assert (stats.row.contests, stats.row.wins, stats.row.places) == (4, 2, {1: 2, 2: 1, 3: 1})
    luz, azul = (table.rows["ann"] for table in stats.by_game)
    assert (luz.contests, luz.wins, luz.totals) == (3, 2, {40: [0, 1], -10: [1, 0], 30: [0, 1]})
    assert (luz.mean, luz.median, stats.by_game[0].best.value) == (20, 30, 40)
    assert (azul.wins, azul.median, stats.by_game[1].best.value) == (0, 53, 53)
    assert [one.game for one in stats.by_game] == ["luz", "azul"]
    even = ann(game("Ann Ben", (1, 2), (5, 1)), game("Ann Ben", (1, 2), (8, 1)))
    assert even.by_game[0].rows["ann"].median == 6.5, "between the two in the middle"


def test_head_to_head_counts_each_other_player():
    stats = ann(game("Ann Ben Cleo", (1, 2, 3)), game("Ben Ann Cleo", (1, 3, 2)), game("Cleo Ben Ann", (1, 3, 1)))
    assert stats.opponents == [HeadToHead("Ben", 2, 1, 0, 0), HeadToHead("Cleo", 1, 1, 1, 0)]
    assert stats.opponents[0].games == 3


def test_one_name_spelt_in_two_ways_is_one_opponent_as_last_spelt():
    stats = ann(game("Ann ben", (1, 2)), game("Ann BEN", (1, 2)), game("Ann Ben", (2, 1)))
    assert stats.opponents == [HeadToHead("Ben", 2, 1, 0, 0)]


def test_a_seat_without_a_name_is_no_opponent():
    played = FinishedGame("s", "luz", "2026-11-21T20:00:00+00:00", ("Ann", ""), (1, 2), (5, 3), ({}, {}))
    assert ann(played).opponents == [] and ann(played).row.wins == 1


def test_partners_share_a_place_and_are_no_opponents():
    sides = [0, 1, 0, 1]
    stats = ann(
        game("Ann Ben Cleo Dan", (1, 3, 1, 3), key="ingenious", side=sides, kind=["team"] * 4),
        game("Ann Ben Dan Cleo", (3, 1, 3, 1), key="ingenious", side=sides, kind=["team"] * 4),
        game("Cleo Ann Dan Ben", (1, 1, 1, 1), key="ingenious", side=sides, kind=["team"] * 4),
    )
    assert [(result.place, result.sides) for result in stats.row.latest] == [(1, 2), (2, 2), (1, 2)]
    assert set(stats.opponents) == {
        HeadToHead("Ben", 1, 1, 0, 1),
        HeadToHead("Cleo", 0, 1, 1, 1),
        HeadToHead("Dan", 1, 0, 1, 1),
    }


def test_kinds_whose_totals_do_not_compare_are_apart():
    stats = ann(
        game("Ann Ben", (1, 2), (12, 9), key="ingenious"),
        game("Ann Ben", (1, 2), (4, 2), key="ingenious", kind=["duel"] * 2),
    )
    assert [(one.kind, one.best.value) for one in stats.by_game] == [("", 12), ("duel", 4)]


def test_a_game_alone_is_not_won_and_ends_no_streak():
    alone = game("Ann", (1,), (9,), key="ingenious", kind=["solo"])
    stats = ann(game("Ann Ben", (1, 2)), alone, game("Ann Ben", (1, 2)))
    assert (stats.row.wins, stats.row.contests, stats.row.streak, stats.row.longest) == (2, 2, 2, 2)
    assert stats.row.places == {1: 2} and [one.played for one in stats.by_game] == [2, 1]
    solo = next(one for one in stats.by_game if one.kind == "solo")
    assert (solo.rows["ann"].wins, solo.rows["ann"].contests, solo.best.value) == (0, 0, 9)


def test_streaks():
    won, lost = game("Ann Ben", (1, 2)), game("Ann Ben", (2, 1))
    assert [(stats.row.streak, stats.row.longest) for stats in (ann(), ann(won, won, lost, won), ann(won, lost))] == [
        (0, 0),
        (1, 2),
        (0, 1),
    ]


def test_nobody_has_played_yet():
    stats = ann()
    assert (stats.row.latest, stats.by_game, stats.opponents, stats.row.places) == ([], [], [], {})


def test_of_many_games_the_latest_are_told_one_by_one():
    won, lost = game("Ann Ben", (1, 2), (9, 8)), game("Ben Ann", (1, 2), (9, 8))
    stats = ann(*[won] * 30, *[lost] * 10, won)
    assert len(stats.row.latest) == MOST_LATEST and [one.is_won for one in stats.row.latest[-12:]] == [True] + [
        False
    ] * 10 + [True]
    luz = stats.by_game[0].rows["ann"]
    assert (stats.row.contests, stats.row.wins, stats.row.streak, stats.row.longest) == (41, 31, 1, 30)
    assert (luz.games, luz.totals, luz.median) == (41, {9: [0, 31], 8: [10, 0]}, 9)
    assert [one.is_won for one in luz.latest[-11:]] == [False] * 10 + [True] and stats.opponents == [
        HeadToHead("Ben", 31, 10, 0, 0)
    ]


def test_pairs_are_counted_by_their_first_two_numbers():
    pairs = Pairs("bets", TITLE, TITLE, TITLE, 3)
    ((_, counts),) = summarize([pairs], [{"bets": [[0, 0], [3, 0]]}, {"bets": [[3, 3], (0, 0, 9)]}])
    drawn = grid(counts)
    assert counts == [(0, 0, 2), (3, 0, 1), (3, 3, 1)] and (drawn.pairs, drawn.equal) == (4, 3)
    assert summarize([pairs], [{"bets": []}]) == []


def test_means_are_of_the_games_that_have_the_figure():
    split = Split("tricks", TITLE, {"red": TITLE, "blue": TITLE, "green": TITLE}, {})
    games = {"tricks": {"red": 3}, "swaps": 2}, {"tricks": {"red": 1}}, {"swaps": 1}, {}
    (_, tricks), (_, swaps) = summarize([split, Count("swaps", TITLE)], games)
    assert [(row.sum, row.mean) for row in tricks] == [(4, 2.0)]
    assert (swaps.number, swaps.mean) == (3, 1.5)


def test_the_best_is_the_largest_or_the_smallest_and_a_share_has_a_whole():
    figures = [Best("most", TITLE), Best("least", TITLE, is_least=True), Share("made", TITLE, "bets")]
    games = [{"most": most, "least": least, "made": 0, "bets": 0} for most, least in ((3, 5), (7, 2), (4, 9))]
    best = summarize(figures, games)
    assert [each.number for _, each in best] == [7, 2], "a share of nothing is none"
    assert summarize(figures, [*games, {"made": 1, "bets": 4}])[-1] == (figures[2], NumberSummary(1, 4))
