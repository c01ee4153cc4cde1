"""Walking over every place of a running companion, in a language, on the phones of its house."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.house import House
from tests.browser.places import Place, places

LOCALES = ("en-GB", "zh-TW", "zh-CN")
SCHEMES = ("light", "dark")
PHONE = {"width": 380, "height": 740}


class Walk:
    """Contexts are kept, one for each phone and language; a place where something is done gets one of its own."""

    def __init__(self, browser: Browser, base: str, house: House) -> None:
        self.browser, self.base, self.house = browser, base, house
        self.script = ""  # that is put into every page
        self._kept: dict[tuple[str, str], Page] = {}

    def places(self) -> Iterator[tuple[Place, str]]:
        return places(self.house)

    @contextmanager
    def at(self, place: Place, address: str, locale: str) -> Iterator[Page]:
        """A page at a place, in its state."""
        if place.steps is None:
            page = self._kept.get((place.who, locale)) or self._kept.setdefault(
                (place.who, locale), self._context(place.who, locale).new_page()
            )
            page.set_viewport_size(PHONE)
            page.goto(address)
            yield page
            return
        context = self._context(place.who, locale)
        try:
            page = context.new_page()
            page.goto(address)
            place.steps(page)
            yield page
        finally:
            context.close()

    def bare(self, place: Place, address: str, locale: str) -> Page:
        """A page at a place without script, before anything is done on it."""
        key = (f"{place.who} without script", locale)
        if key not in self._kept:
            self._kept[key] = self._context(place.who, locale, script=False).new_page()
        page = self._kept[key]
        page.set_viewport_size(PHONE)
        page.goto(address)
        return page

    def _context(self, who: str, locale: str, *, script: bool = True) -> BrowserContext:
        context = self.browser.new_context(
            locale=locale,
            viewport=PHONE,
            has_touch=True,
            base_url=self.base,
            reduced_motion="reduce",
            java_script_enabled=script,
        )
        context.set_default_timeout(5000)
        if script and self.script:
            context.add_init_script(self.script)
        if who in self.house.cookies:
            context.add_cookies([{"name": "phone", "value": self.house.cookies[who], "url": self.base}])
        return context

    def close(self) -> None:
        for page in self._kept.values():
            page.context.close()
