"""Entering Luz and 5211: bets, tricks and totals, four cards a seat, and what each still needs."""

from __future__ import annotations

import re

from tests.support.page_tree import parse
from tests.support.phones import HTMX, Phone, Phones, bets, notice, totals, trick


def bidders(page: str) -> list[str]:
    """The players on the form for bets, in its order; a star marks who bids first."""
    rows = [(row, re.fullmatch("Bet of (.*), in yellow beads", row.name)) for row in parse(page).find_all("group")]
    return [bet[1] + "*" * ("bets first" in row.text) for row, bet in rows if bet]


def wins(page: str) -> dict[str, str]:
    """What stands on each player's button: "1, needs 2"; a star marks who leads."""
    buttons: dict[str, str] = {}
    for button in parse(page).with_attribute("name", "winner"):
        name, taken, needs, leads = re.fullmatch(r"(\w+) Tricks (\d+) (.*?)( leads)?", button.text).groups()  # type: ignore[union-attr]
        buttons[name] = f"{taken}, {needs}" + "*" * bool(leads)
    return buttons


def chosen(page: str) -> dict[str, str]:
    """The radio buttons that are checked on the form."""
    return {key["name"]: key["value"] for key in parse(page).find_all("radio") if "checked" in key}


def if_ended_now(phone: Phone, session: str) -> list[str]:
    points = parse(phone.page(f"/t/{session}")).with_attribute("title", "if the deal ended now")
    return [seat.text for seat in points]


def test_bets_are_asked_for_in_bidding_order(host: Phone) -> None:
    luz = host.open("luz", start=2)
    assert bidders(form(host, luz)) == ["Cleo*", "Dan", "Ann", "Ben"]
    answer = host.enter(luz, {"stage": "bets"})
    assert answer.status_code == 422 and "Cleo still has to bet" in notice(answer)
    for bad in ("", "11", "-1", "x", "1.5", "٣", "99999"):
        answer = host.enter(luz, {**bets("3 2s 1 0"), "b0": bad})
        assert answer.status_code == 422 and "Ann still has to bet" in notice(answer), bad
        assert chosen(answer.text) == {"b1": "2", "b2": "1", "b3": "0"}
        assert "checked" in parse(answer.text).with_attribute("name", "s1")[0], "the safety bead"
    assert host.version(luz) == 0


def test_tricks_one_by_one_show_what_each_needs_and_would_score(host: Phone, luz: str) -> None:
    host.enter(luz, bets("3 2s 1 0"))
    needs = {"Ann": "0, needs 3*", "Ben": "0, needs 2 or 3", "Cleo": "0, needs 1", "Dan": "0, on target, take no more"}
    assert wins(form(host, luz)) == needs
    assert if_ended_now(host, luz) == ["−15", "−10", "−5", "+10"]
    for number, winner in enumerate([1, 1, 3, 3, 0, 0, 2, 2], 1):
        assert host.enter(luz, trick(number, winner)).location == f"/t/{luz}/enter"
    needs = {
        "Ann": "2, needs 1",
        "Ben": "2, on target, 1 more allowed",
        "Cleo": "2, 1 too many*",
        "Dan": "2, 2 too many",
    }
    assert wins(form(host, luz)) == needs
    assert if_ended_now(host, luz) == ["−5", "+5", "−5", "−10"]
    assert "trick 9 of 10" in host.page(f"/t/{luz}") and "Cleo leads" in host.page(f"/t/{luz}")


def test_what_does_not_fit_the_tricks_is_said(host: Phone, luz: str) -> None:
    for fields in (trick(1, 0), totals("3 2 1 4"), {"stage": "score"}):
        assert "the bets of Ann, Ben, Cleo, Dan are needed" in notice(host.enter(luz, fields))
    host.enter(luz, bets("3 2 1 0"))
    for fields, sentence in (
        (trick(2, 0), "Trick 1 comes first"),
        (trick(1, 4), "Tap the player"),
        (trick(0, 0), "Tap the player"),
        (trick(11, 0), "Tap the player"),
        ({"stage": "trick", "trick": 1}, "Tap the player"),
        ({"stage": "score"}, "0 of 10 tricks are in"),
        ({"stage": "cheat"}, "neither bets nor tricks"),
        ({}, "neither bets nor tricks"),
    ):
        answer = host.enter(luz, fields)
        assert answer.status_code == 422 and sentence in notice(answer), fields
    assert host.version(luz) == 1


def test_what_was_typed_stays_where_others_were_faster(host: Phone, luz: str, phone: Phones) -> None:
    other = phone().join(host, luz)
    other.enter(luz, bets("1 1 1 1"))
    answer = host.enter(luz, bets("3 2s 1 0"), seen=0)
    assert answer.status_code == 409 and "Ann bets 1, Ben bets 1, Cleo bets 1, Dan bets 1 (phone 2)" in notice(answer)
    assert chosen(answer.text) == {"b0": "3", "b1": "2", "b2": "1", "b3": "0"} and "<html" in answer.text
    assert "Save mine instead" in answer.text
    answer = host.enter(luz, bets("3 2s 1 0"), seen=0, headers=HTMX)
    assert answer.status_code == 409 and "<html" not in answer.text and notice(answer)
    assert host.enter(luz, bets("3 2s 1 0"), seen=1).status_code == 303, "saved in spite of it"
    other.enter(luz, totals("3 2 1 4"))
    for seen, between in ((1, "Deal 1 scored"), (2, "Deal 1 scored")):
        answer = host.enter(luz, trick(1, 0), seen=seen)
        assert answer.status_code == 409 and between in notice(answer)
        assert "Save mine instead" not in answer.text
    assert host.enter(luz, bets("1 1 1 1"), seen=99).status_code == 409, "a version that is still to come"


ANN, BEN = "G1 G2 Y3 O2", "G3 T3 Y2 O3"  # green scores: 3 points each


def form(phone: Phone, session: str, **fields: object) -> str:
    answer = phone.get(f"/t/{session}/enter", query_string=fields)
    assert answer.status_code == 200
    return answer.text
