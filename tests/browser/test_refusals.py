"""What a tap is refused for is in sight on a phone: between head and bar, and beside the field that it is about."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, expect

from tests.browser import azul, ingenious
from tests.browser.players import Phone
from tests.support.long import mostly_long

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]
Maker = Callable[..., Phone]
Size = tuple[int, int]

# The whole of it, with nothing over it, from the lace of the head to the bar.
IS_WHOLE = """refusal => {
    const { left, top, right, bottom } = refusal.getBoundingClientRect(),
        isIn = (x, y) => refusal.contains(document.elementFromPoint(x, y));
    return top >= document.querySelector(".top").getBoundingClientRect().bottom
        && bottom <= document.querySelector(".bar").getBoundingClientRect().top + 1
        && isIn(left + 6, top + 3) && isIn(right - 6, bottom - 3);
}"""


def name_twice(phone: Maker, size: Size, script: bool = True) -> Locator:
    one = phone(viewport=size, script=script)
    many = 5 if size[1] < 700 else 8
    one.go("/new/open?" + urlencode([("player", name) for name in NAMES[:many]]))
    one.page.fill("#name", "Ann")
    one.page.press("#name", "Enter")
    refusal, field = one.see("#name-fault"), one.page.locator("#name")
    expect(field).to_be_focused()
    assert field.evaluate(IS_WHOLE), "the refusal covers its field"
    return refusal


def name_twice_without_script(phone: Maker, size: Size) -> Locator:
    return name_twice(phone, size, script=False)


def other_number(phone: Maker, size: Size) -> Locator:
    """Of the open sheet, where the keys take most of the page."""
    one, other = phone(viewport=size), phone()
    invitation = one.opens("open", NAMES[:3], title="Hearts")
    one.go(f"/t/{invitation.id}/enter")
    one.page.fill("[data-cell] >> nth=0", "7")
    other.joins(invitation)
    other.post(invitation, "enter", kind="round", seat=0, question=1, at=0, n0=5)
    one.see("#outdated")
    one.tolerate("409")
    one.tap_still("[data-save]")
    return one.see("#notice:has(.versions)")


def spaces_apart(phone: Maker, size: Size) -> Locator:
    one = phone(viewport=size)
    one.go(f"/t/{one.opens('ingenious', NAMES[:3], board=1).id}/enter")
    ingenious.tap_tile(one, ("red", "green"), ((5, -4), (2, -4)))
    return one.see("#preview [role=alert]")


def marker_twice(phone: Maker, size: Size) -> Locator:
    one = phone(viewport=size)
    invitation = one.opens("azul", NAMES[:3])
    azul.post_wall(one, invitation, 0, [(2, 1, "red")], 2, True)
    one.go(f"/t/{invitation.id}/enter?seat=1")
    one.page.evaluate("scrollTo(0, 0)")
    one.page.locator("#entry [name=marker]").evaluate("key => key.click()")
    return one.see("#preview [role=alert]")


def fifth_card(phone: Maker, size: Size) -> Locator:
    one = phone(viewport=size)
    one.go(f"/t/{one.opens('5211', NAMES[:4]).id}/enter")
    one.tap_cards(["G6", "G5", "Y1", "T1", "T2"])
    return one.see("[data-no-copy]:not(:empty)")


REFUSALS = (name_twice, name_twice_without_script, other_number, spaces_apart, marker_twice, fifth_card)


@pytest.mark.parametrize("size", mostly_long([(320, 640), (390, 844)]))
@pytest.mark.parametrize("refused", REFUSALS, ids=lambda refused: refused.__name__)
def test_a_refusal_is_in_sight(phone: Maker, size: Size, refused: Callable[[Maker, Size], Locator]) -> None:
    refusal = refused(phone, size)
    assert refusal.evaluate(IS_WHOLE)
