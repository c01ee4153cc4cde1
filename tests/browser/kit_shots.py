"""Pictures of what the kit draws, for the manual."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from tests.browser.conftest import ARGUMENTS, browser_path
from tests.faults.served import Served

SIZE: ViewportSize = {"width": 480, "height": 900}


def take_kit(folder: Path, names: Iterable[str]) -> None:
    """Take the pictures of these names; raises an error of Playwright where the kit has no such entry."""
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        server = Served(Path(kept), options=("--develop",))
        server.start()
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        page = browser.new_page(viewport=SIZE, device_scale_factor=2)
        page.goto(f"http://127.0.0.1:{server.port}/develop/kit")
        for name in sorted(names):
            page.locator(f"#{Path(name).stem} > .shown").screenshot(path=folder / name)
        browser.close()
        server.close()
