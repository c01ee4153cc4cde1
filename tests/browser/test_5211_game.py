"""A long game of 5211 over two decks on four phones. Hands were made and points counted by hand; no engine is asked.

The 96 cards of deck 1, by round (20 of each colour in a deck: five 1s, six 2s, five 3s, two 4s, one 5, one 6):

    round  G  Y  O  B  T  roosters   scores
    1      6  4  3  2  1  3          green
    2      3  3  4  3  3  6          the roosters, players + 2 = 6
    3      1  8  4  3  0  3          orange; yellow has 7 or more and is out
    4      5  1  2  3  5  4          dark blue; green and teal tie with 5
    5      2  2  2  5  5  5          nobody; dark blue and teal tie with 5, the others with 2
    6      3  2  4  3  4  4          yellow; orange and teal tie with 4, green and dark blue with 3
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from playwright.sync_api import Locator, expect

from tests.browser.players import Invitation, Phone
from tests.support.long import IS_LONG, long

ANN, BEN, CLEO, MEI = range(4)
NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]


@dataclass
class Round:
    hands: tuple[str, str, str, str]
    verdict: str
    stages: list[str]  # the colours and numbers of each stage of the cascade
    gains: list[str]
    totals: list[int]
    ranking: list[int]


ONE = Round(
    ("G6 G4 G3 Y1", "G3 G2 Y2 O1", "G1 Y2 O2 B2", "Y3 O3 B3 T2"),
    "Green scores",
    ["3", "6 4 3 2 1"],
    ["+13", "+5", "+1", "0"],  # 6+4+3, 3+2, 1
    [13, 5, 1, 0],
    [ANN, BEN, CLEO, MEI],
)
TWO = Round(
    ("G1 G1 Y1 O2", "O1 B1 G2 Y2", "T1 Y3 O3 B2", "O3 B3 T2 T3"),
    "Roosters score",
    ["6"],
    ["+3", "+2", "+1", "0"],
    [16, 7, 2, 0],
    [ANN, BEN, CLEO, MEI],
)
THREE = Round(
    ("O6 O4 Y1 Y2", "O4 Y1 Y3 B1", "Y6 Y4 Y2 B2", "O2 Y3 G2 B3"),
    "Orange scores",
    ["3", "8", "4 3 1"],
    ["+10", "+4", "0", "+2"],  # 6+4, 4, none, 2
    [26, 11, 2, 2],
    [ANN, BEN, CLEO, MEI],  # Cleo kept two cards so far, G1 and T1, Mei-Ling one, O2
)
FOUR = Round(
    ("B5 B4 G5 T1", "B3 G4 T1 O1", "G3 G2 T2 T4", "G2 T3 Y1 O2"),
    "Dark blue scores",
    ["4", "5 5", "3 2 1"],
    ["+9", "+3", "0", "0"],  # 5+4, 3
    [35, 14, 2, 2],
    [ANN, BEN, CLEO, MEI],
)
FIVE = Round(
    ("G1 Y5 B1 T6", "G3 O1 B2 T1", "Y3 B1 B4 T2", "O2 B2 T2 T3"),
    "Nobody scores",
    ["5", "5 5", "2 2 2", ""],
    ["0", "0", "0", "0"],
    [35, 14, 2, 2],
    [ANN, BEN, CLEO, MEI],
)
SIX = Round(
    ("Y4 O5 G1 T4", "O3 G2 B1 T1", "Y2 O3 G3 B2", "O1 B3 T2 T3"),
    "Yellow scores",
    ["4", "4 4", "3 3", "2"],
    ["+4", "0", "+2", "0"],
    [39, 14, 4, 2],
    [ANN, BEN, CLEO, MEI],
)
# Deck 2, round 1: T 5, G 4, Y 3, O 2, B 2, two roosters. Kept: 6+3, 5, 4+2.
SEVEN = Round(
    ("T6 T3 G1 Y1", "T5 G2 G3 O2", "T4 T2 Y2 B2", "G2 Y3 O3 B3"),
    "Teal scores",
    ["2", "5 4 3 2 2"],
    ["+9", "+5", "+6", "0"],
    [48, 19, 10, 2],
    [ANN, BEN, CLEO, MEI],
)
# Deck 2, round 2: O 7 and out, G 4, Y 2, B 2, T 1, four roosters. Kept: Ann 2, Cleo 4+3+2.
# Ann has 50 exactly. Ben and Cleo have 19: of cards Ben kept 2 + 2 + 1 + 1 + 0 + 0 + 1 + 0 = 7,
# Cleo 1 + 1 + 0 + 0 + 0 + 1 + 2 + 3 = 8.
EIGHT = Round(
    ("G2 O1 O2 Y4", "O3 O4 B1 T1", "G4 G3 G2 Y1", "O3 O5 O2 B4"),
    "Green scores",
    ["4", "7", "4 2 2 1"],
    ["+2", "0", "+9", "0"],
    [50, 19, 19, 2],
    [ANN, CLEO, BEN, MEI],
)


def after(played: Round, phones) -> None:
    """All phones at the table's page show what stands after this round."""
    for phone in phones:
        phone.back_to_table()
    for phone in phones:
        phone.shows(played.totals, played.ranking)


