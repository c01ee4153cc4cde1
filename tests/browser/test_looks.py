"""Nothing sticks out sideways and nothing to tap is too small: phones and a tablet, light and dark, both languages."""

from __future__ import annotations

import pytest

from tests.browser.players import SOON, Phone, Ways

SIZES = ((360, 740), (390, 844), (1024, 768))
# Forty letters without a place to break, Chinese, Hebrew, Arabic with a Latin end, and a short one.
NAMES = [
    "W" * 40,
    "歐陽娜娜與她的貓咪小花和隔壁的王老先生一起玩遊戲",
    "עלמה בת־אל הירושלמית",
    "محمد عبد الرحمن (Mo)",
    "Al",
]
TAPPED = "button, label.k, a.k, summary, .bar a, .top a, .tabs a[href], input:not([type=hidden]):not(.k input)"

MEASURE = """tapped => {
    const seen = element => element.getClientRects().length && !element.closest("[aria-hidden=true]");
    const told = element => `${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 30)}`;
    const faults = [];
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (over > 0) {
        const edge = document.documentElement.clientWidth;
        const wide = [...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > edge + 1);
        faults.push(`${over} px too wide: ${told(wide.at(-1) ?? document.body)}`);
    }
    for (const element of document.querySelectorAll(tapped)) {
        const box = element.getBoundingClientRect();
        if (seen(element) && box.height < 43.5) faults.push(`${box.height} px high: ${told(element)}`);
    }
    return faults;
}"""

COVERED = """() => [...document.querySelectorAll(".win:has(> .tag)")].some(key => {
    const text = document.createRange(), tag = key.querySelector(":scope > .tag").getBoundingClientRect();
    text.selectNodeContents(key.querySelector("small"));
    return [...text.getClientRects()].some(line => line.right > tag.left && line.bottom > tag.top);
})"""


class Ruler:
    """Measures a page at every size, light and dark, and keeps what is wrong."""

    def __init__(self, one: Phone) -> None:
        self.one = one
        self.faults: list[str] = []

    def measure(self, what: str) -> None:
        grounds = set()
        for width, height in SIZES:
            self.one.page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                self.one.page.emulate_media(color_scheme=scheme)
                faults = self.one.page.evaluate(MEASURE, TAPPED)
                grounds.add(self.one.page.evaluate("getComputedStyle(document.body).backgroundColor"))
                self.faults += [f"{what}, {width} px, {scheme}: {fault}" for fault in faults]
        assert len(grounds) == 2, what

    def go(self, *paths: str) -> None:
        for path in paths:
            self.one.go(path)
            self.measure(path)

    def check(self) -> None:
        assert not self.faults, "\n".join(dict.fromkeys(self.faults))


@pytest.fixture(params=["en-GB", "zh-TW"])
def ruler(request, phone) -> Ruler:
    return Ruler(phone(locale=request.param))


def luz(one: Phone) -> Ways:
    """A deal played, the bets of the next in, and three tricks."""
    ways = one.opens("luz", NAMES)
    one.post_deal(ways, (10, 0, 3, 2, 1), (0, 2, 3, 4, 1))
    one.post_bets(ways, 10, 9, 2, 0, 0)
    for trick, winner in enumerate((0, 2, 2), 1):
        one.post(ways, "enter", stage="trick", trick=trick, winner=winner)
    return ways


def long(one: Phone) -> Ways:
    """A round of 5211 with everything in it: too many greens, ties of two and of three."""
    ways = one.opens("5211", NAMES, long=1)
    hands = ["G1 G2 G3 G4", "G1 G2 G3 G5", "Y1 Y2 Y3 O1", "O2 O3 B1 B2", "T1 T2 Y4 O4"]
    for seat, hand in enumerate(hands):
        fields = [("seat", str(seat)), *(("card", card) for card in hand.split())]
        one.post_fields(ways, "enter", fields)
    return ways


def test_home_and_new_table(ruler):
    one = ruler.one
    one.tolerate("404|422")
    ways = luz(one)
    long(one)
    one.post(ways, "end")
    players = "&".join(f"player={name}" for name in NAMES)
    ruler.go("/", "/new/luz", f"/new/luz?{players}", f"/new/5211?{players}", f"/new/luz?{players}&name=Al")
    ruler.go("/rules/luz", "/rules/5211", "/nothing")
    one.go("/")
    one.page.fill("#code", "WWWWWW")
    one.tap("form:has(#code) button")
    one.see("[role=alert]")
    ruler.measure("a wrong code")
    ruler.check()


