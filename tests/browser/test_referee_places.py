"""Who comes first, tapped digit by digit, and a search that keeps to the chosen game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect


def verdict(one, headline: str) -> None:
    expect(one.page.locator(".bar [role=status] .headline")).to_have_text(headline)


@pytest.mark.parametrize("script", [True, False], ids=["script", "without script"])
def test_a_tie_of_azul_in_eight_taps(phone, script):
    one = phone(script=script)
    one.go("/referee/azul/ranking")
    for tap in ("d6", "d2", "n", "d1", "d6", "d2", "n", "d2"):
        one.tap(f"#ask button[value={tap}]")
    verdict(one, "B comes first")
    assert one.taps == 8
    assert one.page.url.endswith("players=2&totals=62.62&rows=1.2")
    one.tap("#ask button[value=c0rows]")
    one.tap("#ask button[value=d2]")
    verdict(one, "A, B share the first place")


def test_fee_and_sale_in_three_taps_each(phone):
    one = phone()
    one.go("/referee/salamanca/fee")
    one.tap("label:has([value=castle])")
    one.tap("label:has([value=freed])")
    one.tap("label:has([name=money][value='2'])")
    verdict(one, "It costs 3: too much")
    one.go("/referee/salamanca/sale")
    one.tap("label:has([name=occupied][value=no])")
    one.tap("label:has([name=fertile][value=yes])")
    verdict(one, "It may not be sold yet")


def test_a_chosen_game_holds_while_one_types(phone):
    one = phone()
    one.go("/referee")
    one.tap(".chips a:has-text('Luz')")
    one.page.wait_for_url("**/referee?game=luz")
    one.page.fill("#q", "tie")
    rows = one.page.locator("#found .rows small")
    expect(one.page.locator("#found .rows a[href='/referee/luz/trick']")).to_have_count(0)
    expect(rows.first).to_have_text(re.compile("^Luz: "))
    for text in rows.all_inner_texts():
        assert text.startswith("Luz: ")
    expect(one.page.locator(".chips [aria-current]")).to_have_text("Luz")
    # The words stay when another game is chosen.
    one.tap(".chips a:has-text('Azul')")
    expect(rows.first).to_have_text(re.compile("^Azul: "))
    assert one.page.input_value("#q") == "tie"
