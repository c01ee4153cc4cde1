"""The pages at the table on phones, with five or six players: nothing is cut, covered, broken or too small to tap."""

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.test_readability import IN_VIEW, at, sized
from tests.support.long import long

pytestmark = long

NAMES = ("Ann", "小雯", "Mei-Ling", "Maximiliane", "Zoë", "Ben")
SEATS = {"luz": 5, "5211": 5, "azul": 4, "ingenious": 4, "salamanca": 5, "open": 6}
NARROW, USUAL = (320, 568), (390, 844)
LANGUAGES = ("en-GB", "zh-TW")
# Texts of which something is hidden, as there was no room; of a title the line below it may give way, and a name on the
# narrowest phones whose title has it whole.
CUT = """isNarrow => [...document.querySelectorAll("main *, .bar *")].filter(part => {
    const isText = node => node.nodeType === Node.TEXT_NODE && node.data.trim();
    const isLeftOut = part.closest(".visually-hidden, .chips, [aria-hidden=true]");
    if (isNarrow && part.title && part.title === part.textContent.trim()) return false;
    if (![...part.childNodes].some(isText) || !part.checkVisibility() || isLeftOut) return false;
    for (let at = part; at.matches("main *, .bar *"); at = at.parentElement) {
        if (!/hidden|clip/.test(getComputedStyle(at).overflow)) continue;
        if (at.scrollWidth > at.clientWidth + 1 || at.scrollHeight > at.clientHeight + 2) return true;
    }
    return false;
}).map(part => part.textContent.trim())"""
TITLE = """() => {
    const head = document.querySelector("h1"), text = document.createRange(), box = head.getBoundingClientRect();
    text.selectNodeContents(head.firstChild);
    return [...text.getClientRects()].every(line => line.top >= box.top - 4 && line.bottom <= box.bottom + 4 &&
        line.right <= box.right + 1) && head.parentElement.getBoundingClientRect().height <= 56;
}"""
BROKEN = """() => [...document.querySelectorAll(".edge li")].filter(label => {
    const text = document.createRange();
    text.selectNodeContents(label);
    return text.getClientRects().length > label.textContent.trim().split(" ").length;
}).map(label => label.textContent)"""
LINES = """names => names.map(name => {
    const text = document.createRange();
    text.selectNodeContents(name);
    const lines = [...text.getClientRects()].filter(({ width }) => width);
    return new Set(lines.map(({ bottom }) => Math.round(bottom))).size;
})"""


def in_both_languages(places):
    return list(product(places, LANGUAGES))


def opened(one, game, **options):
    return one.opens(game, NAMES[: SEATS[game]], **options)


@pytest.mark.parametrize(("game", "locale"), in_both_languages([*SEATS]))
def test_names_and_titles_are_whole(phone, game, locale):
    one = phone(locale=locale)
    options = {"title": "Hearts", "rounds": "3"} if game == "open" else {}
    for more in ({}, {"board": 1}) if game in ("ingenious", "salamanca") else ({},):
        invitation = opened(one, game, **options, **more)
        for path in (f"/t/{invitation.id}", f"/t/{invitation.id}/enter"):
            one.go(path)
            for size in (NARROW, USUAL):
                at(one.page, size)
                assert one.page.evaluate(CUT, size == NARROW) == [], (path, size)
                assert one.page.evaluate(TITLE), (path, size)


def test_the_first_places_have_whole_names(phone):
    one = phone()
    invitation = one.opens("open", ["Christopher Bartholomew", "Bartholomew Christopher", "Cleo"], title="A", rounds=1)
    for seat, number in enumerate((9, 7, 3)):
        one.post(invitation, "enter", seat=seat, kind="round", n0=number)
    one.go(f"/t/{invitation.id}")
    lines = one.see(".podium").locator(".name")
    for size in (NARROW, USUAL):
        at(one.page, size)
        assert lines.evaluate_all(LINES) == [2, 2, 1], size


def test_the_number_is_seen_above_its_keys_and_above_a_refusal(phone):
    one = phone(viewport=NARROW)
    one.tolerate("422")
    invitation = opened(one, "open", title="Hearts")
    one.go(f"/t/{invitation.id}/enter")
    number = one.page.locator("[data-cell]")
    assert number.evaluate(IN_VIEW)
    for key in ("m", "d5"):
        one.tap(f"[data-tap={key}]")
    one.tap("[data-save]")
    notice = one.page.locator("#notice.bad")
    expect(notice).to_be_visible()
    assert number.evaluate(IN_VIEW)
    assert number.bounding_box()["y"] + number.bounding_box()["height"] <= notice.bounding_box()["y"]
    assert one.page.locator("#notice .actions button").evaluate(IN_VIEW)


def test_the_number_is_seen_on_a_phone_that_lies_on_its_side(phone):
    one = phone(viewport=(844, 390))
    invitation = opened(one, "open", title="Hearts")
    one.go(f"/t/{invitation.id}/enter")
    number, bar = (one.page.locator(part).bounding_box() for part in ("[data-cell]", ".bar"))
    assert number["y"] >= 0 and number["y"] + number["height"] <= bar["y"] + 1


@pytest.mark.parametrize("game", SEATS)
def test_an_option_is_told_in_a_line_or_two(phone, game):
    one = phone(viewport=USUAL)
    one.go(f"/new/{game}?" + "&".join(f"player={name}" for name in NAMES[:3]))
    told = one.page.locator(".ask :is(p, summary):visible").all()
    assert told and max(line.bounding_box()["height"] for line in told) <= 44
    more = one.page.locator(".explained")
    rest = more.last.locator("p")
    expect(rest).to_be_hidden()
    more.last.locator("summary").click()
    expect(rest).to_be_visible()


@pytest.mark.parametrize(("turn", "locale"), in_both_languages([0, 1, 2, 3]))
def test_the_numbers_at_a_board_are_not_broken(phone, turn, locale):
    one = phone(viewport=NARROW, locale=locale)
    invitation = opened(one, "salamanca", board=1)
    one.go(f"/t/{invitation.id}/enter?turn={turn}")
    expect(one.page.locator(".edge li")).to_have_count(17)
    assert one.page.evaluate(BROKEN) == []


def test_who_has_acted_is_told_beside_the_mark(walk):
    for page in sized(walk, "/t/{land}/enter", NARROW, USUAL):
        done = page.locator(".order li:has(> .glyph)")
        for seat in done.all():
            mark, sign = (seat.locator(f":scope > {part}").bounding_box() for part in (".mark", ".glyph"))
            assert mark["x"] + mark["width"] <= sign["x"] or sign["y"] + sign["height"] <= mark["y"]
        assert done.count() == 2
