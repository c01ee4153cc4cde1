"""What a phone that asks for German gets: numbers with a comma, dates; what a catalogue lacks stays English."""

import json
from datetime import date

import pytest
from babel.messages.catalog import Catalog

from companion.locales import LANGUAGES, SOURCE, known_locale
from companion.views.render import template_helpers
from tests.support.each_row import each_row
from tests.support.files import bring
from tests.support.phones import Phone
from tools import catalogues


@pytest.fixture
def german(app):
    return Phone(app, "de-DE")


HALVES = {
    **{"format": 1, "game": "open", "players": ["Ann", "Ben"], "entries": []},
    "options": {"name": "Test", "rounds": 1, "halves": True},
}


@each_row(("typed", "shown"), [("7,5", "7,5"), ("7.5", "7,5"), ("12,5-3", "9,5"), ("8", "8")])
def test_halves_are_typed_and_shown_with_a_comma(german, typed, shown):
    session = bring(german, HALVES)
    for seat, text in enumerate((typed, "1")):
        assert german.enter(session, {"seat": str(seat), "n0": text}).status_code == 303
    german.enter(session, {})
    assert shown in german.page(f"/t/{session}")
    csv = german.get(f"/t/{session}/results.csv").text
    assert "," + shown.replace(",", ".") in csv, "a file has a point, whoever takes it"


@each_row("typed", ["1,000", "1.000"])
def test_what_could_be_a_thousand_is_asked_about(german, typed):
    session = bring(german, HALVES)
    answer = german.enter(session, {"seat": "0", "n0": typed})
    assert answer.status_code == 422 and f"Heißt „{typed}“ 1000 oder 1?" in answer.text


def test_an_english_phone_at_the_same_table_sees_a_point(german, app):
    session = bring(german, HALVES | {"entries": [{"round": [15, 2]}]})
    assert "7,5" in german.page(f"/t/{session}")
    german.client.set_cookie("language", SOURCE)
    page = german.page(f"/t/{session}")
    assert "7.5" in page and "7,5" not in page


@each_row(("locale", "skeleton", "written"), [
    ("en", "yMMMMd", "3 November 2024"), ("de", "yMMMMd", "3. November 2024"), ("de", "yMMMM", "November 2024"),
    ("zh_Hant", "yMMMMd", "2024 年 11 月 3 日"), ("de", "MMMMd", "3. November"),
])  # fmt: skip
def test_dates_are_written_as_in_the_language(app, locale, skeleton, written):
    with app.test_request_context(), template_helpers.in_language(locale):
        assert template_helpers.date_in(skeleton, date(2024, 11, 3)) == written


def test_what_is_missing_is_counted_and_stays_english(tmp_path, monkeypatch, capsys):
    texts = Catalog()
    texts.add("Undo: {what}")
    texts.add(("{count} point", "{count} points"))
    monkeypatch.setattr(catalogues, "TRANSLATIONS", tmp_path)
    catalogues.update("fr", texts)
    assert capsys.readouterr().out.startswith("fr: 0 of 2 texts are translated; 2 fall back to English.")
    other = tmp_path / "other.po"
    other.write_text('msgid ""\nmsgstr ""\n"Language: fr\\n"\n\nmsgid "Undo: {what}"\nmsgstr "Annuler : {what}"\n')
    catalogues.update("fr", texts, other)
    assert capsys.readouterr().out.startswith("fr: 1 of 2 texts are translated; 1 fall back to English.")


def test_every_folder_of_a_language_says_what_it_is():
    assert [locale for locale, language in LANGUAGES.items() if not (language.name and language.codes)] == []
    assert all(known_locale(code) == locale for locale, language in LANGUAGES.items() for code in language.codes)
    assert json.loads((catalogues.TRANSLATIONS / SOURCE / "language.json").read_text("utf-8"))["codes"] == [SOURCE]
