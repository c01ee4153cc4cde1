"""A thumb that taps a script of keys at exact intervals, in any engine, and says what it met.

It taps where a key is on the screen at that moment: whatever lies there by the time it lifts gets the click.
"""

import json
import time
from dataclasses import asdict, dataclass

from companion.scoring.scoresheet import result
from tests.support.seeds import HOW

PATIENCE = 60.0  # seconds without a tap after which a script has come to a halt, on a machine with much else to do

# A finger is down for up to 30 ms. What the thumb does stands in the session's storage, as an act may load a page.
THUMB = """
const { taps, from, interval } = SCRIPT;
const store = (name, value) => { sessionStorage.setItem(`thumb-${name}`, JSON.stringify(value)); };
const read = (name, none) => JSON.parse(sessionStorage.getItem(`thumb-${name}`)) ?? none;
if (!from) for (const name of ["next", "late", "lost"]) sessionStorage.removeItem(`thumb-${name}`);
const thumb = (window.thumb = { next: from, why: "", since: performance.now(), isOver: false });
const isSeen = (element) => element.getClientRects().length && getComputedStyle(element).visibility !== "hidden";
const find = ({ key, when }) => {
    for (const sign of when) if (!document.querySelector(sign)) return { why: `there is no ${sign} yet` };
    const button = [...document.querySelectorAll(key)].find(isSeen);
    if (!button) return { why: "it is not there" };
    if (button.disabled || button.getAttribute("aria-disabled") === "true") return { why: "it is off" };
    const middle = () => {
        const box = button.getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const isFree = ([x, y]) => button.contains(document.elementFromPoint(x, y));
    if (!isFree(middle())) button.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const at = middle(), above = document.elementFromPoint(...at);
    return isFree(at) ? { at } : { why: `${above?.outerHTML.slice(0, 120)} lies over it` };
};
const touch = (kind, [x, y], init = {}) => {
    const place = { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, view: window, ...init };
    const pointer = { pointerId: 1, pointerType: "touch", isPrimary: true };
    const Made = kind === "click" ? MouseEvent : PointerEvent;
    const under = document.elementFromPoint(x, y);
    under?.dispatchEvent(new Made(kind, { ...place, ...pointer }));
    return under;
};
const lift = (at, number) => {
    touch("pointerup", at, { buttons: 0 });
    const under = document.elementFromPoint(...at), key = under?.closest(taps[number].key);
    if (!key || key.disabled) store("lost", [...read("lost", []), [number, under?.outerHTML.slice(0, 120) ?? ""]]);
    store("last", { key: taps[number].key, at: Date.now() });
    touch("click", at, { detail: 1, buttons: 0 });
};
const step = () => {
    const number = thumb.next, tap = taps[number];
    if (!tap) return void (thumb.isOver = true);
    const { at, why } = find(tap);
    thumb.why = why ?? "";
    if (why && tap.is_optional) {
        store("next", (thumb.next = number + 1));
        return step();
    }
    if (why) {
        if (tap.at_once && !thumb.isLate) store("late", [...read("late", []), [number, why]]);
        thumb.isLate = true;
        return void setTimeout(step, 10);
    }
    // Two taps on one key have to be two, where its taps do not count each.
    const { key, at: before } = read("last", {}), passed = Date.now() - before;
    if (key === tap.key && passed < 310 && !document.querySelector(key)?.closest("[data-repeats]"))
        return void setTimeout(step, 310 - passed);
    thumb.isLate = false;
    thumb.since = performance.now();
    touch("pointerdown", at, { buttons: 1 });
    store("next", (thumb.next = number + 1));
    setTimeout(lift, Math.min(30, interval / 2), at, number);
    setTimeout(step, interval);
};
step();
"""
STATE = """
if (!window.thumb) return { next: Number(sessionStorage.getItem("thumb-next") ?? 0), isGone: true };
const { next, why, isOver } = window.thumb;
return { next, why, isOver };
"""
MET = "return ['late', 'lost'].map((name) => JSON.parse(sessionStorage.getItem(`thumb-${name}`)) ?? []);"
# What says of a tap that it is not counted yet: offered again, refused with both versions, or still to be sent.
ANSWERS = ("#offer", "#meant", "#notice[role=alert]", "#refused", "#outbox")
ANSWERED = f"""
return [...document.querySelectorAll({json.dumps(", ".join(ANSWERS))})]
    .filter((part) => part.getClientRects().length).map((part) => part.textContent.trim().replace(/\\s+/g, " "));
"""


