"""A page used by its keys alone: Tab from one stop to the next, Enter, Space and arrows."""

from playwright.sync_api import expect

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

# The arrow key that leads closer to an element on the board that has the focus; "" there or beside that board.
TOWARDS = """meant => {
    const held = document.activeElement, board = held.closest("[role=application]");
    if (!meant || meant === held || !board?.contains(meant) || held.matches("[type=radio]")) return "";
    const middle = ({x, y, width, height}) => [x + width / 2, y + height / 2, height / 3];
    const [x, y, slack] = middle(held.getBoundingClientRect()), [toX, toY] = middle(meant.getBoundingClientRect());
    if (Math.abs(toY - y) > slack) return toY > y ? "ArrowDown" : "ArrowUp";
    return toX > x ? "ArrowRight" : "ArrowLeft";
}"""
TOWARDS_SEEN = f"""what => ({TOWARDS})(
    [...document.querySelectorAll(`[role=application] :is(${{what}})`)].find(one => one.getClientRects().length))"""

# What somebody presses next who means an element, and whether that does what a tap on it would do. The Tab key goes
# the shorter way; what is chosen of several needs no press.
NEXT = f"""what => {{
    const meant = what.matches("label") ? what.querySelector("input") : what, held = document.activeElement;
    if (meant.type === "radio" && meant.checked) return ["", true];
    if (meant.type === "radio" && held.name === meant.name) return [held === meant ? "Space" : "ArrowRight", false];
    if (held === meant) return [meant.type === "checkbox" ? "Space" : meant.type === "text" ? "" : "Enter", true];
    const isPassed = held.compareDocumentPosition(meant) === Node.DOCUMENT_POSITION_PRECEDING;
    return [({TOWARDS})(meant) || (isPassed ? "Shift+Tab" : "Tab"), false];
}}"""


class Keys:
    """The keys of a computer at a phone's page."""

    def __init__(self, phone):
        self.phone, self.page = phone, phone.page

    def to(self, what):
        """Tab on to what is meant, on a board by arrow keys; on its way and there the focus is to be seen."""
        for _ in range(MOST):
            self.page.keyboard.press(self.page.evaluate(TOWARDS_SEEN, what) or "Tab")
            if self.page.evaluate("what => document.activeElement.matches(what)", what):
                break
        else:
            raise AssertionError(f"no key leads to {what}")
        expect(self.page.locator("body")).to_be_visible()
        assert self.is_seen()

    def is_seen(self):
        """Whether what holds the focus shows it, and nothing lies over it."""
        fault = self.page.evaluate(SHOWN)
        assert not fault, fault
        return True

    def press(self, what, key="Enter"):
        self.to(what)
        self.page.keyboard.press(key)

    def opens(self, what, shows):
        """A press that loads another page, which is read from its heading on."""
        self.press(what)
        self.phone.see(shows)
        self.page.wait_for_load_state()  # taps before the scripts are there are tried elsewhere

    def reads(self, what):
        """Wait until this is what is read out next."""
        expect(self.page.locator(what).first).to_be_focused()
