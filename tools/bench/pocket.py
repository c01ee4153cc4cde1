"""The companion without a server, in a browser: what it loads, how soon it starts, how fast it takes an entry.

The browser keeps its files in a folder, as a phone does, and is opened anew for each start; in a private window another
process would answer each read of the database. The times are of one quiet machine; the processor time of a start, of
all its threads, depends less on what else runs.
"""

import base64
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from companion.features import extensions
from companion.storage.store import open_store
from tests.browser.conftest import ARGUMENTS, browser_path
from tests.browser.pocket import PATH, Tab, WebSpace
from tools.bench.figures import Figure
from tools.bench.filling import Group, fill, new_phone
from tools.bench.phone import PHONE, SLOWER

STARTS, TABLES, TRICKS, WINNERS = 5, 5, 9, (0, 1)
GAMES = 700
LEAST = 5_000_000  # bytes of the database
OTHERS = ("Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Mei-Ling")
PAUSE = 320  # ms; the same key counts only once within 0.3 s
# Puts files where the companion keeps its own, before it runs.
PUT = """async ([folder, files]) => {
    const root = await navigator.storage.getDirectory(),
        place = await root.getDirectoryHandle(encodeURIComponent(folder), { create: true });
    for (const [name, content] of Object.entries(files)) {
        const file = await (await place.getFileHandle(name, { create: true })).createWritable();
        await file.write(Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)));
        await file.close();
    }
}"""
TAP = """([winner, tricks]) => new Promise((done) => {
    const begun = performance.now();
    const look = () => {
        if (document.querySelectorAll(".tricks li a").length < tricks) return requestAnimationFrame(look);
        setTimeout(() => done(performance.now() - begun));
    };
    document.querySelector(`button.winner[value='${winner}']`).click();
    requestAnimationFrame(look);
})"""

STATE_IS_KEPT = "caches.match(new URL('state', location)).then(Boolean)"


def measure() -> Iterator[Figure]:
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        closing(WebSpace(Path(folder))) as space,
    ):
        packed = sum(path.stat().st_size for path in space.folder.rglob("*.packed"))
        yield Figure("pocket: to load, packed", packed / 1e6, "MB", 8.5)
        kept = _a_year(Path(folder) / "companion.sqlite")
        yield from _figures(playwright, space, kept, "", (5.5, 2, 60))
        yield from _figures(playwright, space, kept, f", processor {SLOWER} times slower", (None, None, None), SLOWER)


def _a_year(database: Path) -> dict[str, bytes]:
    """Return the files of a phone that hosted many games, as its browser keeps them."""
    with closing(open_store(database, extensions())) as store:
        phone, token = new_phone(store)
        fill(store, [Group("Ann", OTHERS, [phone])] * GAMES)
    content = database.read_bytes()
    assert len(content) >= LEAST, len(content)
    return {database.name: content, "cookies": f"{json.dumps({'phone': token})}\n".encode()}


def _figures(
    playwright: Playwright, space: WebSpace, kept: dict[str, bytes], how: str, bounds: Any, slower: float = 1
) -> Iterator[Figure]:
    first, later, entry = bounds
    with tempfile.TemporaryDirectory() as folder:
        with _opened(playwright, folder) as context:
            page = context.new_page()
            page.goto(f"{space.address}icon.svg")
            page.evaluate(PUT, [PATH, {name: base64.b64encode(content).decode() for name, content in kept.items()}])
            page.close()
            seconds, used, tab = _start(context, space, slower)
            yield Figure(f"pocket: first start{how}", seconds, "s", first)
            yield Figure(f"pocket: first start{how}, processor time", used, "s")
            tab.page.wait_for_function(STATE_IS_KEPT)
        starts = []
        for _ in range(STARTS):
            with _opened(playwright, folder) as context:
                context.set_offline(True)
                starts.append(_start(context, space, slower)[:2])
        seconds, used = (statistics.median(each) for each in zip(*starts, strict=True))
        yield Figure(f"pocket: a later start{how}, offline, median of {STARTS}", seconds, "s", later)
        yield Figure(f"pocket: a later start{how}, processor time", used, "s")
        with _opened(playwright, folder) as context:
            tab = _start(context, space, slower)[-1]
            times = sorted(time for _ in range(TABLES) for time in _entries(tab))
            yield Figure(f"pocket: an entry{how}, median of {len(times)}", statistics.median(times), "ms", entry)
            yield Figure(f"pocket: an entry{how}, p95", times[len(times) * 95 // 100], "ms", entry)
            most = max(_memory(process) for process in _renderers(_browser(context)))
            yield Figure(f"pocket: memory of the page{how}, at most", most / 1024, "MB")
            usage = tab.page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
            yield Figure(f"pocket: kept by the browser{how}", usage / 1e6, "MB")


def _opened(playwright: Playwright, folder: str) -> AbstractContextManager[BrowserContext]:
    return closing(
        playwright.chromium.launch_persistent_context(
            folder, executable_path=browser_path(), args=ARGUMENTS, viewport=PHONE, has_touch=True, locale="en-GB"
        )
    )


def _browser(context: BrowserContext) -> Browser:
    assert context.browser
    return context.browser


def _start(context: BrowserContext, space: WebSpace, slower: float) -> tuple[float, float, Tab]:
    """Open the companion; return the seconds until its home page, those of processors that its pages took, and it."""
    browser = _browser(context)
    tab, before = Tab(context, space), _used(browser)
    if slower != 1:
        context.new_cdp_session(tab.page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    begun = time.monotonic()
    tab.opens()
    seconds = time.monotonic() - begun
    return seconds, sum(used - before.get(id, 0) for id, used in _used(browser).items()), tab


def _entries(tab: Tab) -> Iterator[float]:
    """Open a table of Luz and enter tricks; yield the milliseconds from each tap to its answer on the page."""
    frame = tab.page.frames[1]
    frame.goto(f"{tab.space.address}app/")
    tab.opens_table("luz")
    tab.enters()
    tab.bets((3, 2, 1, 0))
    for number in range(TRICKS):
        yield frame.evaluate(TAP, [WINNERS[number % 2], number + 1])
        tab.page.wait_for_timeout(PAUSE)


def _renderers(browser: Browser) -> list[dict[str, Any]]:
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return [each for each in found if each["type"] == "renderer"]


def _used(browser: Browser) -> dict[int, float]:
    return {each["id"]: each["cpuTime"] for each in _renderers(browser)}


def _memory(process: dict[str, Any]) -> int:
    """The most memory that a process ever had, in kB."""
    with suppress(FileNotFoundError):
        lines = Path(f"/proc/{process['id']}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    return 0
