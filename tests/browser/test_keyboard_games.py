"""A whole game of each by keys alone, from the new table to the result.

What would be tapped is pressed: Tab to it, arrow keys on boards and among choices, Enter or the space bar. Entries in
the middle of a long game come without their page, or by keys too with COMPANION_EVERY=1.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from companion.games.g5211.cards import COLOURS, COPIES
from tests.browser.azul import post_wall, tap_wall
from tests.browser.azul import save as save_wall
from tests.browser.ingenious import halves_show, save, short_game, tap_tile
from tests.browser.keyboard import MOST, TOWARDS
from tests.browser.players import Phone
from tests.browser.salamanca import tap_cards, tap_setup, tap_turn
from tests.games.salamanca.playing import whole_game
from tests.support.long_form import EVERY, long_form

NAMES = ["Ann", "Ben"]
BOARD = {"board": 1}
MEANT = """what => {
    window.meant = what.matches("label") ? what.querySelector("input") : what;
    window.meant.dataset.meant = "";
    return [window.meant.type, window.meant.checked];
}"""
IS_THERE = "() => document.activeElement === window.meant"
IN_GROUP = """() => document.activeElement.type === "radio" && document.activeElement.name === window.meant.name"""
WAY = f"() => ({TOWARDS})('[data-meant]')"


class Hands(Phone):
    """A phone whose user has keys and nothing else."""

    keys = 0

    def tap(self, what: str | Locator) -> None:
        """Press what a finger would tap; a choice among several is made by arrow keys."""
        place = (self.page.locator(what) if isinstance(what, str) else what).first
        expect(place).to_be_attached()
        self.page.evaluate("() => { for (const one of document.querySelectorAll('[data-meant]')) "
                           "delete one.dataset.meant; }")  # fmt: skip
        kind, is_checked = place.evaluate(MEANT)
        self.go_to(kind)
        if kind == "radio" and not is_checked:
            while not self.page.evaluate("() => window.meant.checked"):
                self.press("Space" if self.page.evaluate(IS_THERE) else "ArrowRight")
        elif kind != "radio":
            self.press("Space" if kind == "checkbox" else "Enter")

    tap_still = tap

    def add_player(self, name: str) -> None:
        self.page.locator("#name").evaluate(MEANT)
        self.go_to("text")
        self.page.keyboard.type(name)
        self.press("Enter")
        self.see(self.page.get_by_text(name, exact=True).first)

    def go_to(self, kind: str) -> None:
        for _ in range(MOST):
            if self.page.evaluate(IS_THERE) or (kind == "radio" and self.page.evaluate(IN_GROUP)):
                return
            self.press(self.page.evaluate(WAY) or "Tab")
        raise AssertionError("no key leads to it")

    def press(self, key: str) -> None:
        type(self).keys += 1
        self.page.keyboard.press(key)


@pytest.fixture
def hands(phone) -> Phone:
    one = phone(viewport=(1280, 800))
    one.__class__ = Hands
    return one


def over(hands: Phone, winner: str) -> None:
    hands.see("#stand")
    expect(hands.page.locator("h1")).to_contain_text(winner)


def test_a_whole_game_of_luz(hands: Phone) -> None:
    """Four deals of three; in the later ones the tricks are told as totals."""
    names = [*NAMES, "Cleo"]
    ways = hands.open_table("luz", names)
    hands.go(f"/t/{ways.id}/enter")
    hands.tap_bets([(3, False), (2, False), (1, False)])
    for number in range(10):
        hands.tap_trick(number + 1, 0 if number < 3 else 1 if number < 5 else 2)
    hands.score_deal()
    while not hands.page.locator(".podium").count():
        if EVERY:
            hands.tap_bets([(3, False), (2, False), (5, False)])
            hands.tap(".ways a >> nth=1")
            hands.tap_totals((3, 2, 5))
            hands.score_deal()
        else:
            hands.post_bets(ways, 3, 2, 5)
            hands.post(ways, "enter", stage="totals", t0=3, t1=2, t2=5)
            hands.go(f"/t/{ways.id}/enter")
    over(hands, "wins")


@long_form
def test_a_whole_game_of_5211(hands: Phone) -> None:
    """Five players, so four rounds; the deck is dealt out card by card."""
    names = [*NAMES, "Cleo", "Dan", "Eve"]
    ways = hands.open_table("5211", names)
    hands.go(f"/t/{ways.id}/enter")
    deck = [f"{colour}{value}" for value, count in COPIES.items() for colour in COLOURS for _ in range(count)]
    for number in range(20):
        hands.tap_hand(number % 5, deck[4 * number : 4 * number + 4], last=number % 5 == 4)
    hands.see(".podium")


@long_form
def test_a_whole_game_of_azul(hands: Phone) -> None:
    """Ann fills her first row in five rounds; the first and the last are pressed."""
    ways = hands.open_table("azul", NAMES)
    hands.go(f"/t/{ways.id}/enter")
    for column in range(1, 6):
        if EVERY or column in (1, 5):
            hands.go(f"/t/{ways.id}/enter")
            tap_wall(hands, 0, [(1, column)])
            save_wall(hands, 0)
            tap_wall(hands, 1, marker=True, floor=1)
            save_wall(hands, 1, last=True)
        else:
            post_wall(hands, ways, 0, [(1, column)], 0, marker=False)
            post_wall(hands, ways, 1, [], 1, marker=True)
    over(hands, "Ann wins")


@long_form
def test_a_whole_game_of_ingenious(hands: Phone) -> None:
    """The first tile and the last three are pressed; in between the table is brought in as it then stands."""
    ways = hands.open_table("ingenious", NAMES, BOARD)
    hands.go(f"/t/{ways.id}/enter")
    entries = []
    for number, (seat, tile, at, points, table) in enumerate(short_game(0), 1):
        entries.append({"seat": seat, "tile": tile, "at": at})
        if not EVERY and 1 < number < 34:
            continue
        if not EVERY and number == 34:
            head = {"format": 1, "game": "ingenious", "players": NAMES, "options": {"board": True}}
            ways = hands.brings({**head, "entries": entries})
            hands.go(f"/t/{ways.id}/enter")
            continue
        tap_tile(hands, tile, at)
        halves_show(hands, points)
        save(hands)
        if table.over:
            break
    over(hands, "Ann wins")


@long_form
def test_a_whole_game_of_salamanca(hands: Phone) -> None:
    """The first round and the last one are pressed; in between the table is brought in as it then stands."""
    sheet = whole_game(5, 2)
    ways = hands.open_table("salamanca", sheet["players"], BOARD)
    hands.go(f"/t/{ways.id}/enter")
    entries = sheet["entries"]
    first, last = (len(entries), len(entries)) if EVERY else (6, 1 + 14 * 5)
    for number, entry in enumerate(entries):
        if first <= number < last:
            continue
        if number == last:
            ways = hands.brings({**sheet, "entries": entries[:last]})
        hands.go(f"/t/{ways.id}/enter")
        (tap_setup if "setup" in entry else tap_cards if "cards" in entry else tap_turn)(hands, entry)
    hands.see(".podium")
