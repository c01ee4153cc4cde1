"""5211: a round and a count of colours, as the referee settles them."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.scoring.scoresheet import result
from tests.games.g5211.strategies import NAMES, decks
from tests.support.asking import fault, steps, verdict
from tests.support.each_row import each_row

COLOURS = "GYOBT"


@given(st.integers(2, 5).flatmap(decks))
def test_a_round_is_what_a_session_scores(deck: list[list[list[str]]]) -> None:
    hands, players = deck[0], len(deck[0])
    sheet = {"format": 1, "game": "5211", "players": NAMES[:players], "options": {}, "entries": [{"cards": hands}]}
    scored = result(sheet)
    found = verdict("5211/round", players=players, cards=hands)
    assert found == {**scored["details"]["outcomes"][0], "points": scored["entries"][0]["points"]}
    assert steps("5211/round", players=players, cards=hands) == scored["entries"][0]["steps"]


@given(st.integers(2, 5).flatmap(decks))
def test_counted_colours_come_out_as_the_cards_do(deck: list[list[list[str]]]) -> None:
    hands, players = deck[0], len(deck[0])
    cards = [card for hand in hands for card in hand]
    counts = {colour: sum(card[0] == colour for card in cards) for colour in COLOURS}
    roosters = sum(card[1] == "1" for card in cards)
    by_cards = verdict("5211/round", players=players, cards=hands)
    del by_cards["points"]
    assert verdict("5211/colours", players=players, counts=counts, roosters=roosters) == by_cards


def test_a_claim_is_the_points_of_all_together() -> None:
    hands = [["Y3", "Y6", "G2", "G2"], ["Y1", "O2", "B2", "B2"]]
    found = verdict("5211/round", players=2, cards=hands, claim=10)
    assert (found["points"], found["claim_right"]) == ([9, 1], True)


ROUND = {"players": 2, "cards": [["G1", "G2", "Y3", "T6"], ["B1", "B2", "O3", "T5"]]}


@each_row(
    ("changes", "sentence"),
    [
        ({"players": 1}, "players must be 2 to 5, not 1"),
        ({"players": 6}, "players must be 2 to 5, not 6"),
        ({"players": 3}, "cards must have 3 items, not 2"),
        ({"cards": [["G1", "G2", "Y3"], ["B1", "B2", "O3", "T5"]]}, "seat 0 plays 4 cards in a round, not 3"),
        (
            {"cards": [["G1", "G2", "Y3", "T7"], ["B1", "B2", "O3", "T5"]]},
            'seat 0 cannot have played "T7": a card is a colour (G, Y, O, B or T) and a number from 1 to 6',
        ),
        (
            {"cards": [["G1", "G2", "Y3", "T6"], ["B1", "B2", "O3", "T6"]]},
            "this deck has 1 of teal 6; with this round 2 would be played",
        ),
        ({"cards": None}, "cards must be a list, not null"),
    ],
)
def test_a_round_that_cannot_be(changes: dict[str, Any], sentence: str) -> None:
    assert fault("5211/round", **(ROUND | changes)) == sentence


def counted(numbers: str, roosters: Any = 0, players: Any = 4) -> dict[str, Any]:
    counts = dict(zip(COLOURS, map(int, numbers.split()), strict=True))
    return {"players": players, "counts": counts, "roosters": roosters}


@each_row(
    ("question", "sentence"),
    [
        (counted("8 4 2 0 1"), "4 players play 16 cards in a round; the counts add up to 15"),
        (counted("8 4 2 0 3"), "4 players play 16 cards in a round; the counts add up to 17"),
        (counted("8 4 2 0 2", players=3), "3 players play 12 cards in a round; the counts add up to 16"),
        (counted("8 4 2 -1 3"), "the count of dark blue must be 0 to 16, not -1"),
        (counted("8 4 2 0 2", roosters=-1), "roosters must be 0 to 13, not -1"),
        # Five of the green ones at most, four yellow, two orange, two teal.
        (counted("8 4 2 0 2", roosters=14), "roosters must be 0 to 13, not 14"),
        # Twenty green ones are the whole colour, its five roosters too.
        (counted("20 0 0 0 0", roosters=4, players=5), "roosters must be 5 to 5, not 4"),
        (counted("8 4 2 0 2") | {"counts": {"G": 16}}, 'counts lacks the key "Y"'),
        (counted("8 4 2 0 2") | {"counts": [8, 4, 2, 0, 2]}, "counts must be an object, not [8, 4, 2, 0, 2]"),
        (
            counted("8 4 2 0 2") | {"counts": dict.fromkeys("GYOBTX", 0)},
            'counts has an unknown key "X"',
        ),
        (
            counted("8 4 2 0 2") | {"counts": dict.fromkeys("GYOBT", True)},
            "the count of green must be a whole number, not true",
        ),
    ],
)
def test_counts_that_cannot_be(question: dict[str, Any], sentence: str) -> None:
    assert fault("5211/colours", **question) == sentence


def test_the_whole_colour_can_be_played() -> None:
    assert verdict("5211/colours", **counted("20 0 0 0 0", roosters=5, players=5))["bust"] == ["G"]
