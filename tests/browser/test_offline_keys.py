"""Without a connection each form says by itself what is missing, and what is tapped can be saved."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser import salamanca
from tests.browser.test_in_sight import is_in_sight
from tests.browser.test_live_pages import NAMES
from tests.browser.test_outbox import outage, waits
from tests.browser.test_salamanca_board import FULL, placed

KEY = "#bar .button[form=entry]"
LATER = "Save, points come when you are online"

# What is tapped, one after the other, and what the key says then; the last of them can be saved as the entry.
FORMS = {
    "ingenious on the board": (
        {"board": 1}, [
            ("[data-tap=r]", "3 more taps"), ("a[data-tap='4.0']", "2 more taps"), ("[data-tap=b]", "1 more tap"),
            ("a[data-tap='4.0']", "2 more taps"), ("a[data-tap='4.0']", "1 more tap"), ("a[data-tap='4.1']", LATER),
        ], {"seat": 0, "tile": ["red", "blue"], "at": [[4, 0], [4, 1]]},
    ),
    "azul with a grey wall": (
        {"wall": 1}, [
            ("#space-12", "Row 1: which colour?"), ("#colours-1 label >> nth=2", LATER),
            ("#space-31", "Row 3: which colour?"), ("#colours-3 label >> nth=0", LATER),
        ], None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
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


HANDS = ("G6", "G5", "Y1", "T1"), ("B5", "B3", "T2", "Y2")
# The title of a seat's part, its round, and what is tapped for each seat.
PARTS = {
    "azul": ("Wall of {}", "Round 1", ["#space-11", "label.key:has([name=marker])"], ["#space-12"]),
    "5211": ("Cards of {}", "Round 1 of 11", *([f"[data-card={card}]" for card in hand] for hand in HANDS)),
}


@pytest.mark.parametrize("game", PARTS)
def test_one_phone_goes_on_for_its_whole_table_without_a_connection(phone, game):
    title, round_, *taps = PARTS[game]
    one = phone()
    invitation = one.opens(game, ["Ann", "Ben"])
    one.go(f"/t/{invitation.id}/enter?seat=0")
    one.page.wait_for_function("() => document.body.dataset.tabsKept !== undefined")
    outage(one)
    for name, parts in zip(("Ann", "Ben"), taps, strict=True):
        expect(one.page.locator("#head h1")).to_contain_text(title.format(name))
        for tapped in parts:
            one.tap(tapped)
        one.tap(KEY)
    waits(one, *[f"{title.format(name)}, {round_}" for name in ("Ann", "Ben")])
    one.context.set_offline(False)
    waits(one)
    one.see("#last[data-entry='1']")


def entries(one, invitation):
    return json.loads(one.context.request.get(f"/t/{invitation.id}/scoresheet.json").text())["entries"]


ENDS = "End turn, coins come when you are online"
ON_SPACE = ".land [value='{}']"


# What is tapped, one step of Cleo's after the other, with what waits then.
TURN = [
    (["5.1", "[data-tap=v3]", "[value=field]"], "Turn of Cleo, field"),
    (["6.2", "[value=monastery]"], "Turn of Cleo, monastery"),
    (["[name=amend]"], "Turn of Cleo, Occupy"),
]


# How many lines each word of the title is on.
LINES = """title => {
    const words = title.firstChild, range = document.createRange();
    return [...words.data.matchAll(/\\S+/g)].map(({ 0: word, index }) => {
        range.setStart(words, index);
        range.setEnd(words, index + word.length);
        return range.getClientRects().length;
    });
}"""


def tap_turn_offline(one, invitation):
    one.go(f"/t/{invitation.id}/enter")
    outage(one)
    labels = []
    for tapped, label in TURN:
        for what in tapped:
            one.tap(ON_SPACE.format(what) if "." in what else f"#bar {what}")
        labels.append(label)
        waits(one, *labels)
        expect(one.page.locator(KEY)).to_have_text(ENDS)


def test_a_turn_on_the_board_goes_on_without_a_connection(phone):
    """No more taps than with a connection; the key that ends the turn says what it waits for."""
    one = phone()
    invitation = one.brings(FULL)
    tap_turn_offline(one, invitation)
    expect(one.page.locator("#bar [name=amend]")).to_have_count(0)
    one.tap(KEY)
    expect(one.page.locator(KEY)).to_have_text("Waiting to be sent")
    one.context.set_offline(False)
    waits(one)
    steps = [placed("field", 5, 1, value=3), placed("monastery", 6, 2, occupy=True)]
    assert entries(one, invitation)[-1]["turn"] == steps


def test_a_turn_that_ended_elsewhere_meanwhile_is_told_once_with_all_its_steps(phone):
    one, two = phone(viewport=(320, 640)), phone()
    one.tolerate("409")
    invitation = one.brings(FULL)
    two.joins(invitation)
    tap_turn_offline(one, invitation)
    assert one.page.locator("#head h1").evaluate(LINES) == [1, 1, 1], "what waits breaks no word of the title"
    salamanca.post_turn(two, invitation, {"seat": 2, "turn": [placed("field", 5, 1, value=2)]})
    one.context.set_offline(False)
    is_in_sight(one.page.locator("#refused"), 1)
    told = one.page.locator("#refused .version")
    expect(told.first).to_contain_text("field on row 5, column 1 worth 2")
    for what in ("field on row 5, column 1 worth 3", "Turn of Cleo, monastery", "Turn of Cleo, Occupy"):
        expect(told.last).to_contain_text(what)
    expect(one.page.locator("#outbox")).to_have_count(0)
    one.tap("#refused [data-keep]")
    waits(one)
    expect(one.page.locator("#refused")).to_have_count(0)
    expect(one.page.locator("#head h1")).to_contain_text("Turn of Ann")
    assert entries(one, invitation)[-1]["turn"] == [placed("field", 5, 1, value=2)]


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
