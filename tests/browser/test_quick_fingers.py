"""Quick fingers: two taps on one key within 0.3 s are one, and an undo is of what its person meant."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_two_phones_at_one_question import QUESTIONS, TRICK, entered
from tests.support.long import mostly_long

WINNER = "button.winner[value='0']"
UNDO = "#bar form[action$='/undo'] button"
# A tap on what lies there, so many milliseconds after the one before by the page's clock; whether that key is on.
TAP = """([key, pause]) => {
    window.tapTime = (window.tapTime ?? Date.now()) + pause;
    const now = Date.now, tapped = document.querySelector(key), isOn = !tapped.disabled;
    Date.now = () => window.tapTime;
    tapped.click();
    Date.now = now;
    return isOn;
}"""


def at_tricks(one, *others):
    asked = QUESTIONS[TRICK]()
    invitation = one.brings(asked.sheet)
    one.post(invitation, "enter", **asked.posted)
    for each in (one, *others):
        if each is not one:
            each.joins(invitation)
        each.go(f"/t/{invitation.id}/enter")
        each.see(WINNER)
    return invitation


@pytest.mark.parametrize("is_answered", [True, False], ids=["after the answer", "before the answer"])
@pytest.mark.parametrize(("pause", "count"), mostly_long([(280, 1), (350, 2), (31, 1), (152, 1)], 2, names=2))
def test_two_quick_taps_on_a_winner_book_one_trick(phone, server, pause, count, is_answered):
    one = phone()
    invitation = at_tricks(one)
    before = entered(server, invitation.id)
    with one.page.expect_response("**/enter"):
        one.page.evaluate(TAP, [WINNER, 0])
        if not is_answered:
            one.page.evaluate(TAP, [WINNER, pause])
    if is_answered:
        expect(one.page.locator("#entry [name=trick]")).to_have_value("2")
        one.page.evaluate(TAP, [WINNER, pause])
    expect(one.page.locator(".tapped-once")).to_have_count(2 - count)
    one.page.wait_for_function("() => !outbox.waiting().length && !outbox.isEntering()")
    assert entered(server, invitation.id) == before + count


def test_digits_count_each_tap(phone):
    one = phone()
    invitation = one.opens("open", ["Ann", "Ben"], title="Mini golf")
    one.go(f"/t/{invitation.id}/enter")
    one.see("[name=key][value=d1]")
    for _ in range(3):
        one.page.evaluate(TAP, ["[name=key][value=d1]", 31])
    expect(one.page.locator("[data-cell].current")).to_have_value("111")


@pytest.mark.parametrize("is_seen", [True, False], ids=["drawn anew under the finger", "as it was drawn"])
def test_an_undo_asks_where_another_phone_was_faster(phone, is_seen):
    ann, ben = phone(), phone()
    ann.tolerate("409")
    at_tricks(ann, ben)
    ann.tap(WINNER)
    drawn = ann.see(f"{UNDO}[aria-label*='trick 1']")
    label = drawn.get_attribute("aria-label") or ""
    if not is_seen:
        ann.page.evaluate("live.source.close()")
    expect(ben.page.locator("#entry [name=trick]")).to_have_value("2")
    ben.reads()
    ben.tap("button.winner[value='1']")
    if is_seen:
        expect(ann.page.locator(UNDO)).not_to_have_attribute("aria-label", label)
    ann.tap(UNDO)
    asked = ann.see("#notice[role=alert]")
    expect(asked.locator(".version").first).to_contain_text("trick 2")
    ann.tap("#notice button:text-matches('^Take back')")
    told = ben.see("#reversal")
    expect(told).to_contain_text("took back what you entered: trick 2")
    ben.tap("#reversal [data-dismiss]")
    expect(ben.page.locator("#reversal")).to_have_count(0)
    expect(ann.page.locator("#notice[role=alert]")).to_have_count(0)
    expect(ann.page.locator(UNDO)).to_have_attribute("aria-label", label)
