"""Rounds that are drawn: by brute force where there are few players, and by rules that hold for any number."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from companion.engine.pause import pausing
from companion.features.evenings.drawing import circle_round, draw, past_of, table_sizes
from companion.features.evenings.evening import ALL, BEHIND, SWISS, Evening, EveningRefused, Settings
from companion.features.evenings.standings import standings
from tests.support.each_row import each_row


def settings(size, system=SWISS, least=2, most=6, seed=7):
    return Settings(system, size, least, most, 20, seed)


class Played:
    """An evening whose tables end by chance."""

    def __init__(self, players, chosen, seed=1):
        self.evening, self.settings, self.chance = Evening(), chosen, random.Random(seed)
        self.places = {}
        self.evening.apply("came", {"players": list(range(1, players + 1))})

    @property
    def points(self):
        return {line.player: line.points for line in standings(self.evening, self.places, BEHIND)}

    def draw(self):
        return draw(self.evening, self.points, self.settings)

    def play(self):
        return self.play_at(*self.draw())

    def play_at(self, tables, byes):
        number = len(self.evening.opened) + 1
        sessions = [f"{number}-{table}" for table in range(len(tables))]
        self.evening.apply("drawn", {"round": number, "tables": tables, "byes": byes})
        self.evening.apply("opened", {"round": number, "sessions": sessions})
        for session, table in zip(sessions, tables, strict=True):
            places = [self.chance.randint(1, len(table)) for _ in table]
            self.places[session] = [1 + sum(other < place for other in places) for place in places]
        return tables, byes


def again(met, tables):
    return sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))


def divisions(players, sizes):
    if not players:
        yield []
        return
    for size in [size for size, count in sizes.items() if count]:
        for others in combinations(players[1:], size - 1):
            table = (players[0], *others)
            rest = tuple(player for player in players if player not in table)
            for tables in divisions(rest, sizes - Counter([size])):
                yield [table, *tables]


@st.composite
def evenings(draw):
    size, system = draw(st.integers(2, 6)), draw(st.sampled_from((SWISS, ALL)))
    least = draw(st.integers(1, size))
    players = draw(st.integers(max(size, 4), 20))
    played = Played(players, settings(size, system, least, draw(st.integers(size, 6)), draw(st.integers(0, 99))))
    for _ in range(draw(st.integers(0, 3))):
        played.play()
        if draw(st.booleans()):
            played.evening.apply("came", {"players": [max(played.evening.since) + 1]})
        if draw(st.booleans()) and len(played.evening.present) > size + 1:
            played.evening.apply("left", {"player": draw(st.sampled_from(played.evening.present))})
    return played


@given(evenings())
def test_everybody_sits_once_and_byes_are_fair(played):
    before = past_of(played.evening).byes
    tables, byes = played.draw()
    assert sorted(player for table in (*tables, byes) for player in table) == sorted(played.evening.present)
    chosen = played.settings
    for table in tables:
        assert max(chosen.least, 2) <= len(table) <= min(chosen.most, 6)
    assert max(map(len, tables)) - min(map(len, tables)) <= 1
    fewest = sorted(before[player] for player in played.evening.present)[: len(byes)]
    assert sorted(before[player] for player in byes) == fewest, "nobody sits out again before all others did"
    assert (tables, byes) == played.draw(), "the same evening gives the same tables"


@given(st.integers(2, 9), st.integers(2, 6), st.integers(1, 5), st.sampled_from((SWISS, ALL)), st.integers(0, 999))
def test_nobody_meets_again_where_that_can_be_avoided(count, size, rounds, system, seed):
    played = Played(max(count, size), settings(size, system, 2, 6, seed), seed)
    for _ in range(rounds):
        past, points = past_of(played.evening), played.points
        tables, byes = played.play()
        playing = tuple(sorted(player for table in tables for player in table))
        sizes = Counter(map(len, tables))
        least = min(again(past.met, other) for other in divisions(playing, sizes))
        assert again(past.met, tables) == least
        few = min(small(past, other) for other in divisions(playing, sizes) if again(past.met, other) == least)
        assert small(past, tables) == few, "small tables go round"
        if size == 2 and system == SWISS and not byes:
            best = min(
                (due(past, other), apart(points, other))
                for other in divisions(playing, sizes)
                if again(past.met, other) == least
            )
            assert (due(past, tables), apart(points, tables)) == best, "of these the one in which the closest meet"


def small(past, tables):
    largest = max(map(len, tables))
    return sum(past.small[player] for table in tables if len(table) < largest for player in table)


def due(past, tables):
    """How many pairs have two who should both sit first, or both second."""
    return sum(abs(sum(past.turn(player)[0] for player in table)) == 2 for table in tables)


def apart(points, tables):
    return sum((points[first] - points[second]) ** 2 for first, second in tables)


@each_row(
    ("players", "size", "rounds"), [(9, 3, 4), (16, 4, 5), (25, 5, 6), (15, 3, 5), (20, 4, 5), (28, 4, 7), (8, 2, 7)]
)
def test_all_against_all_reaches_the_known_rounds(players, size, rounds):
    """Affine planes of order 3, 4 and 5, and transversal designs: social golfers 4-4-5, 5-4-5 and 7-4-7 among them."""
    played = Played(players, settings(size, ALL, size, size))
    for _ in range(rounds):
        met = past_of(played.evening).met
        assert again(met, played.play()[0]) == 0
    assert max(past_of(played.evening).met.values()) == 1


# FIDE Handbook, C.05, Annex 1: Berger tables for 5 or 6, and for 7 or 8 players.
BERGER = {
    6: ("1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"),
    8: (
        *("1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3"),
        *("3-8 4-2 5-1 6-7", "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1"),
    ),
}


@pytest.mark.parametrize("count", BERGER)
def test_a_round_robin_for_two_keeps_the_order_of_bergers_tables(count):
    """The numbers are drawn by lot; in a second time round everybody has the other seat."""
    played, drawn = Played(count, settings(2, ALL)), []
    for _ in range(2 * (count - 1)):
        drawn.append(played.play()[0])
    first, second = drawn[: count - 1], drawn[count - 1 :]
    seats = Counter(table[0] for tables in first for table in tables)
    assert set(seats.values()) == {count // 2, count // 2 - 1}
    assert {table for tables in second for table in tables} == {table[::-1] for tables in first for table in tables}


@pytest.mark.parametrize("count", [9, 10, 14])
def test_in_a_swiss_system_nobody_is_first_three_times_in_a_row(count):
    for seed in range(20):
        played = Played(count, settings(2, seed=seed), seed)
        for _ in range(6):
            played.play()
        for turns in past_of(played.evening).turns.values():
            assert not any(len(set(turns[at : at + 3])) == 1 for at in range(len(turns) - 2)), turns
            assert abs(2 * sum(turns) - len(turns)) <= 2, turns


@pytest.mark.parametrize("count", BERGER)
def test_two_at_a_table_follow_bergers_tables(count):
    for number, line in enumerate(BERGER[count], 1):
        pairs, byes = circle_round(range(1, count + 1), number)
        assert sorted(f"{first}-{second}" for first, second in pairs) == sorted(line.split()) and not byes
        odd, byes = circle_round(range(1, count), number)
        assert sorted(odd) == sorted(pair for pair in pairs if count not in pair) and len(byes) == 1


def test_in_a_swiss_system_the_first_table_has_most_points():
    played = Played(7, settings(2))
    played.play()
    points = played.points
    tables, (bye,) = played.draw()
    free = [player for player in played.evening.present if player not in played.evening.rounds[0].byes]
    assert points[bye] == min(points[player] for player in free)
    sums = [sum(points[player] for player in table) for table in tables]
    assert sums == sorted(sums, reverse=True)


@each_row(
    ("count", "size", "least", "most", "sizes", "byes"),
    [
        (8, 4, 2, 5, [4, 4], 0), (9, 4, 3, 5, [3, 3, 3], 0), (7, 4, 3, 5, [4, 3], 0), (5, 4, 4, 5, [5], 0),
        (5, 4, 4, 4, [4], 1), (11, 4, 4, 4, [4, 4], 3), (7, 2, 2, 4, [2, 2, 2], 1), (3, 4, 3, 5, [3], 0),
        (2, 4, 3, 5, [], 2), (9, 6, 2, 6, [5, 4], 0),
        (8, 6, 2, 6, [4, 4], 0), (7, 5, 3, 5, [4, 3], 0), (7, 5, 4, 5, [5], 2), (5, 4, 2, 4, [3, 2], 0),
        (200, 3, 3, 4, [4, 4] + [3] * 64, 0), (5, 6, 2, 6, [5], 0),
    ],
)  # fmt: skip
def test_sizes_of_tables(count, size, least, most, sizes, byes):
    assert table_sizes(count, settings(size, SWISS, least, most)) == (sizes, byes)


@each_row(("players", "size", "seed"), [(13, 4, 1), (14, 4, 2), (14, 3, 3), (13, 3, 4)])
def test_no_division_is_cheaper_than_the_one_that_is_drawn(players, size, seed):
    """The third round: all divisions are compared, save those whose first tables already cost as much."""
    played = Played(players, settings(size, SWISS, 2, 6, seed), seed)
    played.play()
    played.play()
    past, points = past_of(played.evening), played.points
    tables, _ = played.draw()
    sizes = Counter(map(len, tables))

    def cost(table):
        smaller = sum(past.small[player] for player in table) if len(table) < max(sizes) else 0
        return again(past.met, [table]) * 10**8 + smaller * 10**5 + apart(points, [*combinations(table, 2)])

    def is_cheaper(rest, left, least):
        if not rest:
            return True
        for each in [each for each, count in left.items() if count]:
            for others in combinations(rest[1:], each - 1):
                own = cost((rest[0], *others))
                behind = tuple(player for player in rest[1:] if player not in others)
                if own < least and is_cheaper(behind, left - Counter([each]), least - own):
                    return True
        return False

    assert not is_cheaper(tuple(played.evening.present), sizes, sum(map(cost, tables)))


# The best known is the least of 40 simulated annealings of 400,000 steps each, apart from the code here.
@pytest.mark.parametrize(("players", "best"), [(16, 150), (20, 112), (24, 90)])
def test_many_are_drawn_as_close_as_a_long_search_finds(players, best):
    """The third round at tables of four, after two that were dealt like cards."""
    played = Played(players, settings(4), players)
    for number in (1, 2):
        order = random.Random(number).sample(range(1, players + 1), players)
        played.play_at([order[first : first + 4] for first in range(0, players, 4)], [])
    tables, _ = played.draw()
    assert again(past_of(played.evening).met, tables) == 0
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    assert apart(played.points, pairs) == best


def test_a_redrawn_round_has_no_second_meeting_or_bye():
    """All against all of five: drawn, somebody leaves, drawn, they come back, drawn; then the other four rounds."""
    played = Played(5, settings(2, ALL))
    for number in range(5):
        tables, byes = draw(played.evening, {}, played.settings, chance=2 * (number == 0))
        assert again(past_of(played.evening).met, tables) == 0 and not past_of(played.evening).byes[byes[0]]
        played.evening.apply("drawn", {"round": number + 1, "tables": tables, "byes": byes})
        played.evening.apply("opened", {"round": number + 1, "sessions": ["a", "b"]})


def test_who_sat_first_least_often_sits_first():
    played = Played(8, settings(4))
    for _ in range(4):
        first = past_of(played.evening).first
        tables, _ = played.play()
        assert all(first[table[0]] == min(first[player] for player in table) for table in tables)


def test_too_few_are_refused():
    with pytest.raises(EveningRefused, match="A table needs"):
        Played(2, settings(4, SWISS, 3, 5)).draw()


@pytest.mark.parametrize("size", [2, 4])
def test_many_players_are_drawn_in_short_steps(size):
    """200 players; between two steps other requests run, so no step may be long: it is counted in calls."""
    steps = 0

    def step():
        nonlocal steps
        steps += 1

    played = Played(60 if size == 2 else 200, settings(size))
    played.play()
    with pausing(step):
        tables, _ = draw(played.evening, played.points, played.settings)
    assert again(past_of(played.evening).met, tables) == 0 and steps > len(played.evening.present)
