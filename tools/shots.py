"""Takes screenshots of every place in both languages, both themes and two sizes, with an index page: `make shots`."""

import re
import shutil
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from html import escape
from itertools import product
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

from tests.browser.conftest import ARGUMENTS, browser_path, served
from tests.browser.place import Place
from tests.browser.sample_instance import NAMES, fill_database
from tests.browser.walk import LOCALES, SCHEMES, Walk

SIZES: Mapping[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "laptop": {"width": 1280, "height": 800}}
DOCS = Path(__file__).parents[1] / "docs"
IN_DOCS = {
    "table.png": "table-of-luz.phone.en-GB.light.png",
    "table.zh.png": "table-of-luz.phone.zh-TW.dark.png",
    "audit.png": "referee-azul-audit-answered.phone.en-GB.light.png",
    "audit.wide.png": "referee-azul-audit-answered.laptop.en-GB.light.png",
    "replay.png": "replay-of-azul.phone.en-GB.light.png",
    "replay.wide.png": "replay-of-azul.laptop.en-GB.light.png",
}
"""The pictures of README and docs/, each with the name of its screenshot."""
LOOK = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title>
<style>body{font:14px sans-serif;background:#888}section{display:flex;gap:8px;overflow:auto;padding:8px}
img{height:420px;flex:none}</style>"""


def shoot(folder: Path, only: str) -> int:
    """Take the pictures of all places whose name contains `only`; return how many."""
    with _walking() as walk:
        chosen = [(place, address) for place, address in walk.places() if only in place.name]
        rows = [(place.name, list(_taken(walk, folder, place, address))) for place, address in chosen]
    (folder / "index.html").write_text(LOOK + "".join(_row(name, files) for name, files in rows), "utf-8")
    return sum(len(files) for _, files in rows)


def take_named(folder: Path, names: Iterable[str]) -> None:
    """Take the named pictures. Raises `LookupError` if a name belongs to no place."""
    wanted = set(names)
    with _walking() as walk:
        for place, address in walk.places():
            if any(file in wanted for file in file_names(place)):
                wanted -= set(_taken(walk, folder, place, address, frozenset(wanted)))
    if wanted:
        raise LookupError(f"No place has these pictures: {', '.join(sorted(wanted))}")


@contextmanager
def _walking() -> Iterator[Walk]:
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        instance = fill_database(Path(kept) / "companion.sqlite", NAMES)
        browser = playwright.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        with served(Path(kept)) as server:
            walk = Walk(browser, server.base, instance)
            yield walk
            walk.close()
        browser.close()


def file_names(place: Place) -> Iterator[str]:
    """Yield the file names of a place's pictures."""
    for locale, size, scheme in product(LOCALES, SIZES, SCHEMES):
        yield _file_name(place, size, locale, scheme)


def _file_name(place: Place, size: str, locale: str, scheme: str) -> str:
    name = re.sub(r"[^a-z0-9]+", "-", place.name.lower())
    return f"{name}.{size}.{locale}.{scheme}.png"


def _taken(
    walk: Walk, folder: Path, place: Place, address: str, wanted: Collection[str] | None = None
) -> Iterator[str]:
    """Take a place's pictures, or the wanted ones, and yield their file names."""
    for locale in LOCALES:
        names = {(size, scheme): _file_name(place, size, locale, scheme) for size in SIZES for scheme in SCHEMES}
        if wanted is not None and wanted.isdisjoint(names.values()):
            continue
        with walk.at(place, address, locale) as page:
            for (size, scheme), file in names.items():
                if wanted is not None and file not in wanted:
                    continue
                page.set_viewport_size(SIZES[size])
                page.emulate_media(color_scheme=scheme)
                page.screenshot(path=folder / file)
                yield file


def _row(name: str, files: list[str]) -> str:
    pictures = "".join(f'<a href="{file}"><img loading="lazy" alt="" src="{file}"></a>' for file in files)
    return f"<h2>{escape(name)}</h2><section>{pictures}</section>"


def renew_docs() -> None:
    """Replace the pictures of README and docs/."""
    with tempfile.TemporaryDirectory() as taken:
        take_named(Path(taken), IN_DOCS.values())
        for name, file in IN_DOCS.items():
            shutil.copy(Path(taken) / file, DOCS / name)


if __name__ == "__main__":
    if sys.argv[2:] == ["--docs"]:
        renew_docs()
        sys.exit()
    target = Path(sys.argv[1])
    target.mkdir(exist_ok=True)
    print(shoot(target, sys.argv[2] if len(sys.argv) > 2 else ""), "pictures in", target)
