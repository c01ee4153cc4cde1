"""Notes, words and place on several phones: one without connection, one that watches, one that types on."""

from playwright.sync_api import expect

THREE = ("Ann", "Ben", "Cleo")
SAVE = ".bar button.button"


def played(phone):
    host = phone()
    invitation = host.opens("luz", THREE)
    host.post_deal(invitation, (3, 2, 1), (4, 3, 3))
    return host, invitation


def test_a_note_is_on_all_phones_and_none_is_lost(phone):
    host, invitation = played(phone)
    host.go(f"/t/{invitation.id}")
    expect(host.page.locator("#written")).to_have_count(0)  # nobody who writes nothing sees any of it
    viewer = phone(locale="zh-TW", scheme="dark", viewport=(320, 640))
    viewer.joins(invitation, "viewer")
    away = phone()
    away.tolerate("409|net::ERR_|Failed to fetch")
    away.joins(invitation, at="/notes")
    away.page.fill("#note", "From the train")
    away.page.fill("#more_expansions", "Promo")
    away.context.set_offline(True)
    away.tap(SAVE)
    expect(away.page.locator("#notice[role=alert]")).to_contain_text("Not sent yet")
    host.tap("#ways a[href$='/notes']")
    host.page.fill("#note", "The comeback\nof the year")
    host.page.fill("#more_expansions", "Big Box")
    host.page.fill("#elsewhere", "Home")
    host.tap(SAVE)
    for player in (host, viewer):
        expect(player.page.locator("#written .written")).to_have_text("The comeback\nof the year")
        expect(player.page.locator("#written")).to_contain_text("Big Box")
    expect(viewer.page.locator("#written")).to_contain_text("地點：Home")
    away.context.set_offline(False)  # it sends by itself, and is told
    expect(away.page.locator("#notice")).to_contain_text("another phone has changed this meanwhile: Note")
    expect(away.page.locator(".theirs")).to_contain_text("The comeback")
    expect(away.page.locator("#note")).to_have_value("From the train")
    away.page.fill("#note", "Mine, and from the train")
    away.tap(SAVE)
    for player in (host, viewer):
        expect(player.page.locator("#written .written")).to_have_text("Mine, and from the train")
        expect(player.page.locator("#written")).to_contain_text("Promo")


def test_what_is_typed_while_a_note_is_on_its_way_is_not_lost(phone):
    """The page leaves with the answer only if that has all that is typed."""
    host, invitation = played(phone)
    host.go(f"/t/{invitation.id}/notes")

    def types_more(route):
        host.page.locator("#note").press_sequentially(" of the year")
        host.tap(SAVE)
        route.continue_()

    host.page.route("**/notes", types_more, times=1)
    host.page.fill("#note", "The comeback")
    host.tap(SAVE)
    expect(host.page.locator("#notice")).to_contain_text("not what you typed since")
    expect(host.page.locator("#note")).to_have_value("The comeback of the year")
    host.tap(SAVE)
    expect(host.page.locator("#written .written")).to_have_text("The comeback of the year")
