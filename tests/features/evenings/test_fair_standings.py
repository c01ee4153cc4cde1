"""What the standings promise, held against thousands of evenings that are played by chance from fixed seeds."""

import random
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations

import pytest

from companion.features.evenings.drawing import table_sizes
from companion.features.evenings.evening import SWISS, Evening, Settings
from companion.features.evenings.standings import standings

TOGETHER = 0
"""The place of everybody in a game without opponents that was won; in one that was lost it is 2."""
Game = tuple[Fraction, Fraction]
"""How many of a table were ahead and behind; who shared a place counts half in both."""
FREE = (Fraction(0), Fraction(1))
"""What a round without a game is as good as: a win."""
LAST = (Fraction(1), Fraction(0))


@dataclass
class Played:
    """An evening, and how many were ahead of each player and behind in each game; None for rounds without one."""

    evening: Evening = field(default_factory=Evening)
    places: dict[str, list[int]] = field(default_factory=dict)
    games: dict[int, list[Game | None]] = field(default_factory=dict)

    @property
    def lines(self):
        return {line.player: line for line in standings(self.evening, self.places)}

    def won_all(self, player):
        """Whether a player was there in every round, played at least once, and lost or shared no game."""
        games = [game for game in self.games[player] if game is not None]
        rounds = len(self.evening.opened)
        return bool(games) and len(self.games[player]) == rounds and not any(ahead for ahead, _ in games)

    def did_better(self, one, other):
        """Whether one did at least as well as another in every round, and better in one."""
        rounds = list(zip(self.games[one], self.games[other], strict=True))
        return all(is_as_good(*each) for each in rounds) and not all(is_as_good(*each[::-1]) for each in rounds)


def is_as_good(own, other):
    """Whether nobody was ahead, or nobody behind the other, or no more were ahead and no fewer behind."""
    own, other = own or FREE, other or FREE
    return own[0] == 0 or other[1] == 0 or (own[0] <= other[0] and own[1] >= other[1])


def play(seed):
    """Play up to four rounds of up to 14 at tables of two to four, with ties, byes, no-shows and cooperative games."""
    chance, played = random.Random(seed), Played()
    count, size = chance.randint(3, 14), chance.randint(2, 4)
    settings = Settings(SWISS, size, 2, chance.choice((size, 4)), 9, seed)
    is_together, strength = chance.random() < 0.1, [chance.random() for _ in range(count + 1)]
    played.evening.apply("came", {"players": list(range(1, count + 1))})
    played.games = {player: [] for player in played.evening.since}
    for number in range(1, chance.randint(1, 4) + 1):
        order = chance.sample(range(1, count + 1), count)
        sizes, byes = table_sizes(count, settings)
        starts = [byes + sum(sizes[:at]) for at in range(len(sizes))]
        tables = [order[start : start + size] for start, size in zip(starts, sizes, strict=True)]
        played.evening.apply("drawn", {"round": number, "tables": tables, "byes": order[:byes]})
        sessions = [f"{number}-{at}" for at in range(len(tables))]
        played.evening.apply("opened", {"round": number, "sessions": sessions})
        for player in order[:byes]:
            played.games[player].append(None)
        for session, table in zip(sessions, tables, strict=True):
            _play_table(played, chance, session, table, number, [] if is_together else strength)
    return played


def _play_table(played, chance, session, table, number, strength):
    came = [player for player in table if chance.random() > 0.04]
    for player in set(table) - set(came):
        played.evening.apply("absent", {"round": number, "player": player, "is_absent": True})
        played.games[player].append(LAST)
    if strength:
        skill = [chance.choice((strength[player], chance.random(), 0.5)) for player in table]
        played.places[session] = [1 + sum(other > own for other in skill) for own in skill]
    else:
        played.places[session] = [chance.choice((TOGETHER, 2))] * len(table)
    by_player = dict(zip(table, played.places[session], strict=True))
    for player in came:
        others = [by_player[other] for other in came if other != player]
        if not others:
            played.games[player].append(None)
        elif strength:
            own, level = by_player[player], Fraction(others.count(by_player[player]), 2)
            ahead, behind = sum(other < own for other in others), sum(other > own for other in others)
            played.games[player].append((ahead + level, behind + level))
        else:
            played.games[player].append(FREE if by_player[player] == TOGETHER else LAST)


@pytest.mark.parametrize("first", range(0, 3000, 500))
def test_who_alone_won_all_games_is_alone_first(first):
    found = 0
    for seed in range(first, first + 500):
        played = play(seed)
        won_all = [player for player in played.games if played.won_all(player)]
        if len(won_all) == 1:
            found += 1
            lines = played.lines.values()
            assert [line.player for line in lines if line.place == 1] == won_all, seed
    assert found > 50, "it happens often enough to be a test"


@pytest.mark.parametrize("first", range(0, 3000, 500))
def test_who_did_at_least_as_well_at_every_table_is_never_below(first):
    found = 0
    for seed in range(first, first + 500):
        played = play(seed)
        lines = played.lines
        for one, other in permutations(lines, 2):
            if played.did_better(one, other):
                found += 1
                assert lines[one].place < lines[other].place, (seed, one, other)
    assert found > 5000
