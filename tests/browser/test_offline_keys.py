"""Without a connection each form says by itself what is missing, and what is tapped can be saved."""

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.players import Phone
from tests.browser.test_live_pages import NAMES
from tests.browser.test_outbox import outage, waits
from tests.browser.test_salamanca_board import FULL, placed
from tests.support.long import long, mostly_long

KEY = "#bar .button[form=entry]"
LATER = "Save, points come when you are online"

# What is tapped, one after the other, and what the key says then; the last of them can be saved as the entry.
FORMS: dict[str, tuple[dict[str, int], list[tuple[str, str]], Any]] = {
    "ingenious on the board": (
        {"board": 1}, [
            ("[data-tap=r]", "3 more taps"), ("a[data-tap='4.0']", "2 more taps"), ("[data-tap=b]", "1 more tap"),
            ("a[data-tap='4.0']", "2 more taps"), ("a[data-tap='4.0']", "1 more tap"), ("a[data-tap='4.1']", LATER),
        ], {"seat": 0, "tile": ["red", "blue"], "at": [[4, 0], [4, 1]]},
    ),
    "ingenious": (
        {}, [("[data-tap='r+']", LATER), ("[data-tap=r12]", LATER), ("[data-tap='b+']", LATER),
             ("[data-tap='b+']", LATER), ("[data-tap=b2]", LATER)],
        {"seat": 0, "points": [["red", 12], ["blue", 2]]},
    ),
    "azul with a grey wall": (
        {"wall": 1}, [
            ("#space-12", "Row 1: which colour?"), ("#colours-1 label >> nth=2", LATER),
            ("#space-31", "Row 3: which colour?"), ("#colours-3 label >> nth=0", LATER),
        ], None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", [pytest.param(form, marks=long if form == "ingenious" else ()) for form in FORMS])
def test_the_key_says_without_a_connection_what_is_missing_and_saves(phone, form):
    options, taps, entry = FORMS[form]
    one = phone()
    invitation = one.opens(form.split()[0], NAMES, **options)
    one.go(f"/t/{invitation.id}/enter")
    outage(one)
    key = one.page.locator(KEY)
    for tapped, label in taps:
        one.tap(tapped)
        expect(key).to_have_text(label)
        expect(key).to_be_enabled(enabled=taps[-1][1] == label)
    one.tap(key)
    expect(one.page.locator("#outbox li b")).to_have_count(1)
    one.context.set_offline(False)
    waits(one)
    if entry is not None:
        assert entries(one, invitation) == [entry]
    else:
        expect(one.page.locator("[data-tab='0'] > .glyph")).to_have_count(1)


def entries(one: Phone, invitation) -> list[Any]:
    return json.loads(one.context.request.get(f"/t/{invitation.id}/scoresheet.json").text())["entries"]


def test_lands_of_each_building_that_is_sold_are_there_offline(phone):
    one = phone()
    invitation = one.opens("salamanca", NAMES)
    one.go(f"/t/{invitation.id}/enter")
    outage(one)
    key, shown = one.page.locator(KEY), one.page.locator("[data-land]")
    for tapped, says, count in (
        ("farm", "Who sells?", 2),
        ("0.2", "Who sells?", 2),
        ("seat.0", "Save, coins come when you are online", 2),
        ("seat.1", "Save, coins come when you are online", 2),
        ("castle", "Save, coins come when you are online", 2),
        ("castle", "Save, coins come when you are online", 2),
        ("1.3", "Save, coins come when you are online", 2),
        ("ruin", "Save, coins come when you are online", 2),
    ):
        one.tap(f"[data-tap='{tapped}']")
        expect(key).to_have_text(says)
        expect(shown).to_have_count(count)
    expect(one.page.locator("#entry .key.on[data-tap^=seat]")).to_have_count(1)
    one.tap(key)
    expect(one.page.locator("#outbox li b")).to_have_count(1)
    one.context.set_offline(False)
    waits(one)
    sale = {
        "building": "castle",
        "ruin": True,
        "noble": None,
        "lands": [{"land": "forest", "tiles": [3], "rats": False}],
    }
    assert entries(one, invitation) == [{"seat": 1, "sale": sale}]


CLEOS = {"seat": 2, "turn": [placed("farm", 8, 8, occupy=True)]}
NOTHING_DONE = {"seat": 0, "turn": []}
ENDS = "End turn, coins come when you are online"
FIRST = "Place a tile first"
ON_SPACE = ".land [value='{}']"

# The seat on turn, what was entered before, what is tapped, one step after the other, with what the main key says then,
# and the turn that comes of it.
TURNS: dict[str, tuple[list[Any], list[tuple[list[str], str, str]], list[Any]]] = {
    "tiles, one of them occupied": (
        [], [
            (["5.1", "[data-tap=v3]", "[value=field]"], "Turn of Cleo, field", ENDS),
            (["6.2", "[value=monastery]"], "Turn of Cleo, monastery", ENDS),
            (["[name=amend]"], "Turn of Cleo, Occupy", ENDS),
        ],
        [placed("field", 5, 1, value=3), placed("monastery", 6, 2, occupy=True)],
    ),
    "a sale and a tile": (
        [CLEOS], [
            (["4.5", "[name=sell]"], "Turn of Ann, Sell", FIRST),
            (["5.1", "[value=field]"], "Turn of Ann, field", ENDS),
        ],
        [{"sell": [4, 5]}, placed("field", 5, 1)],
    ),
    "a noble and locusts": (
        [CLEOS, NOTHING_DONE], [
            (["[data-tap=b]", "8.8", "[name=noble]"], "Turn of Ben, Noble here", ENDS),
            (["3.5", "[name=hazard]"], "Turn of Ben, locusts here", ENDS),
        ],
        [{"noble": [8, 8]}, {"hazard": "locusts", "at": [3, 5]}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("turn", mostly_long(TURNS))
def test_a_turn_on_the_board_goes_on_without_a_connection(phone, turn):
    """No more taps than with a connection; the key that ends the turn says what it waits for."""
    before, taps, steps = TURNS[turn]
    one = phone()
    invitation = one.brings({**FULL, "entries": [*FULL["entries"], *before]})
    one.go(f"/t/{invitation.id}/enter")
    outage(one)
    labels = []
    for tapped, label, says in taps:
        for what in tapped:
            one.tap(ON_SPACE.format(what) if "." in what else f"#bar {what}")
        labels.append(label)
        waits(one, *labels)
        expect(one.page.locator(KEY)).to_have_text(says)
        expect(one.page.locator(KEY)).to_be_enabled(enabled=says == ENDS)
    if "amend" in tapped[-1]:
        expect(one.page.locator("#bar [name=amend]")).to_have_count(0)
    one.tap(KEY)
    expect(one.page.locator(KEY)).to_have_text("Waiting to be sent")
    one.context.set_offline(False)
    waits(one)
    assert entries(one, invitation)[-1]["turn"] == steps


@long
def test_the_lands_of_the_start_are_counted_without_a_connection(phone):
    one = phone()
    invitation = one.opens("salamanca", NAMES, board=1)
    one.go(f"/t/{invitation.id}/enter")
    outage(one)
    for column, says in enumerate(("4 more lands", "3 more lands", "2 more lands", "1 more land"), 1):
        one.tap(ON_SPACE.format(f"3.{column}"))
        one.tap("#bar [value=lake]")
        expect(one.page.locator(KEY)).to_have_text(says)
    one.tap(ON_SPACE.format("3.5"))
    one.tap("#bar [value=field]")
    expect(one.page.locator(KEY)).to_have_text("Waiting to be sent")
    one.context.set_offline(False)
    waits(one)
    assert [land["at"] for land in entries(one, invitation)[0]["setup"]] == [[3, column] for column in range(1, 6)]


def test_a_key_can_be_tapped_where_no_answer_comes(phone):
    """The request for what the tile comes to stays without an answer; when it comes, the key says it."""
    one = phone()
    invitation = one.opens("ingenious", NAMES)
    one.go(f"/t/{invitation.id}/enter")
    held = []
    one.page.route("**/parts/**", lambda route: held.append(route))
    one.tap("[data-tap=r3]")
    expect(one.page.locator(KEY)).to_have_text(LATER)
    expect(one.page.locator("#unseen")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(one.page.locator(KEY)).to_have_text("Save, Ben next")
