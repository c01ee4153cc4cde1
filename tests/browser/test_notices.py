"""Notices of a live page lie over it, right above its bar: no key moves for one, and the main key stays free."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import THIN
from tests.browser.test_live_pages import NAMES
from tests.support.long import mostly_long

WIDTHS = (320, 390)  # the narrow one is dark
LONG = '"You tapped blue 3 and yellow 1 for Ben before this form came. Enter it here: Tile of Cleo?"'
NOTES = (
    "tellUnsent()",
    f'offerNotice({{ id: "told", text: {LONG} }})',
    f'offerNotice({{ id: "offered", text: {LONG}, actions: [{{ label: "Enter it" }}, {{ label: "Drop it" }}] }})',
    'showNotice(onPhone.part("restored"))',
    'showNotice(onPhone.part("unseen"))',
    "sayAway()",
)
KEYS = """() => [...document.querySelectorAll("#form :is(.key, .button, .card-key)")].map(key => {
    const { x, y, width, height } = key.getBoundingClientRect(); // a key that is pressed shrinks around its middle
    return [x + width / 2, y + height / 2].map(Math.round);
})"""
# Where a notice ends, and whether a finger reaches the keys of the bar and of the notice, each at least 44 px high.
REACHED = """() => {
    const notice = document.getElementById("notices").getBoundingClientRect();
    const keys = [...document.querySelectorAll("#bar :is(button, a), #notices > .note:not([hidden]) :is(button, a)")];
    return [notice.bottom <= document.getElementById("bar").getBoundingClientRect().top + 1,
        document.documentElement.scrollWidth <= innerWidth,
        ...keys.map(key => {
            const { x, y, width, height } = key.getBoundingClientRect();
            const found = document.elementFromPoint(x + width / 2, y + height / 2);
            return key.contains(found) && height >= 44 && width >= 44;
        })];
}"""
OFFER = """() => offerNotice({
    id: "offer",
    text: "You tapped blue 3 for Ben's tile. Enter it?",
    actions: [{ label: "Enter it", run: () => { window.entered = true; } }],
    onDismiss: () => { window.dismissed = true; },
})"""


@pytest.fixture
def typing(phone, width):
    """A phone that has tapped a bet, and one at the same table."""
    one, other = phone(viewport=(width, 640), scheme="dark" if width == 320 else "light"), phone()
    invitation = one.opens("luz", NAMES)
    one.go(f"/t/{invitation.id}/enter")
    other.joins(invitation)
    one.tap("label.key:has([name=b0][value='3'])")
    return one, other, invitation


@pytest.mark.parametrize("width", mostly_long(WIDTHS, 1))
def test_the_table_moves_on_and_no_key_does(typing, width):
    one, other, invitation = typing
    before = one.page.evaluate(KEYS)
    other.post_bets(invitation, 1, 2, 3, 4)
    one.see("#outdated")
    assert one.page.evaluate(KEYS) == before
    assert all(one.page.evaluate(REACHED))
    one.tap("#outdated [data-dismiss]")
    expect(one.page.locator("#outdated")).to_be_hidden()
    assert one.page.evaluate(KEYS) == before


@pytest.mark.parametrize("width", mostly_long(WIDTHS, 1))
def test_a_refusal_moves_no_key(typing, width):
    one, other, invitation = typing
    one.tolerate("409")
    for seat, beads in ((1, 2), (2, 3), (3, 4)):
        one.tap(f"label.key:has([name=b{seat}][value='{beads}'])")
    other.post_bets(invitation, 1, 2, 3, 4)
    one.see("#outdated")
    before = one.page.evaluate(KEYS)
    one.tap_still("[data-save]")
    expect(one.page.locator("#notice")).to_contain_text("Not saved")
    assert one.page.evaluate(KEYS) == before
    assert all(one.page.evaluate(REACHED)[:2])
    one.tap("#notice [data-dismiss]")
    expect(one.page.locator("#notice")).to_be_hidden()
    assert one.page.evaluate(KEYS) == before


@pytest.mark.parametrize("width", mostly_long(WIDTHS, 1))
def test_what_a_script_offers_is_taken_or_put_away(typing, width):
    one, _, _ = typing
    before = one.page.evaluate(KEYS)
    one.page.evaluate(OFFER)
    one.page.evaluate(OFFER)
    expect(one.page.locator("#offer")).to_have_count(1)
    assert one.page.evaluate(KEYS) == before
    assert all(one.page.evaluate(REACHED))
    one.tap("#offer .actions button")
    assert one.page.evaluate("[window.entered, window.dismissed]") == [True, None]
    expect(one.page.locator("#offer")).to_have_count(0)
    one.page.evaluate(OFFER)
    one.tap("#offer [data-dismiss]")
    assert one.page.evaluate("window.dismissed")
    expect(one.page.locator("#offer")).to_have_count(0)


@pytest.mark.parametrize("width", mostly_long(WIDTHS, 1))
def test_what_was_half_entered_comes_back_without_moving_a_key(typing, width):
    one, _, _ = typing
    before = one.page.evaluate(KEYS)
    one.page.reload()
    one.see("#restored")
    assert one.page.evaluate(KEYS) == before
    assert all(one.page.evaluate(REACHED))
    one.tap("#restored [data-clear-typed]")
    expect(one.page.locator("#restored")).to_have_count(0)


@pytest.mark.parametrize(("role", "says"), [("host", "Allow"), ("scorer", "The host can allow it")])
def test_the_text_of_a_notice_has_its_whole_width(phone, role, says):
    """What a guest is told of the host is one more sentence."""
    host = phone()
    invitation = host.opens("open", NAMES, title="Hearts")
    one = host if role == "host" else phone()
    if one is not host:
        one.joins(invitation, role)
    one.go(f"/t/{invitation.id}/enter")
    one.tolerate("422")
    one.page.fill("[data-cell] >> nth=0", "-26")
    one.tap(".bar [data-save]")
    expect(one.see("#notice")).to_contain_text(says)
    thin = []
    for shows in ("", *NOTES):
        one.page.evaluate(f"() => {{ {shows}; }}")
        for width in (320, 360, 390, 430, 1366):
            one.page.set_viewport_size({"width": width, "height": 844})
            thin += [(shows, width, fault) for fault in one.page.evaluate(THIN)]
    assert thin == []
