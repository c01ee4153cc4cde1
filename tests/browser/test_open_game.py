"""Any game on an open score sheet: by rounds, by lines and together, each seat on its own phone. Counted by hand."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Phones, served
from tests.support.long import long

ANN, BEN, CLEO = range(3)
NAMES = ["Ann", "Ben", "Cleo"]
KEYS = {"+": "p", "-": "m", "½": "h", "|": "n"}


def types(one, text):
    """Tap the keys of a number and save; "|" goes on to the next line. Returns the taps."""
    before = one.taps
    for key in text:
        one.tap_still(f"[name=key][value={KEYS.get(key, f'd{key}')}]")
    one.tap(".bar [data-save]")
    return one.taps - before


def seated(phone, invitation, *seats, host):
    """The host's phone on seat 0, a phone for each other seat, and one that watches; each at its own numbers."""
    others, viewer = [phone() for _ in seats], phone(scheme="dark", locale="zh-TW")
    for player, seat in zip([host, *others], (ANN, *seats), strict=True):
        if player is not host:
            player.joins(invitation)
        player.post(invitation, "sit", seat=seat)
        player.go(f"/t/{invitation.id}/enter")
    viewer.joins(invitation, "viewer")
    return [host, *others, viewer]


def test_the_lowest_total_wins_with_a_phone_that_is_late_and_one_without_connection(phone):
    host = phone()
    host.go("/")
    host.tap("a[href='/new/open']")
    host.page.fill("#title", "Mini golf")
    for name in NAMES:
        host.add_player(name)
    host.page.fill("#rounds", "2")
    host.choose("win", "lowest")
    host.tap(".bar button.button")
    invitation = host.invitation()
    ann, cleo, viewer = seated(phone, invitation, CLEO, host=host)
    # Round 1, all at once: 12 + 5 - 3 = 14, 7 and 20. No number takes more taps than its digits and one.
    for player in (ann, cleo):
        expect(player.page.locator("[data-cell]")).to_have_attribute("inputmode", "none")
    cleo.tolerate("net::ERR_|Failed to fetch")
    cleo.context.set_offline(True)
    assert types(cleo, "20") == 3
    expect(cleo.page.locator("#people")).to_have_attribute("data-state", "offline, 1 waiting")
    assert types(ann, "12+5-3") == 7
    ben = phone()
    ben.joins(invitation)
    ben.post(invitation, "sit", seat=BEN)
    ben.go(f"/t/{invitation.id}/enter")
    assert types(ben, "7") == 2
    expect(viewer.page.locator("#now .tabs small")).to_have_text(["完成", "完成", "尚未輸入"])
    expect(viewer.page.locator("#stand .plate")).to_have_text([re.compile(rf"{name}\s*$") for name in NAMES])
    cleo.context.set_offline(False)
    expect(viewer.page.locator("summary.row")).to_have_count(1)
    expect(viewer.page.locator("summary.row .number")).to_have_text(["+14", "+7", "+20"])
    # Round 2: 1, 9 and 3 make 15, 16 and 23.
    for player, text in ((cleo, "3"), (ann, "1"), (ben, "9")):
        player.see("#last[data-entry='1']")
        if player is ben:  # the key that saves means another thing when all others are in
            expect(ben.page.locator(".bar [data-save]")).to_have_text("Score round 2")
        types(player, text)
    viewer.see(".podium")
    for player in (viewer, ann):
        player.shows([15, 16, 23], [ANN, BEN, CLEO])
    expect(ann.page.locator("h1")).to_contain_text("Ann wins")


def test_lines_are_counted_at_the_end(phone):
    host = phone()
    invitation = host.opens("open", NAMES, title="Harbour", count="lines", line="cards", factor=2, per=1, halves=1)
    ann, ben, cleo, viewer = seated(phone, invitation, BEN, CLEO, host=host)
    # Cards count 2 each: 7.5, 12 and 8 cards are 15, 24 and 16 points.
    types(ann, "7½")
    assert types(ben, "12") == 3
    types(cleo, "8")
    for player in (viewer, ben):
        player.see(".podium")
    expect(viewer.page.locator("#stand [data-seat] b.number")).to_have_text(["24", "16", "15"])
    ben.go(f"/t/{invitation.id}/entries/1")
    expect(ben.page.locator(".sheet-table td")).to_have_text(["+157.5", "+2412", "+168"])


ABOVE_THE_KEYS = """() => document.querySelector("[data-cell].current").getBoundingClientRect().bottom
    <= document.querySelector("#bar").getBoundingClientRect().top"""


