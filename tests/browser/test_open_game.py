"""Any game on an open score sheet, each seat on its own phone. Counted by hand."""

from playwright.sync_api import expect

from tests.browser.test_outbox import outage, waits

ANN, BEN, CLEO = range(3)
NAMES = ["Ann", "Ben", "Cleo"]
KEYS = {"+": "p", "-": "m", "½": "h", "|": "n"}


def types(one, text):
    """Tap the keys of a number and save; "|" goes on to the next line. Returns the taps."""
    before = one.taps
    for key in text:
        one.tap_still(f"[name=key][value={KEYS.get(key, f'd{key}')}]")
    one.tap(".bar [data-save]")
    return one.taps - before


def seated(phone, invitation, *seats, host):
    others, viewer = [phone() for _ in seats], phone(scheme="dark", locale="zh-TW")
    for player, seat in zip([host, *others], (ANN, *seats), strict=True):
        player.sits(invitation, seat)
    viewer.joins(invitation, "viewer")
    return [host, *others, viewer]


ABOVE_THE_KEYS = """() => document.querySelector("[data-cell].current").getBoundingClientRect().bottom
    <= document.querySelector("#bar").getBoundingClientRect().top"""


def test_the_line_that_is_typed_stays_above_the_keys(phone):
    one = phone(viewport=(320, 640))
    lines = [f"line {number}" for number in range(10)]
    invitation = one.opens("open", [*NAMES, "Dan", "Eve", "Fay"], title="A", count="both", line=lines)
    for seat in range(6):
        one.post(invitation, "enter", seat=seat, kind="round", n0=5)
    one.go(f"/t/{invitation.id}/enter")
    one.see("#last[data-entry='1']")
    one.tap_still("[name=key][value=d7]")
    one.page.wait_for_function(ABOVE_THE_KEYS)
    one.go(f"/t/{invitation.id}/enter?end=1")
    for place in range(9):
        one.tap_still("[name=key][value=n]")
        assert one.page.locator("[data-cell].current").get_attribute("name") == f"n{place + 1}"
        one.page.wait_for_function(ABOVE_THE_KEYS)


def test_what_the_host_allows_is_done_before_it_is_sent_again(phone):
    """The refusal has no cross: until something is chosen nothing else goes out."""
    host = phone()
    invitation = host.opens("open", ["Ann", "Ben"], title="Hearts")
    ann, ben, viewer = seated(phone, invitation, BEN, host=host)
    ann.tolerate("422")
    outage(ann)
    types(ann, "-7")
    waits(ann, "Round 1")
    ann.context.set_offline(False)
    expect(ann.page.locator("#refused [data-dismiss]")).to_have_count(0)
    ann.tap("#refused [name=allow]")
    waits(ann)
    expect(ann.page.locator("#refused")).to_have_count(0)
    types(ben, "-2")
    viewer.shows([-7, -2], [BEN, 0])
