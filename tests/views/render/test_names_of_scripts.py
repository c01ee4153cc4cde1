"""No page and no game has the id of what a script makes for something else: the script would take it for its own."""

from __future__ import annotations

import re

from companion.paths import STATIC, TEMPLATES
from tests.support.each_row import each_row

ROOT = STATIC.parent
# A notice that a script shows is cloned from one of these, or made by the script.
NOTICES = [TEMPLATES / "shared/outbox.html", TEMPLATES / "shared/notices.html"]
OF_GAMES = ("companion/games/**/*.html", "examples/**/*.html", "companion/scaffold/**/*.html.in")
PAGES = {*TEMPLATES.rglob("*.html"), *(path for pattern in OF_GAMES for path in ROOT.glob(pattern))} - {*NOTICES}
TAKEN = {name for path in PAGES for name in re.findall(r'\bid="([\w-]+)"', path.read_text("utf-8"))}


def made() -> set[str]:
    """The ids of what scripts put into a page."""
    scripts = [*STATIC.glob("*.js"), *ROOT.glob("companion/games/*/form.js")]
    by_scripts = r'(?:\bid: |<\w+ [^<>]*\bid=)"([\w-]+)"'
    kept = {name for path in NOTICES for name in re.findall(r'\bid="([\w-]+)"', path.read_text("utf-8"))}
    return kept | {name for path in scripts for name in re.findall(by_scripts, path.read_text("utf-8"))}


@each_row("name", sorted(made()))
def test_no_page_has_the_id_of_what_a_script_makes(name: str) -> None:
    assert name not in TAKEN
