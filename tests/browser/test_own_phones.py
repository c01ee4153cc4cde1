"""A whole game with every seat on a phone of its own: one joins late, one is cut off for an entry, one watches.

The first entries, those around the outage and the last ones are tapped and the taps counted; what lies between each
phone posts by itself. What stands at the end is what `companion score` counts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.commands.cli import main
from tests.browser import azul
from tests.browser.players import Invitation, Phone
from tests.browser.test_entry_from_several_phones import without_connection
from tests.browser.test_live_pages import connected
from tests.support.long import long

NAMES = ["Ann", "Ben", "Cleo", "Mei-Ling"]
HOST, AWAY = 0, 1  # the phone that is cut off is Ben's; the last seat joins after the first entry
DEALS = json.loads((Path(__file__).parents[1] / "examples/luz/whole-game.json").read_text())["sheet"]["entries"]
FORM_SHIFTS = 0.02  # as in test_entry_from_several_phones
# What moves on a form long after the last tap there. Chromium counts any shift later than 500 ms after a tap, and a
# busy machine may take that long to answer the tap itself.
SHIFTS = """let tapped = -Infinity;
addEventListener("pointerdown", () => { tapped = performance.now(); }, true);
new PerformanceObserver((list) => {
    if (!location.pathname.endsWith("/enter")) return;
    const moved = list.getEntries().filter((one) => one.startTime - tapped > 3000 && !one.hadRecentInput);
    const sum = moved.reduce((sum, one) => sum + one.value, Number(sessionStorage.getItem("shifts")));
    sessionStorage.setItem("shifts", sum);
}).observe({ type: "layout-shift", buffered: true });"""


class Party:
    """A phone for each seat, the last of which is still to join, and one that watches."""

    def __init__(self, phone: Any, game: str, seats: int, **options: object) -> None:
        self.seats: list[Phone] = [phone() for _ in range(seats)]
        self.viewer: Phone = phone(scheme="dark", locale="zh-TW")
        for one in self.all:
            one.for_good().add_init_script(SHIFTS)
        self.host, self.late, self.is_full = self.seats[HOST], self.seats[-1], False
        self.invitation = self.host.opens(game, NAMES[:seats], **options)
        self.sit(self.seats[:-1], self.invitation)
        self.viewer.joins(self.invitation, "viewer")

    @property
    def all(self) -> list[Phone]:
        return [*self.seats, self.viewer]

    def sit(self, phones: Sequence[Phone], invitation: Invitation) -> None:
        for phone in phones:
            phone.joins(invitation)
            phone.post(invitation, "sit", seat=self.seats.index(phone))
            phone.go(f"/t/{invitation.id}/enter")

    def to_tab_of_the_late_one(self) -> None:
        """The host enters the first part of the seat that nobody holds yet."""
        seat = len(self.seats) - 1
        self.host.tap(f"#form [data-tab='{seat}']")
        expect(self.host.page.locator("#entry [name=seat]")).to_have_value(str(seat))

    def last_one_joins(self) -> None:
        """By the code, as people do, to the last seat that is free."""
        self.late.go("/")
        self.late.page.fill("#code", self.invitation.codes["scorer"])
        self.late.tap("form:has(#code) button")
        self.late.tap(f".rows [data-seat='{len(self.seats) - 1}'] button")
        self.late.see("#form")
        self.is_full = True

    def scored(self, number: int) -> None:
        """Wait until every phone that has joined shows this result."""
        for seat in self.seats if self.is_full else self.seats[:-1]:
            seat.see(f"#last[data-entry='{number}']")
        version = self.host.page.locator("#head").get_attribute("data-version") or ""
        expect(self.viewer.page.locator("#head")).to_have_attribute("data-version", version)

    def cut_off(self) -> Phone:
        away = self.seats[AWAY]
        without_connection(away)
        return away

    def back(self) -> None:
        """What waits on the phone is sent."""
        away = self.seats[AWAY]
        expect(away.page.locator("#outbox li")).to_have_count(1)
        away.context.set_offline(False)
        connected(away)
        expect(away.page.locator("#outbox")).to_have_count(0)

    def taps(self) -> int:
        return sum(phone.taps for phone in self.all)


@pytest.fixture
def ends(tmp_path, capfd):
    """Call with a party whose game is over: all phones show what `companion score` counts, and a still form stayed."""

    def check(party: Party, is_still: bool = False) -> None:
        path = tmp_path / "sheet.json"
        path.write_text(party.host.context.request.get(f"/t/{party.invitation.id}/scoresheet.json").text())
        main(["score", str(path)])
        data = json.loads(capfd.readouterr().out)
        assert data["finished"]
        for phone in party.all:
            phone.see(".podium")
            phone.shows(data["totals"], [seat for place in data["ranking"] for seat in place])
        moved = [phone.page.evaluate("Number(sessionStorage.getItem('shifts'))") for phone in party.seats]
        assert not is_still or max(moved) < FORM_SHIFTS, moved

    return check


# Luz


def tap_bet(one: Phone, seat: int, bet: Mapping[str, Any]) -> int:
    """The bet of a seat and save; returns how many taps that may take (LOOK.md, Taps a round)."""
    one.tap_bets({seat: (bet["beads"], bet["safety"])}, save=False)  # type: ignore[arg-type]
    one.tap("[data-save]")
    return 2 + bet["safety"] + (bet["beads"] > 5)


def post_bet(one: Phone, invitation: Invitation, seat: int, bet: Mapping[str, Any]) -> None:
    safety = {f"s{seat}": "on"} if bet["safety"] else {}
    one.post(invitation, "enter", stage="bets", seat=seat, **{f"b{seat}": bet["beads"]}, **safety)


def tap_totals(one: Phone, tricks: Sequence[int]) -> None:
    one.tap(".ways a >> nth=1")
    expect(one.page.locator("#entry")).to_have_attribute("data-mode", "totals")
    one.tap_totals(tricks)
    one.score_deal()


def first_deal(party: Party, first) -> None:
    """All seats tap their bets and the tricks by turns; each tap is counted."""
    before, most = party.taps(), 0
    for seat, one in enumerate(party.seats[:-1]):
        most += tap_bet(one, seat, first["bets"][seat])
    party.to_tab_of_the_late_one()
    most += 1 + tap_bet(party.host, 3, first["bets"][3])
    winners = [seat for seat, taken in enumerate(first["tricks"]) for _ in range(taken)]
    for number, winner in enumerate(winners, 1):
        one = party.seats[number % 3]
        expect(one.page.locator("#entry [name=trick]")).to_have_value(str(number))
        one.reads()  # a trick takes longer than that to be played
        one.tap_trick(number, winner)
    expect(party.host.page.locator("#entry [name=stage]")).to_have_value("score")
    party.host.reads()
    party.host.score_deal()
    assert party.taps() - before == most + len(winners) + 1, "one tap a fact"
    party.scored(1)


def deal_with_one_away(party: Party, second) -> None:
    away = party.cut_off()
    tap_bet(away, AWAY, second["bets"][AWAY])
    for seat in (0, 2, 3):
        tap_bet(party.seats[seat], seat, second["bets"][seat])
    party.back()
    for phone in party.seats:
        phone.see(".tricks")
    tap_totals(away, second["tricks"])
    party.scored(2)


def deal_without_pages(party: Party, third) -> None:
    for seat, one in enumerate(party.seats):
        post_bet(one, party.invitation, seat, third["bets"][seat])
    taken = {f"t{seat}": third["winners"].count(seat) for seat in range(4)}
    party.host.post(party.invitation, "enter", stage="totals", **taken)
    party.scored(3)


def last_deal(party: Party, last) -> None:
    for seat, one in enumerate(party.seats):
        tap_bet(one, seat, last["bets"][seat])
    for phone in party.seats:
        phone.see(".tricks")
    before = party.late.taps
    tap_totals(party.late, last["tricks"])
    assert party.late.taps - before == 6  # to the totals, 4 numbers, score


@long
def test_luz(phone, ends):
    party = Party(phone, "luz", 4, start=1)
    first, second, third, last = DEALS
    first_deal(party, first)
    party.last_one_joins()
    deal_with_one_away(party, second)
    deal_without_pages(party, third)
    last_deal(party, last)
    ends(party, is_still=True)


# 5211 and Azul, where each seat enters its part of a round

HANDS = (
    ("G2 G2 G3 Y1", "G1 G3 O2 T3", "B1 G4 O3 T3", "G1 O1 O3 T1"),
    ("B2 B5 O2 T2", "G2 G2 G6 Y1", "O6 Y1 Y2 Y2", "T1 T1 T3 Y4"),
    ("O1 T2 T6 Y2", "G3 O1 T2 Y3", "B2 G1 T1 Y1", "B4 G3 Y1 Y3"),
    ("B2 B3 O2 O4", "B2 O2 T5 Y2", "B3 G1 T4 Y3", "G1 O5 T3 T3"),
    ("O1 O4 T2 Y2", "B3 B3 O3 T2", "B1 G2 O1 T1", "B2 B4 G5 Y6"),
    ("B6 G3 T2 Y3", "B1 G4 Y2 Y4", "B1 B3 O2 Y5", "B1 B2 O3 Y3"),
)
BLUES = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
COLUMN_3 = [(1, 3), (2, 3), (3, 3), (4, 3), (5, 3)]
# For each seat the tiles (row, column), the tapped floor spaces, and whether it has the start marker.
WALLS = [
    ([[(1, 1), (2, 1)], 0, False], [COLUMN_3, 5, False], [BLUES, 7, True]),
    ([[(1, 2), (2, 2)], 0, True], [[(1, 4)], 0, False], [[], 0, False]),
    ([[(1, 3)], 2, False], [[(3, 4)], 0, True], [[(1, 2)], 0, False]),
    ([[(1, 4)], 0, False], [[(2, 4)], 1, False], [[(2, 1)], 0, True]),
    ([[(1, 5), (2, 3)], 0, False], [[(4, 4)], 2, True], [[], 1, False]),
]


class Cards:
    """5211: four cards and save are five taps."""

    game, seats, rounds = "5211", 4, len(HANDS)

    def tap(self, one: Phone, number: int, seat: int) -> int:
        one.tap_cards(HANDS[number][seat].split())
        one.tap("[data-hand-save]")
        return 5

    def post(self, one: Phone, invitation: Invitation, number: int, seat: int) -> None:
        one.post_hand(invitation, seat, HANDS[number][seat].split())


class Walls:
    """Azul: a tap for each tile, the floor and the marker, and save."""

    game, seats, rounds = "azul", 3, len(WALLS)

    def tap(self, one: Phone, number: int, seat: int) -> int:
        tiles, floor, marker = WALLS[number][seat]
        facts = azul.tap_wall(one, seat, tiles, floor, marker)
        completes = seat == self.seats - 1 and number != 1  # in round 2 the phone that was cut off is the last
        if completes:
            one.tolerate("422")
        one.tap(azul.SAVE)
        if completes:
            one.see(f"#notice form button, #last[data-entry='{number + 1}'], .podium")
            if one.page.locator("#notice form button").count():  # no box would bring about such a round
                one.tap("#notice form button")
                return facts + 2
        return facts + 1

    def post(self, one: Phone, invitation: Invitation, number: int, seat: int) -> None:
        azul.post_wall(one, invitation, seat, *WALLS[number][seat])


@long
@pytest.mark.parametrize("play", [Cards(), Walls()], ids=["5211", "azul"])
def test_a_part_for_each_seat(phone, ends, play):
    party = Party(phone, play.game, play.seats)
    for number in range(play.rounds):
        if number == 0:
            before, most = party.taps(), 0
            for seat, one in enumerate(party.seats[:-1]):
                most += play.tap(one, number, seat)
                party.host.see(f".tabs [data-tab='{seat}'] > svg")
            party.to_tab_of_the_late_one()
            most += 1 + play.tap(party.host, number, play.seats - 1)
            party.scored(1)
            assert party.taps() - before == most
            party.last_one_joins()
            continue
        is_tapped = number in (1, play.rounds - 1)
        if number == 1:
            play.tap(party.cut_off(), number, AWAY)
        for seat, player in enumerate(party.seats):
            if number == 1 and seat == AWAY:
                continue
            before = player.taps
            if not is_tapped:
                play.post(player, party.invitation, number, seat)
                continue
            most = play.tap(player, number, seat)
            assert player.taps - before == most
            if seat < play.seats - 1:
                party.late.see(f".tabs [data-tab='{seat}'] > svg")
        if number == 1:
            party.back()
        if number < play.rounds - 1:
            party.scored(number + 1)
    ends(party, is_still=True)
