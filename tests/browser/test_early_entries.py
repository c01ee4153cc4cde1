"""What is typed before it is asked for, or beside another phone's entry, is kept, told and saved."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_live_pages import ANN, BEN, seated
from tests.support.long import mostly_long

SAVE = "#bar .button[form=entry]"


def at_form(phone, game, names, **options):
    phones = [phone() for _ in names]
    invitation = phones[0].opens(game, names, **options)
    for seat, player in enumerate(phones):
        player.sits(invitation, seat)
    return invitation, phones


def tap_points(one, *codes):
    for code in codes:
        one.tap(f".key-grid [data-tap={code}]")
        one.see(f".key-grid [data-tap={code}].on")


def entries_of(one, invitation):
    sheet = one.context.request.get(f"/t/{invitation.id}/scoresheet.json").json()
    return [(entry["seat"], entry["points"]) for entry in sheet["entries"]]


def test_a_tile_typed_before_its_turn_stays_and_is_saved_for_it(phone):
    invitation, (ann, ben) = at_form(phone, "ingenious", ["Ann", "Ben"])
    ben.tolerate("409")
    tap_points(ben, "r3", "b1")
    ben.stays()
    tap_points(ann, "g2", "o1")
    ann.tap(SAVE)
    expect(ben.page.locator("#outdated")).to_contain_text("What you typed is for Tile of Ann")
    expect(ben.page.locator("h1")).to_contain_text("Tile of Ann")
    expect(ben.page.locator("h1 small")).to_contain_text("move 1, Ann")
    for code in ("r3", "b1"):
        ben.see(f".key-grid [data-tap={code}].on")
    ben.tap(SAVE)
    expect(ben.page.locator("#notice")).to_contain_text("red 3")
    assert entries_of(ben, invitation) == [(ANN, [["green", 2], ["orange", 1]])]
    ben.tap("#notice button:text('Enter mine for Tile of Ben, move 2, Ben places')")
    expect(ben.page.locator("h1")).to_contain_text("Tile of Ann")
    expect(ben.page.locator(".key-grid .on")).to_have_count(0)
    ben.see("#last[data-entry='2']")
    assert entries_of(ben, invitation)[1:] == [(BEN, [["red", 3], ["blue", 1]])]
    assert ben.stayed()


def test_what_a_tap_comes_to_is_not_shown_on_the_form_after_it(phone):
    """The answer to the last tap comes when its part is saved, and the form asks for the next round."""
    invitation, (one, other) = at_form(phone, "azul", ["Ann", "Ben"])
    other.post_fields(invitation, "enter", [("seat", "1"), ("floor", "1")])
    one.see(".tabs [data-tab='1'] > svg")
    asked, held = one.page.locator("#entry [name=question]").input_value(), []
    with one.page.expect_response("**/parts/**"):
        one.tap("#space-11")
    one.page.route("**/parts/**", lambda route: held.append(route))
    with one.page.expect_request("**/parts/**"):
        one.tap("label.key:has([name=marker])")
    one.tap(SAVE)
    expect(one.page.locator("#entry [name=question]")).not_to_have_value(asked)
    with one.page.expect_response(lambda answer: answer.url == held[0].request.url):
        held[0].continue_()
    one.page.evaluate("async () => { for (const _ of '123') await (await fetch('/healthz')).text(); }")
    expect(one.page.locator("#preview :checked, #preview .on, #entry input[name=tap]")).to_have_count(0)


@pytest.mark.parametrize("board", mostly_long([0, 1], 1))
def test_no_key_moves_when_another_phone_enters(phone, board):
    invitation, (ann, ben) = at_form(phone, "ingenious", ["Ann", "Ben"], board=board)
    key = ben.page.locator(".pick [data-tap=r]" if board else ".key-grid [data-tap=r3]")

    def stays(tile, seat, shown):
        before = key.bounding_box()
        ann.post_fields(invitation, "enter", [*(("tap", tap) for tap in tile), ("seat", str(seat)), ("sure", "1")])
        ben.see(shown)
        after = key.bounding_box()
        assert before and after and abs(before["y"] - after["y"]) < 2

    if not board:
        stays(["g2", "o1"], 0, "#last[data-entry='1']")
        ben.tap("[data-hide-last]")
        stays(["b2", "y1"], 1, "#last[data-entry='2']")
    ben.tap(key)
    stays(["r", "0.-4", "b", "0.-3"] if board else ["g1", "o2"], 0, "#outdated")


def test_an_undo_beside_a_half_entered_hand_keeps_it(phone):
    invitation, (host, _) = seated(phone, "5211")
    host.post_hand(invitation, ANN, ["G6", "G5", "G1", "T1"])
    host.go(f"/t/{invitation.id}/enter?seat=1")
    host.tap_cards(["B5", "B3"])
    host.tap("#bar form[action$='/undo'] button")
    expect(host.page.locator("#head")).to_have_attribute("data-version", "2")
    expect(host.page.locator(".hand [data-taken]")).to_have_count(2)
