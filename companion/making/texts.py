"""Checks what a game says: its texts are translated, each rule can be looked up, and nothing in it is never said."""

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from flask_babel import force_locale, get_translations
from jinja2 import Environment, TemplateSyntaxError
from jinja2.ext import extract_from_ast

from companion.engine import Game, Message, Refusal, Step, joined
from companion.engine.rulebook import has_sentence
from companion.locales import FALLBACKS, LOCALES, SOURCE
from companion.making.finding import Finding, Place, declared
from companion.making.pages import Site
from companion.making.sheets import Sheet
from companion.views.render.template_helpers import babel_locale

OF_TEXTS = ("Message", "Refusal", "RuleError", "FormError", "says", "refusal", "_", "gettext", "ngettext")
"""What is made of a text, and perhaps its plural form."""
_OF_EACH = ("rule", "chapter")
"""What is made of several texts, each a message of its own."""
_AFTER_FIRST = ("rule", "refusal")
"""What has its texts after a first argument, which is none."""
_INPUTS = ("Number", "OneSeat", "Choice", "Several", "Flag", "Column")
"""What is made of a key; refusals call it so."""
_KEYWORDS = {
    "Refusal": ("title",),
    "refusal": ("title",),
    "Question": ("title", "help", "words"),
    "who_comes_first": ("help", "words"),
    **dict.fromkeys(_INPUTS, ("name", "title", "asks", "labels")),
}
"""The keywords that are given texts."""
_OF_TEMPLATES = ("_", "gettext", "ngettext")
_FIELD = re.compile(r"\{\w+\}|%\(\w+\)s")
_LETTER = re.compile(r"[^\W\d_]")

Source = tuple[tuple[str, ...], Place]
"""A text with its plural form, if it has one, and its place in the code."""


def texts_of(folder: Path, environment: Environment) -> Iterator[Source]:
    """Return all texts to translate in a game's folder; raises `SyntaxError` and `TemplateSyntaxError`."""
    for file in sorted(folder.rglob("*.py")):
        yield from ((forms, Place(file, line)) for line, forms in texts_in(ast.parse(file.read_text("utf-8"))))
    for file in sorted(folder.rglob("*.html")):
        for line, _, text in extract_from_ast(environment.parse(file.read_text("utf-8")), _OF_TEMPLATES):
            forms = tuple(form for form in (text if isinstance(text, tuple) else (text,)) if isinstance(form, str))
            if forms:
                yield forms, Place(file, line)


