"""Every catalogue is whole, keeps the fields of each text, and is set as its language is."""

import json
import re
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po
from opencc import OpenCC

from companion.games.open.sheet import tie_breaks
from companion.locales import FALLBACKS, LOCALES, SOURCE
from hatch_build import read_exceptions
from tests.support.each_row import each_row

ROOT = Path(__file__).parents[3]
TRANSLATIONS = ROOT / "companion/translations"
FIELD = re.compile(r"\{\w+\}|%\(\w+\)s")
LETTER = re.compile(r"[^\W\d_]")
# What is the same in a language as in English.
SAME = {
    "zh_Hant": {"Ingenious"},
    "de": {
        *("Azul", "Luz", "Salamanca", "5211 2.2, Limit", *(f"Salamanca, Phase {phase}" for phase in range(1, 6))),
        *("Code", "Companion", "Export", "FORMAT", "Name", "Normal", "Orange", "R{row}", "Solo", "TOKEN", "ZONE"),
        *("Team", "Team %(number)s", "Teams", "minus", "offline", "orange", "plus", "{seconds} s"),
    },
}


@pytest.fixture(scope="module")
def texts(tmp_path_factory):
    pot = tmp_path_factory.mktemp("texts") / "messages.pot"
    command = ["pybabel", "--quiet", "extract", "--mapping-file", ROOT / "babel.cfg", "--output-file", pot, ROOT]
    CommandLineInterface().run([str(word) for word in command])
    return _messages(pot)


def catalogue_of(locale):
    with (TRANSLATIONS / locale / "LC_MESSAGES/messages.po").open("rb") as file:
        return read_po(file)


@pytest.fixture(scope="module")
def chinese():
    return catalogue_of("zh_Hant")


@pytest.fixture(scope="module")
def spoken():
    with (TRANSLATIONS / "zh_Hans/LC_MESSAGES/messages.mo").open("rb") as file:
        return GNUTranslations(file)


def _simplified(spoken, message):
    return [spoken.ngettext(*message.id, n) for n in (1, 2)] if message.pluralizable else [spoken.gettext(message.id)]


def _messages(path):
    with path.open("rb") as file:
        return [message for message in read_po(file) if message.id]


def _forms(text):
    return [text] if isinstance(text, str) else list(text)


def _fields(text):
    return set(FIELD.findall(text))


def _is_english(text, same):
    return text not in same and LETTER.search(FIELD.sub("", text)) is not None


def faults(text, kept, same):
    """What is wrong with the translation of a text; where in the code the text stands does not matter."""
    if kept is None or _forms(kept.id) != _forms(text.id):
        yield "missing; run make translations"
        return
    if kept.fuzzy:
        yield "fuzzy"
    for form in _forms(kept.string) or [""]:
        if not form:
            yield "empty"
        elif _fields(form) not in [_fields(english) for english in _forms(text.id)]:
            yield f"not the same fields: {form}"
        elif form in _forms(text.id) and _is_english(form, same):
            yield "still English"


@each_row("locale", [locale for locale in LOCALES if locale != SOURCE and locale not in FALLBACKS])
def test_every_text_is_translated(texts, locale):
    catalogue, same = catalogue_of(locale), SAME.get(locale, set())
    assert len(texts) > 300
    found = [
        f"{_forms(text.id)[0]!r}: {fault}" for text in texts for fault in faults(text, catalogue.get(text.id), same)
    ]
    assert not found, "\n".join(found)


def test_simplified_chinese_has_every_text_in_its_own_script_and_words(chinese, spoken):
    to_simplified, texts = OpenCC("t2s"), ""
    for message in chinese:
        for form in _simplified(spoken, message) if message.id else ():
            assert to_simplified.convert(form) == form
            assert _fields(form) in [_fields(one) for one in _forms(message.string)]
            texts += form
    exceptions = read_exceptions(TRANSLATIONS / "zh_Hans/exceptions.txt")
    assert [word for word in exceptions if word in texts] == []
    assert [own for own in exceptions.values() if own not in texts] == [], "an exception that nothing needs"
    assert "执行数字牌" in texts and "复制" in texts


