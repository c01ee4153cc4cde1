"""A whole game of each by keys alone; entries in its middle come without their page."""

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import MOST, NEXT
from tests.browser.players import Phone
from tests.browser.test_taps import WHOLE, counted, thumb_of
from tests.support.long import long
from tests.support.seeds import chance
from tests.support.tap_games import GAMES
from tests.support.tap_scripts import on_one_phone
from tests.support.thumb import is_entered

pytestmark = long


class Hands(Phone):
    """A phone whose user has keys and nothing else."""

    def tap(self, what):
        """Press what a finger would tap; a choice among several is made by arrow keys."""
        self._lifts()
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

    def add_player(self, name):
        self.page.wait_for_load_state()
        self.tap("#name")
        self.page.keyboard.type(name)
        expect(self.page.locator("#name")).to_have_value(name)
        self.page.keyboard.press("Enter")
        self.see(self.page.get_by_text(name, exact=True).first)


@pytest.fixture
def hands(phone):
    one = phone(viewport=(1280, 800))
    one.__class__ = Hands
    return one


@pytest.mark.parametrize("kind", WHOLE)
def test_a_whole_game_by_keys_alone(hands, kind):
    """The first entry and the last one, each when its form is there."""
    game = GAMES[kind](chance(kind), True)
    for number in (0, len(game.entries) - 1):
        if number or game.options:
            invitation = hands.brings({**game.sheet, "entries": game.entries[:number]})
        else:
            invitation = hands.open_table(game.key, game.names)
        hands.go(f"/t/{invitation.id}/enter")
        hands.tap_all(on_one_phone(game.key, [game.entries[number]]))
        is_entered(lambda at=invitation: counted(hands, at), game.entries[: number + 1], [thumb_of(hands)])
    hands.see(".podium")
