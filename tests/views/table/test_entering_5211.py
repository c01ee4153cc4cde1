"""Entering 5211: four cards a seat on a grid, hands of different seats at once, the cascade, the long game."""

from __future__ import annotations

import re

from tests.support.page_tree import parse
from tests.support.phones import Phone, hand, notice

ANN, BEN = "G1 G2 Y3 O2", "G3 T3 Y2 O3"  # green scores: 3 points each


def on_form(page: str) -> list[str]:
    """The cards that the form would send."""
    return [value for name, value in parse(page).by_id("entry").fields if name == "card"]


def struck_out(page: str) -> set[str]:
    cards = parse(page).with_attribute("data-card")
    return {card["data-card"] for card in cards if card.attributes.get("aria-disabled") == "true"}


def form(phone: Phone, session: str, **fields: object) -> str:
    answer = phone.get(f"/t/{session}/enter", query_string=fields)
    assert answer.status_code == 200
    return answer.text


def play(phone: Phone, session: str, *hands: str) -> str:
    """A round; returns its page, or the table's once the game is over."""
    for seat, cards in enumerate(hands):
        answer = phone.enter(session, hand(seat, cards))
        assert answer.status_code == 303, notice(answer)
    last = re.search(r'data-entry="(\d+)"', phone.page(answer.location))
    return f"/t/{session}/entries/{last[1]}" if last else answer.location


def test_cards_are_added_and_taken_back_without_script(host: Phone, fifty: str) -> None:
    page = form(host, fifty)
    assert on_form(page) == [] and 'name="seat" value="0"' in page and " disabled>Four cards to tap" in page
    assert on_form(form(host, fifty, seat=0, add="G1")) == ["G1"]
    assert on_form(form(host, fifty, seat=0, card=["G1", "Y3"], add="G1")) == ["G1", "Y3", "G1"]
    assert on_form(form(host, fifty, seat=0, card=["G1", "Y3", "T6"], drop=1)) == ["G1", "T6"]
    assert on_form(form(host, fifty, seat=0, card=["G1"], drop=0)) == []
    full = ANN.split()
    assert on_form(form(host, fifty, seat=0, card=full, add="T6")) == full
    assert " disabled>" not in form(host, fifty, seat=0, card=full).split("data-hand-save")[1]
    for odd in ({"add": "G7"}, {"add": ""}, {"drop": 9}, {"card": ["x", "<b>"]}):
        assert on_form(form(host, fifty, seat=1, **odd)) == []


def test_cards_that_the_deck_does_not_hold_any_more_are_struck_out(host: Phone, fifty: str) -> None:
    assert struck_out(form(host, fifty)) == set()
    assert struck_out(form(host, fifty, card=["G6", "G4", "G4"])) == {"G6", "G4"}, "by the hand itself"
    host.enter(fifty, hand(0, "G6 G5 G1 G1"))
    assert struck_out(form(host, fifty, seat=1)) == {"G6", "G5"}, "by the other hand of this round"
    assert struck_out(form(host, fifty, seat=0)) == {"G6", "G5"}
    assert struck_out(form(host, fifty, seat=0, card=["T6"])) == {"T6"}, "its own cards may be changed"
    host.enter(fifty, hand(1, "G1 G1 G1 Y4"))
    assert struck_out(form(host, fifty)) == {"G6", "G5", "G1"}, "by the round before"


def test_a_card_too_many_is_refused_with_its_name(host: Phone, fifty: str) -> None:
    for cards, sentence in (
        ("G6 G6 Y1 Y2", "This deck has 1 of green 6; with this round 2 would be played"),
        ("G1 Y1 O1", "Ann plays 4 cards in a round, not 3"),
        ("G1 Y1 O1 B1 T1", "not 5"),
        ("G1 Y1 O1 X1", "cannot have played &quot;X1&quot;"),
        ("", "not 0"),
    ):
        answer = host.enter(fifty, hand(0, cards))
        assert answer.status_code == 422 and sentence.replace("&quot;", '"') in notice(answer)
    play(host, fifty, "B1 B1 B1 B1", ANN)
    answer = host.enter(fifty, hand(1, "B1 B1 T1 T2"))
    assert answer.status_code == 422 and "This deck has 5 of dark blue 1" in notice(answer)
    assert on_form(answer.text) == ["B1", "B1", "T1", "T2"], "what was tapped stays"
    assert "whose cards" in notice(host.enter(fifty, {"card": ANN.split()}))
