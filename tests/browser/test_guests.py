"""What the host can do and what a guest is told, on the phones of both, with script and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import THIN

NAMES = ["Ann", "Ben", "Cleo"]
WIDTHS = (320, 360, 390, 430, 1366)
NOTES = {
    "text alone": "tellUnsent()",
    "told": 'offerNotice({ id: "told", text: LONG })',
    "offered": 'offerNotice({ id: "offered", text: LONG, actions: [{ label: "Enter it" }, { label: "Drop it" }] })',
    "half entered": 'showNotice(onPhone.part("restored"))',
    "without a preview": 'showNotice(onPhone.part("unseen"))',
    "without a connection": "sayAway()",
}
LONG = '"You tapped blue 3 and yellow 1 for Ben before this form came. Enter it here: Tile of Cleo?"'


@pytest.fixture
def at_table(phone):
    """A phone in a role, with script or without, at an open sheet without points below 0."""

    def seat(role: str, script: bool):
        host = phone(script=script or role != "host")
        invitation = host.opens("open", NAMES, title="Hearts")
        one = host if role == "host" else phone(script=script)
        if one is not host:
            one.joins(invitation, role)
        one.tolerate("403|422")
        return one, invitation.id

    return seat


def types_below_zero(one, table):
    one.go(f"/t/{table}/enter")
    one.page.fill("[data-cell] >> nth=0", "-26")
    one.tap(".bar [data-save]")
    return one.see("#notice")


def marks_away(one, table):
    one.go(f"/t/{table}/options")
    if one.page.locator("#away").count():
        one.tap("#away label.key >> nth=1")
        one.tap(".bar button.button")
        one.see("#stand")
        one.go(f"/t/{table}/options")
        expect(one.page.locator("#away input >> nth=2")).to_be_checked()
    return one.page.locator("main")


def adds_late(one, table):
    one.go(f"/t/{table}/options")
    if one.page.locator("#newcomer-name").count():
        one.page.fill("#newcomer-name", "Dora")
        one.tap(".bar button.button")
    return one.see("main")


@pytest.mark.parametrize(
    ("role", "act", "expected"),
    [
        ("host", types_below_zero, "Allow"),
        ("scorer", types_below_zero, "The host can allow it while the game runs."),
        ("host", marks_away, "Who is away?"),
        ("scorer", marks_away, "host"),
        ("viewer", marks_away, "host"),
        ("host", adds_late, "Dora"),
        ("scorer", adds_late, "host"),
    ],
)
@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_each_role_is_told_and_can_do_what_is_its_own(at_table, role, act, expected, script):
    one, table = at_table(role, script)
    expect(act(one, table)).to_contain_text(expected)


@pytest.mark.parametrize("role", ["host", "scorer"])
def test_every_notice_has_its_whole_width(at_table, role):
    one, table = at_table(role, script=True)
    types_below_zero(one, table)
    thin = {"refused": widths_that_are_thin(one)}
    for kind, shows in NOTES.items():
        one.page.evaluate(f"() => {{ {shows.replace('LONG', LONG)}; }}")
        thin[kind] = widths_that_are_thin(one)
    assert not any(thin.values()), thin


def widths_that_are_thin(one) -> list[object]:
    found = []
    for width in WIDTHS:
        one.page.set_viewport_size({"width": width, "height": 844})
        found += [(width, fault) for fault in one.page.evaluate(THIN)]
    return found
