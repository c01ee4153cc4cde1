"""What moves on a page by itself: the layout shifts that Chromium counts, and keys that are elsewhere than before.

While the person at the page taps and waits for the answer nothing is counted. All else comes from others, and counts
even shortly after a tap: that is when a thumb is about to tap again.
"""

from typing import Any

from playwright.sync_api import Error

from tests.browser.players import Phone

WATCH = """(() => {
    const shifts = JSON.parse(sessionStorage.getItem("stillness") ?? '{"sum": 0, "isOwn": false, "moved": []}');
    const keep = () => sessionStorage.setItem("stillness", JSON.stringify(shifts));
    const label = ({ node, previousRect: from, currentRect: to }) => {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        const name = element ? `${element.localName}#${element.id}.${element.className}` : "gone";
        return `${name} ${[from.x, from.y, from.height]} > ${[to.x, to.y, to.height]}`;
    };
    const isLoading = ({ startTime }) => {
        const { loadEventStart } = performance.getEntriesByType("navigation")[0];
        return !loadEventStart || startTime < loadEventStart;
    };
    const note = (shift) => {
        if (shifts.isOwn || (window.mayLoad && isLoading(shift))) return;
        shifts.sum += shift.value;
        shifts.moved.push(`${shift.value.toFixed(3)} at ${location.pathname}: ${shift.sources.map(label).join("; ")}`);
    };
    const observer = new PerformanceObserver((list) => { list.getEntries().forEach(note); keep(); });
    observer.observe({ type: "layout-shift", buffered: true });
    const painted = async () => {
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        observer.takeRecords().forEach(note);
        keep();
    };
    const begin = async (isOwn) => {
        await painted();
        shifts.isOwn = isOwn;
        keep();
    };
    window.stillness = { painted, begin, read: () => ({ ...shifts }) };
})()"""

SETTLED = """async (version) => {
    const isThere = () => Number(document.getElementById("head")?.dataset.version) >= version
        && !document.querySelector(".htmx-request, #outbox, form[data-waiting], form[data-next]")
        && !globalThis.outbox?.isEntering();
    while (!isThere()) await new Promise(requestAnimationFrame);
    await window.stillness.painted();
    return true;
}"""

# Waits until the key that was pressed is let go and has its size again.
LET_GO = """async () => {
    const isGrowing = (change) => change instanceof CSSTransition && change.playState === "running";
    const isPressed = () => document.querySelector("#entry :active") || document.getAnimations().some(isGrowing);
    while (isPressed()) await new Promise(requestAnimationFrame);
}"""

# Where keys that can be tapped are on the screen, by what they say to the companion.
KEYS = (
    f"async () => {{ await ({LET_GO})();"
    + """
    const places = {};
    const place = document.getElementById("entry");
    if (!place) return places;
    for (const key of place.querySelectorAll("label.key, [data-tap], [data-card], button.winner")) {
        const input = key.querySelector("input"), { x, y, width } = key.getBoundingClientRect();
        const name = input ? `${input.name}=${input.value}` : key.dataset.tap ?? key.dataset.card ?? key.value;
        if (width) places[name] = [Math.round(x), Math.round(y)];
    }
    return places;
}"""
)

HIDDEN = """keys => {
    const bar = document.getElementById("bar").getBoundingClientRect().top;
    return [...document.querySelectorAll(keys)].filter((key) => key.getBoundingClientRect().bottom + scrollY > bar + 1)
        .length;
}"""


class Stillness:
    """Watches one phone from before its first page on.

    On a screen without keys, `has_keys=False`, a page may move while it loads: a busy browser draws the first half of
    one, and the columns are others with the second half.
    """

    def __init__(self, phone: Phone, *, has_keys: bool = True) -> None:
        self.phone = phone
        self.jumped: list[str] = []
        phone.for_good().add_init_script(f"window.mayLoad = {str(not has_keys).lower()}")
        phone.for_good().add_init_script(WATCH)

    def evaluate(self, script: str, given: Any = None) -> Any:
        """Evaluate on the page, or on the one that takes its place meanwhile, such as the final one."""
        while True:
            try:
                return self.phone.page.evaluate(script, given)
            except Error as fault:
                if "context was destroyed" not in str(fault):
                    raise
                self.phone.page.wait_for_load_state()

    def begin_own(self) -> None:
        """From here on the page moves because its own person taps."""
        self.evaluate("window.stillness.begin(true)")

    def end_own(self) -> None:
        self.evaluate("window.stillness.begin(false)")

    def settles(self, version: int) -> None:
        """Wait until the page shows this version, or a later one, and is painted."""
        self.evaluate(SETTLED, version)

    def keys(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = self.evaluate(KEYS)
        return places

    def compares(self, before: dict[str, list[int]], what: str) -> None:
        """Note the keys that were there before and are elsewhere now."""
        now = self.keys()
        far: dict[tuple[int, int], list[str]] = {}
        for name, (x, y) in before.items():
            if name in now and max(abs(now[name][0] - x), abs(now[name][1] - y)) > 1:
                far.setdefault((now[name][0] - x, now[name][1] - y), []).append(name)
        width = (self.phone.page.viewport_size or {})["width"]
        self.jumped += [f"{width} px, {what}: {by} px, {len(names)} keys, {names[:3]}" for by, names in far.items()]

    def sees(self, keys: str, what: str) -> None:
        """Note the keys that are not wholly above the bar."""
        hidden: int = self.evaluate(HIDDEN, keys)
        if hidden:
            self.jumped.append(f"{what}: {hidden} of the keys {keys} are out of sight")

    def read(self) -> dict[str, Any]:
        """The sum of all shifts, and what moved."""
        moved: dict[str, Any] = self.evaluate("window.stillness.painted().then(window.stillness.read)")
        return moved
