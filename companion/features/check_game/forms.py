"""Check that forms reproduce entries when they are posted unchanged, and that each text of a game is translated."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po
from jinja2 import Environment, TemplateSyntaxError
from jinja2.ext import extract_from_ast

from companion.features.check_game.finding import Finding, Place, guarded, place_of, short
from companion.features.check_game.pages import Site
from companion.features.check_game.sheets import Sheet, spread
from companion.game import Game, Message
from companion.locales import FALLBACKS, LOCALES
from companion.sessions.table.table import Table
from companion.views.amend.amended_entry import signed_values
from companion.views.render.template_helpers import babel_locale, in_language, language_context

Fields = list[tuple[str, str]]


class EntryForm(HTMLParser):
    """The entry form of a page: its action, the fields that its main button sends, and the links of the seats' tabs."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.action, self.fields, self.tabs = "", Fields(), list[str]()
        self.label: str | None = None
        self._is_in, self._is_label = False, False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the form, its fields, the tabs and the main button."""
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_in = attributes.get("id") == "entry"
            self.action = attributes["action"] if self._is_in else self.action
        if tag == "a" and "data-tab" in attributes:
            self.tabs.append(attributes["href"])
        if tag == "input" and self._owns(attributes) and self._is_sent(attributes):
            self.fields.append((attributes["name"], attributes.get("value", "on")))
        if tag == "button" and attributes.get("form") == "entry" and "button" in attributes["class"].split():
            self._is_label = True
            if "name" in attributes:
                self.fields.append((attributes["name"], attributes.get("value", "")))

    def handle_data(self, data: str) -> None:
        """Record the label of the main button."""
        if self._is_label:
            self.label = data.strip()
        self._is_label = False

    def handle_endtag(self, tag: str) -> None:
        """Leave the form."""
        if tag == "form":
            self._is_in = False

    def _owns(self, attributes: dict[str, str]) -> bool:
        return attributes["form"] == "entry" if "form" in attributes else self._is_in

    def _is_sent(self, attributes: dict[str, str]) -> bool:
        is_choice = attributes.get("type") in ("checkbox", "radio")
        return "name" in attributes and "disabled" not in attributes and ("checked" in attributes or not is_choice)


_PAGES = 40  # pages that the entry form may lead through


def check_forms(site: Site, sheet: Sheet, most: int | None) -> Iterator[Finding]:
    """Check that `most` entries of a sheet are the same after a round trip through the form and through pieces."""
    game, session = sheet.game, site.open(sheet, sheet.played)
    table = site.table(session)
    for place in spread(len(sheet.played), most):
        at: dict[str, Any] = {"number": place + 1, "sheet": sheet.name}
        of_form = Message("The form of entry {number} of {sheet}", **at)
        into_pieces = Message("Dividing entry {number} of {sheet} into pieces", **at)
        yield from guarded(_check_entry(site, sheet, table, place + 1), game, of_form)
        yield from guarded(_check_pieces(table.states[place], place + 1, sheet), game, into_pieces)


def _check_entry(site: Site, sheet: Sheet, table: Table, number: int) -> Iterator[Finding]:
    game, entry = sheet.game, sheet.played[number - 1]
    reproduced = through_form(site, table, number)
    if reproduced is None or not _is_same(game, table.states[number - 1], entry, reproduced):
        yield Finding(
            place_of(game.form.draft_from_entry, game),
            Message(
                "Entry {number} of {sheet} does not come back from the form: {entry} comes back as {back}.",
                number=number, sheet=sheet.name, entry=short(json.dumps(entry)), back=short(json.dumps(reproduced)),
            ),
            Message("Let draft_from_entry fill in all that read asks for, and read be its reverse."),
        )  # fmt: skip


def _is_same(game: Game, state: Any, entry: Any, reproduced: Any) -> bool:
    """Whether two entries are the same by the comparison that the game uses for the entries of two phones."""
    if json.dumps(reproduced, sort_keys=True) == json.dumps(entry, sort_keys=True):
        return True
    pieces, other_pieces = game.form.pieces(state, entry), game.form.pieces(state, reproduced)
    return pieces.keys() == other_pieces.keys() and all(
        game.form.is_same_piece(name, pieces[name], other_pieces[name]) for name in pieces
    )


def through_form(site: Site, table: Table, number: int) -> Any:
    """Post the form that corrects an entry, unchanged, until the entry is complete; return it, None if refused."""
    address = f"/t/{table.id}/entries/{number}/correct"
    for _ in range(_PAGES):
        form = EntryForm(site.get(address).text)
        answer = site.post(unescape(form.action), form.fields)
        if answer.status_code != 303:
            return None
        address = answer.location
        with site.app.test_request_context(address):
            typed = signed_values(table, table.entries[number - 1].number, "correct")
        if typed is not None and typed["entry"] is not None:
            return typed["entry"]
    return None


def _check_pieces(state: Any, number: int, sheet: Sheet) -> Iterator[Finding]:
    game, form, entry = sheet.game, sheet.game.form, sheet.played[number - 1]
    if form.entry_from_pieces(state, form.pieces(state, entry)) != entry:
        yield Finding(
            place_of(form.entry_from_pieces, game),
            Message("Entry {number} of {sheet} is another one after pieces and entry_from_pieces.",
                    number=number, sheet=sheet.name),
            Message("Let pieces hold all of the entry, and entry_from_pieces put it together again."),
        )  # fmt: skip


_OF_PYTHON = {"Message", "Refusal", "RuleError", "FormError"}
_OF_TEMPLATES = ("_", "gettext", "ngettext")
_FIELD = re.compile(r"\{\w+\}|%\(\w+\)s")
_LETTER = re.compile(r"[^\W\d_]")


Source = tuple[tuple[str, ...], Place]
"""A text with its plural form, if it has one, and its place in the code."""


def texts_of(folder: Path, environment: Environment) -> Iterator[Source]:
    """Return all texts to translate in a game's folder; raises `SyntaxError` and `TemplateSyntaxError`."""
    for file in sorted(folder.rglob("*.py")):
        yield from _python_texts(file)
    for file in sorted(folder.rglob("*.html")):
        for line, _, text in extract_from_ast(environment.parse(file.read_text("utf-8")), _OF_TEMPLATES):
            forms = tuple(form for form in (text if isinstance(text, tuple) else (text,)) if isinstance(form, str))
            if forms:
                yield forms, Place(file, line)


def _python_texts(file: Path) -> Iterator[Source]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in _OF_PYTHON:
            forms = tuple(
                arg.value for arg in node.args[:2] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
            )
            if forms:
                yield forms, Place(file, node.lineno)


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
        for text, place in texts:
            singular = text[0]
            translation = translations.get(singular) or _translated(spoken, text)
            forms = [form for form in (translation if isinstance(translation, list | tuple) else [translation]) if form]
            if not forms and _LETTER.search(_FIELD.sub("", singular)):
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


def _translated(spoken: Any, forms: tuple[str, ...]) -> str | None:
    translation = str(spoken.ngettext(*forms, 2) if len(forms) == 2 else spoken.gettext(forms[0]))
    return None if translation in forms else translation
