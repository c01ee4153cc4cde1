"""Each game to its end without a server, in Chromium, Firefox and WebKit, and there again in a new tab."""

import json
from pathlib import Path

import pytest

from tests.browser.conftest import chromium as chromium
from tests.browser.pocket import WebSpace
from tests.other_browsers.conftest import FIREFOX, LIGHT, WEBKIT, missing
from tests.other_browsers.driver import Phone
from tests.other_browsers.framed import Framed
from tests.support.long import long
from tests.support.seeds import chance
from tests.support.tap_games import GAMES
from tests.support.tap_scripts import on_one_phone
from tests.support.thumb import Thumb, is_entered

pytestmark = [pytest.mark.timeout(1800), long]
CHROMIUM = "Chromium"
KEEPS_FILES = "return Boolean(window.navigator.storage?.getDirectory);"
INTERVAL = 320  # milliseconds


class ChromiumPage:
    """A page of Chromium with what the other engines' pages have."""

    name = CHROMIUM

    def __init__(self, page):
        self.page = page

    def navigate(self, address):
        self.page.goto(address)

    def run(self, body):
        return self.page.evaluate(f"() => {{ {body} }}")


@pytest.fixture
def installed():
    """Chromium needs nothing of the other engines; `one` looks for what these need."""


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    space = WebSpace(tmp_path_factory.mktemp("web"))
    yield space
    space.close()


@pytest.fixture(params=[CHROMIUM, FIREFOX, WEBKIT])
def one(request, space):
    if request.param == CHROMIUM:
        browser = request.getfixturevalue("chromium")
        engine = ChromiumPage(browser.new_context(viewport={"width": 390, "height": 844}).new_page())
    else:
        if missing():
            pytest.skip(f"{', '.join(missing())} could not be installed.")
        started = request.getfixturevalue("started")
        (phone,) = started((request.param, LIGHT))
        engine = phone.engine
    framed = Framed(engine, space.address)
    framed.start()
    return framed


@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_game_is_tapped_and_there_in_a_new_tab(one, kind):
    game = GAMES[kind](chance(f"pocket {kind}"), True)
    phone = Phone(one, f"{one.address}app")
    table = opened(phone, game.sheet)
    phone.go(f"/t/{table}/enter")
    phone.see("#form")
    thumb = Thumb(one.run, one.name)
    thumb.start(on_one_phone(game.key, game.entries), INTERVAL)
    thumb.finish()
    counted = lambda: json.loads(one.fetch(f"{one.address}app/t/{table}/session.json"))["sheet"]  # noqa: E731
    totals = is_entered(counted, game.entries, [thumb])
    if one.run(KEEPS_FILES):  # WebKitGTK has no private file system; Safari has
        one.start()
    phone.go(f"/t/{table}")
    phone.totals(*totals)


def opened(phone, sheet):
    """A table that is opened from the text of a scoresheet; returns its id."""
    phone.go("/import")
    phone.js(f"document.getElementById('text').value = {json.dumps(json.dumps(sheet))}")
    press(phone, ".bar button.button")
    phone.see("form[action$='/import/open'] button")
    press(phone, "form[action$='/import/open'] button")
    phone.see("#stand")
    return Path(phone.where().split("#")[0]).name


def press(phone, key):
    """Press a key by script, for what is no part of the test."""
    phone.see(key)
    phone.js(f"document.querySelector({json.dumps(key)}).click()")
