"""What a table's page weighs on the wire and how soon an old phone on a slow line can use it, in a real browser."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from tests.bench.figures import Figure
from tests.bench.games import GAMES
from tests.bench.serving import Visitor, serving
from tests.browser.conftest import ARGUMENTS, browser_path

# A slow 4G line as page testers define it: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up.
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
SLOWER = 4  # times, the processor of an old phone
LARGEST_PAINT = """() => new Promise((done) => {
    const seen = new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime));
    seen.observe({ type: "largest-contentful-paint", buffered: true });
})"""
# A tap on a bet, made as soon as there is one to tap on; the moment when the page that answers it is painted.
FIRST_TAP = """() => { new MutationObserver(() => {
    const key = document.querySelector(".strip input");
    if (!key || globalThis.answered) return;
    globalThis.answered = "waiting";
    requestAnimationFrame(() => { key.click();
        requestAnimationFrame(() => setTimeout(() => { globalThis.answered = key.checked && performance.now(); })); });
}).observe(document, { childList: true, subtree: true }); }"""


@dataclass
class Wire:
    """What comes over the wire to one page: requests, their hosts, and bytes with headers."""

    session: CDPSession
    asked: list[str] = field(default_factory=list)
    bytes: float = 0

    def __post_init__(self) -> None:
        self._headers: dict[str, float] = {}
        self.session.send("Network.enable")
        self.session.on("Network.requestWillBeSent", lambda event: self._sent(event["request"]["url"]))
        self.session.on("Network.responseReceived", self._begun)
        self.session.on("Network.dataReceived", lambda event: self._came(event["encodedDataLength"]))

    def _sent(self, address: str) -> None:
        if not address.startswith("data:"):
            self.asked.append(address)

    def _begun(self, event: dict[str, Any]) -> None:
        self._came(event["response"]["encodedDataLength"])

    def _came(self, number: float) -> None:
        self.bytes += max(number, 0)

    def reset(self) -> None:
        self.asked, self.bytes = [], 0


def measure() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        host = Visitor(served.port)
        for game in GAMES:
            session = game.opened(host)
            yield from _loads(browser, host, session, game.key)
            yield from _update(browser, host, session, game)
        luz = GAMES[0].opened(host)
        yield from _slow(browser, host, f"/t/{luz}")
        browser.close()


def _context(browser: Browser, host: Visitor) -> BrowserContext:
    context = browser.new_context(viewport={"width": 390, "height": 844}, base_url=f"http://127.0.0.1:{host.port}")
    name, value = host.cookie.split("=", 1)
    context.add_cookies([{"name": name, "value": value, "url": f"http://127.0.0.1:{host.port}"}])
    return context


def _shown(page: Page, path: str) -> None:
    """Open a page and wait until its stream has told the version."""
    with page.expect_response(lambda response: "/live/" in response.url):
        page.goto(path)
    page.wait_for_timeout(700)


def _loads(browser: Browser, host: Visitor, session: str, game: str) -> Iterator[Figure]:
    context = _context(browser, host)
    page = context.new_page()
    wire = Wire(context.new_cdp_session(page))
    _shown(page, f"/t/{session}")
    own = f"127.0.0.1:{host.port}"
    yield Figure(f"first load of the table page, {game}", wire.bytes / 1000, "kB", 40)
    yield Figure(f"first load, requests, {game}", len(wire.asked), "", 8)
    yield Figure(
        f"first load, other hosts, {game}", sum(urlsplit(address).netloc != own for address in wire.asked), "", 0
    )
    wire.reset()
    _shown(page, f"/t/{session}")
    yield Figure(f"the table page again, {game}", wire.bytes / 1000, "kB", 6)
    context.close()


def _update(browser: Browser, host: Visitor, session: str, game: Any) -> Iterator[Figure]:
    context = _context(browser, host)
    page = context.new_page()
    wire = Wire(context.new_cdp_session(page))
    _shown(page, f"/t/{session}")
    most = 0.0
    for _ in range(4):
        wire.reset()
        game.enter(host, session)
        page.wait_for_timeout(400)
        most = max(most, wire.bytes)
    yield Figure(f"an update to one phone, {game.key}", most / 1000, "kB", 2.5)
    context.close()


def _slow(browser: Browser, host: Visitor, table: str) -> Iterator[Figure]:
    for name, path in (("table page", table), ("entry form", f"{table}/enter")):
        context = _context(browser, host)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", SLOW)
        page.add_init_script(f"({FIRST_TAP})()")
        page.goto(path)
        yield Figure(f"slow phone and line: largest paint, {name}", page.evaluate(LARGEST_PAINT) / 1000, "s", 1.5)
        if path != table:
            page.wait_for_function("typeof globalThis.answered === 'number'")
            yield Figure("slow phone and line: first tap answered", page.evaluate("answered") / 1000, "s", 1.5)
        context.close()