def test_what_is_typed_into_stays_above_the_keys_on_a_small_phone(phone):
    one = phone(viewport=(320, 640))
    lines = [f"line {number}" for number in range(10)]
    invitation = one.opens("open", [*NAMES, "Dan", "Eve", "Fay"], title="A", count="both", line=lines)
    for seat in range(6):
        one.post(invitation, "enter", seat=seat, kind="round", n0=5)
    one.go(f"/t/{invitation.id}/enter")
    one.see("#last[data-entry='1']")
    one.tap_still("[name=key][value=d7]")
    one.page.wait_for_function(ABOVE_THE_KEYS)
    one.go(f"/t/{invitation.id}/enter?end=1")
    for place in range(9):
        one.tap_still("[name=key][value=n]")
        assert one.page.locator("[data-cell].current").get_attribute("name") == f"n{place + 1}"
        one.page.wait_for_function(ABOVE_THE_KEYS)


@long
def test_all_play_together_and_lose(phone):
    host = phone()
    invitation = host.opens("open", NAMES, title="Island", win="together")
    ann, ben, _, viewer = seated(phone, invitation, BEN, CLEO, host=host)
    types(ben, "4")
    expect(viewer.page.locator("#stand b.number")).to_have_text(["4", "4", "4"])
    ann.see("#last[data-entry='1']")
    ann.tap("button[name=won][value='0']")
    ann.tap("#meant .actions button")  # another phone has just entered the round
    ann.see(".podium")
    expect(ann.page.locator("h1")).to_contain_text("Lost together")
    expect(viewer.page.locator("h1")).to_contain_text("一起落敗")


def template_file(one, folder):
    """A template made on a phone, as a file."""
    one.go("/new/open")
    one.page.fill("#title", "Tichu")
    one.page.fill("#rounds", "1")
    one.tap("button[formaction$='/keep']")
    expect(one.page.locator("#notice")).to_contain_text("Tichu")
    one.go("/setups")
    with one.page.expect_download() as saved:
        one.tap("a[href*='/file?setup=tichu']")
    file = folder / "template.json"
    saved.value.save_as(file)
    return file


def opens_from_file(other, file):
    """A table of two teams from the template in the file."""
    other.go("/import")
    other.page.set_input_files("#file", file)
    other.tap(".bar button")
    other.tap(".bar button")
    other.page.wait_for_url("**/new/open?setup=tichu")
    expect(other.page.locator("#rounds")).to_have_value("1")
    for name in (*NAMES, "Dan"):
        other.add_player(name)
    # A name that is being typed stays while another field is drawn anew.
    other.page.fill("#title", "Tichu at home")
    expect(other.page.locator("#builder")).to_be_hidden()
    other.tap("[name='unfold']")
    other.tap(".more summary")
    other.choose("teams", "two")
    for name, team in (("Ann", 1), ("Ben", 2), ("Cleo", 1), ("Dan", 2)):
        expect(other.page.locator(f"[name='team:{name}'][value='{team}']")).to_be_checked()
    for name, team in (("Ben", 1), ("Cleo", 2)):
        other.tap(f"label:has([name='team:{name}'][value='{team}'])")
    other.tap(".bar button")
    invitation = other.invitation()
    return invitation


def a_name_stays_while_titles_are_drawn_anew(other):
    other.go("/new/open")
    other.page.fill("#title", "tich")
    expect(other.page.locator("#titles button")).to_have_text(["Tichu at home"])
    other.page.fill("#name", "Zoe")
    other.page.evaluate("document.getElementById('titles').dataset.old = ''")
    other.page.fill("#title", "tichu at")
    expect(other.page.locator("#titles[data-old]")).to_have_count(0)  # drawn anew
    expect(other.page.locator("#name")).to_have_value("Zoe")
    other.tap("#titles button")
    expect(other.page.locator("#title")).to_have_value("Tichu at home")


@long
def test_a_template_is_taken_to_another_companion_and_played_in_teams(phone, chromium, tmp_path):
    file = template_file(phone(), tmp_path)
    (tmp_path / "other").mkdir()
    with served(tmp_path / "other") as server:
        phones = Phones(chromium, server)
        other = phones()
        invitation = opens_from_file(other, file)
        # One phone enters for all: a team after the other, 100 and 25.
        other.go(f"/t/{invitation.id}/enter")
        assert types(other, "100") == 4
        other.see(other.page.locator(".bar [data-save]").filter(has_text="Score round 1"))
        assert types(other, "25") == 3
        other.see(".podium")
        other.shows([100, 100, 25, 25], [ANN, BEN, CLEO, 3])
        a_name_stays_while_titles_are_drawn_anew(other)
        phones.check()
        phones.close()
