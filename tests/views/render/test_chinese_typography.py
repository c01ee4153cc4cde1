"""Chinese texts are set as Chinese is: full-width marks, and spaces only beside Latin and digits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion.games.open.sheet import tie_breaks
from tests.support.each_row import each_row

ROOT = Path(__file__).parents[3]
TRANSLATIONS = ROOT / "companion/translations"
HAN = "[\u3400-\u9fff]"
FIELD = re.compile(r"\{(\w+)\}|%\((\w+)\)s")
# What stands for one of these is mostly Chinese or a sentence, so a space beside it is left to the translator.
OFTEN_CHINESE = {
    *("action", "building", "card", "cards", "cell", "colour", "colours", "cost", "entry", "fertile", "first"),
    *("game", "hazard", "held", "land", "last", "line", "look", "marker", "moves", "reason", "rounds"),
    *("second", "sentence", "space", "start", "suit", "tile", "title", "wanted", "what"),
}
FAULTS = {
    "a space between Chinese words": re.compile(rf"{HAN} +{HAN}"),
    "no space beside Latin or digits": re.compile(rf"{HAN}[A-Za-z0-9]|[A-Za-z0-9]{HAN}"),
    "a half-width mark": re.compile(rf"{HAN}[,:;!?()]|[,:;!?()]{HAN}|{HAN}\.(?!\w)"),
    "a space beside a full-width mark": re.compile(r" [，。：；！？、（）「」]|[，。：；！？、（）「」] "),
}


def _is_for_people(message: object) -> bool:
    """Synonyms of the search are words with commas, which nobody sees."""
    return not any("words.py" in str(place) for place, _ in getattr(message, "locations", ()))


def _texts(catalogue: Catalog) -> Iterator[str]:
    for message in catalogue:
        if message.id and _is_for_people(message):
            yield from [message.string] if isinstance(message.string, str) else message.string


@pytest.fixture(scope="module")
def traditional() -> list[str]:
    with (TRANSLATIONS / "zh_Hant/LC_MESSAGES/messages.po").open("rb") as file:
        return list(_texts(read_po(file)))


@pytest.fixture(scope="module")
def simplified(traditional: list[str]) -> list[str]:
    with (TRANSLATIONS / "zh_Hans/LC_MESSAGES/messages.mo").open("rb") as file:
        spoken = GNUTranslations(file)
    with (TRANSLATIONS / "zh_Hant/LC_MESSAGES/messages.po").open("rb") as file:
        ids = [message.id for message in read_po(file) if message.id and _is_for_people(message)]
    return [spoken.gettext(id_) if isinstance(id_, str) else spoken.ngettext(*id_, 2) for id_ in ids]


def _filled(text: str) -> str:
    """The text with a Latin letter for each field that is a name or a number, and a neutral mark for the others."""
    return FIELD.sub(lambda field: "·" if (field[1] or field[2]) in OFTEN_CHINESE else "N", text).replace("\xa0", " ")


def found(text: str) -> list[str]:
    """What is wrong with a text."""
    return [fault for fault, pattern in FAULTS.items() if pattern.search(_filled(text))]


def test_traditional_chinese_is_set_well(traditional: list[str]) -> None:
    assert [(text, faults) for text in traditional if (faults := found(text))] == []


def test_simplified_chinese_is_set_well(simplified: list[str]) -> None:
    assert [(text, faults) for text in simplified if (faults := found(text))] == []


@each_row("path", sorted(ROOT.glob("companion/games/*/setups/*.zh_*.json")))
def test_sheets_that_come_along_are_set_well(path: Path) -> None:
    own = json.loads(path.read_text("utf-8"))["options"]
    ties = tie_breaks(own.get("tie", "shared"))
    texts = [own["name"], *[line["name"] for line in own.get("lines", ())], *[tie.get("number", "") for tie in ties]]
    assert [(text, faults) for text in texts if (faults := found(text))] == []


@each_row("mark", [r"\}\}, \{\{", r"\}\}: \{\{", r"</\w+>[,:]\{\{", r'(~|else|\{\{) "[,:] "'])
def test_templates_put_the_marks_of_the_language_between_texts(mark: str) -> None:
    templates = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("companion/games/**/*.html")]
    assert len(templates) > 100
    assert [path.name for path in templates if re.search(mark, path.read_text("utf-8"))] == []
