"""Builds the manual as a site in its languages, with new screenshots: `make docs`.

The English one also has the pages of docs/; their links to other files lead to the repository.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path

from tools import kit
from tools.tutorials import TUTORIALS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
MANUAL = DOCS / "manual"
_MAIN = "en"
LANGUAGES = {path.name: "" if path.name == _MAIN else path.name for path in sorted(MANUAL.iterdir())}
"""The folders of the manual, and their paths in the site."""
_LINK = re.compile(r"(!?\[[^\]]*\])\(([^)#\s]+)(#[^)\s]*)?\)")
PICTURE = re.compile(r"<!-- picture (\S+): (.+) -->")
"""What a page of the manual says where the site has a picture: its name and its description."""
_TO_ENGLISH = re.compile(r"\]\((?:\.\./)+([\w-]+)\.md\)")
_TO_TOUR = re.compile(rf"\]\(\.\./{_MAIN}/(\S+)\.md\)")  # of a language that has the first page only

Take = Callable[[Path, Iterable[str]], None]
"""A function that takes the named pictures into a folder."""


def pictures_of(folder: Path) -> list[str]:
    """Return the names of the pictures that the pages in a folder show."""
    pages = sorted(folder.rglob("*.md"))
    return sorted({name for page in pages for name, _ in PICTURE.findall(page.read_text("utf-8"))})


def prepare(build: Path, language: str) -> Path:
    """Copy the pages of a language and their settings into a folder; return the folder of the pages."""
    folder = build / language
    pages = folder / "docs"
    shutil.copytree(MANUAL / language, pages, ignore=shutil.ignore_patterns("zensical.toml"))
    shutil.copy(MANUAL / language / "zensical.toml", folder)
    for page in pages.rglob("*.md"):
        page.write_text(_for_site(page.read_text("utf-8"), language), "utf-8")
    if language == "en":
        (pages / TUTORIALS.name).mkdir()
        for page in (*DOCS.glob("*.md"), *TUTORIALS.glob("*.md")):
            (pages / page.relative_to(DOCS)).write_text(_with_links(page.read_text("utf-8"), page.parent), "utf-8")
        (pages / "kit.md").write_text(_with_links(kit.page(), DOCS), "utf-8")
        changes = (ROOT / "CHANGELOG.md").read_text("utf-8").replace("](docs/", "](")
        (pages / "changes.md").write_text(_with_links(changes, ROOT), "utf-8")
        for picture in DOCS.glob("*.png"):
            shutil.copy(picture, pages)
    return pages


def _for_site(text: str, language: str) -> str:
    """Return a page of the manual with its pictures, and with links to where the site has the pages of docs/."""
    text = PICTURE.sub(r'![\2](../pictures/\1){ width="260" }', text)
    text = text.replace("CHANGELOG.md", "changes.md")
    text = _TO_TOUR.sub(r"](../\1/)", text)
    page = "]({}.md)" if language == _MAIN else "](../{}/)"
    return _TO_ENGLISH.sub(lambda link: page.format(link[1]), text)


def _with_links(text: str, folder: Path) -> str:
    """Return a page in which links to files outside docs/ lead to the repository."""
    repository = _repository()

    def replaced(link: re.Match[str]) -> str:
        words, target, place = link[1], link[2], link[3] or ""
        path = (folder / target).resolve()
        if ":" in target or not path.exists() or path.parent in (DOCS, TUTORIALS):
            return link[0]
        name = path.relative_to(ROOT).as_posix()
        return f"{words}({repository}/blob/main/{name}{place})" if repository else words.strip("![]")

    return _LINK.sub(replaced, text)


def _repository() -> str | None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    urls: dict[str, str] = project.get("urls", {})
    return next((url.rstrip("/") for name, url in urls.items() if name in ("Repository", "Source")), None)


def build(folder: Path, take: Take) -> Path:
    """Build the whole site in a folder; return its path. Raises `CalledProcessError` for a broken link."""
    shutil.rmtree(folder, ignore_errors=True)
    site = folder / "site"
    for language, place in LANGUAGES.items():
        pages = prepare(folder, language)
        (pages / "pictures").mkdir()
        take(pages / "pictures", pictures_of(MANUAL / language))
        command = [Path(sys.executable).with_name("zensical"), "build", "--clean", "--strict"]
        subprocess.run(command, cwd=pages.parent, check=True)
        shutil.copytree(pages.parent / "site", site / place, dirs_exist_ok=True)
    return site


if __name__ == "__main__":
    from tools.shots import take_named

    print(build(Path(sys.argv[1]), take_named), "is the site: open index.html in it, or put it on any web server.")
