"""How soon an old phone on a slow line can use the pages of a table, emulated in a real browser."""

import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, browser_path
from tools.bench.figures import Figure
from tools.bench.games import GAMES
from tools.bench.serving import Visitor, serving
from tools.bench.weight import context_of

# Slow 4G as in Lighthouse: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up.
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SLOWER = 4  # the factor by which an old phone's processor is slower
TIMES = 5
LARGEST_PAINT = """() => new Promise((done) => {
    const seen = new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime));
    seen.observe({ type: "largest-contentful-paint", buffered: true });
})"""
# Taps a key as soon as the page is painted, then waits for a frame with the answer: on this page, or, if no script
# answers, on the page that the companion sends.
FIRST_TAP = """([tapped, answer]) => {
    const now = () => performance.timeOrigin + performance.now();
    const begun = Number(sessionStorage.getItem("begun") ?? performance.timeOrigin);
    sessionStorage.setItem("begun", begun);
    const look = () => {
        if (!document.querySelector(answer)) return requestAnimationFrame(look);
        requestAnimationFrame(() => setTimeout(() => { globalThis.answered = now() - begun; }));
    };
    const tap = () => {
        const key = document.querySelector(tapped);
        if (!key) return requestAnimationFrame(tap);
        if (!sessionStorage.getItem("tapped")) {
            sessionStorage.setItem("tapped", now() - begun);
            key.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        }
        look();
    };
    new PerformanceObserver((list, seen) => { seen.disconnect(); tap(); }).observe({ type: "paint", buffered: true });
}"""


@dataclass(frozen=True)
class Tap:
    """Selectors of a key, of the sign that it was tapped, and of the companion's answer."""

    key: str
    shown: str
    counted: str = ""

    @property
    def answers(self) -> dict[str, str]:
        """The selectors to wait for, by their description."""
        both = {"first tap answered": self.shown, "first tap counted by the companion": self.counted}
        return {name: answer for name, answer in both.items() if answer}


TAPS = {
    "luz": Tap(".strip input", ".strip :checked"),
    "5211": Tap("[data-card]:not([aria-disabled=true])", ".hand [data-taken]"),
    "azul": Tap(".wall input[type=checkbox]", ".wall :checked", ".calculation"),
    "ingenious": Tap(".pick button", ".pick .on", ".pick [aria-pressed]"),
    "salamanca": Tap(".land button", ".land .on", ".land [aria-pressed]"),
}


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        host = Visitor(served.port)
        tables = {game: f"/t/{game.opened(host)}" for game in GAMES}
        for game, table in tables.items():
            for name, path in (("table page", table), ("entry form", f"{table}/enter")):
                paints = [_painted(browser, host, path) for _ in range(TIMES)]
                yield _figure(f"largest paint, {name}", game.key, paints)
            tap = TAPS.get(game.key)  # the open sheet has numbers to type
            for name, answer in tap.answers.items() if tap else ():
                taps = [_answered(browser, host, f"{table}/enter", tap.key, answer) for _ in range(TIMES)]
                yield _figure(f"{name}, entry form", game.key, taps)
        browser.close()


def _figure(what: str, game: str, milliseconds: list[float]) -> Figure:
    name = f"slow phone and line: {what}, {game}, median of {len(milliseconds)}"
    return Figure(name, statistics.median(milliseconds) / 1000, "s", 1.5)


def _painted(browser: Browser, host: Visitor, path: str) -> float:
    """When the page's largest part was painted, in ms."""
    page = _slow_page(browser, host)
    page.goto(path)
    painted: float = page.evaluate(LARGEST_PAINT)
    page.context.close()
    return painted


def _answered(browser: Browser, host: Visitor, path: str, key: str, answer: str) -> float:
    """When the first tap on a key was answered, in ms."""
    page = _slow_page(browser, host)
    page.add_init_script(f"({FIRST_TAP})({[key, answer]})")
    page.goto(path)
    page.wait_for_function("() => globalThis.answered")
    answered: float = page.evaluate("() => answered")
    page.context.close()
    return answered


def _slow_page(browser: Browser, host: Visitor) -> Page:
    page = context_of(browser, host, host.port).new_page()
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    return page
