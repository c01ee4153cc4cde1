"""An evening of twelve on one sheet: one comes late, one is without a connection for a round, one watches."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.test_entry_from_several_phones import without_connection
from tests.browser.test_live_pages import connected
from tests.browser.test_open_game import types
from tests.support.long import long

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim"]
ANN, BEN, CLEO, LIA = 0, 1, 2, 11
SHEET = {
    "title": "Harbour festival", "count": "both", "rounds": 3, "line": ["stalls", "guests", "aim", "flags"],
    "factor": [1, 1, 2, 1], "per": [1, 1, 1, 1], "formula": ["steps", "most", "", ""],
    "numbers": ["0 1 3 6", "6 3", "", ""], "beyond": ["5", "", "", ""], "when": ["", "", "", "0"], "secret": ["2"],
}  # fmt: skip
"""Stalls count by steps, guests for the most and the second, the secret aim twice, flags only beside a stall."""
AIM = 123
"""Cleo's; it is in no address of the table."""
# Of all seats: the rounds give 6 a seat from the left and Lia 31; stalls 0, 1, 3, 6, 11 by turns; Dan and Jan share the
# most guests; aims of Ben and Cleo count twice; 4 flags count where there is a stall.
TOTALS = [
    *(6 + 0, 12 + 1 + 20 + 4, 18 + 3 + 2 * AIM + 4, 24 + 6 + 3 + 4, 30 + 11 + 4, 36 + 0),
    *(42 + 1 + 4, 48 + 3 + 4, 54 + 6 + 4, 60 + 11 + 3 + 4, 66 + 0, 31 + 1 + 4),
]
RANKING = [2, 9, 10, 8, 7, 6, 4, 1, 3, 5, 11, 0]


def at_the_form(one, invitation, seat):
    one.joins(invitation)
    one.post(invitation, "sit", seat=seat)
    one.go(f"/t/{invitation.id}/enter")
    return one


def posts(host, invitation, seats, kind, numbers):
    """What the host's phone enters for those without one; `numbers` are those of a seat."""
    typed = {seat: {f"n{place}": number for place, number in enumerate(numbers(seat))} for seat in seats}
    host.post_parts(invitation, [{"seat": seat, "kind": kind, **fields} for seat, fields in typed.items()])


def lines_of(seat):
    aims = {BEN: 10, CLEO: AIM}
    return seat % 5, 7 if seat in (3, 9) else 2, aims.get(seat, 0), 4


def plays_a_round(number, phones, numbers):
    """Each phone types the number of its seat once the round before is in."""
    for phone, text in zip(phones, numbers, strict=True):
        if number > 1:
            phone.see(f"#last[data-entry='{number - 1}']")
        types(phone, text)


@long
def test_twelve_play_an_evening_on_a_sheet_with_formulas(phone):
    ann, ben, cleo, viewer = phone(), phone(), phone(viewport=(320, 640)), phone(scheme="dark", locale="zh-TW")
    invitation = ann.opens("open", NAMES, **SHEET)
    ann.go(f"/t/{invitation.id}")
    ann.tap("#beginning summary")
    ann.tap("#beginning button[value=order]")
    expect(ann.page.locator("#beginning ol li")).to_have_count(len(NAMES))
    for one, seat in ((ann, ANN), (ben, BEN), (cleo, CLEO)):
        at_the_form(one, invitation, seat)
    viewer.joins(invitation, "viewer")
    rows = viewer.page.locator("summary.row")
    posts(ann, invitation, range(3, 11), "round", lambda seat: [seat + 1])
    plays_a_round(1, (ann, ben, cleo), ("1", "2", "3"))
    expect(rows).to_have_count(1)

    # Lia comes after the first round, with a phone of her own; Cleo has no connection in the second one.
    ann.post(invitation, "options", newcomer="Lia", sure=1)
    lia = at_the_form(phone(), invitation, LIA)
    without_connection(cleo)
    types(cleo, "6")
    expect(cleo.page.locator("#people")).to_have_attribute("data-state", "offline, 1 waiting")
    posts(ann, invitation, range(3, 11), "round", lambda seat: [2 * seat + 2])
    plays_a_round(2, (ben, ann, lia), ("4", "2", "30"))
    expect(ann.page.locator("#form")).to_contain_text("Waiting for Cleo")
    cleo.context.set_offline(False)
    connected(cleo)
    expect(rows).to_have_count(2)
    posts(ann, invitation, range(3, 11), "round", lambda seat: [3 * seat + 3])
    for player in (ann, ben, cleo, lia):
        player.see("#last[data-entry='2']")
    plays_a_round(3, (cleo, lia, ben, ann), ("9", "1", "6", "3"))
    expect(rows).to_have_count(3)

    # The lines: Cleo's aim is on no other phone until Ann's lines end the game.
    for player in (cleo, ben, lia):
        player.see("#last[data-entry='3']")
    for one, seat in ((cleo, CLEO), (ben, BEN), (lia, LIA)):
        types(one, "|".join(map(str, lines_of(seat))))
    posts(ann, invitation, range(3, 11), "lines", lines_of)
    for player, page in ((viewer, "/log"), (ben, "/enter?seat=2&change=1"), (lia, "/sheet")):
        player.go(f"/t/{invitation.id}{page}")
        assert str(AIM) not in player.page.locator("main").inner_text()
    viewer.go(f"/t/{invitation.id}")
    ann.see("#last[data-entry='3']")
    types(ann, "|".join(map(str, lines_of(ANN))))
    for player in (ann, viewer):
        player.see(".podium")
        player.shows(TOTALS, RANKING)
    expect(ann.page.locator("h1")).to_contain_text("Cleo wins")

    ann.go(f"/t/{invitation.id}/sheet")
    expect(ann.page.locator(".legend li")).to_have_count(12)
    expect(ann.page.locator(".line.solid")).not_to_have_count(0)

    # All of it again, entry by entry.
    viewer.go(f"/t/{invitation.id}/replay")
    expect(viewer.page.locator("#position")).to_contain_text("/ 4")
    viewer.page.keyboard.press("End")
    expect(viewer.page.locator("#moment")).to_contain_text(str(TOTALS[CLEO]))
    viewer.page.keyboard.press("Home")
    expect(viewer.page.locator("#position")).to_have_text("1 / 4")
    expect(viewer.page.locator("#moment")).to_contain_text("Lia")
