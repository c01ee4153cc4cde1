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
MADE_DATA = re.compile(r"dataset\.(\w+) (?:\?\?|\|\|)?= ")

# A notice that a script shows is cloned from one of these, or made by the script.
NOTICES = ("shared/outbox.html", "shared/notices.html")
# What a game's form gives for the scripts of all forms.
HOOKS = {"entry", "preview"}
# Likewise in a data- name. Those of `left` that replay.js moves stand in the plots.
DATA_HOOKS = {
    "card",
    "cell",
    "left",
    "more",
    "need",
    "over",
    "preview",
    "save",
    "shared",
    "sum",
    "tab",
    "tap",
    "unseen",
}
# One thing that several templates have, of which a page has one.
SHARED = {
    "announcement": ("club/live.html", "shared/live.html"),
    "bar": ("amend/edit.html", "shared/live.html", "table/final.html"),
    "form": ("amend/edit.html", "table/enter.html"),
    "head": (
        *("amend/edit.html", "club/parts.html", "replay/replay.html", "shared/live.html", "table/overlay.html"),
        "table/sheet.html",
    ),
    "hero": ("table/final.html", "table/table.html"),
    "new": ("club/new.html", "setup/new.html"),
    "notice": (
        *("export/import.html", "history/history.html", "notes/notes.html", "past/form.html", "past/job.html"),
        *("referee/ask.html", "referee/referee.html", "setup/new.html", "shared/notice.html"),
    ),
    "join": ("groups/join.html", "groups/share.html", "table/by-link.html"),  # join.js is on the last alone
    "print": ("club/print.html", "export/print.html"),
    "name": ("groups/named.html", "groups/seasons.html", "history/rename.html", "setup/new.html"),  # names.js likewise
    "people": ("club/parts.html", "shared/head.html"),
    "stand": (
        *("club/run.html", "club/shared.html", "table/final.html", "table/result.html", "table/table.html"),
        "table/totals-only.html",
    ),
}
# The marks that a script makes, and the templates that have the same: made before it comes, or on what it never asks.
MARKS = {
    "act": {"amend/log.html"},  # a row there, of a script a form
    "answered": {"shared/outbox.html"},  # the words there, of a script a form
    "description": {"luz/form.html", "luz/save.html", "salamanca/form.html"},  # a script gives it to keys that it adds
    "fresh": {"open/form.html"},  # a number that the next digit begins anew
    "labels": {"salamanca/form.html"},  # the next labels of a key, of which the game's script drops the first
    "next": {"export/handover.html", "shared/outbox.html"},  # a link and a text there, of a script a form
    "of": {"azul/form.html"},  # the space whose colour is asked for, by the page or by a script
    "offered-by": {"salamanca/form.html", "salamanca/key.html"},  # a key's selections, of keys that a script adds too
    "ready": {"g5211/save.html", "photos/add.html", "setup/new.html"},  # what a key or a line says once all is there
    "sold": {"salamanca/form.html"},  # in the turn so far, on the page or by its script
    "taken": {"g5211/cards.html"},  # a card in a hand
    "unsent": {"amend/edit.html", "shared/live.html", "templates/base.html"},  # the words there, of a script the notice
    "waiting": {"shared/outbox.html"},  # the words there, of a script a form
}


def name_of(template: Path) -> str:
    """The last two parts of a template's path."""
    return "/".join(template.parts[-2:])


def kebab(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: "-" + letter[0].lower(), name)


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


def test_what_a_script_looks_for_is_one_thing() -> None:
    several = {name: IDS[name] for name in looked_for() - HOOKS if len(IDS.get(name, ())) > 1}
    assert several == {name: set(templates) for name, templates in SHARED.items()}


def test_games_have_none_of_the_ids_of_scripts() -> None:
    taken = found(re.compile(r'\bid="([\w-]+)"'), OF_GAMES).keys() & (looked_for() | made())
    assert taken <= HOOKS


def test_no_page_has_a_mark_that_a_script_makes() -> None:
    marks = {kebab(name) for name in found(MADE_DATA, SCRIPTS)}
    pages = found(re.compile(r"\bdata-([a-z][a-z-]*)"), PAGES)
    assert {name: pages[name] for name in marks & pages.keys()} == MARKS


def test_games_have_what_the_scripts_of_all_ask_for_on_purpose_only() -> None:
    texts = [script.read_text("utf-8") for script in STATIC.glob("*.js")]
    asked = {name for text in texts for name in re.findall(r"\[data-([a-z-]+)", text)}
    assert asked & found(re.compile(r"\bdata-([a-z][a-z-]*)"), OF_GAMES).keys() == DATA_HOOKS
