"""Salamanca on several phones by tapping: whole turns on the board step by step.

What is played comes from a seed; what it must come to is counted by the second, slow count of the tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import expect

from tests.browser.players import Invitation, Phone
from tests.browser.salamanca import (
    BUILDINGS,
    lands_are_in,
    look_at,
    post_cards,
    post_turn,
    press,
    space,
    step_is_in,
    tap_cards,
    tap_setup,
    tap_step,
    tap_turn,
    worths,
)
from tests.games.salamanca.playing import LANDS, NAMES, whole_game
from tests.games.salamanca.slow import Table
from tests.support.long import long

BOARD = {"board": 1}


def to_the_form(phone: Phone, invitation: Invitation) -> None:
    """By the address, where the phone is not there already."""
    if not phone.page.locator("#form").count():
        phone.go(f"/t/{invitation.id}/enter")
    phone.see("#form")


def tap_entry(phone: Phone, entry: Mapping[str, Any]) -> None:
    if "setup" in entry:
        tap_setup(phone, entry)
    elif "cards" in entry:
        tap_cards(phone, entry)
    else:
        tap_turn(phone, entry)


def kinds(entry: Mapping[str, Any]) -> set[str]:
    """What has to be tapped for an entry: each way to place, value, sell and so on."""
    if "turn" not in entry:
        return {key for key in ("setup", "cards") if key in entry}
    pairs = [(key, step[key]) for step in entry["turn"] for key in step if key != "at"]
    return {str(value) if key in ("place", "hazard") else key for key, value in pairs}


def post_entry(phone: Phone, invitation: Invitation, entry: Mapping[str, Any]) -> None:
    (post_turn if "turn" in entry else post_cards)(phone, invitation, entry)


def all_show(phones: Sequence[Phone], invitation: Invitation, table: Table) -> None:
    """Every phone has these totals on the table's page, and these estates on the board."""
    ranking = [seat for place in table.ranking() for seat in place]
    for phone in phones:
        phone.go(f"/t/{invitation.id}")
        phone.shows(table.coins, ranking)
        assert worths(phone) == sorted(table.value(at) for at in table.owner)


@long
def test_four_players_tap_every_kind_of_step(phone):
    """What has been tapped once comes without its page from then on."""
    phones = phone(), phone(viewport=(360, 740)), phone(script=False)
    invitation = phones[0].opens("salamanca", NAMES[:4], **BOARD)
    phones[1].joins(invitation)
    phones[2].joins(invitation, "viewer")
    sheet = whole_game(3290, 4, rounds=4)
    steps = [step for entry in sheet["entries"] for step in entry.get("turn", ())]
    assert {"occupy", "value", "sell", "noble", "draw"} <= {key for step in steps for key in step}
    assert {step["place"] for step in steps if "place" in step} == {*BUILDINGS, *LANDS}
    assert {step["hazard"] for step in steps if "hazard" in step} == {"rats", "locusts", "poison"}
    table, tapped = Table(4), set[str]()
    for number, entry in enumerate(sheet["entries"]):
        hand = phones[number % 2]
        if not kinds(entry) <= tapped:
            to_the_form(hand, invitation)
            tap_entry(hand, entry)
            tapped |= kinds(entry)
        else:
            post_entry(hand, invitation, entry)
        before = table.round
        table.enter(entry)
        if table.round != before:
            all_show(phones, invitation, table)


def test_steps_of_a_turn_are_kept_seen_and_taken_back(phone):
    ann, ben = phone(), phone()
    lands = [("lake", 1), ("lake", 2), ("field", 4), ("forest", 6), ("vineyard", 8)]
    setup = {"setup": [{"tile": kind, "at": [1, column]} for kind, column in lands]}
    sheet = {"format": 1, "game": "salamanca", "players": NAMES[:3], "options": {"board": True}}
    invitation = ann.brings({**sheet, "entries": [setup, {"cards": [2, 8, 7]}]})
    ben.joins(invitation)
    to_the_form(ann, invitation)
    to_the_form(ben, invitation)
    ann.stays()

    # The farm of Ben touches one field: 2 + 1.
    tap_step(ann, 1, {"place": "farm", "at": [2, 4], "occupy": True})
    expect(ben.page.locator(space([2, 4]))).to_have_accessible_name("farm of Ben, worth 3, row 2, column 4")
    tap_step(ben, 2, {"place": "field", "at": [2, 3], "value": 3})
    expect(ann.page.locator(space([2, 4]))).to_have_accessible_name("farm of Ben, worth 6, row 2, column 4")
    assert ann.stayed()

    # Another page and back, and a reload: everything is still there.
    ann.back_to_table()
    ann.see(ann.page.get_by_text("So far in this turn:"))
    ann.go(f"/t/{invitation.id}/enter")
    ann.page.reload()
    expect(ann.page.locator(".steps > li")).to_have_count(2)

    # What may not be done is greyed, and says why when it is tapped.
    look_at(ann, [2, 4])
    expect(ann.page.locator("#bar .off")).to_have_count(2)  # sell and noble
    ann.tap("#bar [data-tap='why.sell.1']")
    expect(ann.page.locator("#bar p[role=status]")).to_contain_text("can be sold from the next one on")
    expect(ann.page.locator("#form")).to_contain_text("no taxes under 7")

    # The look does not stop the news: Ben takes back tap by tap what was done, the field, the squire, the farm.
    for name, steps in (("farm of Ben, worth 3", 1), ("farm, nobody's", 1), ("free", 0)):
        ben.tap("#bar .square:not(.redo)")
        expect(ann.page.locator(space([2, 4]))).to_have_accessible_name(f"{name}, row 2, column 4")
        expect(ann.page.locator(".steps > li")).to_have_count(steps)
        step_is_in(ben, steps)  # a tap before the answer to the last one would be the same tap


def test_the_board_is_turned_for_one_phone(phone):
    ann, ben = phone(), phone()
    invitation = ann.opens("salamanca", NAMES[:2], **BOARD)
    ben.joins(invitation)
    to_the_form(ann, invitation)
    to_the_form(ben, invitation)
    first = ".land .grid > .key:first-child"
    expect(ann.page.locator(first)).to_have_attribute("data-tap", "8.1")
    ann.tap("#head a[href='?turn=2']")
    expect(ann.page.locator(first)).to_have_attribute("data-tap", "8.9")
    look_at(ann, [3, 4])
    press(ann, "tile", "lake")
    lands_are_in(ann, 1)
    lands_are_in(ben, 1)
    # It stays turned after an act and on the next form, and only for this phone; what is stored knows nothing of it.
    expect(ann.page.locator(first)).to_have_attribute("data-tap", "8.9")
    expect(ben.page.locator(first)).to_have_attribute("data-tap", "8.1")
    expect(ben.page.locator(space([3, 4]))).to_have_accessible_name("lake, row 3, column 4")
    ann.go(f"/t/{invitation.id}/enter")
    expect(ann.page.locator(first)).to_have_attribute("data-tap", "8.9")
    ann.tap("#bar .square:not(.redo)")
    lands_are_in(ann, 0)
    expect(ann.page.locator(first)).to_have_attribute("data-tap", "8.9")
