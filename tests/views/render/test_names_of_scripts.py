"""What a script looks for or makes by a name, no page and no game has under the same name for something else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from companion.paths import STATIC, TEMPLATES
from tests.support.each_row import each_row

ROOT = STATIC.parent
SCRIPTS = (*STATIC.glob("*.js"), *ROOT.glob("companion/games/*/form.js"))
OF_GAMES = (
    *ROOT.glob("companion/games/**/*.html"),
    *ROOT.glob("examples/**/*.html"),
    *ROOT.glob("companion/scaffold/**/*.html.in"),
)
PAGES = (*TEMPLATES.rglob("*.html"), *OF_GAMES)

SELECTOR = re.compile(r"""(?:querySelector(?:All)?|closest|matches)\??\.?\(\s*(["'`])(.*?)\1""", re.DOTALL)
LOOKED_FOR = re.compile(r'getElementById\("([\w-]+)"\)')
MADE_IDS = re.compile(r'(?:\bid: |<\w+ [^<>]*\bid=)"([\w-]+)"')
# A notice that a script shows is cloned from one of these, or made by the script.
NOTICES = ("shared/outbox.html", "shared/notices.html")
# What a game's form gives for the scripts of all forms.
HOOKS = {"entry", "preview"}


def name_of(template: Path) -> str:
    """The last two parts of a template's path."""
    return "/".join(template.parts[-2:])


def found(pattern: re.Pattern[str], files: Iterable[Path]) -> dict[str, set[str]]:
    """What a pattern finds, and where."""
    places = defaultdict(set)
    for file in files:
        for name in pattern.findall(file.read_text("utf-8")):
            places[name].add(name_of(file))
    return places


def looked_for() -> set[str]:
    """The ids by which scripts find parts of a page."""
    texts = [script.read_text("utf-8") for script in SCRIPTS]
    selectors = [selector for text in texts for _, selector in SELECTOR.findall(text)]
    by_selector = {name for selector in selectors for name in re.findall(r"#([a-z][\w-]*)", selector)}
    return by_selector | {name for text in texts for name in LOOKED_FOR.findall(text)}


def made() -> set[str]:
    """The ids of what scripts put into a page."""
    kept = found(re.compile(r'\bid="([\w-]+)"'), [TEMPLATES / name for name in NOTICES])
    return set(found(MADE_IDS, SCRIPTS)) | kept.keys()


IDS = found(re.compile(r'\bid="([\w-]+)"'), PAGES)


def test_the_names_are_read() -> None:
    assert {"notice", "entry", "preview", "clock"} <= looked_for()
    assert {"unreached", "refused", "kept", "offer", "outdated", "restored"} <= made()
    assert "away" in IDS


@each_row("name", sorted(made()))
def test_no_page_has_the_id_of_what_a_script_makes(name: str) -> None:
    assert IDS.get(name, set()) <= set(NOTICES)


def test_games_have_none_of_the_ids_of_scripts() -> None:
    taken = found(re.compile(r'\bid="([\w-]+)"'), OF_GAMES).keys() & (looked_for() | made())
    assert taken <= HOOKS
