"""A whole game of each but Luz (test_keyboard.py) by keys alone; entries in its middle come without their page."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from companion.games.g5211.rules import COLOURS, COPIES
from tests.browser.azul import save as save_wall
from tests.browser.azul import tap_wall
from tests.browser.ingenious import halves_show, save, short_game, tap_tile
from tests.browser.keyboard import MOST, NEXT
from tests.browser.players import Phone
from tests.browser.salamanca import tap_cards, tap_setup, tap_turn
from tests.games.salamanca.playing import whole_game
from tests.support.long import long

pytestmark = long

NAMES = ["Ann", "Ben"]
BOARD = {"board": 1}


class Hands(Phone):
    """A phone whose user has keys and nothing else."""

    def tap(self, what: str | Locator) -> None:
        """Press what a finger would tap; a choice among several is made by arrow keys."""
        place = (self.page.locator(what) if isinstance(what, str) else what).first
        for _ in range(MOST):
            # A change may draw the page anew at any time: each press looks for its aim again.
            key, is_there = place.evaluate(NEXT)
            if key:
                self.page.keyboard.press(key)
            if is_there:
                return
        raise AssertionError(f"no key leads to {what}")

    tap_still = tap

    def add_player(self, name: str) -> None:
        self.page.wait_for_load_state()
        self.tap("#name")
        self.page.keyboard.type(name)
        expect(self.page.locator("#name")).to_have_value(name)
        self.page.keyboard.press("Enter")
        self.see(self.page.get_by_text(name, exact=True).first)


@pytest.fixture
def hands(phone) -> Phone:
    one = phone(viewport=(1280, 800))
    one.__class__ = Hands
    return one


def over(hands: Phone, winner: str) -> None:
    hands.see("#stand")
    expect(hands.page.locator("h1")).to_contain_text(winner)


def test_a_whole_game_of_5211(hands: Phone) -> None:
    """Five players, so four rounds; the deck is dealt out card by card."""
    names = [*NAMES, "Cleo", "Dan", "Eve"]
    invitation = hands.open_table("5211", names)
    hands.go(f"/t/{invitation.id}/enter")
    deck = [f"{colour}{value}" for value, count in COPIES.items() for colour in COLOURS for _ in range(count)]
    for number in range(20):
        hands.tap_hand(number % 5, deck[4 * number : 4 * number + 4], last=number % 5 == 4)
    hands.see(".podium")


def test_a_whole_game_of_azul(hands: Phone) -> None:
    """Ann fills her first row in five rounds."""
    invitation = hands.open_table("azul", NAMES)
    for column in range(1, 6):
        hands.go(f"/t/{invitation.id}/enter")
        tap_wall(hands, 0, [(1, column)])
        save_wall(hands, 0)
        tap_wall(hands, 1, marker=True, floor=1)
        save_wall(hands, 1, last=True)
    over(hands, "Ann wins")


def pressed(hands: Phone, sheet: Mapping[str, Any]) -> Iterator[int]:
    """The first entry and the last one, each when its form is there; what lies between is brought in."""
    invitation = hands.open_table(sheet["game"], sheet["players"], BOARD)
    entries = sheet["entries"]
    for number in (0, len(entries) - 1):
        if number:
            invitation = hands.brings({**sheet, "entries": entries[:number]})
        hands.go(f"/t/{invitation.id}/enter")
        yield number


def test_a_whole_game_of_ingenious(hands: Phone) -> None:
    turns = list(short_game(0))
    entries = [{"seat": seat, "tile": tile, "at": at} for seat, tile, at, *_ in turns]
    sheet = {"format": 1, "game": "ingenious", "players": NAMES, "options": {"board": True}, "entries": entries}
    for number in pressed(hands, sheet):
        _, tile, at, points, _ = turns[number]
        tap_tile(hands, tile, at)
        halves_show(hands, points)
        save(hands)
    over(hands, "Ann wins")


def test_a_whole_game_of_salamanca(hands: Phone) -> None:
    sheet = whole_game(5, 2)
    for number in pressed(hands, sheet):
        entry = sheet["entries"][number]
        (tap_setup if "setup" in entry else tap_cards if "cards" in entry else tap_turn)(hands, entry)
    hands.see(".podium")


def test_a_whole_game_on_an_open_sheet(hands: Phone) -> None:
    """Two rounds and a line at the end; numbers are typed, and sums among them."""
    invitation = hands.opens("open", NAMES, title="Harbour", count="both", rounds=2, line="cards")
    hands.go(f"/t/{invitation.id}/enter")
    for seat, number in enumerate(["12+5-3", "7", "4", "9", "2", "5"]):
        expect(hands.page.locator("#entry [name=seat]")).to_have_value(str(seat % 2))
        hands.tap("[name=n0]")
        hands.page.keyboard.type(number)
        hands.tap(".bar [data-save]")
    over(hands, "Ben wins")
