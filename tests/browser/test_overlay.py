"""An overlay in a stream: no background, live, also after a kill of the server, and gone once its link is withdrawn."""

from playwright.sync_api import expect

NAMES = ["Annabell von und zu Großbardorf", "王小明", "Cleo"]


def test_an_overlay_follows_the_table_over_a_kill_until_it_is_withdrawn(phone, server):
    host, screen = phone(), phone(viewport=(1280, 720), is_new=True)
    invitation = host.opens("luz", NAMES)
    host.go(f"/t/{invitation.id}/share")
    address = host.page.locator("#overlay a.button").get_attribute("href")
    screen.go(f"{address}?size=200")
    expect(screen.page.locator("#head")).to_contain_text("Deal 1 of 4")
    screen.stays()
    for element in ("html", "body"):
        background = screen.page.locator(element).evaluate("one => getComputedStyle(one).backgroundColor")
        assert background == "rgba(0, 0, 0, 0)", element
    assert screen.page.locator("#head").evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 32
    host.post_bets(invitation, 3, 2, 0)
    host.post(invitation, "enter", stage="totals", t0=8, t1=2, t2=0)
    expect(screen.page.locator("li[data-seat='1']")).to_contain_text("10")
    server.kill()
    server.start()
    host.post_bets(invitation, 0, 0, 0)
    host.post(invitation, "enter", stage="totals", t0=10, t1=0, t2=0)
    expect(screen.page.locator("#head")).to_contain_text("Deal 3 of 4")
    assert screen.stayed()
    screen.tolerate("404")
    host.go(f"/t/{invitation.id}/share")
    host.page.locator("#overlay summary").click()
    host.page.locator("#overlay form button").click()
    expect(screen.page.locator("main")).to_contain_text("This link shows nothing")
