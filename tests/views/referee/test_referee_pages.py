"""The referee's pages: found by name or in one's own words, answered in the address, and opened from a session."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import parse_qsl, urlsplit

import pytest

from companion.games import all_games
from companion.scoring.referee import all_questions
from tests.support.each_row import each_row
from tests.support.phones import HTMX, Phone, bets, totals
from tests.support.reading import named, parts

TRICK = "/referee/luz/trick?players=4&leader=0&cards=R4.R3.B3.R2"
BET = "/referee/luz/bet?deal=1&beads=3&tricks=6&safety=on"
PAGES = [key for game in all_games().values() if game.help for key in game.help.forms]


def bar(page: str) -> str:
    return parts(page, "status")[-1].text


def test_every_question_has_its_page_and_the_list_leads_to_it(host: Phone) -> None:
    assert set(PAGES) == set(all_questions())
    page = host.page("/referee")
    for key in PAGES:
        assert f'href="/referee/{key}"' in page
        assert host.page(f"/referee/{key}")


def test_a_rule_is_found_too_and_has_an_address_of_its_own(host: Phone) -> None:
    page = host.get("/referee", query_string={"q": "safety bead"}).text
    assert 'href="/rules/luz/bet-safety"' in page
    rule = host.page("/rules/luz/bet-safety")
    assert "Luz 4, Scoring" in rule and "printed rule" in rule
    assert host.get("/rules/luz/nothing").status_code == 404


def test_the_address_holds_the_question_and_the_page_the_verdict_and_why(host: Phone) -> None:
    page = host.page(TRICK)
    assert bar(page) == "A takes it Led: red"
    assert named(page.split('id="why"')[1], "heading")[:3] == ["suit led", "trump", "highest card"]
    assert 'href="/rules/luz/highest-card"' in page


def test_a_claim_is_judged_and_where_it_parts_is_said(host: Phone) -> None:
    right, wrong = host.page(f"{BET}&claim=−15"), host.page(f"{BET}&claim=-10")
    assert 'data-claim="right"' in right and "Right: it is −15." in right
    assert "Wrong: it is −15, not −10." in wrong and "5 more than the steps" in wrong
    assert "A claim is a whole number" in host.page(f"{BET}&claim=many")
    assert "data-claim" not in host.page(f"{TRICK}&claim=3"), "a trick has no points to claim"


def test_a_tap_leads_to_an_address_that_can_be_opened_again(host: Phone) -> None:
    tap = f"{TRICK.removesuffix('.R2')}&suit=R&tap=v2"
    plain = host.get(tap)
    assert plain.status_code == 303
    assert "tap" not in dict(parse_qsl(urlsplit(plain.location).query))
    quick = host.get(tap, headers=HTMX)
    assert (quick.status_code, quick.headers["HX-Replace-Url"]) == (200, plain.location)
    assert bar(quick.text) == bar(host.page(plain.location)) == "A takes it Led: red"


def test_quick_taps_come_together_and_all_count(host: Phone) -> None:
    page = host.get("/referee/luz/trick?players=3&tap=sR&tap=v4&tap=sY&tap=v1", headers=HTMX)
    assert page.headers["HX-Replace-Url"] == "/referee/luz/trick?players=3&leader=0&cards=R4.Y1&suit=R"
    assert host.get("/referee/luz/trick?" + "tap=v1&" * 500, headers=HTMX).status_code == 200


@each_row("cards", ["R4.R4", "X9.Y1", "X9", ".X", "Ä1.Y1", "R4.X9", "RX.Y1", "R.Y", "R²", "R99999"])
def test_a_wrong_state_is_a_sentence_and_no_verdict(host: Phone, cards: str) -> None:
    page = host.get("/referee/luz/trick", query_string={"players": 4, "cards": cards}).text
    assert bar(page) == "This cannot be" and 'role="alert"' in page and 'id="why"' not in page


@each_row("key", PAGES)
def test_no_address_breaks_a_page(host: Phone, key: str) -> None:
    for fields in ("cards=", "tap=", "tap=x9", "claim=9" * 40, "name=" + "x" * 900, "players=99&leader=-1", "%00=%ff"):
        assert host.get(f"/referee/{key}?{fields}", headers=HTMX).status_code == 200


def test_each_guide_is_made_with_examples_that_lead_to_their_question(host: Phone) -> None:
    for game in [game for game in all_games().values() if game.has_guide]:
        page = host.page(f"/guide/{game.key}")
        links = [link["href"] for link in parts(page, "link")]
        examples = [link for link in links if re.match(rf"/referee/{game.key}/\w+\?", link)]
        assert examples
        for address in examples:
            answered = host.page(address)
            assert 'id="why"' in answered and 'role="alert"' not in answered
        for option in game.options:
            assert not option.is_ruling or option.title.text() in unescape(page)


# from a session


@pytest.fixture
def played(host: Phone, luz: str) -> str:
    """A table of Luz after one deal: +10 +5 -5 -25."""
    host.enter(luz, bets("3 2s 1 0"))
    host.enter(luz, totals("3 2 0 5"))
    return luz


def test_check_this_opens_the_question_with_what_stood(host: Phone, played: str) -> None:
    page = host.page(f"/t/{played}/entries/1")
    addresses = [link["href"] for link in parts(page, "link") if link["href"].startswith("/referee/")]
    assert len(addresses) == 4
    assert [bar(host.page(address)).split()[1] for address in addresses] == ["10", "5", "−5", "−25"]
    assert "name=Ann" in addresses[0]


def test_a_total_opens_to_the_entries_it_came_from(host: Phone, played: str) -> None:
    assert f'href="/t/{played}/totals/3"' in host.page(f"/t/{played}")
    page = host.page(f"/t/{played}/totals/3")
    assert "Bet 0, took 5" in page and "−25, total −25" in page
    assert "The place is settled by the total." in page
    assert 'href="/referee/luz/ranking?' in page, "the question who comes first, with these totals"
    assert host.get(f"/t/{played}/totals/4").status_code == 404
