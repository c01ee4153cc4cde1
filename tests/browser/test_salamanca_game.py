"""Salamanca on several phones: the steps of a turn, and a board that is turned for one of them."""

from playwright.sync_api import expect

from tests.browser.salamanca import look_at, space, step_is_in, tap_step
from tests.games.salamanca.playing import NAMES


def to_the_form(phone, invitation):
    if not phone.page.locator("#form").count():
        phone.go(f"/t/{invitation.id}/enter")
    phone.see("#form")


def test_steps_of_a_turn_are_kept_seen_and_taken_back(phone):
    ann, ben = phone(), phone()
    lands = [("lake", 1), ("lake", 2), ("field", 4), ("forest", 6), ("vineyard", 8)]
    setup = {"setup": [{"tile": kind, "at": [1, column]} for kind, column in lands]}
    sheet = {"format": 1, "game": "salamanca", "players": NAMES[:3], "options": {"board": True}}
    invitation = ann.brings({**sheet, "entries": [setup, {"cards": [2, 8, 7]}]})
    ben.joins(invitation)
    to_the_form(ann, invitation)
    to_the_form(ben, invitation)
    ann.stays()

    # The farm of Ben touches one field: 2 + 1.
    tap_step(ann, 1, {"place": "farm", "at": [2, 4], "occupy": True})
    expect(ben.page.locator(space([2, 4]))).to_have_accessible_name("farm of Ben, worth 3, row 2, column 4")
    tap_step(ben, 2, {"place": "field", "at": [2, 3], "value": 3})
    expect(ann.page.locator(space([2, 4]))).to_have_accessible_name("farm of Ben, worth 6, row 2, column 4")
    assert ann.stayed()

    # Another page and back, and a reload: everything is still there.
    ann.back_to_table()
    ann.see(ann.page.get_by_text("So far in this turn:"))
    ann.go(f"/t/{invitation.id}/enter")
    ann.page.reload()
    expect(ann.page.locator(".steps > li")).to_have_count(2)

    # What may not be done is greyed, and says why when it is tapped.
    look_at(ann, [2, 4])
    expect(ann.page.locator("#bar .off")).to_have_count(2)  # sell and noble
    ann.tap("#bar [data-tap='why.sell.1']")
    expect(ann.page.locator("#bar p[role=status]")).to_contain_text("can be sold from the next one on")
    expect(ann.page.locator("#form")).to_contain_text("no taxes under 7")

    # The look does not stop the news: Ben takes back tap by tap what was done, the field, the squire, the farm.
    # He is asked first where Ann did it.
    ben.tolerate("409")
    for name, steps, is_anns in (("farm of Ben, worth 3", 1, False), ("farm, nobody's", 1, True), ("free", 0, True)):
        ben.tap("#bar .square:not(.redo)")
        if is_anns:
            ben.tap("#notice form[data-of-entry] button")
        for one in (ben, ann):  # a tap of Ben's before the answer to the last one would be the same tap
            expect(one.page.locator(space([2, 4]))).to_have_accessible_name(f"{name}, row 2, column 4")
        expect(ann.page.locator(".steps > li")).to_have_count(steps)
        step_is_in(ben, steps)
