"""What browsers allow under https only is used there; on plain http everything is done without it.

To a browser this machine itself is as good as https, and any other name without it is not.
"""

import re
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import AT_HOME, Phones

NAMES = ["Ann", "Ben", "Cleo"]
SHARES = """
    navigator.canShare = () => true;
    navigator.share = async ({ files }) => { document.title = `${files[0].name} ${files[0].type}`; };
"""


@pytest.fixture
def plain(chromium, server):
    """A phone that has come over plain http to a name of the home network."""
    phones = Phones(chromium, SimpleNamespace(base=f"http://{AT_HOME}:{server.port}", kills=0))
    yield phones()
    phones.check()
    phones.close()


def test_links_are_copied_the_result_is_shared_and_it_can_be_installed(phone):
    one = phone()
    one.context.grant_permissions(["clipboard-read", "clipboard-write"])
    one.context.add_init_script(SHARES)
    invitation = one.opens("luz", NAMES)
    one.go(f"/t/{invitation.id}/share")
    assert one.page.evaluate("isSecureContext")
    button = one.page.locator("[data-copy]").first
    one.tap(button)
    expect(button).to_have_text("Copied")
    assert one.page.evaluate("navigator.clipboard.readText()") == button.get_attribute("data-copy")
    manifest = one.context.new_cdp_session(one.page).send("Page.getAppManifest")
    assert manifest["url"].endswith("/app.webmanifest") and not manifest["errors"] and manifest["data"]
    one.post(invitation, "end")
    one.go(f"/t/{invitation.id}/out")
    one.go(one.page.locator("a[href*='/r/']").first.get_attribute("href") or "")
    one.tap("#picture")
    expect(one.page).to_have_title(re.compile(r"luz-[\d-]+\.png image/png"))


def pasted(page):
    page.evaluate("document.body.prepend(document.createElement('textarea'))")
    page.focus("textarea")
    page.keyboard.press("Control+V")
    text = page.input_value("textarea")
    page.evaluate("document.querySelector('textarea').remove()")
    return text


def test_on_plain_http_nothing_of_it_is_missed(plain):
    invitation = plain.open_table("luz", NAMES)
    page = plain.page
    assert not page.evaluate("isSecureContext || navigator.clipboard || navigator.wakeLock || navigator.serviceWorker")
    expect(page.get_by_text("set its screen to stay on")).to_be_visible()
    button = page.locator("[data-copy]").first
    plain.tap(button)
    expect(button).to_have_text("Copied")
    assert pasted(page) == button.get_attribute("data-copy") and len(invitation.links) == 2
    plain.post_deal(invitation, (1, 2, 3), (1, 2, 7))
    plain.go(f"/t/{invitation.id}/host")
    plain.tap("form[action$='/end'] button")
    plain.see(".won, #hero")
    plain.go(f"/t/{invitation.id}/out")
    plain.go(page.locator("a[href*='/r/']").first.get_attribute("href") or "")
    plain.tap("[data-copy]")
    assert pasted(page) == page.url
    with page.expect_download() as saved:
        plain.tap("#picture")
    assert saved.value.suggested_filename.endswith(".png")
