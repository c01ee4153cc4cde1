"""How long a game of 5211 lasts, and who could end it, against brute force and whole sessions."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings, strategies as st

from companion.engine import RuleError
from companion.forms.viewer import Viewer
from companion.games.g5211.figures import SECRECY
from companion.games.g5211.help import most_in_a_round, needs
from companion.games.g5211.rulebook import ROUNDS
from companion.games.g5211.rules import CARDS, COLOURS, FULL_DECK, copies_left, play, start
from companion.scoring.scoresheet import read
from tests.games.g5211.strategies import decks, sheets
from tests.games.g5211.test_rules import setup
from tests.support.asking import need_texts
from tests.support.each_row import each_row
from tests.support.tries import tries


def state(players=2, *, long=True, **changes):
    return replace(start(setup(players, long=long)), **changes)


def test_one_deck_counts_its_rounds():
    assert need_texts("5211", state(long=False)) == ["11 rounds are left, this one counted."]
    assert need_texts("5211", state(5, long=False, round=3, totals=(4, 9, 9, 0, 8))) == [
        "This round is the last.",
        "Ann: 5 behind Ben, Cleo.",
        "Ben: Level on points with Cleo.",
        "Cleo: Level on points with Ben.",
        "Mei-Ling: 9 behind Ben, Cleo.",
        "小雯: 1 behind Ben, Cleo.",
    ]


def test_the_first_deck_is_played_out():
    assert need_texts("5211", state(totals=(50, 3), round=9))[:3] == [
        "2 rounds are left, this one counted. The first deck is always played to its end, so this is not the last.",
        "Ann: 50 points are reached.",
        "Ben: 47 points to 50.",
    ]
    assert need_texts("5211", state(totals=(50, 3), round=10))[:2] == [
        "This round uses up the deck.",
        "50 points are reached: this round ends the game.",
    ]


def test_who_can_reach_fifty_in_this_round():
    # Four cards of a colour are 6 + 5 + 4 + 4 = 19 at most: with 31 they are enough, with 30 not.
    now = state(3, deck=2, totals=(31, 30, 31))
    assert need_texts("5211", now)[1] == "This round ends the game if it brings one of these to 50 points: Ann, Cleo."
    nobody = "This round cannot bring anybody to 50 points: another follows."
    assert need_texts("5211", state(3, deck=2, totals=(30, 30, 30)))[1] == nobody
    # Two hands are in: Ann's best is green, 6 + 4. Every 6 is gone, so Cleo's best is 5 + 4 + 4 + 3, in orange, say.
    draft = {"hand-0": ["G6", "G4", "Y6", "Y1"], "hand-1": ["O6", "B6", "T6", "T5"]}
    assert need_texts("5211", now, draft)[1] == nobody
    assert most_in_a_round(now, draft, 0) == 10 and most_in_a_round(now, draft, 2) == 5 + 4 + 4 + 3
    ann = Viewer({1, 2}, SECRECY)
    assert needs(ann.state(now), ann.draft({}, now), ann) == needs(now, {})[:1] and len(needs(now, {})) > 1


@settings(max_examples=tries(60))
@given(deck=st.integers(2, 5).flatmap(decks), rounds=st.integers(0, 3), data=st.data())
def test_no_round_brings_more_than_the_most(deck, rounds, data):
    now = state(len(deck[0]))
    for hands in deck[: min(rounds, len(deck) - 1)]:
        now, _ = play(now, {"cards": hands})
    hands = deck[min(rounds, len(deck) - 1)]
    seats = data.draw(st.sets(st.integers(0, len(hands) - 1)))
    draft = {f"hand-{seat}": hands[seat] for seat in seats}
    most = [most_in_a_round(now, draft, seat) for seat in range(len(hands))]
    after, _ = play(now, {"cards": hands})
    gains = [late - early for late, early in zip(after.totals, now.totals, strict=True)]
    assert all(gain <= bound for gain, bound in zip(gains, most, strict=True))


@each_row("spent", [[], ["G6", "G5"], ["G6", "Y6", "O6", "B6", "T6"]])
def test_the_most_of_a_round_can_happen(spent):
    """Of all four cards of one colour the best are played against four others that score nothing."""
    counts = tuple(copies - (card in spent) for card, copies in zip(CARDS, FULL_DECK, strict=True))
    now = state(left=counts, round=1)
    left = [card for card, number in copies_left(now).items() for _ in range(number)]
    best = 0
    for colour in COLOURS:
        for cards in {combo for combo in combinations([card for card in left if card[0] == colour], 4)}:
            other = [f"{shade}2" for shade in COLOURS if shade != colour]
            try:
                after, _ = play(now, {"cards": [list(cards), other]})
            except RuleError:
                continue
            best = max(best, after.totals[0])
    assert best == most_in_a_round(now, {}, 0)


@given(sheets())
def test_a_round_that_was_said_not_to_be_the_last_is_not(value):
    now = start(read(value).setup)
    for entry in value["entries"]:
        if entry == {"end": True}:
            break
        sentences = " ".join(need_texts("5211", now))
        last_round = now.round + 1 == ROUNDS[now.setup.seats]
        now, _ = play(now, entry)
        if "another follows" in sentences or "this is not the last" in sentences:
            assert not now.finished
        if "this round ends the game." in sentences or "This round is the last." in sentences:
            assert now.finished
        if now.finished:
            assert last_round or "This round ends the game if" in sentences
