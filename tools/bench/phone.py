"""How soon an old phone on a slow line can take part in a game, emulated in a real browser; and the same of two rivals.

The phone comes by the link of the QR code, takes a seat and taps; each step is taken as soon as its key is painted.
"""

import json
import statistics
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import token_hex

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from tests.browser.players import Invitation
from tools.bench.figures import Figure
from tools.bench.games import GAMES, PlayedGame
from tools.bench.harness import NotMeasured
from tools.bench.rivals import RIVALS, Rival
from tools.bench.serving import Visitor
from tools.bench.weight import LEFT_OUT, browsing, context_of, first_visit, updates
from tools.bench.wire import wired

# The line of slow 4G as in Lighthouse: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up.
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SLOWER = 6  # the factor by which an old phone's processor is slower
TIMES = 5
# Taps the keys one after the other, each as soon as it is painted, on whatever page it stands; then waits for a frame
# with the answer to the last one.
TAPS = """([keys, answer]) => {
    const now = () => performance.timeOrigin + performance.now();
    const begun = Number(sessionStorage.getItem("begun") ?? performance.timeOrigin);
    sessionStorage.setItem("begun", begun);
    const look = () => {
        const tapped = Number(sessionStorage.getItem("tapped"));
        if (tapped === keys.length) {
            if (!document.querySelector(answer)) return requestAnimationFrame(look);
            return requestAnimationFrame(() => setTimeout(() => console.debug("answered", now() - begun)));
        }
        const key = document.querySelector(keys[tapped]);
        if (key) {
            sessionStorage.setItem("tapped", tapped + 1);
            key.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        }
        requestAnimationFrame(look);
    };
    // An observer is told of the paint only after all scripts that are ready meanwhile; a finger does not wait for it.
    const timer = setInterval(() => {
        if (!performance.getEntriesByType("paint").length) return;
        clearInterval(timer);
        look();
    }, 5);
}"""
SIGN = """([key, sign]) => new Promise((done) => {
    const begun = performance.now();
    const look = () => {
        if (!document.querySelector(sign)) return requestAnimationFrame(look);
        setTimeout(() => done(performance.now() - begun));
    };
    document.querySelector(key).click();
    requestAnimationFrame(look);
})"""
SEEN = """() => new Promise((done) => {
    const shown = () => %s, before = shown();
    const look = () => shown() === before ? requestAnimationFrame(look) : done(Date.now());
    look();
})"""
TAP = "(key) => { const sent = Date.now(); document.querySelector(key).click(); return sent / 1000; }"
VERSION = 'document.getElementById("head").dataset.version'
PHONE: ViewportSize = {"width": 390, "height": 844}
SETTLED = 1500  # ms


@dataclass(frozen=True)
class Tap:
    """Selectors of a key, of the sign that it was tapped, and of the companion's answer where it gives one."""

    key: str
    sign: str
    counted: str = ""


FIRST_TAPS = {
    "luz": Tap(".strip input", ".strip :checked"),
    "5211": Tap("[data-card]:not([aria-disabled=true])", ".hand [data-taken]"),
    "azul": Tap(".wall input[type=checkbox]", ".wall :checked", ".wall :checked + span .number"),
    "ingenious": Tap(".pick button", ".pick .on", ".pick [aria-pressed]"),
    "salamanca": Tap(".land button", ".land .on", ".land [aria-pressed]"),
}
SEAT = "[data-seat] form button"


def measure() -> Iterator[Figure]:
    with browsing() as (browser, host):
        for game in GAMES:
            session = game.opened(host)
            if tap := FIRST_TAPS.get(game.key):  # the open sheet has numbers to type
                yield from _taps(browser, host, game, tap)
            yield _others(browser, host, game, session)
            with wired(host.port) as wire:
                yield from first_visit(browser, host, wire, session, game.key)
                sizes = updates(browser, host, wire, session, game)
                yield Figure(f"an update, median, {game.key}", statistics.median(sizes), "kB", 2)
        faults = []
        for name, serving_rival in RIVALS.items():
            with tempfile.TemporaryDirectory() as folder:
                try:
                    with serving_rival(Path(folder)) as rival:
                        yield from _rival(browser, name, rival)
                except NotMeasured as fault:
                    faults.append(f"{name}: {fault}")
        if faults:
            raise NotMeasured("; ".join(faults))


