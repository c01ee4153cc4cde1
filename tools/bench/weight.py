"""The bytes of a table's page on the wire, in a real browser: at the first load, a second one, and each update."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.conftest import ARGUMENTS, browser_path
from tools.bench.figures import Figure
from tools.bench.games import GAMES, PlayedGame
from tools.bench.serving import Visitor, serving
from tools.bench.wire import Wire, wired

# A headless browser does not load the icon and the manifest, which others do.
LEFT_OUT = """() => Promise.all([...document.querySelectorAll("link[rel=icon], link[rel=manifest]")]
    .map(async (link) => (await fetch(link.href)).blob()))"""
IS_KEPT = """async () => {
    while (!(await caches.match(location.href, { ignoreVary: true }))) await new Promise(requestAnimationFrame);
}"""


@contextmanager
def browsing() -> Iterator[tuple[Browser, Visitor]]:
    """A context with a browser and the host of the tables, at a companion of its own."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as served, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        yield browser, Visitor(served.port)
        browser.close()


def measure() -> Iterator[Figure]:
    with browsing() as (browser, host):
        for game in GAMES:
            session = game.opened(host)
            with wired(host.port) as wire:
                yield from _loads(browser, host, wire, session, game.key)
                most = max(updates(browser, host, wire, session, game))
                yield Figure(f"an update to one phone, {game.key}", most, "kB", 2.5)
                yield _kept(browser, host, wire, session, game.key)


def context_of(browser: Browser, host: Visitor, port: int, *, keeps_pages: bool = False) -> BrowserContext:
    """A phone with the host's cookie and an empty cache, for the companion at `port`.

    Browsers treat localhost like https; only a phone that `keeps_pages` uses the service worker.
    """
    base = f"http://127.0.0.1:{port}"
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        base_url=base,
        service_workers="allow" if keeps_pages else "block",
    )
    name, value = host.cookie.split("=", 1)
    context.add_cookies([{"name": name, "value": value, "url": base}])
    return context


def _shown(page: Page, path: str) -> None:
    """Open a page and wait until its stream has sent the version."""
    with page.expect_response(lambda response: "/live/" in response.url):
        page.goto(path)
    page.evaluate(LEFT_OUT)
    page.wait_for_timeout(700)


def first_visit(browser: Browser, host: Visitor, wire: Wire, session: str, game: str) -> Iterator[Figure]:
    """Bytes and requests of the table page on a phone that has nothing of the companion yet."""
    context = context_of(browser, host, wire.port)
    wire.reset()
    _shown(context.new_page(), f"/t/{session}")
    context.close()
    yield Figure(f"first load of the table page, {game}", wire.down / 1000, "kB", 40)
    yield Figure(f"first load, what the phone sends, {game}", wire.up / 1000, "kB")
    yield Figure(f"first load, requests, {game}", wire.requests, "", 8)


def _loads(browser: Browser, host: Visitor, wire: Wire, session: str, game: str) -> Iterator[Figure]:
    yield from first_visit(browser, host, wire, session, game)
    context = context_of(browser, host, wire.port)
    page = context.new_page()
    hosts: list[str] = []
    page.on("request", lambda request: hosts.append(urlsplit(request.url).netloc))
    _shown(page, f"/t/{session}")
    others = [name for name in hosts if name != f"127.0.0.1:{wire.port}"]
    yield Figure(f"first load, other hosts, {game}", len(others), "", 0)
    wire.reset()
    _shown(page, f"/t/{session}")
    yield Figure(f"the table page again, {game}", wire.down / 1000, "kB", 6)
    yield Figure(f"the table page again, what the phone sends, {game}", wire.up / 1000, "kB")
    context.close()


def _kept(browser: Browser, host: Visitor, wire: Wire, session: str, game: str) -> Figure:
    """What a phone under https loads once besides its first page: the service worker, and the page to be cached."""
    downs = []
    for keeps_pages in (False, True):
        context = context_of(browser, host, wire.port, keeps_pages=keeps_pages)
        page = context.new_page()
        wire.reset()
        _shown(page, f"/t/{session}")
        if keeps_pages:
            page.evaluate(IS_KEPT)
        downs.append(wire.down)
        context.close()
    return Figure(f"to keep the table page under https, once, {game}", (downs[1] - downs[0]) / 1000, "kB", 10)


def updates(browser: Browser, host: Visitor, wire: Wire, session: str, game: PlayedGame) -> list[float]:
    """The sizes of four updates of the table page, in kB."""
    context = context_of(browser, host, wire.port)
    page = context.new_page()
    _shown(page, f"/t/{session}")
    sizes = []
    for _ in range(4):
        wire.reset()
        game.enter(host, session)
        page.wait_for_timeout(400)
        sizes.append(wire.down / 1000)
    context.close()
    return sizes