@dataclass(frozen=True)
class Tap:
    """A key by what a person sees on it; one who waits for something to be seen first has it in `when`.

    What an own tap brings at once has to be there `at_once`; any other key is waited for, or left out where it
    `is_optional`.
    """

    key: str
    when: tuple[str, ...] = ()
    at_once: bool = False
    is_optional: bool = False


class Thumb:
    """Taps on one page; `run` evaluates the body of a JavaScript function on it."""

    def __init__(self, run, name="phone"):
        self.run, self.name = run, name
        self.taps = ()
        self.interval = 0
        self._since, self._next = 0.0, -1

    def start(self, taps, interval, at=0):
        """Begin to tap; the page goes on by itself."""
        self.taps, self.interval = taps, interval
        script = {"taps": [asdict(tap) for tap in taps], "from": at, "interval": interval}
        self.run(THUMB.replace("SCRIPT", json.dumps(script)))
        self._since, self._next = time.monotonic(), at

    def progress(self):
        """How many taps are made; None once all are. Goes on after a page was loaded, and fails where it halts."""
        try:
            state = self.run(STATE)
        except Exception:  # the page is being replaced
            state = {"next": self._next, "why": "the page is being replaced"}
        number = state["next"]
        # The finger is lifted after the last tap; or the tap has loaded another page.
        if state.get("isOver") or (state.get("isGone") and number >= len(self.taps)):
            return None
        if state.get("isGone"):
            self._resume(number)
        if number != self._next:
            self._since, self._next = time.monotonic(), number
        assert time.monotonic() < self._since + PATIENCE, self.halted(number, state)
        return number

    def _resume(self, number):
        try:
            self.start(self.taps, self.interval, number)
        except Exception:  # it is replaced once more
            return

    def halted(self, number, state):
        key = self.taps[number].key if number < len(self.taps) else "lifted"
        said = f"tap {number} of {len(self.taps)}, {key}: {state.get('why') or state}"
        return f"{self.name} at {self.interval} ms: {said}; shown: {self.answered()}"

    def finish(self):
        """Wait until all are made; each that had to be there at once was, and lay under the thumb to the end."""
        while self.progress() is not None:
            time.sleep(0.03)
        self.check()

    def check(self):
        late, lost = self._run_once_loaded(MET)
        faults = [f"tap {number}, {self.taps[number].key}, was not there at once: {why}" for number, why in late]
        faults += [f"tap {number}, {self.taps[number].key}, came up on {what or 'nothing'}" for number, what in lost]
        assert not faults, f"{self.name} at {self.interval} ms: " + "; ".join(faults)

    def answered(self):
        """What is shown of taps that are not counted."""
        return self._run_once_loaded(ANSWERED)

    def has_outbox(self):
        return bool(self._run_once_loaded("return document.querySelectorAll('#outbox').length;"))

    def _run_once_loaded(self, body):
        """The last act may load another page, and a page that is being replaced runs nothing."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self.run(body)
            except Exception:
                if time.monotonic() > end:
                    raise
            time.sleep(0.03)


def finish_all(thumbs):
    """Wait until several thumbs have made all their taps."""
    left = list(thumbs)
    while left:
        left = [thumb for thumb in left if thumb.progress() is not None]
        time.sleep(0.03)
    for thumb in thumbs:
        thumb.check()


def is_entered(counted, entries, thumbs):
    """Wait until the scoresheet has exactly the entries that were tapped, and nothing is asked; their totals."""
    end = time.monotonic() + PATIENCE
    while (sheet := counted())["entries"] != entries:
        shown = [thumb.answered() for thumb in thumbs]
        told = f"{thumbs[0].name} counted {sheet['entries']}\nwas tapped: {entries}\nshown: {shown}; {HOW}"
        assert time.monotonic() < end, told
        time.sleep(0.05)
    while any(thumb.has_outbox() for thumb in thumbs):
        assert time.monotonic() < end, [thumb.answered() for thumb in thumbs]
        time.sleep(0.05)
    assert not any(thumb.answered() for thumb in thumbs), [thumb.answered() for thumb in thumbs]
    return [*result(sheet)["totals"]]
