"""The Chinese catalogue is whole: every text of the code and the pages is there, filled, and keeps its fields."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po
from opencc import OpenCC

from hatch_build import read_exceptions

ROOT = Path(__file__).parents[3]
SIMPLIFIED = ROOT / "companion/translations/zh_Hans"
CHINESE = ROOT / "companion/translations/zh_Hant/LC_MESSAGES/messages.po"
FIELD = re.compile(r"\{\w+\}|%\(\w+\)s")
LETTER = re.compile(r"[^\W\d_]")
NAMES = {"Ingenious"}  # what is called the same in Taiwan


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> list[Message]:
    """The texts to translate, gathered as `make translations` does it."""
    pot = tmp_path_factory.mktemp("texts") / "messages.pot"
    command = ["pybabel", "--quiet", "extract", "--mapping-file", ROOT / "babel.cfg", "--output-file", pot, ROOT]
    CommandLineInterface().run([str(word) for word in command])
    return _messages(pot)


@pytest.fixture(scope="module")
def chinese() -> Catalog:
    with CHINESE.open("rb") as file:
        return read_po(file)


def _messages(path: Path) -> list[Message]:
    with path.open("rb") as file:
        return [message for message in read_po(file) if message.id]


def _forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    return [text] if isinstance(text, str) else list(text)


def _fields(text: str) -> set[str]:
    return set(FIELD.findall(text))


def _is_english(text: str) -> bool:
    return text not in NAMES and LETTER.search(FIELD.sub("", text)) is not None


def faults(text: Message, kept: Message | None) -> Iterator[str]:
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
        elif form in _forms(text.id) and _is_english(form):
            yield "still English"


def test_every_text_is_translated(texts: list[Message], chinese: Catalog) -> None:
    assert len(texts) > 300
    found = [f"{_forms(text.id)[0]!r}: {fault}" for text in texts for fault in faults(text, chinese.get(text.id))]
    assert not found, "\n".join(found)


def test_simplified_chinese_has_every_text_in_its_own_script_and_words(chinese: Catalog) -> None:
    with (SIMPLIFIED / "LC_MESSAGES/messages.mo").open("rb") as file:
        simplified = GNUTranslations(file)
    to_simplified, texts = OpenCC("t2s"), ""
    for message in chinese:
        if message.id:
            forms = (
                [simplified.ngettext(*message.id, n) for n in (1, 2)]
                if message.pluralizable
                else [simplified.gettext(message.id)]
            )
            for form in forms:
                assert to_simplified.convert(form) == form
                assert _fields(form) in [_fields(one) for one in _forms(message.string)]
                texts += form
    exceptions = read_exceptions(SIMPLIFIED / "exceptions.txt")
    assert [word for word in exceptions if word in texts] == []
    assert [own for own in exceptions.values() if own not in texts] == [], "an exception that nothing needs"
    assert "执行数字牌" in texts and "复制" in texts
