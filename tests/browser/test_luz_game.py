"""A whole game of Luz on four phones. Every number was counted by hand from the rulebook; no engine is asked."""

from __future__ import annotations

import re
from typing import NamedTuple

from playwright.sync_api import expect

from tests.browser.players import Invitation, Phone
from tests.support.long import long

ANN, BEN, CLEO, MEI = range(4)
NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]


def everywhere(phones, totals, ranking):
    for phone in phones:
        phone.shows(totals, ranking)


class FourPhones(NamedTuple):
    host: Phone
    first: Phone
    second: Phone
    viewer: Phone


@long  # a game of Luz on own phones is in test_own_phones.py
def test_four_deals_with_a_host_two_scorers_and_a_viewer(phone, server):
    phones = FourPhones(phone(), phone(), phone(), phone(scheme="dark"))
    invitation = all_at_the_table(phones, server)
    deal_on_one_phone(phones)
    deal_with_bets_and_totals_on_two_phones(phones)
    deal_in_which_the_server_dies(phones, invitation, server)
    deal_that_ends_in_a_tie(phones)
    all_see_who_wins(phones, f"{server.base}/t/{invitation.id}")


def all_at_the_table(phones: FourPhones, server) -> Invitation:
    host, first, second, viewer = phones
    invitation = host.open_table("luz", NAMES)
    assert host.page.url == f"{server.base}/t/{invitation.id}/share"
    first.join_by_link(invitation.links["scorer"])
    second.join_by_code(invitation.codes["scorer"])
    viewer.join_by_code(invitation.codes["viewer"])
    host.tap(".bar a.button")
    expect(host.page.locator("[data-phones]")).to_have_text("4")
    everywhere(phones, [0, 0, 0, 0], [ANN, BEN, CLEO, MEI])
    return invitation


def deal_on_one_phone(phones: FourPhones) -> None:
    host, viewer = phones.host, phones.viewer
    # Deal 1, on the host's phone alone, trick by trick. A made bet brings 10, with the safety bead 5; each trick too
    # many or too few costs 5.
    #            bet         took   points
    # Ann        3           3      +10
    # Ben        2 + safety  3       +5   one more than the beads, which the safety bead allows
    # Cleo       4           3       -5   1 off
    # Mei-Ling   1 + safety  1       +5
    host.enter()
    expect(host.page.locator(".bet .tag")).to_have_text("bets first")
    assert host.page.locator(".bet:has(.tag)").get_by_text("Ann").count() > 0
    before = host.taps
    host.tap_bets([(3, False), (2, True), (4, False), (1, True)])
    for number, winner in enumerate((ANN, CLEO, BEN, ANN, CLEO, BEN), 1):
        host.tap_trick(number, winner)
    is_told_what_the_bets_need(viewer)
    for number, winner in enumerate((ANN, MEI, CLEO, BEN), 7):
        host.tap_trick(number, winner)
    host.score_deal()
    assert host.taps - before == 18  # as LOOK.md says: 4 bets, 2 safety beads, save, 10 tricks, score
    expect(host.page.locator(".gain li > b.number")).to_have_text(["+10", "+5", "−5", "+5"])
    host.back_to_table()
    # Ben and Mei-Ling have 5 each, and both won it in this deal, so the start card decides: in deal 4 it lies with
    # Mei-Ling.
    everywhere(phones, [10, 5, -5, 5], [ANN, MEI, BEN, CLEO])


def is_told_what_the_bets_need(viewer: Phone) -> None:
    # Six tricks, two each for Ann, Ben and Cleo: if the deal ended now, Ann would be 1 off, Ben's 2 would be made,
    # Cleo would be 2 off, Mei-Ling 1 off. Four tricks are left.
    rows = viewer.page.locator("#now .rows li")
    expect(rows.locator(".now-points")).to_have_text(["−5", "+5", "−10", "−5"])
    expect(rows.locator("small")).to_have_text(
        ["took 2, needs 1", "took 2, on target, 1 more allowed", "took 2, needs 2", "took 0, needs 1 or 2"]
    )
    expect(viewer.page.locator("#now h2")).to_have_text("Deal 1, trick 7 of 10")


def deal_with_bets_and_totals_on_two_phones(phones: FourPhones) -> None:
    first, second = phones.first, phones.second
    # Deal 2: Ben opens. The bets on one phone, the ten tricks as totals on another. Made 20, with safety 10.
    #            bet         took   points
    # Ann        0           0      +20
    # Ben        6           6      +20
    # Cleo       2 + safety  1       -5   1 off
    # Mei-Ling   3           3      +20
    first.enter()
    second.enter()
    assert first.page.locator(".bet:has(.tag)").get_by_text("Ben").count() > 0
    before = first.taps
    first.tap_bets([(0, False), (6, False), (2, True), (3, False)])
    assert first.taps - before == 7  # 4 bets, one more tap for the 6, one safety bead, save
    before = second.taps
    second.tap(second.page.locator(".ways a").nth(1))
    second.tap_totals([0, 6, 1, 3])
    second.score_deal()
    assert second.taps - before == 7  # to the totals, 4 numbers, one more tap for the 6, score
    expect(second.page.locator(".gain li > b.number")).to_have_text(["+20", "+20", "−5", "+20"])
    for phone in (first, second):
        phone.back_to_table()
    everywhere(phones, [30, 25, -10, 25], [ANN, MEI, BEN, CLEO])


