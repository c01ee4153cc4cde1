"""5211: each rule on its own; whole games stand in tests/examples/5211."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from companion.engine import Setup
from companion.games.g5211 import GAME
from companion.games.g5211.rules import CARDS, COPIES, cascade, copies_left, play, score_round, standing, start
from companion.scoring.scoresheet import result
from tests.games.g5211.slow import count_game, count_round, places
from tests.games.g5211.strategies import DECK, NAMES, decks, sheets
from tests.scoring.test_scoresheet import fault
from tests.support.each_row import each_row


def sheet(*entries, seats=2, **options):
    return {"format": 1, "game": "5211", "players": NAMES[:seats], "options": options, "entries": list(entries)}


def cards(*hands):
    return {"cards": [hand.split() for hand in hands]}


def setup(seats=2, **options):
    return Setup(tuple(NAMES[:seats]), {option.key: option.default for option in GAME.options} | options)


def no_card(name, card):
    return f"{name} cannot have played {card}: a card is a colour (G, Y, O, B or T) and a number from 1 to 6"


GOOD = cards("G2 G3 Y2 O2", "G1 B2 B3 T2")


def test_the_deck_is_the_printed_one():
    assert len(CARDS) == 30 and len(DECK) == 100
    assert {card: COPIES[int(card[1])] for card in CARDS} == Counter(DECK)


@given(st.integers(2, 5).flatmap(decks))
def test_a_round_by_a_slow_second_count(rounds):
    for hands in rounds:
        slow = count_round(hands)
        scored = score_round([tuple(hand) for hand in hands])
        outcome, kept, steps = scored.outcome, scored.kept, scored.steps
        assert outcome.scored == slow.scored
        assert [list(outcome.bust), [list(tie) for tie in outcome.tied]] == [slow.bust, slow.tied]
        assert [list(cards) for cards in kept] == slow.kept
        worth = {seat: sum(int(card[1]) for card in cards) for seat, cards in enumerate(slow.kept) if cards}
        assert {step.seat: step.points for step in steps if step.seat is not None} == worth
        assert cascade(outcome, len(hands)) == steps[: len(steps) - len(worth)]


@given(sheets())
def test_a_whole_sheet_by_a_slow_second_count(value):
    options, seats = value["options"], len(value["players"])
    slow = count_game(seats, value["entries"], options.get("long", False))
    answer = result(value)
    details = answer["details"]
    assert answer["totals"] == slow.totals
    assert answer["finished"] == slow.finished
    assert (details["deck"], details["round"], details["cards"]) == (slow.deck, slow.round, slow.cards)
    last_only = options.get("long") and options.get("long_tiebreak") == "last-deck"
    assert answer["ranking"] == places(slow.totals, slow.deck_cards if last_only else slow.cards)
    assert len(details["outcomes"]) == sum("cards" in entry for entry in value["entries"])


@given(sheets())
def test_the_cards_left_are_those_not_played(value):
    seats = len(value["players"])
    state = start(setup(seats, **value["options"]))
    seen = Counter()
    deck = 1
    for entry in value["entries"]:
        if "cards" in entry:
            state, _ = play(state, entry)
            seen.update(card for hand in entry["cards"] for card in hand)
            if state.deck != deck:
                deck, seen = state.deck, Counter()
            assert copies_left(state) == {card: COPIES[int(card[1])] - seen[card] for card in CARDS}


@pytest.mark.parametrize(("round_", "deck"), [(0, 3), (1, 4)])
def test_between_two_decks_the_one_that_is_used_up_is_the_last(round_, deck):
    state = replace(start(setup(long=True, long_tiebreak="last-deck")), deck=4, round=round_, pile=(1, 2))
    (reason,) = standing(state).reasons
    assert reason.values["deck"] == deck


def test_the_end_of_the_long_game_names_the_highest_total():
    ahead = replace(start(setup(long=True)), deck=2, totals=(3, 61))
    state, steps = play(ahead, GOOD)
    assert state.finished and steps[-1].values["most"] == max(state.totals) > min(state.totals)


@each_row(
    ("entry", "expected"),
    [
        (cards("G2 G3 Y2 O2", "G1 B2 B3"), "Ben plays 4 cards in a round, not 3"),
        (cards("G2 G3 Y2 O2"), "cards must have 2 items, not 1"),
        (cards("G2 G3 Y2 O2", "R1 B2 B3 T2"), no_card("Ben", '"R1"')),
        (cards("G2 G3 Y2 O2", "1G B2 B3 T2"), no_card("Ben", '"1G"')),
        ({"cards": [["G2", "G3", "Y2", 2], GOOD["cards"][1]]}, no_card("Ann", "2")),
        ({"cards": [["G2", "G3", "Y2", "G\u0662"], GOOD["cards"][1]]}, no_card("Ann", '"G\\u0662"')),
        ({"cards": [GOOD["cards"][0], "G2G2"]}, 'the cards of Ben must be a list, not "G2G2"'),
        ({"cards": GOOD["cards"], "round": 2}, 'the round has an unknown key "round"'),
        (cards("G6 Y2 Y2 Y3", "G6 B2 B3 T2"), "this deck has 1 of green 6; with this round 2 would be played"),
    ],
)
def test_faults_are_said_with_names_and_numbers(entry, expected):
    assert fault(sheet(GOOD, entry)) == (2, expected)
