"""The big screen at the table's end, live, with the way in and nothing sticking out; and the overlay in a stream."""

from playwright.sync_api import expect

LAPTOP = (1280, 800)
WAKE = (
    """Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => { window.kept = kind; } } });"""
)


def pictures(one):
    """From here on, the QR codes that this phone asks for."""
    asked = []
    one.context.on("request", lambda request: asked.append(request.url) if "join.svg" in request.url else None)
    return asked


def test_a_laptop_is_the_scoreboard_and_a_phone_is_not(phone):
    host, watching = phone(), phone(viewport=LAPTOP)
    host_asked, board_asked = pictures(host), pictures(watching)
    invitation = host.opens("luz", ["Ann", "Ben", "Cleo"])
    host.go(f"/t/{invitation.id}")
    watching.joins(invitation, "viewer")
    watching.stays()

    corner = watching.see(".join")
    expect(corner.locator(".number")).to_have_text(invitation.codes["viewer"])
    expect(corner).to_contain_text(host.base.split("//")[1])
    assert watching.page.locator(".join img").evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    assert board_asked == [f"{host.base}/t/{invitation.id}/join.svg"]
    assert invitation.codes["scorer"] not in watching.page.content()

    host.post_bets(invitation, 3, 2, 0)
    expect(watching.page.locator("#now .rows li")).to_have_count(3)
    for trick in (1, 2, 3):
        host.post(invitation, "enter", stage="trick", trick=trick, winner=0)
    expect(watching.page.locator("#now li:first-child .bead.in")).to_have_count(3)
    host.post(invitation, "enter", stage="totals", t0=8, t1=2, t2=0)
    watching.shows([-25, 10, 10], [1, 2, 0])
    assert watching.page.locator(".standings .number").first.evaluate("b => getComputedStyle(b).fontSize") == "104px"
    expect(watching.see(".standings .plate:last-child .big-screen")).to_have_text("−25")
    assert watching.stayed()

    host.go(f"/t/{invitation.id}")
    host.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(host.page.locator(".join")).to_be_hidden()
    assert not host_asked, "a phone asks for no picture that it does not show"


def test_what_stands_below_the_bets_stays_where_it_is_in_the_tricks(phone):
    host, watching = phone(), phone(viewport=LAPTOP)
    for seats in (3, 4, 5):
        invitation = host.opens("luz", ["Ann", "Ben", "Cleo", "Dan", "Eve"][:seats])
        watching.joins(invitation, "viewer")
        watching.go(f"/t/{invitation.id}")
        before = corner_of(watching)
        host.post_bets(invitation, *range(seats))
        expect(watching.page.locator("#now .rows li")).to_have_count(seats)
        assert corner_of(watching) == before, f"{seats} seats"


def corner_of(one):
    box = one.see(".asides .cite").bounding_box()
    return round(box["x"]), round(box["y"])


def test_a_screen_with_a_table_stays_on(phone):
    one = phone(viewport=LAPTOP)
    one.context.add_init_script(WAKE)
    invitation = one.opens("luz", ["Ann", "Ben", "Cleo"])
    one.go(f"/t/{invitation.id}/share")
    assert one.page.evaluate("window.kept") is None
    one.go(f"/t/{invitation.id}")
    assert one.page.evaluate("window.kept") == "screen"


STREAMED = ["Annabell von und zu Großbardorf", "王小明", "Cleo"]


def test_an_overlay_follows_the_table_over_a_kill_until_it_is_withdrawn(phone, server):
    host, screen = phone(), phone(viewport=(1280, 720))
    invitation = host.opens("luz", STREAMED)
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
