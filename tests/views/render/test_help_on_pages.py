"""What one looks for at the table is there: what a deal will score, the way back, how to end, what rules say."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.games import all_games
from tests.support.each_row import each_row
from tests.support.files import NAMES, bring, session_of
from tests.support.open_page import shown
from tests.support.phones import Phone, Phones, bets


def words(page: str) -> str:
    """The text of a page, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


@pytest.mark.parametrize(
    "taken, sentence",
    [
        ({}, "If the deal stopped here: Ann −15, Ben −10, Cleo −5, Dan +10."),
        ({"t0": 3}, "If the deal stopped here: Ann +10, Ben −10, Cleo −5, Dan +10."),
        ({"t0": 3, "t1": 2, "t2": 1, "t3": 4}, "Deal 1 will score: Ann +10, Ben +10, Cleo +10, Dan −20."),
    ],
)
def test_the_forecast_follows_the_totals_that_are_tapped(
    host: Phone, luz: str, taken: dict[str, int], sentence: str
) -> None:
    host.enter(luz, bets("3 2 1 0"))
    tapped = "".join(f"&{field}={count}" for field, count in taken.items())
    assert sentence in words(host.page(f"/t/{luz}/enter?totals=1{tapped}"))


@each_row("key", all_games())
def test_the_table_page_tells_a_scorer_who_can_stop_the_game(host: Phone, phone: Phones, key: str) -> None:
    session, sentence = host.open(key, NAMES[:3]), "Only the host can stop the game."
    scorer = phone().join(host, session)
    assert sentence in words(shown(scorer.page(f"/t/{session}")))
    assert sentence not in words(shown(host.page(f"/t/{session}")))
    assert sentence not in words(phone().join(host, session, "viewer").page(f"/t/{session}"))
    host.act(session, "end")
    assert sentence not in words(scorer.page(f"/t/{session}?sheet=1"))


def test_all_who_are_tied_are_named(host: Phone) -> None:
    bet = {"beads": 0, "safety": False}
    deal = {"bets": [bet, bet, bet, {"beads": 1, "safety": False}], "tricks": [0, 0, 0, 10]}
    sheet = {"format": 1, "game": "luz", "players": NAMES[:4], "options": {}, "entries": [deal]}
    text = words(host.page(f"/t/{bring(host, session_of(sheet))}/needs"))
    assert "Ann Level on points with Ben, Cleo." in text and "Cleo Level on points with Ann, Ben." in text
    assert "55 behind Ann, Ben, Cleo." in text
