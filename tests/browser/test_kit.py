"""The kit in a browser: axe finds nothing on it, and nothing sticks out."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser

from tests.browser.test_every_page import RULES, RUN_AXE, TOO_WIDE
from tests.faults.served import Served
from tests.support.long import long
from tests.support.seeds import chance

pytestmark = long


def test_the_kit_can_be_read_by_everybody_at_every_width(chromium: Browser, tmp_path: Path) -> None:
    server = Served(tmp_path, options=("--develop",))
    server.start()
    with closing(server):
        look_at_kit(chromium, server.port)


def look_at_kit(chromium: Browser, port: int) -> None:
    scheme = chance("scheme of the kit").choice(("light", "dark"))
    page = chromium.new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page.goto(f"http://127.0.0.1:{port}/develop/kit")
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(RUN_AXE, RULES) == []
    for width in (320, 390, 1366):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(TOO_WIDE) == "", width
    page.close()