def _taps(browser: Browser, host: Visitor, game: PlayedGame, tap: Tap) -> Iterator[Figure]:
    counted, signs = [], []
    for _ in range(TIMES):
        session = game.opened(host)
        address = Invitation.read(f"/t/{session}/share", host.get(f"/t/{session}/share")[1].decode()).links["scorer"]
        page = _slow(browser.new_context(viewport=PHONE, service_workers="block"))
        counted.append(_answered(page, address, [SEAT, tap.key], tap.counted or tap.sign))
        page.context.close()
        page = _slow(context_of(browser, host, host.port))
        page.goto(f"/t/{game.opened(host)}/enter")
        page.wait_for_timeout(SETTLED)
        signs.append(page.evaluate(SIGN, [tap.key, tap.sign]))
        page.context.close()
    yield _median(f"from the link to the first tap that counts, {game.key}", counted, 1300)
    yield _median(f"from a tap to its sign, {game.key}", signs, 60)


def _others(browser: Browser, host: Visitor, game: PlayedGame, session: str) -> Figure:
    """From an entry to its frame on another phone; neither phone nor line is slowed, so the network takes nothing."""
    page = context_of(browser, host, host.port).new_page()
    page.goto(f"/t/{session}")
    waits = _waits(page, VERSION, lambda: game.enter(host, session))
    page.context.close()
    return _median(f"from an entry to another phone, without the network, {game.key}", waits, 20)


def _waits(page: Page, shown: str, enter: Callable[[], float]) -> list[float]:
    """The times until what a page shows changes, in ms; `enter` makes an entry and returns when it was sent."""
    page.wait_for_timeout(SETTLED)
    waits = []
    for _ in range(TIMES):
        page.evaluate(f"() => {{ globalThis.seen = ({SEEN % shown})(); }}")
        sent = enter()
        waits.append(page.evaluate("() => seen") - 1000 * sent)
    return waits


def _rival(browser: Browser, name: str, rival: Rival) -> Iterator[Figure]:
    """The same figures of a rival's page, as far as it can have them."""
    answered, signs = [], []
    for _ in range(TIMES):
        page = _slow(browser.new_context(viewport=PHONE))
        answered.append(_answered(page, rival.address(token_hex(4)), [rival.key], rival.sign))
        page.context.close()
        page = _slow(browser.new_context(viewport=PHONE))
        page.goto(rival.address(token_hex(4)))
        page.wait_for_timeout(SETTLED)
        signs.append(page.evaluate(SIGN, [rival.key, rival.sign]))
        page.context.close()
    yield _median(f"from the address to the first tap answered, {name}", answered)
    yield _median(f"from a tap to its sign, {name}", signs)
    with wired(rival.port) as wire:
        page = browser.new_context(viewport=PHONE).new_page()
        page.goto(replace(rival, port=wire.port).address(token_hex(4)))
        page.evaluate(LEFT_OUT)
        page.wait_for_timeout(SETTLED)
        page.context.close()
        yield Figure(f"first load, {name}", wire.down / 1000, "kB")
        yield Figure(f"first load, requests, {name}", wire.requests, "")
    if rival.is_live:
        match = token_hex(4)
        tapping, seeing = (browser.new_context(viewport=PHONE).new_page() for _ in range(2))
        for player, page in enumerate((tapping, seeing)):
            page.goto(rival.address(match, player))
            page.wait_for_selector(rival.key)
        shown = f"document.querySelectorAll({json.dumps(rival.sign)}).length"
        waits = _waits(seeing, shown, lambda: float(tapping.evaluate(TAP, rival.key)))
        yield _median(f"from a tap to another phone, without the network, {name}", waits)


def _answered(page: Page, address: str, keys: list[str], answer: str) -> float:
    """When the last of these keys, tapped one after the other, was answered, in ms from the first request."""
    page.add_init_script(f"({TAPS})({json.dumps([keys, answer])})")
    # What Playwright waits for in a page by a script of its own, this phone would have to compile.
    with page.expect_console_message(lambda message: message.text.startswith("answered")) as told:
        page.goto(address, wait_until="commit")
    return float(told.value.text.split()[1])


def _slow(context: BrowserContext) -> Page:
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    return page


def _median(name: str, milliseconds: list[float], bound: float | None = None) -> Figure:
    return Figure(f"slow phone: {name}, median of {len(milliseconds)}", statistics.median(milliseconds), "ms", bound)
