"""A dispute about a tile of Ingenious, settled by tapping on one phone; each number was counted by hand."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from tests.support.long import long

LIMIT = 12  # taps from the list of questions to the verdict


def to_question(one, name: str) -> int:
    """From the home page to a question; gives the taps that were counted when the list was there."""
    one.go("/")
    one.tap("a[href^='/referee']")
    one.see("#found")
    before = one.taps
    one.tap(f"#found a[href='/referee/ingenious/{name}']")
    one.see("#ask")
    return before


def answers(one, headline: str, subline: str) -> None:
    expect(one.page.locator(".answer .headline")).to_have_text(headline)
    expect(one.page.locator(".answer .small")).to_have_text(subline)


def tap_spaces(one, taps: str) -> None:
    """Colours and spaces one after the other, each once the one before is drawn: nothing on the board moves then."""
    for tap in taps.split():
        one.tap(f".pick [data-tap={tap}]" if tap.isalpha() else f".scroller [data-tap='{tap}']")
        expect(one.page.locator("#ask input[name=tap]")).to_have_count(0)


def address(one) -> dict[str, list[str]]:
    return parse_qs(urlsplit(one.page.url).query)


@long
def test_two_tiles_that_lie_there_and_the_new_one(phone):
    ann, ben = phone(), phone(locale="zh-TW", scheme="dark")
    before = to_question(ann, "placement")
    # Red and blue beside the printed blue; below it blue and red; below that the one in question, red and blue. A
    # space without a colour before it takes the colour tapped last.
    tap_spaces(ann, "r 3.0 b 4.0 3.1 r 2.1 1.2 b 2.2")
    # Red at [1, 2] sees red at [2, 1] and, in line behind it, at [3, 0]: 2. Blue at [2, 2] sees blue at [3, 1] and
    # behind it at [4, 0]: 2.
    answers(ann, "4 points", "red 2 + blue 2")
    assert ann.taps - before <= LIMIT
    assert ann.taps - before == 11
    expect(ann.page.locator(".scroller .ray-text")).to_have_text(["2", "2"])
    expect(ann.page.locator("#why li")).to_have_count(2)
    assert address(ann) == {
        "area": ["white"], "tiles": ["rbkh0brki3"], "m0": ["r"], "m1": ["b"], "s0": ["1.2"], "s1": ["2.2"]
    }  # fmt: skip

    # The address holds it all, on another phone too; what somebody claims is judged.
    ben.go(urlsplit(ann.page.url)._replace(scheme="", netloc="").geturl())
    expect(ben.page.locator(".answer .headline")).to_contain_text("4")
    ben.page.fill("[name=claim]", "5")
    ben.page.locator("[name=claim]").blur()
    expect(ben.page.locator("[data-claim=wrong]")).to_be_visible()

    # Asked about the tile in the middle instead: its blue sees one above and one below it, its red too.
    ann.tap(".scroller [data-tap='3.1']")
    answers(ann, "4 points", "blue 2 + red 2")
    # A place that cannot be is a sentence.
    ann.tap("[data-tap=x0]")
    ann.tap(".pick [data-tap=b]")
    ann.tap(".scroller [data-tap='-3.0']")
    expect(ann.page.locator(".answer")).to_contain_text("not side by side")
    expect(ann.page.locator(".answer .headline")).to_have_count(0)
    ann.tap("a[aria-label='Referee']")
    ann.see("#found")


def test_taps_that_come_fast_all_count(phone):
    one = phone()
    to_question(one, "placement")
    one.page.route(
        "**/referee/ingenious/placement?*", lambda route: (one.page.wait_for_timeout(120), route.continue_())
    )
    one.page.evaluate(
        """for (const tap of ["r", "3.0", "b", "4.0"]) document.querySelector(`[data-tap="${tap}"]`)
            .dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));"""
    )
    answers(one, "1 point", "red 0 + blue 1")
    one.page.unroute("**/referee/ingenious/placement?*")


def test_who_comes_first_and_whether_to_swap(phone):
    one = phone()
    before = to_question(one, "ranking")
    one.tap("label.key:has([value=duel])")
    for number in (2, 4, -2, 0, -3, 0):
        one.tap(f"[data-tap=n{number}]")
        expect(one.page.locator("[data-track] td[class] > b").nth(0)).to_have_text("2")
    # Two markers on each side; from the lowest up 2 to 2, then 4 to 3.
    answers(one, "A comes first", "tie in the duel")
    assert one.taps - before <= LIMIT
    one.tap("td.red [data-tap=c0r]")
    one.tap("[data-tap=n1]")
    answers(one, "B comes first", "tie in the duel")

    to_question(one, "swap")
    for tap in ("n4", "n5", "n9", "n4", "n6", "n8", "g", "b", "o", "p"):
        one.tap(f"[data-tap={tap}]")
    answers(one, "No swap", "Lowest: red, orange")
    one.tap("[data-tap=x1]")
    answers(one, "All tiles may be swapped", "Lowest: red, orange")


def test_a_tile_without_script(phone):
    one = phone(script=False)
    before = to_question(one, "placement")
    for tap in ("r", "3.0", "b", "4.0", "b", "3.1", "b", "4.1"):
        with one.page.expect_navigation():
            one.tap(f".pick [data-tap={tap}]" if tap.isalpha() else f".scroller [data-tap='{tap}']")
    # Blue at [3, 1] sees blue at [4, 0]; blue at [4, 1] sees blue at [4, 0] and the printed one at [5, 0].
    assert one.taps - before <= LIMIT
    answers(one, "3 points", "blue 1 + blue 2")
    assert address(one)["tiles"] == ["rbkh0"]


def test_an_entry_of_a_session_is_checked(phone):
    one = phone()
    invitation = one.opens("ingenious", ["Ann", "Ben"], mode=0, board=1)
    one.post_fields(invitation, "enter", [("seat", "0"), *(("tap", tap) for tap in ("r", "0.-4", "b", "0.-3"))])
    one.go(f"/t/{invitation.id}/entries/1")
    one.tap(".checks summary")
    one.tap(".checks a >> nth=0")
    answers(one, "1 point", "red 1 + blue 0")
    expect(one.page.locator(".scroller a.new").first).to_be_in_viewport()
    one.go(f"/t/{invitation.id}/needs")
    expect(one.page.locator("[data-seat='1']")).to_contain_text("At least 2 points to come before Ann")
