"""Several phones fill in one entry: nobody is blocked, led elsewhere or counted twice, with a connection or without."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_early_entries import at_form
from tests.browser.test_live_pages import ANN, BEN, CLEO, NAMES, at_tricks, connected, cut_off
from tests.support.long import long

HANDS = ("G6 G5 Y1 T1", "Y6 Y5 G1 T2", "O6 O5 G2 T3", "B6 B5 G2 T1")
SHIFTS = """() => {
    window.shifted = 0;
    window.shifts = [];
    const label = ({ node, previousRect: from, currentRect: to }) => `${node?.nodeName} ${node?.id} ${from.y} ${to.y}`;
    const note = (shift) => { window.shifted += shift.value; window.shifts.push(...shift.sources.map(label)); };
    new PerformanceObserver((list) => list.getEntries().filter((one) => !one.hadRecentInput).forEach(note))
        .observe({ type: "layout-shift" });
}"""


def on_seats(phone, game, names=NAMES):
    invitation, phones = at_form(phone, game, names)
    for seat, player in enumerate(phones):
        expect(player.page.locator("#entry [name=seat]")).to_have_value(str(seat))
    return invitation, phones


def is_at(one, seat):
    """Title, address, tab and the field that is posted agree."""
    expect(one.page.locator("#entry [name=seat]")).to_have_value(str(seat))
    expect(one.page.locator("#head h1")).to_contain_text(NAMES[seat])
    expect(one.page.locator(".tabs [aria-current]")).to_have_attribute("data-tab", str(seat))
    expect(one.page).to_have_url(re.compile(rf"\bseat={seat}\b"))


def shown(one, number, *gains):
    """The result of this entry is on top of the form."""
    one.see(f"#last[data-entry='{number}']")
    if gains:
        expect(one.page.locator("#last .gain li > b.number")).to_have_text(list(gains))


def without_connection(one):
    one.goes_offline()
    cut_off(one)


def test_each_bets_on_a_phone_of_its_own_and_all_see_what_is_in(phone):
    invitation, phones = on_seats(phone, "luz", NAMES[:3])
    for seat, one in enumerate(phones):
        is_at(one, seat)
        one.tap_bets({seat: (seat, seat == BEN)}, save=False)
    viewer = phone()
    viewer.joins(invitation, "viewer")
    for seat in (CLEO, ANN):
        phones[seat].tap("[data-save]")
        found = viewer.page.locator(f"#now [data-tab='{seat}'] small")
        expect(found).to_have_text(f"bet {seat}")
        is_at(phones[seat], seat)
    expect(viewer.page.locator("#now [data-tab='1'] small")).to_have_text("not in yet")
    assert phones[ANN].taps == 2, "the bet and save"
    phones[BEN].tap("[data-save]")
    for player in phones:
        player.see(".tricks")
    # One phone goes on by totals; all of them see the result over their own next bet.
    host = phones[ANN]
    host.tap(".ways a >> nth=1")
    host.tap_totals([0, 1, 9])
    expect(host.page.locator("#preview")).to_have_text("Deal 1 will score: Ann +10, Ben +5, Cleo −35.")
    host.score_deal()
    for seat, one in enumerate(phones):
        shown(one, 1, "+10", "+5", "−35")
        is_at(one, seat)


def test_a_result_waits_for_everybody_and_moves_nobody(phone):
    """One types, one looks, one is offline and comes back, one watches."""
    phones = [phone() for _ in range(3)]
    host, typing, away = phones
    invitation = host.opens("luz", NAMES)
    for player in phones:
        player.joins(invitation, at="/enter")
    viewer = phone()
    viewer.joins(invitation, "viewer")
    host.post_deal(invitation, (1, 2, 3, 4), (1, 2, 3, 4))
    for player in phones:
        shown(player, 1, "+10", "+10", "+10", "+10")
    # It stays as long as one likes, is put away with one tap, and the next one is shown again.
    away.tap("[data-hide-last]")
    expect(away.page.locator("#last")).to_be_hidden()
    away.page.reload()
    expect(away.page.locator("#last")).to_be_hidden()
    without_connection(away)
    typing.tap("label.key:has([name=b0][value='3'])")
    typing.stays()
    host.page.evaluate(SHIFTS)
    away.page.evaluate(SHIFTS)
    host.post_deal(invitation, (1, 2, 3, 4), (4, 3, 2, 1))
    shown(host, 2, "−15", "−5", "−5", "−15")
    # What was half entered was meant for the deal that is over; it stays, and is taken on where that is said.
    expect(typing.page.locator("[name=b0][value='3']")).to_be_checked()
    typing.tap("#outdated button:text('Use it for what is asked now')")
    shown(typing, 2)
    expect(typing.page.locator("[name=b0][value='3']")).to_be_checked()
    assert typing.stayed()
    expect(viewer.page.locator("#pad details")).to_have_count(2)
    away.context.set_offline(False)
    connected(away)
    shown(away, 2)
    expect(away.page.locator("#last")).to_be_visible()
    for player in (host, away):
        assert player.page.evaluate("window.shifted") < 0.02, player.page.evaluate("window.shifts")


def test_who_types_as_the_game_ends_is_told_what_was_not_saved(phone):
    invitation, (host, typing) = at_tricks(phone)
    # What ends without any points has no places; so a deal is scored before the one that is typed.
    host.post(invitation, "enter", stage="totals", t0=1, t1=2, t2=3, t3=4)
    host.post_bets(invitation, 1, 2, 3, 4)
    typing.go(f"/t/{invitation.id}/enter")
    typing.tap(".ways a >> nth=1")
    typing.tap("label.key:has([name=t0][value='3'])")
    host.post(invitation, "end")
    typing.see(".podium")
    expect(typing.page.locator("#offer")).to_contain_text("Not entered: 3.")
    typing.go(f"/t/{invitation.id}")
    expect(typing.page.locator("#offer")).to_have_count(0)


def test_every_tab_works_without_a_connection(phone):
    other = phone()
    invitation = other.opens("5211", NAMES[:2])
    other.go(f"/t/{invitation.id}/enter")
    other.page.wait_for_selector("body[data-tabs-kept]")
    without_connection(other)
    other.stays()
    for seat in range(2):
        other.tap(f".tabs [data-tab='{seat}']")
        is_at(other, seat)
        other.tap_cards(HANDS[seat].split())
        other.tap("[data-hand-save]")
        expect(other.page.locator("#bar [form=entry]")).to_be_disabled()
    expect(other.page.locator("#outbox [data-continue]")).to_be_hidden()
    expect(other.page.locator("#outbox li b")).to_have_text([f"Cards of {name}, Round 1 of 11" for name in NAMES[:2]])
    other.tap(".tabs [data-tab='0']")
    is_at(other, ANN)
    expect(other.page.locator(".hand [data-taken]")).to_have_count(4)
    assert other.stayed(), "no page was loaded"
    other.context.set_offline(False)
    connected(other)
    shown(other, 1)
    expect(other.page.locator("#outbox")).to_have_count(0)


SAVED_PARTS = {
    "luz": ("label.key:has([name=b1][value='3'])", "label.key:has([name=b1][value='4'])"),
    "azul": ("#space-11", "#space-22"),
    "5211": ("[data-card=G6], [data-card=G5], [data-card=Y1], [data-card=T1]", "[data-taken=T1], [data-card=T2]"),
}


@long
@pytest.mark.parametrize("game", SAVED_PARTS)
def test_a_part_that_is_in_says_so_until_it_is_changed(phone, game):
    """A key that still said Save would be tapped again."""
    _invitation, (_host, ben, *_others) = on_seats(phone, game)
    key = ben.page.locator("#bar [form=entry]")
    for taps in SAVED_PARTS[game]:
        for one in taps.split(", "):
            ben.tap(one)
        expect(key).to_be_enabled()
        expect(key).to_contain_text("Ben")
        ben.tap(key)
        expect(key).to_have_text("Saved")
        expect(key).to_be_disabled()
    ben.page.reload()
    expect(key).to_have_text("Saved")
    expect(key).to_be_disabled()
