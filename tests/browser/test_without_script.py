"""The pages without script: they can all be read, and plain forms keep a deal and a round."""

import pytest
from playwright.sync_api import expect

NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]


@pytest.fixture
def plain(phone):
    return phone(script=False)


def press(one, what):
    """Tap something that loads the next page."""
    with one.page.expect_navigation():
        one.tap(what)


def test_a_deal_of_luz_by_plain_forms(plain):
    table = plain.opens("luz", NAMES).id
    plain.go(f"/t/{table}")
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

    # A trick by itself, then the ten as totals, which first add up to 9.
    press(plain, "button.winner[value='0']")
    plain.takes("1A")
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
