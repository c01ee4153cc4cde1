"""Walking over every place of a running companion, in a language, on its phones."""

from contextlib import contextmanager

from tests.browser.places import places
from tests.browser.players import LIMIT

LOCALES = ("en-GB", "zh-TW", "zh-CN", "de-DE")
SCHEMES = ("light", "dark")
PHONE = {"width": 380, "height": 740}


class Walk:
    """Contexts are kept, one for each phone and language.

    A place where something is done gets one of its own.
    """

    def __init__(self, browser, base, instance):
        self.browser, self.base, self.instance = browser, base, instance
        self._kept = {}

    def places(self):
        return places(self.instance)

    @contextmanager
    def at(self, place, address, locale, scheme="light"):
        if place.steps is None:
            key = (place.who, locale)
            if key not in self._kept:
                self._kept[key] = self._context(*key).new_page()
            page = self._kept[key]
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size(PHONE)
            page.goto(address)
            yield page
            return
        context = self._context(place.who, locale, scheme)
        try:
            page = context.new_page()
            page.goto(address)
            place.steps(page)
            yield page
        finally:
            context.close()

    def bare(self, place, address, locale):
        """A page at a place without script, before anything is done on it."""
        key = (place.who, locale, "without script")
        if key not in self._kept:
            self._kept[key] = self._context(place.who, locale, script=False).new_page()
        page = self._kept[key]
        page.set_viewport_size(PHONE)
        page.goto(address)
        return page

    def _context(self, who, locale, scheme="light", *, script=True):
        context = self.browser.new_context(
            locale=locale,
            color_scheme=scheme,
            viewport=PHONE,
            has_touch=True,
            base_url=self.base,
            reduced_motion="reduce",
            java_script_enabled=script,
            service_workers="block",
        )
        context.set_default_timeout(LIMIT)
        if who in self.instance.cookies:
            context.add_cookies([{"name": "phone", "value": self.instance.cookies[who], "url": self.base}])
        return context

    def close(self):
        for page in self._kept.values():
            page.context.close()
