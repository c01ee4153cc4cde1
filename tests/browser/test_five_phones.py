"""Five phones at one table: each enters its own, the same seat twice, and what was entered wrong is put right."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from tests.support.long import long

pytestmark = long

NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling", "小雯"]
DEALS = (((3, 3, 4), (3, 3, 4)), ((5, 2, 1), (5, 2, 3)), ((1, 1, 8), (1, 1, 8)), ((2, 4, 4), (2, 4, 4)))
HANDS = ("G6 G5 Y1 T1", "Y6 Y5 G1 T2", "O6 O5 G2 T3", "B6 B5 G2 T1", "T6 T5 G1 Y2")


def at_5211(phone, count):
    """So many phones at a table of 5211 for five, each on a seat of its own; the host first."""
    phones = [phone() for _ in range(count)]
    invitation = phones[0].opens("5211", NAMES)
    for seat, player in enumerate(phones):
        player.joins(invitation, at="/seats")
        player.tap(f"[data-seat='{seat}'] button")
        player.see("#form")
    return invitation, phones


def hand_in(one, cards: str) -> None:
    """The four cards of this phone's own seat, not sent yet."""
    one.tap_cards(cards.split())


@long
def test_all_hands_of_a_round_within_the_same_second(phone):
    invitation, phones = at_5211(phone, 5)
    for player in phones:
        player.go(f"/t/{invitation.id}/enter")
    for seat, (player, cards) in enumerate(zip(phones, HANDS, strict=True)):
        expect(player.page.locator("#entry [name=seat]")).to_have_value(str(seat))
        hand_in(player, cards)
    expect(phones[0].page.locator("[data-tab='4'] small")).to_have_text("typing")
    for player in phones:
        player.page.evaluate("document.querySelector('[data-hand-save]').click()")
    for player in phones:
        player.see("#last[data-entry='1']")
        player.go(f"/t/{invitation.id}")
        expect(player.page.locator("#pad details")).to_have_count(1)
    assert len({tuple(player.totals().items()) for player in phones}) == 1


@long
def test_two_on_one_seat_both_versions_are_shown(phone):
    invitation, (ann, ben) = at_5211(phone, 2)
    for player, cards in ((ann, "G6 G5 Y1 T1"), (ben, "G6 G5 Y1 T2")):
        player.go(f"/t/{invitation.id}/enter?seat=0")
        hand_in(player, cards)
    ann.tap("[data-hand-save]")
    ann.see(".tabs [data-tab='0'] > svg")
    ben.tolerate("409")
    ben.tap("[data-hand-save]")
    notice = ben.see("#notice")
    expect(notice).to_contain_text("Another phone holds the seat of Ann. Save this for Ann all the same?")
    ben.tap(notice.locator("form button"))
    expect(notice).to_contain_text("teal 1")
    expect(notice).to_contain_text("teal 2")
    ben.tap(notice.get_by_role("link", name="Keep theirs"))  # which stays where hands are entered
    ben.page.wait_for_url(f"**/t/{invitation.id}/enter*")
    expect(ben.page.locator("#entry")).to_be_visible()
    expect(ben.page.locator("#head h1")).to_contain_text("Ben")


@pytest.fixture
def six(phone):
    """A game of Luz without its last deals on two phones: Ann is ahead by what deal 2 gave her."""
    host, other = phone(), phone()
    invitation = host.opens("luz", ["Ann", "Ben", "Cleo"])
    other.joins(invitation)
    for beads, tricks in (
        ((3, 3, 4), (3, 3, 4)),
        ((5, 2, 1), (5, 2, 3)),
        ((1, 1, 8), (1, 1, 8)),
        ((2, 4, 4), (2, 4, 4)),
    ):
        host.post_deal(invitation, beads, tricks)
    return invitation, host, other


# Round 2: yellow has 5 against teal 4 and scores Ben 1, Cleo 5, Mei-Ling 4. With Ann's teal 4 for her blue 2 both have
# 5 and leave, and green scores Ben 10: from 8 10 14 17 to 8 19 9 13, and the game is Ben's and not Mei-Ling's.
ROUNDS = (
    ("G2 G2 G3 Y1", "G1 G3 O2 T3", "B1 G4 O3 T3", "G1 O1 O3 T1"),
    ("B2 B5 O2 T2", "G2 G2 G6 Y1", "O6 Y1 Y2 Y2", "T1 T1 T3 Y4"),
    ("O1 T2 T6 Y2", "G3 O1 T2 Y3", "B2 G1 T1 Y1", "B4 G3 Y1 Y3"),
    ("B2 B3 O2 O4", "B2 O2 T5 Y2", "B3 G1 T4 Y3", "G1 O5 T3 T3"),
    ("O1 O4 T2 Y2", "B3 B3 O3 T2", "B1 G2 O1 T1", "B2 B4 G5 Y6"),
    ("B6 G3 T2 Y3", "B1 G4 Y2 Y4", "B1 B3 O2 Y5", "B1 B2 O3 Y3"),
)