def explained(one, played: Round) -> None:
    """The page of a round shows how it was decided, and who keeps what."""
    if one.page.locator("#last").count():
        one.to_why()
    expect(one.page.locator(".verdict .headline")).to_have_text(played.verdict)
    expect(one.page.locator(".gain li > b.number")).to_have_text(played.gains)
    stages = one.page.locator(".stages > li")
    numbers = [" ".join(stage.locator(".label .number").all_inner_texts()) for stage in stages.all()]
    assert numbers == played.stages
    assert stages.locator(".evidence.yes").count() == (played.verdict != "Nobody scores")


def running(one, deck: int, number: int, left: str, most: int) -> None:
    """The table's page shows the deck, the rounds left and the way to 50."""
    expect(one.page.locator("#now h2")).to_have_text(f"Deck {deck}, round {number} of 6")
    expect(one.page.locator("#now header .tag")).to_have_text(left)
    expect(one.page.locator(".fifty p")).to_contain_text(f"To 50 points: the most so far is {most}.")
    expect(one.page.locator(".fifty progress")).to_have_attribute("value", str(most))


class FourPhones(NamedTuple):
    host: Phone
    first: Phone
    second: Phone
    viewer: Phone


def hands_in(viewer: Phone) -> Locator:
    """What the viewer reads of each seat's hand."""
    return viewer.page.locator("#now .tabs small")


def play(invitation: Invitation, played: Round, order, posted=()) -> None:
    """Each phone enters the hands of its seats, in this order; the last one sees the round explained."""
    for one, seat in posted:
        one.post_hand(invitation, seat, played.hands[seat].split())
    for number, (one, seat) in enumerate(order, 1):
        one.tap_hand(seat, played.hands[seat].split(), last=number == len(order))
    explained(order[-1][0], played)


def post(phones: FourPhones, invitation: Invitation, played: Round, number: int) -> None:
    """Enough was tapped for now: hands come without their pages."""
    for seat, cards in enumerate(played.hands):
        phones.host.post_hand(invitation, seat, cards.split())
    phones.first.go(f"/t/{invitation.id}/entries/{number}")
    explained(phones.first, played)
    after(played, [phones.viewer])


def one_phone_enters_all_hands(phones: FourPhones, invitation: Invitation) -> None:
    host, viewer = phones.host, phones.viewer
    # Round 1 on the host's phone alone.
    host.enter()
    before = host.taps
    play(invitation, ONE, [(host, seat) for seat in range(4)])
    assert host.taps - before == 20  # as LOOK.md says: 16 cards and four times save
    after(ONE, phones)
    running(viewer, 1, 2, "5 rounds left", 13)


def what_the_deck_no_longer_has_is_tapped_in_vain(phones: FourPhones) -> None:
    host, first = phones.host, phones.first
    # The deck held one green 6, and it is gone: whoever taps its struck-out key taps in vain.
    for phone in (host, first):
        phone.enter()
        gone = phone.page.locator("[data-card=G6]")
        expect(gone).to_be_disabled()
        gone.tap(force=True)
        expect(phone.page.locator(".hand .empty")).to_have_count(4)
        expect(phone.page.locator("[data-hand-save]")).to_be_disabled()
    # Both green 4s may be in one hand, a third not; deck 1 has one of them left.
    host.tap_cards(["G4"])
    expect(host.page.locator("[data-card=G4]")).to_be_disabled()
    host.tap(".hand [data-taken=G4]")
    expect(host.page.locator("[data-card=G4]")).to_be_enabled()


def each_enters_on_a_phone_of_their_own(phones: FourPhones, invitation: Invitation) -> None:
    host, first, second, viewer = phones
    # Round 2: each on their own phone; Mei-Ling's hand is in before the others'.
    second.tap_hand(MEI, TWO.hands[MEI].split())
    expect(hands_in(viewer)).to_have_text(["not in yet", "not in yet", "not in yet", "cards in"])
    play(invitation, TWO, [(first, CLEO), (host, ANN), (host, BEN)])
    after(TWO, phones)
    running(viewer, 1, 3, "4 rounds left", 16)


