"""A page used by its keys alone: Tab from one stop to the next, Enter, Space and arrows."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.players import Phone

MOST = 250  # stops on a page

# What holds the focus shows it, itself or the face of its key, and neither head nor bar lies over it.
SHOWN = """() => {
    const held = document.activeElement,
          face = held.matches(".key input, .space input") ? held.nextElementSibling : held;
    const style = getComputedStyle(face), box = face.getBoundingClientRect();
    const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    const x = box.x + Math.min(box.width, innerWidth) / 2, y = box.y + box.height / 2;
    const top = document.elementFromPoint(x, y), key = face.closest(".key, a, button") ?? face;
    return held.matches(":focus-visible") && ring && key.contains(top) ? "" : `${held.outerHTML.slice(0, 120)} ${ring}`;
}"""


class Keys:
    """The keys of a computer at a phone's page."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.page = phone, phone.page

    def to(self, what: str) -> None:
        """Tab on to what is meant; on its way and there the focus is to be seen."""
        for _ in range(MOST):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("what => document.activeElement.matches(what)", what):
                break
        else:
            raise AssertionError(f"no key leads to {what}")
        expect(self.page.locator("body")).to_be_visible()
        assert self.page.evaluate(SHOWN) == ""

    def press(self, what: str, key: str = "Enter") -> None:
        self.to(what)
        self.page.keyboard.press(key)

    def opens(self, what: str, shows: str) -> None:
        """A press that loads another page, which is read from its heading on."""
        self.press(what)
        self.phone.see(shows)

    def reads(self, what: str) -> None:
        """Wait until this is what is read out next."""
        expect(self.page.locator(what).first).to_be_focused()
