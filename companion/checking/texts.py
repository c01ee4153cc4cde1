"""Check that each text of a game's Python files and templates is translated, with the same fields."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from jinja2 import Environment, TemplateSyntaxError
from jinja2.ext import extract_from_ast

from companion.checking.finding import Finding, Place
from companion.checking.site import Site
from companion.game import Game, Message
from companion.locales import FALLBACKS, LOCALES
from companion.views.render.template_helpers import babel_locale, in_language, language_context

_OF_PYTHON = {"Message", "Refusal"}
_OF_TEMPLATES = ("_", "gettext", "ngettext")
_FIELD = re.compile(r"\{\w+\}|%\(\w+\)s")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True)
class Source:
    """A text with its plural form, if it has one, and its place in the code."""

    forms: tuple[str, ...]
    place: Place


def texts_of(folder: Path, environment: Environment) -> Iterator[Source]:
    """Return all texts to translate in a game's folder; raises `SyntaxError` and `TemplateSyntaxError`."""
    for file in sorted(folder.rglob("*.py")):
        yield from _python_texts(file)
    for file in sorted(folder.rglob("*.html")):
        for line, _, text in extract_from_ast(environment.parse(file.read_text("utf-8")), _OF_TEMPLATES):
            forms = tuple(form for form in (text if isinstance(text, tuple) else (text,)) if isinstance(form, str))
            if forms:
                yield Source(forms, Place(file, line))


def _python_texts(file: Path) -> Iterator[Source]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in _OF_PYTHON:
            forms = tuple(
                arg.value for arg in node.args[:2] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )
            if forms:
                yield Source(forms, Place(file, node.lineno))


def check_texts(site: Site, game: Game) -> Iterator[Finding | Message]:
    """Check the translations of a game into each of its languages; a message for each language that it lacks."""
    try:
        texts = list(texts_of(game.folder, site.app.jinja_env))
    except (SyntaxError, TemplateSyntaxError):
        return  # the pages show the same fault
    for language in LOCALES:
        file = game.folder / "translations" / language / "LC_MESSAGES" / "messages.po"
        if file.is_file():
            yield from _check_language(site, texts, language, _read_translations(file))
        elif language != "en" and language not in FALLBACKS and not _is_translated(site, texts, language):
            yield Message("It is not translated into {language}; the file would be {file}.",
                          language=LOCALES[language], file=str(file))  # fmt: skip


def _read_translations(file: Path) -> Mapping[str, Any]:
    """Return the translations in a file of a game by their text, without fuzzy ones."""
    with file.open("rb") as text:
        return {
            (message.id if isinstance(message.id, str) else message.id[0]): message.string
            for message in read_po(text)
            if message.id and not message.fuzzy
        }


def _is_translated(site: Site, texts: list[Source], language: str) -> bool:
    """Whether the companion itself translates most texts, as for a built-in game."""
    return 2 * len(list(_check_language(site, texts, language, {}))) < len(texts)


def _check_language(
    site: Site, texts: list[Source], language: str, translations: Mapping[str, Any]
) -> Iterator[Finding]:
    with site.app.test_request_context(), in_language(str(babel_locale(language))):
        spoken = language_context()["spoken"]
        for text in texts:
            singular = text.forms[0]
            translation = translations.get(singular) or _translated(spoken, text.forms)
            forms = [form for form in (translation if isinstance(translation, list | tuple) else [translation]) if form]
            if not forms and _LETTER.search(_FIELD.sub("", singular)):
                yield Finding(
                    text.place,
                    Message("Not translated into {language}: {text}", language=LOCALES[language], text=singular),
                    Message("Add it to messages.po, also where it stays the same."),
                )
            wanted = [set(_FIELD.findall(form)) for form in text.forms]
            if any(set(_FIELD.findall(form)) not in wanted for form in forms):
                yield Finding(
                    text.place,
                    Message("Its translation into {language} has other fields: {text}", language=LOCALES[language],
                            text=singular),
                    Message("Use the same fields in messages.po."),
                )  # fmt: skip


def _translated(spoken: Any, forms: tuple[str, ...]) -> str | None:
    """Return the companion's own translation of a text; None if it has none."""
    translation = str(spoken.ngettext(*forms, 2) if len(forms) == 2 else spoken.gettext(forms[0]))
    return None if translation in forms else translation
