"""Check that pages fit on a phone: measure them in Chromium at 320 and 390 px; needs Playwright and a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from companion.checking.finding import Finding
from companion.checking.pages import template_of
from companion.checking.sheets import Sheet
from companion.checking.web.site import Site
from companion.game import Message

WIDTHS = (320, 390)
TAPPED = "button, label.key, a.key, summary, .bar a, .top a, .tabs a[href], input:not([type=hidden]):not(.key input)"
"""A selector of everything that people tap."""
MEASURE = """tapped => {
    const seen = element => element.getClientRects().length && !element.closest("[aria-hidden=true]");
    const label = element => `${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 30)}`;
    const faults = [];
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (over > 0) {
        const edge = document.documentElement.clientWidth;
        const wide = [...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > edge + 1);
        faults.push(`${over} px too wide: ${label(wide.at(-1) ?? document.body)}`);
    }
    for (const element of document.querySelectorAll(tapped)) {
        const box = element.getBoundingClientRect();
        if (seen(element) && box.height < 43.5) faults.push(`${box.height} px high: ${label(element)}`);
    }
    return faults;
}"""
"""A script that returns what makes a page too wide, and which elements are too low to tap."""
_ADDRESS = "http://localhost"


@contextmanager
def browser_page(site: Site) -> Iterator[Any]:
    """Yield a browser page whose requests all go to the site; None if there is no browser."""
    try:
        from playwright.sync_api import Error, sync_playwright  # an optional package
    except ImportError:
        yield None
        return
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        except Error:
            yield None
            return
        try:
            page = browser.new_context(service_workers="block", reduced_motion="reduce").new_page()
            page.route("**/*", lambda route: _answer(site, route))
            yield page
        finally:
            browser.close()


def _answer(site: Site, route: Any) -> None:
    """Answer a request of the browser from the application; streams are aborted because they never end."""
    request = route.request
    address = urlsplit(request.url)
    if "/live/" in address.path:
        route.abort()
        return
    path = f"{address.path}?{address.query}" if address.query else address.path
    answer = site.request(request.method, path, request.post_data_buffer, request.headers)
    route.fulfill(status=answer.status_code, headers=dict(answer.headers), body=answer.data)


def check_sizes(site: Site, page: Any, sheet: Sheet) -> Iterator[Finding]:
    """Measure the form, the table, an entry and the replay of a sheet."""
    session = site.open(sheet, sheet.played[:-1])
    for path in _measured(sheet, session):
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            page.goto(f"{_ADDRESS}{path}")
            for fault in page.evaluate(MEASURE, TAPPED):
                yield Finding(
                    template_of(sheet.game, path),
                    Message("At {width} px the page {page} does not fit: {fault}", width=width,
                            page=path.replace(session, "…"), fault=fault),
                    Message("Let it wrap or scroll inside, and make what is tapped 44 px high."),
                )  # fmt: skip


def _measured(sheet: Sheet, session: str) -> Iterable[str]:
    yield from (f"/t/{session}/enter", f"/t/{session}")
    if len(sheet.played) > 1:
        last = len(sheet.played) - 1
        yield from (f"/t/{session}/entries/{last}", f"/t/{session}/replay/{last}")
