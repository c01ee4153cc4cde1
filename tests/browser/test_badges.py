"""The badges of a group on two phones: the owner switches them on, and who has the link sees the game that did it."""

import json

from playwright.sync_api import expect

from tests.browser.sample_instance import EXAMPLES


def posted(one, path, **fields):
    answer = one.context.request.post(path, form=fields, headers={"Origin": one.base}, max_redirects=0)
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def test_a_guest_sees_badges_once_the_owner_wants_them(phone):
    sheet = json.loads((EXAMPLES / "luz/whole-game.json").read_text("utf-8"))["sheet"]
    host, guest = phone(), phone()
    table = host.brings(sheet)
    group = posted(host, "/groups/new", name="Friday", names="\n".join(sheet["players"]))
    posted(host, f"{group}/tables", put=table.id, replay="yes")
    posted(host, f"{group}/share", role="watch", make="yes")
    host.go(f"{group}/share")
    guest.go(host.page.locator("[data-link=watch]").get_attribute("href"))
    expect(guest.page.get_by_role("link", name="Badges")).to_have_count(0)
    host.go(group)
    host.tap("[popovertarget]")
    host.tap(host.page.get_by_role("link", name="Badges"))
    host.tap(host.page.get_by_role("button", name="Switch the badges on"))
    host.see("#badges-first-win")
    guest.page.reload()
    guest.tap(guest.page.get_by_role("link", name="Badges"))
    first = guest.see("#badges-first-win")
    guest.tap(first.get_by_role("link", name="Replay"))
    guest.page.wait_for_url("**/replay/**")


def test_what_is_done_with_a_group_closes_by_escape_and_by_a_tap_beside_it(phone):
    host = phone()
    host.go(posted(host, "/groups/new", name="Friday", names="Ann\nBen"))
    ways = host.page.get_by_role("link", name="Name and players")
    for close in (lambda: host.page.keyboard.press("Escape"), lambda: host.page.touchscreen.tap(190, 730)):
        host.tap("[popovertarget]")
        expect(ways).to_be_visible()
        close()
        expect(ways).to_be_hidden()
