"""Luz: tricks, following suit and bets, as the referee settles them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring.scoresheet import result
from tests.games.luz.strategies import NAMES, deals
from tests.support.asking import fault, steps, verdict
from tests.support.each_row import each_row

HIGHEST = {3: 8, 4: 10, 5: 12}


@st.composite
def tricks(draw: st.DrawFn) -> dict[str, Any]:
    players = draw(st.integers(3, 5))
    deck = [suit + str(number) for suit in "YRGBP" for number in range(1, HIGHEST[players] + 1)]
    cards = draw(st.lists(st.sampled_from(deck), min_size=1, max_size=players, unique=True))
    return {"players": players, "leader": draw(st.integers(0, players - 1)), "cards": cards}


def winner_card_by_card(players: int, leader: int, cards: list[str]) -> int:
    """The same as people do it: each card against the one that has the trick."""
    best, winner = cards[0], leader
    for turn, card in enumerate(cards[1:], 1):
        same_suit = card[0] == best[0] and int(card[1:]) > int(best[1:])
        if same_suit or (card[0] == "Y" and best[0] != "Y"):
            best, winner = card, (leader + turn) % players
    return winner


@given(tricks())
def test_a_trick_card_by_card(trick: dict[str, Any]) -> None:
    found = verdict("luz/trick", **trick)
    assert found == {
        "winner": winner_card_by_card(**trick),
        "led": trick["cards"][0][0],
        "complete": len(trick["cards"]) == trick["players"],
    }


@given(st.sampled_from("YRGBP"), st.lists(st.sampled_from("YRGBP"), min_size=1, max_size=10))
def test_follow_the_suit_or_play_any(led: str, hand: list[str]) -> None:
    allowed = verdict("luz/follow", led=led, hand=hand)["allowed"]
    assert allowed == ([led] if led in hand else [suit for suit in "YRGBP" if suit in hand])


@given(st.integers(3, 5).flatmap(lambda seats: deals(seats)), st.integers(1, 4))
def test_a_bet_is_what_a_deal_of_a_session_scores(deal: dict[str, Any], number: int) -> None:
    seats = len(deal["bets"])
    sheet = {"format": 1, "game": "luz", "players": NAMES[:seats], "options": {}, "entries": [deal] * number}
    scored = result(sheet)["entries"][-1]
    taken = deal.get("tricks") or [deal["winners"].count(seat) for seat in range(seats)]
    for seat, bet in enumerate(deal["bets"]):
        question = {"deal": number, **bet, "tricks": taken[seat]}
        assert verdict("luz/bet", **question)["points"] == scored["points"][seat]
        (step,) = steps("luz/bet", **question)
        assert {"seat": seat, **step} == scored["steps"][seat]


TRICK = {"players": 4, "leader": 0, "cards": ["R4", "R3", "B3", "R2"]}
CARD = "with 4 players a card is a suit (Y, R, G, B or P) and a number from 1 to 10, not "


@each_row(
    ("changes", "sentence"),
    [
        ({"players": 2}, "players must be 3 to 5, not 2"),
        ({"players": 6}, "players must be 3 to 5, not 6"),
        ({"players": True}, "players must be a whole number, not true"),
        ({"leader": 4}, "leader must be 0 to 3, not 4"),
        ({"leader": -1}, "leader must be 0 to 3, not -1"),
        ({"leader": 1.0}, "leader must be a whole number, not 1.0"),
        ({"cards": "R4"}, 'cards must be a list, not "R4"'),
        ({"cards": ["R4", "R3", "B3", "R4"]}, "red 4 stands twice in this trick"),
        ({"cards": ["R1", "R2", "R3", "R4", "R5"]}, "a trick of 4 players has 4 cards, not 5"),
        ({"cards": ["R11"]}, CARD + '"R11"'),
        ({"cards": ["R0"]}, CARD + '"R0"'),
        ({"cards": ["R04"]}, CARD + '"R04"'),
        ({"cards": ["R"]}, CARD + '"R"'),
        ({"cards": ["T4"]}, CARD + '"T4"'),
        ({"cards": ["r4"]}, CARD + '"r4"'),
        ({"cards": ["R²"]}, CARD + '"R\\u00b2"'),
        ({"cards": [["R4"]]}, CARD + '["R4"]'),
        ({"cards": [None]}, CARD + "null"),
    ],
)
def test_a_trick_that_cannot_be(changes: dict[str, Any], sentence: str) -> None:
    assert fault("luz/trick", **(TRICK | changes)) == sentence


def test_the_deck_goes_with_the_players() -> None:
    for players, highest in HIGHEST.items():
        assert verdict("luz/trick", players=players, leader=0, cards=[f"P{highest}"])["winner"] == 0
        assert "a number from 1" in fault("luz/trick", players=players, leader=0, cards=[f"P{highest + 1}"])


@each_row(
    ("led", "hand", "sentence"),
    [
        ("T", ["R"], 'led must be one of "Y", "R", "G", "B", "P", not "T"'),
        (None, ["R"], 'led must be one of "Y", "R", "G", "B", "P", not null'),
        ("R", ["R", "T"], 'a suit must be one of "Y", "R", "G", "B", "P", not "T"'),
        ("R", ["R4"], 'a suit must be one of "Y", "R", "G", "B", "P", not "R4"'),
        ("R", "R", 'hand must be a list, not "R"'),
        ("R", [], "the number of cards in hand must be 1 to 10, not 0"),
        ("R", ["R"] * 11, "the number of cards in hand must be 1 to 10, not 11"),
    ],
)
def test_a_hand_that_cannot_be(led: Any, hand: Any, sentence: str) -> None:
    assert fault("luz/follow", led=led, hand=hand) == sentence


BET = {"deal": 1, "beads": 3, "safety": True, "tricks": 3}


@each_row(
    ("changes", "sentence"),
    [
        ({"deal": 0}, "deal must be 1 to 4, not 0"),
        ({"deal": 5}, "deal must be 1 to 4, not 5"),
        ({"beads": 11}, "beads must be 0 to 10, not 11"),
        ({"beads": -1}, "beads must be 0 to 10, not -1"),
        ({"safety": 1}, "safety must be true or false, not 1"),
        ({"tricks": 11}, "tricks must be 0 to 10, not 11"),
        ({"tricks": None}, "tricks must be a whole number, not null"),
    ],
)
def test_a_bet_that_cannot_be(changes: dict[str, Any], sentence: str) -> None:
    assert fault("luz/bet", **(BET | changes)) == sentence


def test_a_bet_brings_the_points_of_its_step() -> None:
    for deal, beads, tricks in product((1, 4), range(11), range(11)):
        question = {"deal": deal, "beads": beads, "safety": False, "tricks": tricks}
        (step,) = steps("luz/bet", **question)
        assert verdict("luz/bet", **question)["points"] == step["points"]


@pytest.mark.parametrize("holder", [-1, 3])
def test_whose_start_card_decides_is_a_seat(holder: int) -> None:
    ranking = {"totals": [5, 5, 5], "latest": [1, 1, 1]}
    assert fault("luz/ranking", **ranking, holder=holder) == f"holder must be 0 to 2, not {holder}"


def test_a_bet_can_be_claimed() -> None:
    points = verdict("luz/bet", **BET)["points"]
    assert verdict("luz/bet", **BET, claim=points)["claim_right"] is True
    assert verdict("luz/bet", **BET, claim=points + 1)["claim_right"] is False
