"""A group in a browser, without script: made, filled from a result, and sent round to a phone that joins nothing."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.groups import luz_game


def test_a_result_goes_into_a_group_whose_page_is_sent_round(phone):
    host, reader = phone(), phone(script=False)
    host.tolerate("422")
    table = host.brings(luz_game(["Ann", "Ben", "Cleo"], "0 1 9"))
    host.go("/groups/new")
    host.page.fill("#name", "Friday")
    host.tap(".bar button")
    expect(host.page.locator("#names-fault")).to_contain_text("two players or more")
    for name in ("Ann", "Ben"):
        host.tap(f"label.key:has-text('{name}')")
    host.tap(".bar button")
    expect(host.page.locator("h1")).to_contain_text("Friday")

    host.go(f"/t/{table.id}")
    host.tap("a[href$='/groups']")
    host.tap("button:has-text('Put in with the replay')")
    expect(host.page.locator("main")).to_contain_text("in, with the replay")

    host.go("/groups")
    host.tap("main .rows a")
    expect(host.page.locator("#standings tbody tr")).to_have_count(2)
    host.tap("a[href$='/share']")
    host.tap("#watch button")
    address = host.page.locator("[data-link=watch]").get_attribute("href")
    reader.go(address)
    expect(reader.page.locator("#ratings")).to_contain_text(re.compile(r"Ann\s*\d{4}\s*±"))
    reader.tap("#records a")
    expect(reader.page.locator("h1")).to_contain_text("Replay")
    host.tap("#watch form button:has-text('Withdraw')")
    expect(host.page.locator("#watch")).to_contain_text("Make a link")
    reader.tolerate("404")
    reader.go(address)
    expect(reader.page.locator("main")).to_contain_text("It may be withdrawn")