HAN = "[\u3400-\u9fff]"
NAMED_FIELD = re.compile(r"\{(\w+)\}|%\((\w+)\)s")
# What stands for one of these is mostly Chinese or a sentence, so a space beside it is left to the translator.
OFTEN_CHINESE = {
    *("action", "building", "card", "cards", "cell", "colour", "colours", "cost", "entry", "fertile", "first"),
    *("game", "hazard", "held", "land", "last", "line", "look", "marker", "moves", "phone", "reason"),
    *("rounds", "second", "sentence", "space", "start", "suit", "tile", "title", "wanted", "what"),
}
FAULTS = {
    "a space between Chinese words": re.compile(rf"{HAN} +{HAN}"),
    "no space beside Latin or digits": re.compile(rf"{HAN}[A-Za-z0-9]|[A-Za-z0-9]{HAN}"),
    "a half-width mark": re.compile(rf"{HAN}[,:;!?()]|[,:;!?()]{HAN}|{HAN}\.(?!\w)"),
    "a space beside a full-width mark": re.compile(r" [，。：；！？、（）「」]|[，。：；！？、（）「」] "),
}


def _is_for_people(message):
    """Synonyms of the search are words with commas, which nobody sees."""
    return not any("words.py" in str(place) for place, _ in getattr(message, "locations", ()))


def _filled(text):
    """The text with a Latin letter for each field that is a name or a number, and a neutral mark for the others."""
    return NAMED_FIELD.sub(lambda field: "·" if (field[1] or field[2]) in OFTEN_CHINESE else "N", text).replace(
        "\xa0", " "
    )


def found(text):
    return [fault for fault, pattern in FAULTS.items() if pattern.search(_filled(text))]


def test_chinese_is_set_well(chinese, spoken):
    messages = [message for message in chinese if message.id and _is_for_people(message)]
    texts = [form for message in messages for form in (*_forms(message.string), *_simplified(spoken, message))]
    assert [(text, faults) for text in texts if (faults := found(text))] == []


NUMBERED_ROUND = re.compile(r"第 \S+ (輪|回合)")


def test_a_round_has_one_word_in_each_game(chinese):
    """Salamanca's rulebook calls it 回合, which is a turn elsewhere; there a round is 輪."""
    for message in chinese:
        words = {word for form in _forms(message.string) for word in NUMBERED_ROUND.findall(form)}
        is_own = {place.startswith("companion/games/salamanca/") for place, _ in message.locations}
        assert not words or (words, is_own) in (({"回合"}, {True}), ({"輪"}, {False})), message.id


GERMAN_FAULTS = {
    "a straight or an English quotation mark": re.compile("[\"”']"),
    "a quotation that is not closed": re.compile("„[^“]*$|^[^„]*“"),
    "a hyphen for a dash": re.compile("(?<!mit) - (?=[a-zäöü])(?!für)"),
    "a point in a number": re.compile(r"(?<![\d.])\d+\.\d+(?![\d.])"),
}
_CODE = re.compile(r"pip install \S+( \S+)?|5211 2\.\d|\d+(\.\d+){2,}(/\d+)?|totals\.\d|als 0\.5")


def test_german_is_set_well():
    forms = [form for message in catalogue_of("de") if message.id for form in _forms(message.string)]
    texts = [(text, _CODE.sub("", text)) for text in forms]
    assert [
        (text, fault) for text, plain in texts for fault, found in GERMAN_FAULTS.items() if found.search(plain)
    ] == []


@each_row("path", sorted(ROOT.glob("companion/games/*/setups/*.zh_*.json")))
def test_sheets_that_come_along_are_set_well(path):
    own = json.loads(path.read_text("utf-8"))["options"]
    ties = tie_breaks(own.get("tie", "shared"))
    texts = [own["name"], *[line["name"] for line in own.get("lines", ())], *[tie.get("number", "") for tie in ties]]
    assert [(text, faults) for text in texts if (faults := found(text))] == []


@each_row("mark", [r"\}\}, \{\{", r"\}\}: \{\{", r"</\w+>[,:]\{\{", r'(~|else|\{\{) "[,:] "'])
def test_templates_put_the_marks_of_the_language_between_texts(mark):
    templates = [*ROOT.glob("templates/**/*.html"), *ROOT.glob("companion/*/*/**/*.html")]
    assert len(templates) > 100
    assert [path.name for path in templates if re.search(mark, path.read_text("utf-8"))] == []
