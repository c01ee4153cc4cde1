"""A dispute about Luz settled by tapping, shared with another phone, and opened from the deal it is about."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def verdict(one, headline: str) -> None:
    expect(one.page.locator(".bar [role=status] .headline")).to_have_text(headline)


def test_who_takes_the_trick_in_eight_taps(phone):
    one = phone()
    one.go("/")
    one.tap("a.referee")
    one.tap("a[href='/referee/luz/trick']")
    for tap, so_far in (("sR", None), ("v4", "A"), ("v3", "A"), ("sB", None), ("v3", "A")):
        one.tap(f"#ask button[value={tap}]")
        if so_far:
            verdict(one, f"{so_far} would take it so far")
        else:
            expect(one.page.locator(f"#ask button[value={tap}]")).to_have_attribute("aria-pressed", "true")
    one.tap("#ask button[value=v2]")
    verdict(one, "A takes it")
    assert one.taps == 8
    expect(one.page.locator("#why li")).to_have_count(3)
    assert one.page.url.endswith("cards=R4.R3.B3.R2&suit=R")
    one.tap("#why .cite >> nth=2")
    one.page.wait_for_url("**/rules/luz/highest-card")
    one.page.evaluate("history.back()")
    verdict(one, "A takes it")
    one.tap(".bar a.square")
    other = phone("zh-TW")
    other.go(one.page.locator("[data-link=question]").get_attribute("href"))
    verdict(other, "A 贏得這一墩")


def test_a_claim_is_judged_as_it_is_typed(phone):
    one = phone()
    one.go("/referee/luz/bet?deal=1&beads=3&tricks=6&safety=on")
    verdict(one, "Missed: −15")
    one.page.fill("[name=claim]", "-10")
    one.page.keyboard.press("Tab")
    expect(one.page.locator("[data-claim=wrong]")).to_contain_text("it is −15, not −10")
    one.tap(".strip >> nth=1 >> label:has-text('3')")
    verdict(one, "Made: 5")
    expect(one.page.locator("[data-claim=wrong]")).to_contain_text("it is 5, not −10")


def test_check_this_from_the_table(phone):
    host = phone()
    invitation = host.opens("luz", ["Ann", "Ben", "Cleo", "Dan"])
    host.post_bets(invitation, 3, 2, 1, 0)
    host.post(invitation, "enter", stage="totals", t0=3, t1=2, t2=0, t3=5)
    host.go(f"/t/{invitation.id}/entries/1")
    host.tap(".checks summary")
    host.tap(".checks a >> nth=3")
    verdict(host, "Missed: −25")


def test_search_as_it_is_typed(phone):
    one = phone("zh-TW")
    one.go("/referee")
    one.page.fill("#q", "誰贏這墩")
    expect(one.page.locator("#found .rows b").first).to_have_text(re.compile("墩"))
    one.page.fill("#q", "who wins the trick")
    expect(one.page.locator("#found a[href='/referee/luz/trick']")).to_be_visible()


def test_the_same_without_script(phone):
    one = phone(script=False)
    one.go("/referee/luz/trick?players=3")
    for tap in ("sG", "v8", "sY", "v1"):
        one.tap(f"#ask button[value={tap}]")
    verdict(one, "B would take it so far")
    one.go("/referee/luz/bet?beads=2&deal=2")
    one.tap(".strip >> nth=1 >> label:has-text('2')")
    one.tap("#ask main button.secondary")
    verdict(one, "Made: 20")
