"""The replay in a browser: keys, slider, swipes and playing, with the moments fetched ahead."""

from playwright.sync_api import expect

from tests.support.files import example

SWIPE = """([from, to]) => {
    const slot = document.getElementById("moment");
    const at = (x) => [new Touch({ identifier: 1, target: slot, clientX: x, clientY: 300 })];
    slot.dispatchEvent(new TouchEvent("touchstart", { touches: at(from), changedTouches: at(from) }));
    slot.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: at(to) }));
}"""


def stands_at(page, number, count):
    expect(page.locator("#position")).to_have_text(f"{number} / {count}")
    expect(page.locator("#slider")).to_have_value(str(number))
    assert page.evaluate("location.pathname").endswith(f"/replay/{number}")


def replayed(one, name, at="1"):
    table = one.brings(example(name))
    one.go(f"/t/{table.id}/replay/{at}")
    return one.page


def test_a_game_is_walked_through_without_loading_a_page(phone):
    page = replayed(phone(), "ingenious/placement-12")
    loads = []
    page.on("request", lambda request: loads.append(request.url))
    page.keyboard.press("ArrowRight")
    stands_at(page, 2, 13)
    expect(page.locator("#moment h2").first).to_contain_text("2.")
    page.keyboard.press("End")
    stands_at(page, 13, 13)
    expect(page.locator("#after")).not_to_have_attribute("href", "")
    page.locator("#before").click()
    stands_at(page, 12, 13)
    page.evaluate(SWIPE, [100, 300])
    stands_at(page, 11, 13)
    page.evaluate(SWIPE, [300, 100])
    stands_at(page, 12, 13)
    page.locator("#slider").fill("5")
    stands_at(page, 5, 13)
    page.locator(".plot a").nth(6).dispatch_event("click")
    stands_at(page, 7, 13)
    cursor = page.locator("#cursor").get_attribute("d")
    page.keyboard.press("Home")
    stands_at(page, 1, 13)
    assert page.locator("#cursor").get_attribute("d") != cursor
    assert not [url for url in loads if "/replay/steps" not in url and "/static/" not in url]
    assert len([url for url in loads if "/replay/steps" in url]) <= 2, "two batches hold all thirteen"


def test_it_plays_by_itself_but_not_for_who_wants_no_motion(phone):
    page = replayed(phone(), "luz/whole-game", "3?pace=1")
    expect(page.locator("#playing")).to_be_visible()
    expect(page.locator("#play")).to_have_text("Play")
    page.emulate_media(reduced_motion="no-preference")
    page.reload()
    expect(page.locator("#play")).to_have_text("Pause")
    expect(page.locator("#position")).to_have_text("4 / 4")
    expect(page.locator("#play")).to_have_text("Play")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Pause")
    page.keyboard.press("End")
    expect(page.locator("#play")).to_have_text("Play")
    stands_at(page, 4, 4)


def test_it_follows_a_game_that_goes_on(phone):
    """Of three phones one enters, one watches, and one is offline for a while."""
    host, viewer, offline = (phone() for _ in range(3))
    invitation = host.opens("luz", ["Ann", "Ben", "Cleo"])
    viewer.joins(invitation, "viewer")
    offline.joins(invitation)
    entered = [(3, 2, 1), (3, 2, 5)]
    host.post_deal(invitation, *entered)
    # The next entry is in before the moments come, and one more after them.

    def enter_first(route):
        host.post_deal(invitation, *entered)
        route.continue_()

    viewer.page.route("**/replay/steps*", enter_first, times=1)
    viewer.go(f"/t/{invitation.id}/replay/1")
    expect(viewer.page.locator("#slider")).to_have_attribute("max", "2")
    for count in (2, 3):
        viewer.page.locator("#after").click()
        stands_at(viewer.page, count, count)
        expect(viewer.page.locator(".plot a")).to_have_count(count)
        host.post_deal(invitation, *entered)
    offline.tolerate("net::ERR_")
    offline.page.route("**/replay/steps*", lambda route: route.abort())  # nothing is fetched ahead
    offline.go(f"/t/{invitation.id}/replay/3")
    offline.page.context.set_offline(True)
    offline.page.locator("#after").click()
    expect(offline.page.locator("#unreached")).to_be_visible()
    stands_at(offline.page, 3, 4)
    offline.page.context.set_offline(False)
    stands_at(offline.page, 4, 4)
