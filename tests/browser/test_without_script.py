"""The pages without script: they can all be read, and plain forms keep a deal and a round."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.long import long

NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]


@pytest.fixture
def plain(phone):
    return phone(script=False)


def press(one, what: str) -> None:
    """Tap something that loads the next page."""
    with one.page.expect_navigation():
        one.tap(what)


def open_table(one, game: str) -> str:
    one.go("/")
    press(one, f"a[href='/new/{game}']")
    for name in NAMES:
        one.page.fill("#name", name)
        press(one, ".field button")
    press(one, ".bar button.button")
    return one.invitation().id


@long
def test_every_page_is_read(plain):
    deal = {f"b{seat}": seat + 1 for seat in range(4)}
    invitation = plain.opens("luz", NAMES)
    plain.post(invitation, "enter", stage="bets", **deal)
    table = f"/t/{invitation.id}"
    pages = ["/", "/new/luz", "/new/5211", "/rules/luz", "/rules/5211", table, f"{table}/share", f"{table}/host"]
    for path in [*pages, f"{table}/enter", f"{table}/enter?bets=1", f"{table}/enter?totals=1", f"{table}/sheet"]:
        plain.go(path)
        assert plain.page.locator("h1").inner_text().strip(), path
    plain.post(invitation, "enter", stage="totals", t0=1, t1=2, t2=3, t3=4)
    plain.go(table)
    plain.shows([10, 10, 10, 10], [3, 0, 1, 2])
    plain.tap("#pad summary")
    press(plain, "#pad details a")
    expect(plain.page.locator(".why li")).to_have_count(4)
    plain.go(f"{table}/sheet")
    plain.tap("summary")
    expect(plain.page.locator(".why li >> visible=true")).to_have_count(4)
    plain.post(invitation, "end")
    plain.go(table)
    expect(plain.page.locator(".podium .place-1")).to_contain_text("Mei-Ling")
    plain.go("/")
    press(plain, f"a[href='{table}']")
    press(plain, ".rows a[href$='/sheet']")


def test_a_deal_of_luz_by_plain_forms(plain):
    table = open_table(plain, "luz")
    press(plain, ".bar a.button")
    press(plain, ".bar a.button")

    # Bets of 3, 6 and 2 with safety; Mei-Ling's is forgotten, and asked for: the others are in.
    plain.tolerate("422")
    plain.tap("label.key:has([name=b0][value='3'])")
    plain.tap(".strip:has([name=b1]) label.more")
    plain.tap("label.key:has([name=b1][value='6'])")
    plain.tap("label.key:has([name=b2][value='2'])")
    plain.tap("label.safety:has([name=s2])")
    press(plain, "[data-save]")
    expect(plain.page.locator(".tabs small")).to_have_text(["bet 3", "bet 6", "bet 2 with safety", "not in yet"])
    expect(plain.page.locator("#entry :checked:not([data-more])")).to_have_count(4)
    for name, value in (("b0", "3"), ("b1", "6"), ("b2", "2"), ("s2", "on")):
        expect(plain.page.locator(f"[name={name}][value='{value}'], [name={name}]:not([value])")).to_be_checked()
    plain.tap("label.key:has([name=b3][value='0'])")
    press(plain, "[data-save]")

    # Three tricks one by one, then the ten as totals, which first add up to 9.
    for number, winner in enumerate((0, 1, 2), 1):
        expect(plain.page.locator("#entry [name=trick]")).to_have_value(str(number))
        press(plain, f"button.winner[value='{winner}']")
    plain.takes("1A", "2B", "3C")
    press(plain, ".bar button.square:not(.redo)")
    plain.takes("1A", "2B")
    press(plain, ".ways a >> nth=1")
    for seat, taken in enumerate((3, 3, 3, 0)):
        plain.tap(f"label.key:has([name=t{seat}][value='{taken}'])")
    press(plain, "[data-save]")
    expect(plain.page.locator("#notice")).to_contain_text("9")
    expect(plain.page.locator("#entry :checked")).to_have_count(4)
    plain.tap("label.key:has([name=t1][value='4'])")
    press(plain, "[data-save]")
    # Ann 3 of 3: +10. Ben bet 6 and took 4, 2 off: -10. Cleo 3 with 2 and safety: +5. Mei-Ling 0 of 0: +10.
    expect(plain.page.locator(".gain li > b.number")).to_have_text(["+10", "−10", "+5", "+10"])
    press(plain, "#head a.icon-button >> nth=0")
    assert plain.page.url.endswith(f"/t/{table}")
    plain.shows([10, -10, 5, 10], [3, 0, 2, 1])  # Mei-Ling has the start card in deal 4


@long
def test_a_round_of_5211_by_plain_forms(plain, phone):
    open_table(plain, "5211")
    code = plain.invitation().codes["scorer"]
    press(plain, ".bar a.button")
    other = phone(script=False)
    other.go("/")
    other.page.fill("#code", code)
    press(other, "form:has(#code) button")
    other.tap(".bar a.button")

    def take(one, cards: str) -> None:
        for card in cards.split():
            press(one, f"[data-card={card}]")

    press(plain, ".bar a.button")
    take(plain, "G6 G5 Y1")
    expect(plain.page.locator("[data-hand-save]")).to_be_disabled()
    press(plain, ".hand [data-taken=G5]")
    take(plain, "G4 G3")
    # Meanwhile the other phone gives the only green 6 to Ben; what was tapped here stays, and is mended.
    press(other, "#now .tabs a >> nth=1")
    take(other, "G6 O1 O2 O3")
    press(other, "[data-hand-save]")
    plain.tolerate("422")
    press(plain, "[data-hand-save]")
    expect(plain.page.locator("#notice")).to_contain_text("green 6")
    assert plain.page.locator(".hand [data-taken]").evaluate_all("all => all.map(c => c.dataset.taken).sort()") == [
        "G3",
        "G4",
        "G6",
        "Y1",
    ]
    press(plain, ".hand [data-taken=G6]")
    take(plain, "G5")
    press(plain, "[data-hand-save]")
    take(plain, "G2 B1 B2 T1")
    press(plain, "[data-hand-save]")
    take(plain, "G2 T2 B3 Y2")
    press(plain, "[data-hand-save]")
    # Green: Ann 5 4 3, Ben 6, Cleo 2, Mei-Ling 2, six cards, the most and under the limit of 7; four roosters.
    press(plain, "#last a.cite")
    expect(plain.page.locator(".verdict .headline")).to_have_text("Green scores")
    expect(plain.page.locator(".gain li > b.number")).to_have_text(["+12", "+6", "+2", "+2"])
    press(plain, "#head a.icon-button >> nth=0")
    plain.shows([12, 6, 2, 2], [0, 1, 2, 3])