def deal_in_which_the_server_dies(phones: FourPhones, invitation: Invitation, server) -> None:
    host, first, second, _ = phones
    # Deal 3: Cleo opens. Tricks from three phones; the server dies after the fourth. Made 30, with safety 15.
    #            bet         took   points
    # Ann        5 + safety  3      -10   2 off
    # Ben        1           2       -5   1 off
    # Cleo       3           3      +30
    # Mei-Ling   2           2      +30
    host.enter()
    host.tap_bets([(5, True), (1, False), (3, False), (2, False)])
    first.enter()
    second.enter()
    host.tap_trick(1, ANN)
    first.tap_trick(2, CLEO)
    second.tap_trick(3, MEI)
    expect(host.page.locator("#entry [name=trick]")).to_have_value("4")
    server_dies_after_the_fourth_trick(phones, server)
    first.tap_trick(5, BEN)
    second.tap_trick(6, CLEO)
    # Enough tricks were tapped: the last four of this deal come as totals, as do most of the next.
    host.post(invitation, "enter", stage="totals", t0=3, t1=2, t2=3, t3=2)
    first.see("#last[data-entry='3']")
    expect(first.page.locator(".gain li > b.number")).to_have_text(["−10", "−5", "+30", "+30"])
    for phone in (host, first, second):
        phone.back_to_table()
    # Three have 20; the last deal gave Cleo 30, took 5 from Ben and 10 from Ann.
    everywhere(phones, [20, 20, 20, 55], [MEI, CLEO, BEN, ANN])


def server_dies_after_the_fourth_trick(phones: FourPhones, server) -> None:
    host, first, second, viewer = phones
    for phone in phones:
        phone.stays()
    host.tap(f"button.winner[value='{ANN}']")  # another phone gave the trick before, so it is asked
    with host.page.expect_response(lambda answer: answer.request.method == "POST") as acknowledged:
        host.tap("#meant .actions button")
    assert acknowledged.value.ok
    server.kill()
    for phone in phones:
        # The kill may come before the host's phone has read its answer to the end; that act then waits on it.
        expect(phone.page.locator("#people")).to_have_attribute("data-state", re.compile("^offline"))
    server.start()
    for phone in phones:
        expect(phone.page.locator("#people")).to_have_attribute("data-state", "")
    for phone in (host, first, second):
        expect(phone.page.locator(".tricks li:has(a)")).to_have_text(["1A", "2C", "3M", "4A"])
        expect(phone.page.locator("#entry [name=trick]")).to_have_value("5")
    expect(viewer.page.locator("#now h2")).to_have_text("Deal 3, trick 5 of 10")
    viewer.shows([30, 25, -10, 25], [ANN, MEI, BEN, CLEO])
    assert all(phone.stayed() for phone in phones)


def deal_that_ends_in_a_tie(phones: FourPhones) -> None:
    first, second = phones.first, phones.second
    # Deal 4: Mei-Ling opens. Made 40, with safety 20.
    #            bet         took   points
    # Ann        0           3      -15   3 off
    # Ben        1 + safety  2      +20   one more than the beads
    # Cleo       3           4       -5   1 off
    # Mei-Ling   4           1      -15   3 off
    second.enter()
    assert second.page.locator(".bet:has(.tag)").get_by_text("Mei-Ling").count() > 0
    second.tap_bets([(0, False), (1, True), (3, False), (4, False)])
    first.enter()
    for number, winner in enumerate((CLEO, ANN, CLEO), 1):
        (second if number % 4 < 2 else first).tap_trick(number, winner)
    first.tap(first.page.locator(".ways a").nth(1))
    first.tap_totals([3, 2, 4, 1])
    first.score_deal()


def all_see_who_wins(phones: FourPhones, address: str) -> None:
    # Ben and Mei-Ling have 40 each. In the last deal Ben won 20 and Mei-Ling lost 15, so Ben is before her, although
    # the start card lies with her.
    everywhere(phones, [5, 40, 15, 40], [BEN, MEI, CLEO, ANN])
    for phone in phones:
        assert phone.page.url == address
        expect(phone.page.locator("h1")).to_contain_text("Ben wins")
        expect(phone.page.locator(".podium .place-1")).to_contain_text("40")
        podium = phone.page.locator(".podium .plate").evaluate_all(
            "all => all.map(plate => Number(plate.dataset.seat))"
        )
        assert podium == [MEI, BEN, CLEO]
        expect(phone.page.locator("#now .why li")).to_have_count(1)
        expect(phone.page.locator("#now .why p")).to_contain_text(
            "Ben before Mei-Ling: same total, 40; deal 4 decides, 20 against −15."
        )
