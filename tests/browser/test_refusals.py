"""What a tap is refused for is in sight on a phone: between head and bar, and beside the field that it is about."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser import azul, ingenious
from tests.browser.test_outbox import outage
from tests.browser.test_salamanca_board import FULL
from tests.support.long import mostly_long

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"]

# The whole of it, with nothing over it, from the lace of the head to the bar, or in the bar.
IS_WHOLE = """refusal => {
    const { left, top, right, bottom } = refusal.getBoundingClientRect(), bar = document.querySelector(".bar"),
        end = bar && !bar.contains(refusal) ? bar.getBoundingClientRect().top + 1 : innerHeight,
        isIn = (x, y) => refusal.contains(document.elementFromPoint(x, y));
    return top >= document.querySelector(".top").getBoundingClientRect().bottom
        && bottom <= end
        && isIn(left + 6, top + 3) && isIn(right - 6, bottom - 3);
}"""


def name_twice(phone, size, script=True):
    one = phone(viewport=size, script=script)
    many = 5 if size[1] < 700 else 8
    one.go("/new/open?" + urlencode([("player", name) for name in NAMES[:many]]))
    one.page.fill("#name", "Ann")
    one.page.press("#name", "Enter")
    refusal, field = one.see("#name-fault"), one.page.locator("#name")
    expect(refusal).to_contain_text("Ann sits at the table already")
    expect(field).to_have_value("Ann")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    assert field.evaluate(IS_WHOLE), "the refusal covers its field"
    return refusal


def name_twice_without_script(phone, size):
    return name_twice(phone, size, script=False)


def other_number(phone, size):
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


def spaces_apart(phone, size):
    one = phone(viewport=size)
    one.go(f"/t/{one.opens('ingenious', NAMES[:3], board=1).id}/enter")
    ingenious.tap_tile(one, ("red", "green"), ((5, -4), (2, -4)))
    return one.see("#preview [role=alert]")


def marker_twice(phone, size):
    one = phone(viewport=size)
    invitation = one.opens("azul", NAMES[:3])
    azul.post_wall(one, invitation, 0, [(2, 1, "red")], 2, True)
    one.go(f"/t/{invitation.id}/enter?seat=1")
    one.page.evaluate("scrollTo(0, 0)")
    one.page.locator("#entry [name=marker]").evaluate("key => key.click()")
    return one.see("#preview [role=alert]")


def fifth_card(phone, size):
    one = phone(viewport=size)
    one.go(f"/t/{one.opens('5211', NAMES[:4]).id}/enter")
    one.tap_cards(["G6", "G5", "Y1", "T1", "T2"])
    return one.see("[data-no-copy]:not(:empty)")


def no_special_action(phone, size):
    """A key of the bar that is off says why; the page is at its top."""
    one = phone(viewport=size)
    one.go(f"/t/{one.brings(FULL).id}/enter")
    one.tap("#bar [value^='why.']")
    return one.see("#bar [role=status]")


def other_undo(phone, size):
    one, other = phone(viewport=size), phone()
    one.tolerate("409")
    invitation = one.opens("luz", NAMES[:5])
    other.joins(invitation)
    other.post_bets(invitation, 1, 2, 1, 0, 1)
    one.go(f"/t/{invitation.id}/enter")
    one.tap("#bar form[action$='/undo'] button")
    return one.see("#notice[role=alert]")


def other_note(phone, size):
    one, other = phone(viewport=size), phone()
    one.tolerate("409")
    invitation = one.opens("luz", NAMES[:5])
    other.joins(invitation)
    one.go(f"/t/{invitation.id}/notes")
    one.page.fill("#note", "Mine")
    other.go(f"/t/{invitation.id}/notes")
    other.page.fill("#note", "Theirs")
    other.tap(".bar button.button")
    other.see("#written")
    one.tap(".bar button.button")
    return one.see("#notice[role=alert]")


def no_picture(phone, size):
    one = phone(viewport=size)
    invitation = one.opens("luz", NAMES[:5])
    one.post(invitation, "end")
    one.post(invitation, "photos/allow", allow="yes")
    one.go(f"/t/{invitation.id}/photos")
    one.page.set_input_files("#photo", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    expect(one.page.locator("#photo-status")).to_contain_text("cannot read that file")
    return one.page.locator("#photo-status")


def group_of_one(phone, size):
    one = phone(viewport=size)
    one.tolerate("422")
    one.go("/groups/new")
    one.page.fill("[name=name]", "Friday")
    one.page.fill("[name=names]", "Ann")
    one.tap(".bar button.button")
    return one.see("#names-fault")


def evening_without_name(phone, size):
    one = phone(viewport=size)
    one.tolerate("422")
    fields = {"name": "Club", "names": "Ann\nBen"}
    group = one.context.request.post("/groups/new", form=fields, headers={"Origin": one.base})
    one.go(group.url.removeprefix(one.base) + "/evenings/new?game=luz")
    one.page.fill("[name=names]", "Ann")  # at the end of a long form
    one.tap(".bar button.button")
    return one.see("#name-fault")


def clock_without_connection(phone, size):
    one = phone(viewport=size)
    invitation = one.opens("luz", NAMES[:5])
    one.post(invitation, "clock", do="start", turns="some")
    one.go(f"/t/{invitation.id}")
    outage(one)
    one.tap("#clock button >> nth=0")
    return one.see("#outbox h2, #notice[role=alert], #unreached")


def held_seat(phone, size):
    """A guest who scores enters for a seat that another phone holds."""
    one, other = phone(viewport=size), phone()
    one.tolerate("409|422")
    invitation = other.opens("5211", NAMES[:4])
    other.post(invitation, "sit", seat=0)
    one.joins(invitation, at="/enter?seat=0")
    one.tap_cards(["G6", "G5", "Y1", "T1"])
    one.tap("#bar .button[form=entry]")
    return one.see("#notice[role=alert]")


REFUSALS = (
    name_twice,
    name_twice_without_script,
    other_number,
    spaces_apart,
    marker_twice,
    fifth_card,
    no_special_action,
    other_undo,
    other_note,
    no_picture,
    group_of_one,
    evening_without_name,
    clock_without_connection,
    held_seat,
)


@pytest.mark.parametrize("size", mostly_long([(320, 640), (390, 844)]))
@pytest.mark.parametrize("refused", REFUSALS, ids=lambda refused: refused.__name__)
def test_a_refusal_is_in_sight(phone, size, refused):
    refusal = refused(phone, size)
    assert refusal.evaluate(IS_WHOLE)
