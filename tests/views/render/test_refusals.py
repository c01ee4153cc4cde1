"""A refused entry or question opens to the rule that forbids it; the guide lists everything that is refused."""

from __future__ import annotations

from companion.games import all_games
from companion.sessions.service import Sessions
from tests.games.salamanca.playing import whole_game
from tests.support.each_row import each_row
from tests.support.phones import HTMX, Phone, bets, totals
from tests.support.reading import named
from tests.views.table.test_entering_salamanca import played


def test_a_refused_entry_names_its_rule(host: Phone) -> None:
    session = host.open("5211")
    three = {"seat": "0", "card": ["G1", "G2", "G3"]}
    for headers in ({}, HTMX):
        answer = host.enter(session, three, headers=headers) if headers else host.enter(session, three)
        assert answer.status_code == 422
        assert "The rule: cards of a round" in answer.text
        assert 'href="/rules/5211/hand"' in answer.text


def test_a_number_below_zero_on_an_open_sheet_names_its_rule(host: Phone) -> None:
    session = host.open("open", ["Ann", "Ben"], title="Golf", rounds="3")
    answer = host.enter(session, {"seat": 0, "n0": "-3"})
    assert answer.status_code == 422 and "The rule: " in answer.text
    assert 'href="/rules/open/negative"' in answer.text


def test_a_fault_of_the_form_names_none(host: Phone) -> None:
    session = host.open("5211")
    answer = host.enter(session, {"card": ["G1"]})
    assert answer.status_code == 422 and "The rule:" not in answer.text


def test_a_correction_that_the_rules_refuse_names_its_rule(host: Phone) -> None:
    session = host.open("luz")
    host.enter(session, bets("2 3 4 1"))
    host.enter(session, totals("2 3 4 1"))
    answer = host.post(f"/t/{session}/entries/1/correct/form", totals("9 3 4 1"))
    page = host.get(answer.location).text
    assert "The rule: ten tricks" in page and 'href="/rules/luz/ten-tricks"' in page


def refused_on(page: str) -> str:
    """The list of what a game refuses."""
    return page.split('id="refusals"')[1].split("</section>")[0].partition(">")[2]


@each_row("key", sorted(game.key for game in all_games().values() if game.has_guide))
def test_the_guide_lists_what_is_refused(host: Phone, key: str) -> None:
    refused = refused_on(host.page(f"/guide/{key}"))
    sentences = named(refused, "listitem")
    assert len(sentences) > 2 and all(len(sentence.split()) > 1 for sentence in sentences)
    assert f'href="/rules/{key}/' in refused


def test_a_game_without_a_guide_lists_it_with_its_rules(host: Phone) -> None:
    refused = refused_on(host.page("/rules/open"))
    assert "A number below 0 on a sheet without them" in refused and 'href="/rules/open/negative"' in refused
    assert 'id="refusals"' not in host.page("/rules/luz"), "the guide has it"


def test_a_colour_that_is_not_offered_says_why(host: Phone) -> None:
    session = host.open("azul", ["Ann", "Ben"], wall=1)
    page = host.page(f"/t/{session}/enter?seat=0&typed=1&r1=1&c1=red&r2=1")
    assert "column 1 has a red tile already" in page and 'href="/rules/azul/space"' in page


def test_a_greyed_key_of_salamanca_leads_to_its_rule(host: Phone, sessions: Sessions) -> None:
    session = played(host, sessions, whole_game(66, 4, rounds=3)["entries"][:2], board=1)
    page = host.page(f"/t/{session}/enter?tap=why.tap.b")
    assert "No building of another player is open to the noble" in page and 'href="/rules/salamanca/noble"' in page


def test_a_tile_of_ingenious_that_may_not_lie_there_leads_to_its_rule(host: Phone) -> None:
    session = host.open("ingenious", ["Ann", "Ben"], board=1)
    page = host.page(f"/t/{session}/enter?tap=0.0&tap=0.1&tap=red&tap=red")
    assert 'href="/rules/ingenious/' in page


def test_the_keys_of_5211_lead_to_the_rule_of_their_copies(host: Phone) -> None:
    assert 'href="/rules/5211/copies"' in host.page(f"/t/{host.open('5211')}/enter")
