"""The replay in a browser: keys, slider, swipes and playing, with the moments fetched ahead."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.places import Place
from tests.browser.players import Phone
from tests.browser.walk import Walk

SWIPE = """([from, to]) => {
    const slot = document.getElementById("moment");
    const at = (x) => [new Touch({ identifier: 1, target: slot, clientX: x, clientY: 300 })];
    slot.dispatchEvent(new TouchEvent("touchstart", { touches: at(from), changedTouches: at(from) }));
    slot.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: at(to) }));
}"""


def stands_at(page: Page, number: int, count: int) -> None:
    expect(page.locator("#position")).to_have_text(f"{number} / {count}")
    expect(page.locator("#slider")).to_have_value(str(number))
    assert page.evaluate("location.pathname").endswith(f"/replay/{number}")


def test_a_game_is_walked_through_without_loading_a_page(walk: Walk) -> None:
    place = Place("replay", "/t/{board}/replay/1")
    with walk.at(place, walk.instance.address(place.path), "en-GB") as page:
        loads: list[str] = []
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


def test_it_plays_at_the_pace_of_the_address_but_not_for_who_wants_no_motion(walk: Walk) -> None:
    place = Place("replay", "/t/{over}/replay/1?pace=1")
    address = walk.instance.address(place.path)
    with walk.at(place, address, "en-GB") as page:
        page.emulate_media(reduced_motion="reduce")
        page.goto(address)
        expect(page.locator("#playing")).to_be_visible()
        expect(page.locator("#play")).to_have_text("Play")
        page.emulate_media(reduced_motion="no-preference")
        page.goto(address)
        expect(page.locator("#play")).to_have_text("Pause")
        expect(page.locator("#position")).to_have_text("4 / 4")
        expect(page.locator("#play")).to_have_text("Play")
        page.locator("#play").click()
        expect(page.locator("#play")).to_have_text("Pause")
        page.keyboard.press("End")
        expect(page.locator("#play")).to_have_text("Play")
        stands_at(page, 4, 4)
        page.emulate_media(reduced_motion="reduce")


def test_it_follows_a_game_that_goes_on(phone: Callable[..., Phone]) -> None:
    """Of four phones one enters, one watches, one is offline for a while, and one comes late."""
    host, viewer, offline, late = (phone() for _ in range(4))
    invitation = host.opens("luz", ["Ann", "Ben", "Cleo"])
    viewer.joins(invitation, "viewer")
    offline.joins(invitation)
    host.post_deal(invitation, (3, 2, 1), (3, 2, 5))
    viewer.go(f"/t/{invitation.id}/replay/1")
    stands_at(viewer.page, 1, 1)
    host.post_deal(invitation, (3, 2, 1), (3, 2, 5))
    viewer.page.locator("#after").click()
    stands_at(viewer.page, 2, 2)
    expect(viewer.page.locator(".plot a")).to_have_count(2)
    offline.tolerate("net::ERR_")
    offline.page.route("**/replay/steps*", lambda route: route.abort())  # nothing is fetched ahead
    offline.go(f"/t/{invitation.id}/replay/1")
    offline.page.context.set_offline(True)
    offline.page.locator("#after").click()
    expect(offline.page.locator("#unreached")).to_be_visible()
    stands_at(offline.page, 1, 2)
    late.joins(invitation)
    late.go(viewer.page.url)
    late.page.keyboard.press("Home")
    stands_at(late.page, 1, 2)
    offline.page.context.set_offline(False)
    stands_at(offline.page, 2, 2)