def texts_in(code: ast.AST, names: Sequence[str] = OF_TEXTS) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Return the line of each text in Python code, and the text with its plural form, if it has one.

    `names` are the functions and classes that are called with a text; a refusal has its title as well.
    """
    for node in ast.walk(code):
        name = getattr(node.func, "id", getattr(node.func, "attr", None)) if isinstance(node, ast.Call) else None
        if name is None or not isinstance(node, ast.Call):
            continue
        texts = list(map(_text, node.args[name in _AFTER_FIRST :]))
        if name in _OF_EACH:
            yield from ((node.lineno, (text,)) for text in texts if text is not None)
        elif name in names and texts and texts[0]:
            yield node.lineno, tuple([text for text in takewhile(lambda text: text is not None, texts[:2]) if text])
        given = [keyword for keyword in node.keywords if keyword.arg in _KEYWORDS.get(name, ())]
        values = [part for keyword in given for part in getattr(keyword.value, "elts", [keyword.value])]
        if name in _INPUTS and not {"name", "reads"} & {keyword.arg for keyword in node.keywords}:
            values += node.args[:1]
        yield from ((value.lineno, (text,)) for value in values if (text := _text(value)) is not None)


def _text(argument: ast.expr) -> str | None:
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def check_texts(site: Site, game: Game) -> Iterator[Finding | Message]:
    """Check the translations of a game into each of its languages; a message for each language that it lacks."""
    try:
        texts = list(texts_of(game.folder, site.app.jinja_env))
    except (SyntaxError, TemplateSyntaxError):
        return  # the pages show the same fault
    for language in LOCALES:
        file = _catalogue(game, language)
        if file.is_file():
            yield from _check_language(site, texts, language, _read_translations(file))
        elif language != SOURCE and language not in FALLBACKS and not _is_translated(site, texts, language):
            yield Message("It is not translated into {language}; the file would be {file}.",
                          language=LOCALES[language], file=str(file))  # fmt: skip


def _catalogue(game: Game, language: str) -> Path:
    return game.folder / "translations" / language / "LC_MESSAGES" / "messages.po"


def write_missing(site: Site, game: Game, language: str) -> tuple[int, Path]:
    """Add the texts without a translation to the catalogue of a game; return their number and the file.

    Those that wait there already to be filled in are counted, too.
    """
    file, texts = _catalogue(game, language), list(texts_of(game.folder, site.app.jinja_env))
    is_new, added = not file.is_file(), Catalog(language, header_comment="", project=game.key, fuzzy=False)
    known = {} if is_new else _read_translations(file)
    found = _translated_texts(site, texts, language, known)
    missing = {text: place for text, place, forms in found if _is_missing(text, forms)}
    for text, place in missing.items():
        if text[0] not in known:
            where = place.file.relative_to(game.folder).as_posix(), place.line
            added.add(text if len(text) > 1 else text[0], locations=[where])
    file.parent.mkdir(parents=True, exist_ok=True)
    if is_new or len(added):
        with file.open("ab") as catalogue:  # what the author wrote stays as it is
            catalogue.write(b"" if is_new else b"\n")
            write_po(catalogue, added, width=0, omit_header=not is_new)
    return len(missing), file


def _read_translations(file: Path) -> Mapping[str, Any]:
    with file.open("rb") as text:
        return {
            (message.id if isinstance(message.id, str) else message.id[0]): "" if message.fuzzy else message.string
            for message in read_po(text)
            if message.id
        }


def _is_translated(site: Site, texts: list[Source], language: str) -> bool:
    """Whether the companion itself translates most texts, as for a built-in game."""
    return 2 * len(list(_check_language(site, texts, language, {}))) < len(texts)


def _check_language(
    site: Site, texts: list[Source], language: str, translations: Mapping[str, Any]
) -> Iterator[Finding]:
    for text, place, forms in _translated_texts(site, texts, language, translations):
        singular = text[0]
        if _is_missing(text, forms):
            yield Finding(
                place,
                Message("Not translated into {language}: {text}", language=LOCALES[language], text=singular),
                Message("Add it to messages.po, also where it stays the same."),
            )
        wanted = [set(_FIELD.findall(form)) for form in text]
        if any(set(_FIELD.findall(form)) not in wanted for form in forms):
            yield Finding(
                place,
                Message("Its translation into {language} has other fields: {text}", language=LOCALES[language],
                        text=singular),
                Message("Use the same fields in messages.po."),
            )  # fmt: skip


def _translated_texts(
    site: Site, texts: list[Source], language: str, translations: Mapping[str, Any]
) -> Iterator[tuple[tuple[str, ...], Place, list[str]]]:
    """Return each text with its place and the forms of its translation, none if it has no translation."""
    with site.app.test_request_context(), force_locale(babel_locale(language)):
        spoken = get_translations()  # those of the companion alone: other games may not be installed
        for text, place in texts:
            translation = translations.get(text[0]) or _translated(spoken, text)
            given = translation if isinstance(translation, list | tuple) else [translation]
            yield text, place, [form for form in given if form]


def _is_missing(text: tuple[str, ...], forms: list[str]) -> bool:
    """Whether a text that has letters has no translation."""
    return not forms and bool(_LETTER.search(_FIELD.sub("", text[0])))


def _translated(spoken: Any, forms: tuple[str, ...]) -> str | None:
    translation = str(spoken.ngettext(*forms, 2) if len(forms) == 2 else spoken.gettext(forms[0]))
    return None if translation in forms else translation


def check_rulebook(game: Game) -> Iterator[Finding]:
    """Check that each rule has its texts, that each refusal has a title, and that code names what can be said."""
    used = set(_used_names(game.folder))
    for id, rule in game.rules.items():
        where = declared(game, id)
        if not all(text.text().strip() for text in (rule.place, rule.title, rule.text)):
            yield Finding(
                where,
                Message("The rule {rule} lacks its place in the rulebook, its title or its text.", rule=id),
                Message("Say where it stands, and what it says in your own words."),
            )
        if has_sentence(rule) and used.isdisjoint({id, *_names_of(game, id)}):
            yield Finding(
                where,
                Message("The rule {rule} has a sentence, but nothing makes a step of it.", rule=id),
                Message("Return a step of it, or leave out the sentence."),
            )
        for refusal in rule.refusals:
            yield from _check_refusal(game, refusal, used)


def _check_refusal(game: Game, refusal: Refusal, used: set[str]) -> Iterator[Finding]:
    names = _names_of(game, refusal)
    where = declared(game, *names)
    if "{" in refusal.title.singular:
        yield Finding(
            where,
            Message("The refusal “{text}” has no title without values.", text=refusal.singular),
            Message("Give it a title: the guide lists it."),
        )
    if used.isdisjoint(names):
        yield Finding(
            where,
            Message("Nothing refuses with “{text}”.", text=refusal.singular),
            Message("Raise it where the rule forbids something, or leave it out."),
        )


def unshown(game: Game, sheets: Sequence[Sheet]) -> Iterator[Message]:
    """Return a note on the rules whose sentences none of these sheets shows."""
    shown = {step.rule for sheet in sheets for step in _steps_of(sheet)}
    missing = [id for id, rule in game.rules.items() if has_sentence(rule) and id not in shown]
    if missing:
        yield Message("No sheet or sample shows a sentence of these rules: {rules}.", rules=joined(missing))


def _steps_of(sheet: Sheet) -> Iterator[Step]:
    for played in sheet.replay(sheet.entries).played:
        yield from (*played.steps, *sheet.game.engine.standing(played.state).reasons)


def _names_of(game: Game, value: object) -> set[str]:
    """Return the names that the modules of a game have for a value: a refusal, or the id of a rule."""
    files = [(module, getattr(module, "__file__", None)) for module in list(sys.modules.values())]
    modules = [module for module, file in files if file is not None and Path(file).is_relative_to(game.folder)]
    return {name for module in modules for name, named in vars(module).items() if named is value or named == value}


def _used_names(folder: Path) -> Iterator[str]:
    """Return each name and short text that a game's code uses, but for a rule where its refusals are declared."""
    for file in folder.rglob("*.py"):
        code = ast.parse(file.read_text("utf-8"))
        calls = [node for node in ast.walk(code) if isinstance(node, ast.Call) and node.args]
        declaring = {id(call.args[0]) for call in calls if getattr(call.func, "id", "") == "refusal"}
        for node in ast.walk(code):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in declaring:
                yield node.id
            elif isinstance(node, ast.Attribute):
                yield node.attr
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
