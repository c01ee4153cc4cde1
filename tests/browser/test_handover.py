"""A running table goes by scanned codes to a companion that this one cannot reach, here to itself as a new table."""

from playwright.sync_api import expect

from tests.games.salamanca.playing import whole_game


def scanned(phone, session, base):
    """What the codes on the page hold, read beside them, one code after the other."""
    phone.go(f"/t/{session}/hand-over")
    phone.page.fill("#to", base)
    phone.tap("form:has(#to) button")
    found = []
    while True:
        # The page without an address, which may still be there, has the code in a field.
        found.append(phone.see("a[data-code]").get_attribute("href") or "")
        following = phone.page.locator("[data-next]")
        if not following.count():
            return found
        phone.tap(following)
        expect(phone.page.locator("a[data-code]")).to_have_attribute("data-code", str(len(found) + 1))


def test_a_running_deal_is_scanned_and_goes_on(phone, server):
    host, other = phone(), phone()
    invitation = host.opens("luz", ["Ann", "Ben", "小雯"])
    host.post_deal(invitation, (3, 3, 4), (3, 3, 4))
    host.post_bets(invitation, 1, 2, 3)
    host.post(invitation, "enter", stage="trick", trick=1, winner=2)
    (address,) = scanned(host, invitation.id, server.base)
    other.page.goto(address)
    other.see("#import-preview")
    assert "#" not in other.page.url
    expect(other.page.locator(".rows")).to_contain_text(["小雯", "trick 1"])
    other.tap(".bar button")
    other.shows([10, 10, 10], [0, 1, 2])
    other.enter()
    other.takes("1小")
    other.tap_trick(2, 0)


def test_several_codes_are_scanned_in_any_order(phone, server):
    host, other = phone(), phone()
    invitation = host.brings(whole_game(7, 5, True))
    host.go(f"/t/{invitation.id}")
    totals = host.totals()
    first, second = scanned(host, invitation.id, server.base)
    other.page.goto(second)
    expect(other.see("#import-status")).to_contain_text("Code 2 of 2 is here. Now scan: 1")
    other.page.goto("about:blank")
    other.page.goto(first)
    other.see("#import-preview")
    other.tap(".bar button")
    other.see(".podium")
    assert other.totals() == totals