def the_server_dies_after_two_hands(phones: FourPhones, invitation: Invitation, server) -> None:
    host, first, second, viewer = phones
    # Round 3: the server dies after two hands.
    first.enter()
    host.tap_hand(ANN, THREE.hands[ANN].split())
    expect(first.page.locator("[data-card=O6]")).to_be_disabled()  # it lies before Ann
    second.tap_hand(CLEO, THREE.hands[CLEO].split())
    server_dies(phones, server)
    expect(first.page.locator("#entry [name=seat]")).to_have_value(str(BEN))
    play(invitation, THREE, [(first, BEN), (second, MEI)])
    after(THREE, phones)
    running(viewer, 1, 4, "3 rounds left", 26)


def server_dies(phones: FourPhones, server) -> None:
    viewer = phones.viewer
    for phone in phones:
        phone.stays()
    server.kill()
    for phone in phones:
        expect(phone.page.locator("#people")).to_have_attribute("data-state", "offline")
    server.start()
    for phone in phones:
        expect(phone.page.locator("#people")).to_have_attribute("data-state", "")
    expect(hands_in(viewer)).to_have_text(["cards in", "not in yet", "cards in", "not in yet"])
    viewer.shows(TWO.totals, TWO.ranking)
    assert all(phone.stayed() for phone in phones)


def the_deck_is_played_to_its_end(phones: FourPhones, invitation: Invitation) -> None:
    first, second, viewer = phones.first, phones.second, phones.viewer
    for number, played, left in ((4, FOUR, "2 rounds left"), (5, FIVE, "the last round")):
        post(phones, invitation, played, number)
        running(viewer, 1, number + 1, left, 35)
    if IS_LONG:
        first.go(f"/t/{invitation.id}")
        play(invitation, SIX, [(first, MEI)], posted=[(second, ANN), (second, BEN), (second, CLEO)])
        after(SIX, phones)
    else:
        post(phones, invitation, SIX, 6)


def a_new_deck_has_all_cards(phones: FourPhones, invitation: Invitation) -> None:
    host, first, second, viewer = phones
    # Nobody has 50: a new deck, in which the green 6 is back.
    running(viewer, 2, 1, "6 rounds left", 39)
    host.enter()
    expect(host.page.locator("[data-card]:disabled")).to_have_count(0)
    if IS_LONG:
        play(invitation, SEVEN, [(host, MEI)], posted=[(host, ANN), (first, CLEO), (second, BEN)])
        after(SEVEN, phones)
    else:
        post(phones, invitation, SEVEN, 7)
        first.go(f"/t/{invitation.id}")
        host.back_to_table()
    running(viewer, 2, 2, "5 rounds left", 48)


def who_reaches_50_ends_the_game(phones: FourPhones, invitation: Invitation, server) -> None:
    host, first, second, _ = phones
    # Ann reaches 50 in the middle of the deck, and that ends the game; the second phone has a form open meanwhile.
    second.enter()
    play_last = [(host, ANN), (first, BEN), (first, CLEO), (host, MEI)]
    for number, (one, seat) in enumerate(play_last, 1):
        one.tap_hand(seat, EIGHT.hands[seat].split(), last=number == 4)
    for phone in phones:
        phone.shows(EIGHT.totals, EIGHT.ranking)
        assert phone.page.url == f"{server.base}/t/{invitation.id}"
        expect(phone.page.locator("h1")).to_contain_text("Ann wins")
        expect(phone.page.locator(".podium .place-1")).to_contain_text("50")
        expect(phone.page.locator("#now .why li")).to_have_count(1)
        expect(phone.page.locator("#now .why p")).to_contain_text("Cleo before Ben")
        expect(phone.page.locator("#now .why p")).to_contain_text("8")
    first.go(f"/t/{invitation.id}/entries/8")
    explained(first, EIGHT)


@long
def test_two_decks_with_a_host_two_scorers_and_a_viewer(phone, server):
    phones = FourPhones(phone(), phone(), phone(), phone(scheme="dark"))
    host, first, second, viewer = phones
    invitation = host.open_table("5211", NAMES, {"long": 1})
    first.join_by_link(invitation.links["scorer"])
    second.join_by_code(invitation.codes["scorer"])
    viewer.join_by_link(invitation.links["viewer"])
    host.tap(".bar a.button")
    running(viewer, 1, 1, "6 rounds left", 0)
    one_phone_enters_all_hands(phones, invitation)
    what_the_deck_no_longer_has_is_tapped_in_vain(phones)
    each_enters_on_a_phone_of_their_own(phones, invitation)
    the_server_dies_after_two_hands(phones, invitation, server)
    the_deck_is_played_to_its_end(phones, invitation)
    a_new_deck_has_all_cards(phones, invitation)
    who_reaches_50_ends_the_game(phones, invitation, server)
