"""Luz: what a bet still needs, and what the referee settles about a trick."""

import itertools

from hypothesis import given, strategies as st

from companion.games.luz.rules import standing, start
from tests.games.luz.test_rules import deal, played, setup
from tests.support.asking import needs_by_seat, verdict
from tests.support.each_row import each_row


def state_after(*entries, players=4, **options):
    return played(start(setup(players, **options)), *entries)


def draft(bets, winners=""):
    made = {f"bet-{seat}": bet for seat, bet in enumerate(deal(bets, "")["bets"])}
    return made | {f"trick-{number}": int(winner) for number, winner in enumerate(winners.split(), 1)}


def test_before_the_bets_it_says_what_a_bet_is_worth_and_who_is_behind():
    texts = needs_by_seat("luz", state_after(deal("3s 2 1 0", "4 2 0 4")), {})
    assert texts[None] == ["A bet that is made brings 20 in deal 2, with the safety bead 10."]
    assert texts[0] == ["5 behind Ben."]
    assert 1 not in texts, "nobody shares the lead"


def test_what_makes_each_bet():
    texts = needs_by_seat("luz", state_after(), draft("3s 2 1 0", "0 1 2 3 0 1"))
    assert texts[0] == ["1 or 2 more of the 4 tricks left make the bet: +5. Every trick off costs 5."]
    assert texts[1] == ["None of the 4 tricks left: that makes the bet, +10."]
    assert texts[3] == ["The bet cannot be made any more; −5 at best."]
    safe = needs_by_seat("luz", state_after(), draft("3s 2 1 0", "0 1 2 0 1 3 0"))
    assert safe[0] == ["0 or 1 more of the 3 tricks left make the bet: +5. Every trick off costs 5."]
    last = needs_by_seat("luz", state_after(), draft("3s 2 1 0", "0 0 0 1 2 3 3 3 3"))
    assert last[0] == ["With or without the last trick the bet is made: +5."]
    assert last[1] == ["The last trick makes the bet: +10. Every trick off costs 5."]
    assert last[2] == ["Without the last trick the bet is made: +10."]
    assert needs_by_seat("luz", state_after(), draft("3 2 1 0", "0 0 0 1 1 3 3 3 3 3"))[0] == ["The bet is made: +10."]


@each_row("seats", [3, 4])
@each_row("winners", ["", "0 1 2 0 1 2 0", "0 0 0 0 0 0 0 0 0 1"])
def test_what_wins_the_game_agrees_with_every_way_the_deal_can_end(seats, winners):
    entries = [deal("3 2 1 0", "3 2 5 0"), deal("3 2 1 0", "3 2 0 5"), deal("0 0 9 0", "1 0 9 0")]
    for entry in entries:
        entry["bets"], entry["tricks"] = entry["bets"][:seats], entry["tricks"][:seats]
        entry["tricks"][-1] += 10 - sum(entry["tricks"])
    state = state_after(*entries, players=seats)
    running = draft(" ".join(["2", "1s", "3", "0"][:seats]), winners)
    bets = [running[f"bet-{seat}"] for seat in range(seats)]
    had = [winners.split().count(str(seat)) for seat in range(seats)]
    wins = {seat: {} for seat in range(seats)}
    for tricks in itertools.product(range(11), repeat=seats):
        if sum(tricks) == 10 and all(taken >= least for taken, least in zip(tricks, had, strict=True)):
            after = played(state, {"bets": bets, "tricks": list(tricks)})
            for seat in range(seats):
                wins[seat].setdefault(tricks[seat], set()).add(seat in standing(after).ranking[0])
    texts = needs_by_seat("luz", state, running)
    assert {*range(seats)} <= texts.keys()
    for seat in range(seats):
        needs_of_seat, results = texts[seat], wins[seat]
        sure = sorted(taken for taken, how in results.items() if how == {True})
        maybe = sorted(taken for taken, how in results.items() if how == {True, False})
        sentence = needs_of_seat[-1]
        if not sure and not maybe:
            assert sentence == "The game cannot be won any more."
        elif len(sure) == len(results):
            assert sentence == "The game is won whatever happens."
        else:
            assert all(f"{taken}" in sentence for taken in sure + maybe), (sentence, sure, maybe)
            assert ("for certain" in sentence) == bool(sure)


HIGHEST = {3: 8, 4: 10, 5: 12}


@st.composite
def tricks(draw):
    players = draw(st.integers(3, 5))
    deck = [suit + str(number) for suit in "YRGBP" for number in range(1, HIGHEST[players] + 1)]
    cards = draw(st.lists(st.sampled_from(deck), min_size=1, max_size=players, unique=True))
    return {"players": players, "leader": draw(st.integers(0, players - 1)), "cards": cards}


def winner_card_by_card(players, leader, cards):
    """The same as people do it: each card against the one that has the trick."""
    best, winner = cards[0], leader
    for turn, card in enumerate(cards[1:], 1):
        same_suit = card[0] == best[0] and int(card[1:]) > int(best[1:])
        if same_suit or (card[0] == "Y" and best[0] != "Y"):
            best, winner = card, (leader + turn) % players
    return winner


@given(tricks())
def test_a_trick_card_by_card(trick):
    found = verdict("luz/trick", **trick)
    assert found == {
        "winner": winner_card_by_card(**trick),
        "led": trick["cards"][0][0],
        "complete": len(trick["cards"]) == trick["players"],
    }


@given(st.sampled_from("YRGBP"), st.lists(st.sampled_from("YRGBP"), min_size=1, max_size=10))
def test_follow_the_suit_or_play_any(led, hand):
    allowed = verdict("luz/follow", led=led, hand=hand)["allowed"]
    assert allowed == ([led] if led in hand else [suit for suit in "YRGBP" if suit in hand])
