"""5211: each rule on its own; whole games stand in tests/examples/5211."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import RuleError, Setup
from companion.games.g5211 import GAME
from companion.games.g5211.cards import CARDS, COLOURS, COPIES, FULL_DECK, take
from companion.games.g5211.rules import ROUNDS, State, copies_left, play, standing, start
from companion.games.g5211.scoring import cascade, judge, limit, needed_roosters, score_round
from companion.scoring.scoresheet import SheetError, result
from tests.games.g5211.slow import count_game, count_round, places
from tests.games.g5211.strategies import DECK, NAMES, decks, sheets
from tests.support.each_row import each_row


def sheet(*entries: Any, seats: int = 2, **options: Any) -> dict[str, Any]:
    return {"format": 1, "game": "5211", "players": NAMES[:seats], "options": options, "entries": list(entries)}


def cards(*hands: str) -> dict[str, Any]:
    return {"cards": [hand.split() for hand in hands]}


def setup(seats: int = 2, **options: Any) -> Setup:
    return Setup(tuple(NAMES[:seats]), {option.key: option.default for option in GAME.options} | options)


def no_card(name: str, card: str) -> str:
    return f"{name} cannot have played {card}: a card is a colour (G, Y, O, B or T) and a number from 1 to 6"


GOOD = cards("G2 G3 Y2 O2", "G1 B2 B3 T2")


def test_the_deck_is_the_printed_one() -> None:
    assert len(CARDS) == 30 and len(DECK) == 100
    assert {card: COPIES[int(card[1])] for card in CARDS} == Counter(DECK)


def test_the_printed_numbers_for_each_number_of_players() -> None:
    assert dict(ROUNDS) == {2: 11, 3: 7, 4: 6, 5: 4}
    assert [needed_roosters(players) for players in (2, 3, 4, 5)] == [4, 5, 6, 7]
    assert [limit(players) for players in (2, 3, 4, 5)] == [5, 6, 7, 8]


@each_row(
    ("players", "counts", "roosters", "scored", "bust", "tied"),
    [
        (4, (3, 3, 4, 3, 3), 6, "roosters", "", []),
        (4, (8, 4, 2, 0, 2), 6, "roosters", "", []),
        (4, (8, 4, 2, 0, 2), 5, "Y", "G", []),
        (4, (8, 4, 2, 0, 2), 7, "Y", "G", []),
        (4, (7, 6, 3, 0, 0), 0, "Y", "G", []),
        (4, (6, 5, 5, 0, 0), 0, "G", "", []),
        (4, (7, 7, 2, 0, 0), 0, "O", "GY", []),
        (4, (16, 0, 0, 0, 0), 0, None, "G", []),
        (4, (7, 9, 0, 0, 0), 0, None, "GY", []),
        (4, (5, 5, 3, 2, 1), 0, "O", "", ["GY"]),
        (4, (5, 5, 2, 2, 2), 0, None, "", ["GY", "OBT"]),
        (4, (6, 6, 2, 2, 0), 0, None, "", ["GY", "OB"]),
        (4, (2, 2, 6, 6, 0), 0, None, "", ["OB", "GY"]),
        (4, (7, 4, 4, 1, 0), 0, "B", "G", ["YO"]),
        (5, (4, 4, 4, 4, 4), 0, None, "", ["GYOBT"]),
        (5, (8, 6, 6, 0, 0), 0, None, "G", ["YO"]),
        (5, (7, 7, 6, 0, 0), 0, "O", "", ["GY"]),
        (2, (4, 4, 0, 0, 0), 0, None, "", ["GY"]),
        (2, (3, 5, 0, 0, 0), 0, "G", "Y", []),
        (3, (6, 6, 0, 0, 0), 0, None, "GY", []),
    ],
)
def test_what_scores(
    players: int, counts: tuple[int, ...], roosters: int, scored: str | None, bust: str, tied: list[str]
) -> None:
    outcome = judge(counts, roosters, players)
    assert outcome.as_json() == {
        "scored": scored,
        "roosters": roosters,
        "counts": dict(zip(COLOURS, counts, strict=True)),
        "bust": list(bust),
        "tied": [list(tie) for tie in tied],
    }


@given(st.integers(2, 5).flatmap(decks))
def test_a_round_by_a_slow_second_count(rounds: list[list[list[str]]]) -> None:
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
def test_a_whole_sheet_by_a_slow_second_count(value: dict[str, Any]) -> None:
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
def test_the_cards_left_are_those_not_played(value: dict[str, Any]) -> None:
    seats = len(value["players"])
    state = start(setup(seats, **value["options"]))
    seen: Counter[str] = Counter()
    deck = 1
    for entry in value["entries"]:
        if "cards" in entry:
            state, _ = play(state, entry)
            seen.update(card for hand in entry["cards"] for card in hand)
            if state.deck != deck:
                deck, seen = state.deck, Counter()
            assert copies_left(state) == {card: COPIES[int(card[1])] - seen[card] for card in CARDS}


@each_row("card", CARDS)
def test_a_deck_holds_so_many_copies_and_no_more(card: str) -> None:
    copies = COPIES[int(card[1])]
    left = take(FULL_DECK, [(card,)] * copies)
    assert left[CARDS.index(card)] == 0
    with pytest.raises(RuleError, match=f"this deck has {copies} of .* {card[1]}; with this round {copies + 1} would"):
        take(left, [(card,)])


def test_a_new_deck_holds_all_cards_again() -> None:
    state = start(setup(5, long=True))
    fours = {"cards": [[colour + value for value in "1244"] for colour in COLOURS]}
    twos = {"cards": [[colour + value for value in "1232"] for colour in COLOURS]}
    for entry in (fours, twos, twos):
        state, _ = play(state, entry)
    assert copies_left(state)["G4"] == 0
    state, steps = play(state, {"cards": [[colour + value for value in "1335"] for colour in COLOURS]})
    assert (state.deck, state.round, state.finished) == (2, 0, False)
    assert str(GAME.rules[steps[-1].rule].sentence(steps[-1])).startswith("Deck 1 is used up.")
    assert copies_left(state) == {card: COPIES[int(card[1])] for card in CARDS}
    play(state, fours)


def test_the_last_deck_counts_until_the_next_has_a_round() -> None:
    # By hand: round 2, 8 green leave, yellow 1+2+3+2 for Cleo; round 4, yellow and dark blue tie with 5,
    # orange 5+3 for Mei-Ling and 2+2 for the fifth; rounds 1 and 3, all colours tie.
    tie = cards("G1 G2 G3 G2", "Y1 Y2 Y3 Y2", "O1 O2 O3 O2", "B1 B2 B3 B2", "T1 T2 T3 T2")
    deck = [
        tie,
        cards("G1 G2 G3 G2", "G1 G2 G3 G4", "Y1 Y2 Y3 Y2", "O1 O2 O3 T2", "B1 B2 B3 T1"),
        cards("Y1 Y2 Y3 Y4", "O1 O2 O3 O4", "B1 B2 B3 B4", "T1 T2 T3 T4", "G1 G2 G3 G4"),
        cards("Y3 Y4 Y5 Y6", "B3 B4 B5 B6", "Y2 B2 T5 T6", "O5 O3 T4 G3", "O2 O2 G5 G6"),
    ]
    by_cards, shared = [[2], [3], [4], [0, 1]], [[2, 3], [4], [0, 1]]
    for ruling, later in (("all-decks", by_cards), ("last-deck", shared)):
        before = result(sheet(*deck, seats=5, long=True, long_tiebreak=ruling))
        assert before["totals"] == [0, 0, 8, 8, 4]
        assert (before["details"]["deck"], before["details"]["round"]) == (2, 0)
        assert before["ranking"] == by_cards
        assert before["details"]["ranking_steps"][0]["deck"] == (None if ruling == "all-decks" else 1)
        assert result(sheet(*deck, tie, seats=5, long=True, long_tiebreak=ruling))["ranking"] == later


@pytest.mark.parametrize(("round_", "deck"), [(0, 3), (1, 4)])
def test_between_two_decks_the_one_that_is_used_up_is_the_last(round_: int, deck: int) -> None:
    state = replace(start(setup(long=True, long_tiebreak="last-deck")), deck=4, round=round_, pile=(1, 2))
    (reason,) = standing(state).reasons
    assert reason.values["deck"] == deck


def test_the_end_of_the_long_game_names_the_highest_total() -> None:
    ahead = replace(start(setup(long=True)), deck=2, totals=(3, 61))
    state, steps = play(ahead, GOOD)
    assert state.finished and steps[-1].values["most"] == max(state.totals) > min(state.totals)


def test_in_one_deck_the_long_ruling_has_no_bearing() -> None:
    one, other = (result(sheet(GOOD, long_tiebreak=ruling)) for ruling in ("all-decks", "last-deck"))
    assert one == other


def test_fifty_points_end_no_game_of_one_deck() -> None:
    green = [cards(f"G{a} G{b} G{c} G{d}", "Y2 Y3 O2 O3") for a, b, c, d in ("1234", "1256", "1334")]
    answer = result(sheet(*green, cards("G2 G2 G2 G3", "Y4 Y5 O4 O5"), cards("Y6 Y4 T2 T3", "O6 O4 B2 B3")))
    assert answer["totals"] == [10 + 14 + 11 + 9, 0] and not answer["finished"]


@each_row(
    ("hands", "expected"),
    [
        (
            ("G1 G1 Y2 O3", "T1 B1 B2 T3"),
            [
                "4 roosters on the table, exactly enough: only they score.",
                "Keeps green 1, green 1.",
                "Keeps teal 1, dark blue 1.",
            ],
        ),
        (
            ("G2 G2 G2 G3", "G3 Y1 Y2 O3"),
            [
                "1 rooster on the table. Only exactly 4 would score.",
                "5 green cards; with 5 or more all are discarded.",
                "2 yellow cards, more than any other colour left: only they score.",
                "Keeps yellow 1, yellow 2.",
            ],
        ),
        (
            ("G2 G2 Y2 Y2", "O2 O2 B2 T3"),
            [
                "0 roosters on the table. Only exactly 4 would score.",
                "Tied with 2 cards each: green, yellow, orange. All are discarded.",
                "Tied with 1 card each: dark blue, teal. All are discarded.",
                "No colour stands alone: nobody scores.",
            ],
        ),
        (
            ("G2 G2 G3 Y2", "Y3 Y4 O2 O3"),
            [
                "0 roosters on the table. Only exactly 4 would score.",
                "Tied with 3 cards each: green, yellow. All are discarded.",
                "2 orange cards, more than any other colour left: only they score.",
                "Keeps orange 2, orange 3.",
            ],
        ),
        (
            ("G2 G2 G3 G3", "G4 G5 G6 T4"),
            [
                "0 roosters on the table. Only exactly 4 would score.",
                "7 green cards; with 5 or more all are discarded.",
                "1 teal card, more than any other colour left: it alone scores.",
                "Keeps teal 4.",
            ],
        ),
    ],
)
def test_what_people_read_after_a_round(hands: tuple[str, str], expected: list[str]) -> None:
    _, steps = play(start(setup()), cards(*hands))
    assert [str(GAME.rules[step.rule].sentence(step)) for step in steps] == expected


def test_what_people_read_where_points_are_equal() -> None:
    state = start(setup())
    assert read_reasons(state) == ["Ann, Ben share the place: same total, 0; same number of cards, 0."]
    state, _ = play(state, cards("Y6 Y2 G2 O2", "Y3 B2 T2 G3"))
    state, _ = play(state, cards("G2 B3 T3 Y3", "O3 O1 O1 B2"))
    assert read_reasons(state) == ["Ben before Ann: same total, 8; more cards in the score pile, 4 against 2."]


@pytest.mark.parametrize(
    ("ruling", "expected"),
    [
        ("all-decks", "Ben before Ann: same total, 8; more cards from all decks, 4 against 2."),
        ("last-deck", "Ben before Ann: same total, 8; more cards from deck 1, 4 against 2."),
    ],
)
def test_what_people_read_where_points_are_equal_in_the_long_game(ruling: str, expected: str) -> None:
    state = start(setup(long=True, long_tiebreak=ruling))
    state, _ = play(state, cards("Y6 Y2 G2 O2", "Y3 B2 T2 G3"))
    state, _ = play(state, cards("G2 B3 T3 Y3", "O3 O1 O1 B2"))
    assert read_reasons(state) == [expected]


def read_reasons(state: State) -> list[str]:
    return [GAME.rules[step.rule].sentence(step).text(names=NAMES) for step in standing(state).reasons]


def test_a_play_leaves_the_state_before_as_it_was() -> None:
    before = start(setup())
    after, _ = play(before, GOOD)
    assert before == start(setup()) and after != before
    assert play(before, GOOD)[0] == after


@each_row(
    ("entry", "expected"),
    [
        (cards("G2 G3 Y2 O2", "G1 B2 B3"), "Ben plays 4 cards in a round, not 3"),
        (cards("G2 G3 Y2 O2 O2", "G1 B2 B3 T2"), "Ann plays 4 cards in a round, not 5"),
        (cards("G2 G3 Y2 O2"), "cards must have 2 items, not 1"),
        (cards("G2 G3 Y2 O2", "G1 B2 B3 T2", "T2 T2 T2 T2"), "cards must have 2 items, not 3"),
        (cards("G2 G3 Y2 O7", "G1 B2 B3 T2"), no_card("Ann", '"O7"')),
        (cards("G2 G3 Y2 O2", "R1 B2 B3 T2"), no_card("Ben", '"R1"')),
        (cards("G2 G3 Y2 O2", "g1 B2 B3 T2"), no_card("Ben", '"g1"')),
        (cards("G2 G3 Y2 O2", "G0 B2 B3 T2"), no_card("Ben", '"G0"')),
        (cards("G2 G3 Y2 O2", "1G B2 B3 T2"), no_card("Ben", '"1G"')),
        ({"cards": [["G2", "G3", "Y2", 2], GOOD["cards"][1]]}, no_card("Ann", "2")),
        ({"cards": [["G2", "G3", "Y2", None], GOOD["cards"][1]]}, no_card("Ann", "null")),
        ({"cards": [["G2", "G3", "Y2", ["O2"]], GOOD["cards"][1]]}, no_card("Ann", '["O2"]')),
        ({"cards": [["G2", "G3", "Y2", {}], GOOD["cards"][1]]}, no_card("Ann", "{}")),
        ({"cards": [["G2", "G3", "Y2", "G2 "], GOOD["cards"][1]]}, no_card("Ann", '"G2 "')),
        ({"cards": [["G2", "G3", "Y2", "G\u0662"], GOOD["cards"][1]]}, no_card("Ann", '"G\\u0662"')),
        ({"cards": [GOOD["cards"][0], "G2G2"]}, 'the cards of Ben must be a list, not "G2G2"'),
        ({"cards": {"Ann": []}}, 'cards must be a list, not {"Ann": []}'),
        ({"cards": GOOD["cards"], "round": 2}, 'the round has an unknown key "round"'),
        ({}, 'the round lacks the key "cards"'),
        (7, "the round must be an object, not 7"),
        (cards("G6 Y2 Y2 Y3", "G6 B2 B3 T2"), "this deck has 1 of green 6; with this round 2 would be played"),
        (cards("G4 T4 T4 B4", "B4 T4 B4 O4"), "this deck has 2 of dark blue 4; with this round 3 would be played"),
    ],
)
def test_faults_are_said_with_names_and_numbers(entry: Any, expected: str) -> None:
    with pytest.raises(SheetError) as caught:
        result(sheet(GOOD, entry))
    assert (caught.value.entry, caught.value.text()) == (2, expected)


def test_copies_are_counted_over_the_whole_deck() -> None:
    fives = cards("G5 Y5 O5 B5", "T5 T2 B2 O2")
    with pytest.raises(SheetError, match=r"entry 3: this deck has 1 of yellow 5; with this round 2 would be played"):
        result(sheet(fives, GOOD, cards("Y5 Y2 Y2 Y3", "B3 B3 O3 O3")))


def test_there_is_no_round_after_the_last() -> None:
    values = ["1232", "1232", "1234", "1234", "1356"]
    hands = [[colour + value for value in four] for four in values for colour in COLOURS]
    rounds = [{"cards": hands[index : index + 2]} for index in range(0, 22, 2)]
    assert result(sheet(*rounds))["finished"]
    with pytest.raises(SheetError, match="entry 12: the game is over; nothing can follow"):
        result(sheet(*rounds, GOOD))


@each_row(
    ("options", "expected"),
    [
        ({"long": 1}, "the option long must be true or false, not 1"),
        ({"long_tiebreak": "deck"}, 'the option long_tiebreak must be one of "all-decks", "last-deck", not "deck"'),
        ({"long_tiebreak": True}, 'the option long_tiebreak must be one of "all-decks", "last-deck", not true'),
    ],
)
def test_options_that_are_none(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(SheetError) as caught:
        result(sheet(**options))
    assert (caught.value.entry, caught.value.text()) == (None, expected)
