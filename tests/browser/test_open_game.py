"""Any game on an open score sheet: by rounds, by lines and together, each seat on its own phone. Counted by hand."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.players import SOON

ANN, BEN, CLEO = range(3)
NAMES = ["Ann", "Ben", "Cleo"]
KEYS = {"+": "p", "-": "m", "½": "h", "|": "n"}


def types(one, text):
    """Tap the keys of a number and save; "|" goes on to the next line. Returns the taps."""
    one.settled()
    before = one.taps
    for key in text:
        one.tap_still(f"[name=key][value={KEYS.get(key, f'd{key}')}]")
    one.tap(".bar [data-save]")
    return one.taps - before


def seated(phone, ways, *seats, host):
    """The host's phone on seat 0, a phone for each other seat, and one that watches; each at its own numbers."""
    others, viewer = [phone() for _ in seats], phone(scheme="dark", locale="zh-TW")
    for one, seat in zip([host, *others], (ANN, *seats), strict=True):
        if one is not host:
            one.joins(ways)
        one.post(ways, "sit", seat=seat)
        one.go(f"/t/{ways.id}/enter")
    viewer.joins(ways, "viewer")
    return [host, *others, viewer]


def test_the_lowest_total_wins_over_two_rounds(phone):
    host = phone()
    host.go("/")
    host.tap("a[href='/new/open']")
    host.page.fill("#title", "Mini golf")
    for name in NAMES:
        host.add_player(name)
    host.page.fill("#rounds", "2")
    host.choose("win", "lowest")
    host.tap(".bar button.button")
    ann, ben, cleo, viewer = phones = seated(phone, host.ways(), BEN, CLEO, host=host)
    # Round 1, all at once: 12 + 5 - 3 = 14, 7 and 20. No number takes more taps than its digits and one.
    cells = [one.page.locator("[data-cell]") for one in phones[:3]]
    for cell in cells:
        expect(cell).to_have_attribute("inputmode", "none")
    assert types(ann, "12+5-3") == 7
    assert types(ben, "7") == 2
    expect(cleo.page.locator(".bar [data-save]")).to_have_text("Score round 1", timeout=SOON)
    assert types(cleo, "20") == 3
    expect(viewer.page.locator("summary.row .number")).to_have_text(["+14", "+7", "+20"], timeout=SOON)
    # Round 2: 1, 9 and 3 make 15, 16 and 23.
    for one, text in ((cleo, "3"), (ann, "1"), (ben, "9")):
        one.see("#last[data-entry='1']")
        types(one, text)
    viewer.see(".podium")
    for one in (viewer, ann):
        one.shows([15, 16, 23], [ANN, BEN, CLEO], timeout=SOON)
    expect(ann.page.locator("h1")).to_contain_text("Ann wins")


def test_lines_are_counted_at_the_end(phone):
    host = phone()
    ways = host.opens("open", NAMES, title="Harbour", count="lines", line="cards", factor=2, per=1, halves=1)
    ann, ben, cleo, viewer = seated(phone, ways, BEN, CLEO, host=host)
    # Cards count 2 each: 7.5, 12 and 8 cards are 15, 24 and 16 points.
    types(ann, "7½")
    assert types(ben, "12") == 3
    types(cleo, "8")
    viewer.see(".podium")
    expect(viewer.page.locator("#stand [data-seat] b.number")).to_have_text(["24", "16", "15"], timeout=SOON)
    ben.go(f"/t/{ways.id}/entries/1")
    expect(ben.page.locator(".sheet-table td")).to_have_text(["+157.5", "+2412", "+168"])


def test_all_play_together_and_lose(phone):
    host = phone()
    ways = host.opens("open", NAMES, title="Island", win="together")
    ann, ben, _, viewer = seated(phone, ways, BEN, CLEO, host=host)
    types(ben, "4")
    expect(viewer.page.locator("#stand b.number")).to_have_text(["4", "4", "4"], timeout=SOON)
    ann.see("#last[data-entry='1']")
    ann.settled()
    ann.tap("button[name=won][value='0']")
    ann.see(".podium")
    expect(ann.page.locator("h1")).to_contain_text("Lost together")
    expect(viewer.page.locator("h1")).to_contain_text("一起落敗", timeout=SOON)
