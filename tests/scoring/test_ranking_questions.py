"""Who comes first in Azul, Luz and 5211: each question against a slow count, and where a table leads to it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.asking import steps, verdict
from tests.support.phones import Phone, bets, totals

KEYS = {"azul/ranking": "rows", "luz/ranking": "latest", "5211/ranking": "cards"}
SEATS = {"azul/ranking": (2, 4), "luz/ranking": (3, 5), "5211/ranking": (2, 5)}
each_key = pytest.mark.parametrize("key", KEYS)


def asked(key: str, totals: list[int], second: list[int], holder: int = 0) -> dict[str, Any]:
    return {"totals": totals, KEYS[key]: second} | ({"holder": holder} if key == "luz/ranking" else {})


@st.composite
def questions(draw: st.DrawFn, key: str) -> dict[str, Any]:
    """Few different numbers, so that ties are common."""
    seats = draw(st.integers(*SEATS[key]))
    low = -2 if key == "luz/ranking" else 0
    numbers = st.lists(st.integers(low, 2), min_size=seats, max_size=seats)
    return asked(key, draw(numbers), draw(numbers), draw(st.integers(0, seats - 1)))


def is_before(key: str, question: dict[str, Any], one: int, other: int) -> bool:
    """Whether one seat comes before another, said as people say it."""
    second = question[KEYS[key]]
    if question["totals"][one] != question["totals"][other]:
        return bool(question["totals"][one] > question["totals"][other])
    if second[one] != second[other] or key != "luz/ranking":
        return bool(second[one] > second[other])
    round_the_table = [*range(question["holder"], len(second)), *range(question["holder"])]
    return round_the_table.index(one) < round_the_table.index(other)


def counted(key: str, question: dict[str, Any]) -> tuple[list[list[int]], str]:
    """The places by comparing each seat with each, and what the first place hung on."""
    seats, game = range(len(question["totals"])), key.split("/")[0]
    beaten_by = [sum(is_before(key, question, other, seat) for other in seats) for seat in seats]
    places = [[seat for seat in seats if beaten_by[seat] == number] for number in sorted(set(beaten_by))]
    first = [seat for seat in seats if question["totals"][seat] == max(question["totals"])]
    second = [question[KEYS[key]][seat] for seat in first]
    if len(first) == 1:
        return places, {"luz": "luz/highest-total"}.get(game, f"{game}/most-points")
    if second.count(max(second)) == 1:
        return places, {"azul": "azul/tie-rows", "luz": "luz/tie-last-deal", "5211": "5211/tie-cards"}[game]
    return places, "luz/tie-start-card" if game == "luz" else f"{game}/shared"


@each_key
@given(data=st.data())
def test_places_are_those_of_a_slow_count(key: str, data: st.DataObject) -> None:
    question = data.draw(questions(key))
    ranking, decided_by = counted(key, question)
    assert verdict(key, **question) == {"ranking": ranking, "decided_by": decided_by}
    assert decided_by in [step["rule"] for step in steps(key, **question)]


# the pages


# from a table


def test_a_total_and_the_last_entry_lead_to_the_question(host: Phone, luz: str) -> None:
    host.enter(luz, bets("3 3 1 0"))
    host.enter(luz, totals("3 3 4 0"))
    page = host.page(f"/t/{luz}/totals/0")
    assert "totals=10.10.-15.10&amp;latest=10.10.-15.10&amp;name=Ann" in page and "/referee/luz/ranking" in page
    assert "/referee/luz/ranking" not in host.page(f"/t/{luz}/entries/1")
    for _ in range(3):
        host.enter(luz, bets("3 3 1 0"))
        host.enter(luz, totals("3 3 4 0"))
    assert "/referee/luz/ranking" in host.page(f"/t/{luz}/entries/4")


def test_hidden_totals_stay_out_of_every_address(host: Phone) -> None:
    session = host.open("luz", hidden=1)
    host.enter(session, bets("3 3 1 0"))
    host.enter(session, totals("3 3 4 0"))
    host.act(session, "sit", {"seat": 0})
    for page in (host.page(f"/t/{session}/totals/0"), host.page(f"/t/{session}/entries/1")):
        assert "/referee/luz/ranking" not in page and "totals=" not in page