def test_a_correction_in_round_2_of_6_changes_the_winner(phone):
    host, other = phone(), phone()
    invitation = host.opens("5211", NAMES[:4])
    other.joins(invitation)
    for hands in ROUNDS:
        for seat, cards in enumerate(hands):
            host.post_fields(invitation, "enter", [("seat", str(seat)), *(("card", card) for card in cards.split())])
    for player in (host, other):
        player.go(f"/t/{invitation.id}")
        expect(player.page.locator("#head h1")).to_contain_text("Mei-Ling wins")
    host.go(f"/t/{invitation.id}/entries/2/correct?seat=0")
    host.tap("[data-taken=B2]")
    host.tap("[data-card=T4]")
    host.tap("[data-hand-save]")
    preview = host.see("#amendment-preview")
    expect(preview.locator("[data-seat='1']")).to_contain_text("10 → 19")
    expect(preview).to_contain_text("Ben moves to place 1.")
    host.tap(".bar .button")
    host.see("#outcome")
    expect(other.page.locator("#head h1")).to_contain_text("Ben wins")
    other.shows([8, 19, 9, 13], [1, 3, 2, 0])


def test_a_correction_in_an_early_deal_changes_the_winner(six):
    invitation, host, other = six
    for phone in (host, other):
        phone.go(f"/t/{invitation.id}")
        phone.see(".podium")
    host.go(f"/t/{invitation.id}/entries/2")
    host.tap("text=Correct")
    host.tap(".strip >> nth=0 >> label:has-text('4')")
    host.tap(".strip >> nth=2 >> label:has-text('4')")
    host.tap(".bar .button")
    preview = host.see("#amendment-preview")
    expect(preview).to_contain_text("100 → 75")
    expect(preview).to_contain_text("moves to place 1")
    host.tap(".bar .button")
    host.see("#outcome")
    expect(other.page.locator("#head h1")).not_to_contain_text("Ann")


@long
def test_a_correction_that_a_later_entry_forbids_leads_there(phone):
    one = phone()
    invitation = one.opens("5211", ["Ann", "Ben"])
    one.go(f"/t/{invitation.id}/enter")
    for hands in (("G4 G3 Y1 O1", "G1 G2 T2 T3"), ("Y6 Y5 O2 O3", "T1 T2 G3 G2")):
        one.tap_hand(0, hands[0].split())
        one.tap_hand(1, hands[1].split(), last=True)
        one.go(f"/t/{invitation.id}/enter")
    one.go(f"/t/{invitation.id}/entries/1/correct?seat=0")
    one.tap("[data-taken=G4]")
    one.tap("[data-card=Y6]")
    one.tolerate("422")
    one.tap("[data-hand-save]")
    expect(one.page.locator("[role=alert]")).to_contain_text("Round 2 could not stand then")
    one.tap("[role=alert] a.button")
    one.page.wait_for_url(f"**/t/{invitation.id}/entries/2")


def test_undo_and_redo_from_different_phones_at_once(six):
    invitation, host, other = six
    for phone in (host, other):
        phone.go(f"/t/{invitation.id}")
        phone.tolerate("409|422")
    host.tap("button.square:not(.redo)")
    host.see("button.square.redo")
    redo = "button.square.redo"
    for phone in (host, other):
        phone.go(f"/t/{invitation.id}")
        phone.see(redo)
    for phone in (host, other):
        with suppress(Error):  # the other was quicker: the game is over, and its final page is just being loaded
            phone.page.evaluate(f"document.querySelector('{redo}')?.click()")
    for phone in (host, other):
        expect(phone.page.locator(redo)).to_have_count(0)
        expect(phone.page.locator("form.htmx-request")).to_have_count(0)  # the later one is answered as well
    for phone in (host, other):
        phone.go(f"/t/{invitation.id}/log")
        expect(phone.page.locator("[data-act]:has-text('again:')")).to_have_count(1)
