"""Phones in Firefox and in WebKit at one server: a light one in English and a dark one in Chinese of each."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from glob import glob

import pytest

from tests.browser.conftest import running as running, server as server
from tests.other_browsers.driver import Phone
from tests.other_browsers.firefox import Firefox, FirefoxPage
from tests.other_browsers.webkit import MINI_BROWSER, Screen, WebKitPage

WIDTH, HEIGHT = 390, 844
LIGHT, DARK = "light", "dark"
LANGUAGES = {LIGHT: "en", DARK: "zh_Hant"}
FIREFOX, WEBKIT = "Firefox", "WebKit"
DARK_AND_CHINESE = {"intl.accept_languages": "zh-TW", "layout.css.prefers-color-scheme.content-override": 0}
LIGHT_AND_ENGLISH = {"intl.accept_languages": "en-GB", "layout.css.prefers-color-scheme.content-override": 1}
# Debian's package, and what tells that it is there.
NEEDED = {
    "firefox-esr": lambda: shutil.which("firefox-esr") or shutil.which("firefox"),
    "webkit2gtk-driver": lambda: shutil.which("WebKitWebDriver") and glob(MINI_BROWSER),
    "xvfb": lambda: shutil.which("Xvfb"),
}


@cache
def missing():
    """Packages that the engines need and this machine lacks."""
    return [package for package, found in NEEDED.items() if not found()]


@pytest.fixture(autouse=True)
def installed():
    if missing():
        pytest.skip(f"No game was played in Firefox and WebKit here: {', '.join(missing())} could not be installed.")


class Phones:
    """Starts a browser where it is first asked for, and keeps it for the tests that follow."""

    def __init__(self, folder, server):
        self.folder, self.server = folder, server
        self.screens = []
        self.firefoxes = {}
        self.pages = {}

    def __call__(self, *wanted):
        """Phones of an engine and a look each; several browsers start at once, as that is what takes time."""
        new = [one for one in wanted if one not in self.pages]
        with ThreadPoolExecutor() as pool:
            self.pages.update(zip(new, pool.map(lambda one: self._start(*one), new), strict=True))
        for engine, look in wanted:
            if engine == WEBKIT:  # it has no setting for the language, and a test before may have changed the page's
                self.pages[engine, look].navigate(f"{self.server.base}/language/{LANGUAGES[look]}?back=/")
        return [Phone(self.pages[one], self.server.base) for one in wanted]

    def _start(self, engine, look):
        if engine == FIREFOX:
            preferences = DARK_AND_CHINESE if look == DARK else LIGHT_AND_ENGLISH
            self.firefoxes[look] = Firefox(self.folder / look, preferences)
            return FirefoxPage(self.firefoxes[look], WIDTH, HEIGHT)
        screen = Screen()  # one each: a window behind another one is drawn late or not at all
        self.screens.append(screen)
        return WebKitPage(screen, WIDTH, HEIGHT, "Adwaita:dark" if look == DARK else "Adwaita")

    def close(self):
        for one in (*self.pages.values(), *self.firefoxes.values(), *self.screens):
            one.close()


@pytest.fixture(scope="session")
def started(running, tmp_path_factory):
    phones = Phones(tmp_path_factory.mktemp("profiles"), running)
    yield phones
    phones.close()


@pytest.fixture
def phones(installed, server, started):
    return started


@pytest.fixture(params=[FIREFOX, WEBKIT])
def pair(request, phones):
    """Two phones of one engine: a light one in English, a dark one in Chinese."""
    return phones((request.param, LIGHT), (request.param, DARK))
