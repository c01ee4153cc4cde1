"""Notices of a live page lie over it, right above its bar: no key moves for one, and the main key stays free."""

import pytest
from playwright.sync_api import expect

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
# The text of a notice that runs down a column much narrower than the notice; two versions stand side by side.
THIN = """() => [...document.querySelectorAll(".note")].flatMap(note => {
    const walk = document.createTreeWalker(note, NodeFilter.SHOW_TEXT), text = document.createRange(), thin = [];
    while (walk.nextNode()) {
        if (walk.currentNode.parentElement.closest(".version, button, .button, .visually-hidden")) continue;
        text.selectNodeContents(walk.currentNode);
        const lines = [...text.getClientRects()].filter(line => line.width);
        if (lines.length > 2 && Math.max(...lines.map(line => line.width)) < 0.35 * note.clientWidth)
            thin.push(`${lines.length} lines: ${walk.currentNode.data.trim().slice(0, 40)}`);
    }
    return thin;
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


@pytest.mark.parametrize("width", mostly_long(WIDTHS))
def test_no_notice_moves_a_key_or_lies_over_one(phone, width):
    one, other = phone(viewport=(width, 640), scheme="dark" if width == 320 else "light"), phone()
    invitation = one.opens("luz", NAMES)
    one.go(f"/t/{invitation.id}/enter")
    other.joins(invitation)
    one.tap("label.key:has([name=b0][value='3'])")
    before = one.page.evaluate(KEYS)

    def is_there(notice):
        expect(one.page.locator(notice)).to_have_count(1)
        one.see(notice)
        assert one.page.evaluate(KEYS) == before, notice
        assert all(one.page.evaluate(REACHED)[: 2 if notice == "#notice" else None]), notice

    def is_gone(notice, key):
        one.page.locator(f"{notice} {key}").evaluate("key => key.click()")  # a tap may scroll before it
        expect(one.page.locator(notice)).to_be_hidden()
        assert one.page.evaluate(KEYS) == before, notice

    # What was half entered comes back.
    one.page.reload()
    is_there("#restored")
    is_gone("#restored", "[data-dismiss]")
    # What a script offers, once, is taken or put away.
    for key, told in ((".actions button", [True, None]), ("[data-dismiss]", [True, True])):
        one.page.evaluate(OFFER)
        one.page.evaluate(OFFER)
        is_there("#offer")
        is_gone("#offer", key)
        assert one.page.evaluate("[window.entered, window.dismissed]") == told
    # The table moves on; what is saved then is refused.
    one.tolerate("409")
    for seat, beads in ((1, 2), (2, 3), (3, 4)):
        one.tap(f"label.key:has([name=b{seat}][value='{beads}'])")
    before = one.page.evaluate(KEYS)
    other.post_bets(invitation, 1, 2, 3, 4)
    is_there("#outdated")
    one.tap_still("[data-save]")
    expect(one.page.locator("#notice")).to_contain_text("Not saved")
    is_there("#notice")
    is_gone("#notice", "[data-dismiss]")


@pytest.mark.parametrize(
    ("role", "says"), mostly_long([("scorer", "The host can allow it"), ("host", "Allow")], names=2)
)
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
