"""Pictures of every place in both languages, both themes and two sizes, with a page to look at them: `make shots`."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from html import escape
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS, browser_path, served
from tests.browser.places import Place
from tests.browser.sample_instance import NAMES, fill_database
from tests.browser.walk import LOCALES, SCHEMES, Walk

SIZES = {"phone": (390, 844), "laptop": (1280, 800)}
LOOK = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title>
<style>body{font:14px sans-serif;background:#888}section{display:flex;gap:8px;overflow:auto;padding:8px}
img{height:420px;flex:none}</style>"""


def shoot(folder: Path, only: str) -> int:
    """Take the pictures of all places whose name holds `only`; the number of pictures."""
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        instance = fill_database(Path(kept) / "companion.sqlite", NAMES)
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        with served(Path(kept)) as server:
            walk = Walk(browser, server.base, instance)
            chosen = [(place, address) for place, address in walk.places() if only in place.name]
            rows = [(place.name, list(_taken(walk, folder, place, address))) for place, address in chosen]
            walk.close()
        browser.close()
    (folder / "index.html").write_text(LOOK + "".join(_row(name, files) for name, files in rows), "utf-8")
    return sum(len(files) for _, files in rows)


def _taken(walk: Walk, folder: Path, place: Place, address: str) -> Iterator[str]:
    """The names of a place's pictures, as they are taken."""
    name = re.sub(r"[^a-z0-9]+", "-", place.name.lower())
    for locale in LOCALES:
        with walk.at(place, address, locale) as page:
            for size, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    file = f"{name}.{size}.{locale}.{scheme}.png"
                    page.screenshot(path=folder / file)
                    yield file


def _row(name: str, files: list[str]) -> str:
    pictures = "".join(f'<a href="{file}"><img loading="lazy" alt="" src="{file}"></a>' for file in files)
    return f"<h2>{escape(name)}</h2><section>{pictures}</section>"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(exist_ok=True)
    print(shoot(target, sys.argv[2] if len(sys.argv) > 2 else ""), "pictures in", target)
