"""What others took is crossed out on a form that is being filled: two phones play a game of another package."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Phones, served
from tests.support.installing import leave_package

PACKAGE = Path(__file__).parents[2] / "examples/six-takes"
ENTRY_POINT = "[companion.games]\nsix-takes = companion_six_takes:GAME\n"


def card(one, number):
    return one.page.locator(f"#entry [data-shared][value='{number}']")


def ticks(one, *cards):
    for number in cards:
        one.tap(f"#entry label:has([value='{number}'])")


@pytest.fixture
def phones(chromium, tmp_path, monkeypatch):
    """Phones at a server where the example is installed."""
    leave_package(tmp_path, "companion_six_takes", ENTRY_POINT, {})
    (tmp_path / "companion_six_takes").symlink_to(PACKAGE / "companion_six_takes")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]))
    with served(tmp_path) as server:
        made = Phones(chromium, server)
        yield made
        made.check()
        made.close()


def test_what_others_took_is_crossed_out_while_a_form_is_filled(phones):
    ann, ben = phones(), phones()
    invitation = ann.opens("six-takes", ["Ann", "Ben"])
    ann.sits(invitation, 0)
    ben.sits(invitation, 1)
    ticks(ann, 10, 55)
    ticks(ben, 20, 55, 101)
    ben.tap(".bar button[form=entry]")
    for number, heads in ((20, "3 bull heads"), (101, "one bull head")):
        expect(card(ann, number)).to_be_disabled()
        expect(card(ann, number)).to_have_attribute("aria-label", re.compile(f"{number}, {heads}, taken by another"))
    # What is ticked here stays, and what nobody took can be ticked.
    for number in (10, 55):
        expect(card(ann, number)).to_be_checked()
        expect(card(ann, number)).to_be_enabled()
    expect(card(ann, 21)).to_be_enabled()
    # Ben gives two of his cards back.
    ben.go(f"/t/{invitation.id}/enter?seat=1&change=1")
    ticks(ben, 20, 55)
    ben.tap(".bar button[form=entry]")
    expect(card(ann, 20)).to_be_enabled()
    expect(card(ann, 101)).to_be_disabled()
    ticks(ann, 20)
    ann.tap(".bar button[form=entry]")
    ann.see("#last[data-entry='1']")
    # Ann 3 + 7 + 3 bull heads of 10, 55 and 20, Ben 1 of 101.
    ann.go(f"/t/{invitation.id}")
    ann.shows([13, 1], [1, 0])
