"""Two tabs of one phone at one form: what is half entered is in the tab where it was tapped, and in a later one."""

from playwright.sync_api import expect

from tests.browser.test_live_pages import NAMES


def test_what_is_half_entered_stays_in_its_tab_and_outlives_it(phone):
    one = phone()
    form = f"/t/{one.opens('luz', NAMES).id}/enter"
    one.go(form)
    one.tap("label.key:has([name=b0][value='3'])")
    other = one.for_good().new_page()
    other.goto(form)
    chosen = other.locator("#entry [name=b0]:checked")
    expect(chosen).to_have_count(0)
    expect(other.locator("#restored")).to_have_count(0)
    expect(one.page.locator("#entry [name=b0]:checked")).to_have_value("3")
    one.page.close()
    other.reload()
    expect(other.locator("#restored")).to_be_visible()
    expect(chosen).to_have_value("3")
