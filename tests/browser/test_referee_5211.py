"""A dispute of 5211 settled by tapping: which colour scores, and a round by its cards, with script and without."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.players import Phone

MOST = 12  # taps from the referee's list on


def says(phone: Phone, text: str) -> None:
    expect(phone.page.locator(".answer")).to_contain_text(text)


def choose(phone: Phone, name: str, value: int) -> None:
    """A number; from 5 on its key is behind another."""
    key = phone.page.locator(f"label.key:has([name={name}][value='{value}'])")
    if value > 4:
        phone.tap(f".strip:has([name={name}]) label.more")
    phone.tap(key)
    expect(phone.page.locator(f"[name={name}][value='{value}']")).to_be_checked()


def to_the_question(phone: Phone, name: str) -> None:
    """From the home page to the list, from where taps count, and to the question."""
    phone.go("/")
    phone.tap("a.referee, .referee a, a[href='/referee']")
    phone.taps = 0
    phone.tap(f"a[href='/referee/5211/{name}']")
    phone.see("#ask")


def test_eight_green_ones_leave(phone) -> None:
    one = phone()
    to_the_question(one, "colours")
    one.stays()
    for colour, count, ask in zip(
        "GYOBT", (8, 4, 2, 0, 2), ("yellow", "orange", "dark blue", "teal", None), strict=True
    ):
        choose(one, colour, count)
        says(one, f"How many cards are {ask}?" if ask else "How many of all these are roosters?")
    choose(one, "roosters", 3)
    says(one, "Yellow scores")
    assert one.taps == 8 <= MOST and one.stayed()
    expect(one.page.locator("#why li")).to_have_count(3)
    expect(one.page.locator("[name=G][value='8']")).to_be_visible()
    other = phone(locale="zh-TW", scheme="dark")
    other.page.goto(one.page.url)
    expect(other.page.locator("#why li")).to_have_count(3)
    # One teal card more than there can be is a sentence.
    choose(one, "T", 3)
    says(one, "This cannot be")
    expect(one.page.locator("#ask .note.bad")).to_contain_text("the counts add up to 17")


def test_a_round_of_two_players_by_its_cards(phone) -> None:
    one = phone()
    to_the_question(one, "round")
    one.tap("label.key:has([name=players][value='2'])")
    expect(one.page.locator("button[value=t1]")).to_be_visible()
    expect(one.page.locator("button[value=t2]")).to_have_count(0)
    for number, card in enumerate(("G1", "G2", "G2", "Y3", "G3", "G4", "Y6", "B1"), 1):
        one.tap(f"[data-card={card}]")
        expect(one.page.locator(".hand [data-taken]")).to_have_count(number if number < 4 else max(number - 4, 0))
    says(one, "Yellow scores")
    assert one.taps == 10 <= MOST
    expect(one.page.locator("#why li")).to_have_count(5)
    one.tap("[data-taken=Y6]")
    says(one, "1 more card of B")


def test_a_round_without_script(phone) -> None:
    plain = phone(script=False)
    plain.go("/referee/5211/round")
    plain.tap("label.key:has([name=players][value='2'])")
    for card in ("G1", "G2", "G2", "Y3", "G3", "G4", "Y6", "B1"):
        with plain.page.expect_navigation():
            plain.tap(f"[data-card={card}]")
    says(plain, "Yellow scores")
    assert "players=2&cards=G1G2G2Y3.G3G4Y6B1&seat=1" in plain.page.url