def test_pages_of_luz(ruler):
    one = ruler.one
    ways = luz(one)
    table = f"/t/{ways.id}"
    ruler.go(f"{table}/share", f"{table}/host", f"{table}/entries/1", f"{table}/sheet")
    one.tap("summary")
    ruler.measure("every entry, opened")
    one.go(table)
    one.tap("#pad summary")
    one.see("#pad .why")
    ruler.measure("the table")
    ruler.go(f"{table}/enter", f"{table}/enter?trick=2")
    one.page.set_viewport_size({"width": 360, "height": 740})
    assert not one.page.evaluate(COVERED), "the word for who leads covers another"
    ruler.go(f"{table}/enter?totals=1", f"{table}/enter?bets=1")
    one.page.locator("label.more").first.tap()
    ruler.measure("bets up to 10")
    ruler.check()


def test_notices_over_a_form(ruler):
    one = ruler.one
    ways = one.opens("luz", NAMES)
    one.tolerate("409")
    one.go(f"/t/{ways.id}/enter")
    one.tap_bets([(10, True)] * 5, save=False)
    ruler.measure("too many beads")
    one.post_bets(ways, 10, 9, 8, 7, 6)
    one.see("#moved", SOON)
    ruler.measure("moved on")
    one.tap("[data-save]")
    one.see("#notice a")
    ruler.measure("overtaken")
    ruler.check()


def test_pages_of_5211(ruler):
    one = ruler.one
    ways = long(one)
    table = f"/t/{ways.id}"
    ruler.go(table, f"{table}/entries/1", f"{table}/enter")
    one.tap_cards(["G6", "T6"])
    ruler.measure("a hand, half tapped")
    ruler.check()


def test_final_pages(ruler):
    one = ruler.one
    ways = luz(one)
    one.post(ways, "end")
    ruler.go(f"/t/{ways.id}")
    viewer_table = long(one)
    one.post(viewer_table, "end")
    ruler.go(f"/t/{viewer_table.id}", f"/t/{viewer_table.id}/entries/2")
    ruler.check()


def test_pages_of_salamanca(ruler):
    one = ruler.one
    ways = one.opens("salamanca", NAMES, board=1)
    table = f"/t/{ways.id}"
    ruler.go(
        f"/new/salamanca?{'&'.join(f'player={name}' for name in NAMES)}", f"{table}/enter", f"{table}/enter?at=1.1"
    )
    for number, (tile, at) in enumerate((("lake", "1.1"), ("lake", "1.2"), ("field", "1.4"), ("forest", "8.8"))):
        one.post(ways, "enter", step=number + 1, tile=tile, at=at, v=3 if number == 2 else "")
    one.post(ways, "enter", step=5, tile="vineyard", at="8.9")
    ruler.go(f"{table}/enter")
    for seat, card in enumerate((5, 1, 10, 7, 5)):
        one.tap(f"label.k:has([name=c{seat}][value='{card}'])")
    one.see("[name=first] >> nth=0")
    ruler.measure("equal cards")
    one.post(ways, "enter", **{f"c{seat}": card for seat, card in enumerate((5, 1, 10, 7, 5))}, first=0)
    one.post(ways, "enter", step=1, tile="castle", at="2.1")
    one.post(ways, "enter", amend="1.on")
    looks = ("", "?at=2.1", "?at=1.1", "?at=5.5&v=3", "?at=b&why=tap.b", "?turn=0", "?turn=2&at=a")
    ruler.go(*(f"{table}/enter{look}" for look in looks))
    one.post(ways, "enter", end=1)
    ruler.go(f"{table}/entries/3")
    one.go(table)
    one.page.locator("#now summary").first.tap()
    ruler.measure("the board with an estate")
    one.post(ways, "end")
    ruler.go(table)
    ruler.check()


def test_pages_of_salamanca_without_a_board(ruler):
    one = ruler.one
    ways = one.opens("salamanca", NAMES)
    form = f"/t/{ways.id}/enter"
    sale = "?seat=0&b=castle&lands=l113r-o2-l1&noble=3"
    ruler.go(form, form + sale, *(f"{form}?do={way}" for way in ("fee", "cards", "tax")), f"/t/{ways.id}")
    one.post(ways, "enter", do="sale", seat=0, b="castle", lands="l113r-o2-l1", noble=3)
    ruler.go(f"/t/{ways.id}/entries/1", f"{form}?do=cards")
    ruler.check()
