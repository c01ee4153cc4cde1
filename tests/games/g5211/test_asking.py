"""5211 on the referee's pages: every tap, addresses, what a round raises, the guide."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.g5211.help import entry_questions
from companion.games.g5211.rules import COLOURS, start
from companion.scoring.scoresheet import read, replay, result
from tests.games.g5211.strategies import NAMES, decks
from tests.support.asking import steps, verdict
from tests.support.askpages import AskPage, agrees
from tests.support.phones import Phone, hand
from tests.support.tries import tries

with_client = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=tries(20))


def fields_of(question: dict[str, Any]) -> list[tuple[str, str]]:
    players = ("players", str(question["players"]))
    if question["ask"] == "5211/round":
        return [players, ("cards", ".".join("".join(cards) for cards in question["cards"])), ("seat", "0")]
    counts = [(colour, str(count)) for colour, count in question["counts"].items()]
    return [players, *counts, ("roosters", str(question["roosters"]))]


def test_a_round_by_taps(client: FlaskClient) -> None:
    page = AskPage(client, "5211/round")
    assert page.bar == "4 more cards of A" and "4 players" not in page.text
    page = page.choose("players", "2")
    for card in ("G1", "G2", "G2", "Y3"):
        page = page.tap(card)
    assert page.bar == "4 more cards of B" and ("seat", "1") in page.fields
    for card in ("G3", "G4", "Y6"):
        page = page.tap(card)
    assert page.bar == "1 more card of B" and page.tap("Y6").refused  # the deck has one
    page = page.tap("B1")
    assert page.bar == "Yellow scores" and page.tap("O2").fields == page.fields  # both hands are full
    assert page.fields == [("players", "2"), ("cards", "G1G2G2Y3.G3G4Y6B1"), ("seat", "1")]
    # A card taken back, and another in its place; then the other seat's.
    page = page.tap("x1")
    assert page.bar == "1 more card of B" and dict(page.fields)["cards"] == "G1G2G2Y3.G3Y6B1"
    page = page.tap("t0").tap("x0")
    assert page.tap("Y6").refused and not page.tap("B1").refused  # the deck's only yellow 6 lies before the other
    assert page.bar == "1 more card of A" and page.tap("t1").bar == "1 more card of B"
    page = page.tap("Y1")
    assert page.bar == "1 more card of B" and ("seat", "1") in page.fields
    assert page.tap("Y2").bar == "Yellow scores"


def test_colours_by_taps(client: FlaskClient) -> None:
    page = AskPage(client, "5211/colours")
    asked = ["green", "yellow", "orange", "dark blue", "teal"]
    for name, colour, count in zip(asked, COLOURS, "84202", strict=True):
        assert page.bar == f"How many cards are {name}?"
        page = page.choose(colour, count)
    assert page.bar == "How many of all these are roosters?"
    page = page.choose("roosters", "3")
    assert page.bar == "Yellow scores" and sorted(page.form) == sorted(page.fields)
    assert page.choose("roosters", "6").bar == "Roosters score"
    # What the others leave is the most that a colour is offered.
    assert 'name="G" value="8"' in page.text and 'name="G" value="9"' not in page.text
    wrong = page.choose("T", "3")
    assert wrong.bar == "This cannot be"
    assert wrong.fault == "4 players play 16 cards in a round; the counts add up to 17"
    assert page.choose("players", "5").fault == "5 players play 20 cards in a round; the counts add up to 16"


# what a round raises


@with_client
@given(deck=st.integers(2, 5).flatmap(decks))
def test_a_round_raises_what_it_scored(client: FlaskClient, deck: list[list[list[str]]]) -> None:
    hands = deck[0]
    sheet = {"format": 1, "game": "5211", "players": NAMES[: len(hands)], "options": {}, "entries": [{"cards": hands}]}
    scored = result(sheet)
    (played,) = replay(read(sheet))
    by_cards, by_colours = entry_questions(start(read(sheet).setup), {"cards": hands}, played.state, played.steps)
    page = AskPage(client, by_cards.ask, by_cards.fields)
    assert page.form == list(by_cards.fields) == page.fields
    agrees(page, {"ask": "5211/round", "players": len(hands), "cards": hands})
    whole = sum(scored["entries"][0]["points"])
    assert 'data-claim="right"' in AskPage(client, by_cards.ask, [*by_cards.fields, ("claim", str(whole))]).text
    assert 'data-claim="wrong"' in AskPage(client, by_cards.ask, [*by_cards.fields, ("claim", str(whole + 1))]).text
    counted = AskPage(client, by_colours.ask, by_colours.fields)
    assert counted.bar == page.bar and sorted(counted.form) == sorted(by_colours.fields)


def test_an_entry_leads_to_its_question(host: Phone, fifty: str) -> None:
    host.enter(fifty, hand(0, "G1 G2 G2 Y3"))
    host.enter(fifty, hand(1, "G3 G4 Y6 B1"))
    page = host.page(f"/t/{fifty}/entries/1")
    assert "which cards scored" in page and "cards=G1G2G2Y3.G3G4Y6B1&amp;seat=0&amp;name=Ann&amp;name=Ben" in page
    needed = host.page(f"/t/{fifty}/needs")
    assert "10 rounds are left, this one counted." in needed and "3 behind " in needed


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
