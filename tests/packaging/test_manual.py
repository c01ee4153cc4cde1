"""The manual has each tour in both languages, its pictures are of pages that exist, and its links lead somewhere."""

import importlib.util
import re
from pathlib import Path

import pytest

from companion.games import all_games
from tests.browser.places import PLACES
from tools import manual
from tools.shots import IN_DOCS, LOCALES, file_names

LANGUAGES = {"en": "en-GB", "zh": "zh-TW"}
LINK = re.compile(r"\]\(([^)#\s]+)")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def pages_of(folder):
    return {page.relative_to(folder).as_posix(): page for page in folder.rglob("*.md")}


@each_language
def test_every_game_has_a_tour(language):
    tours = {page.stem for page in (manual.MANUAL / language / "tours").iterdir()}
    assert tours == {game.key for game in all_games().values()}


def test_both_languages_show_the_same_in_the_same_order():
    shown = {
        language: {
            name: [picture.replace(locale, "") for picture, _ in manual.PICTURE.findall(page.read_text("utf-8"))]
            for name, page in pages_of(manual.MANUAL / language).items()
        }
        for language, locale in LANGUAGES.items()
    }
    assert shown["en"] == shown["zh"] and sum(map(len, shown["en"].values())) > 20


@each_language
def test_every_picture_is_of_a_page_in_its_language(language):
    known = {name for place in PLACES for name in file_names(place)}
    named = manual.pictures_of(manual.MANUAL / language)
    assert not set(named) - known
    assert all(f".{LANGUAGES[language]}." in name for name in named) and set(LANGUAGES.values()) < set(LOCALES)
    assert not set(IN_DOCS.values()) - known


@pytest.mark.parametrize("language", manual.LANGUAGES)
def test_links_lead_to_pages_of_the_site_or_out_of_it(language, tmp_path):
    of_english = pages_of(manual.prepare(tmp_path / "other", "en"))
    english = {f"../{page}/" for name in of_english for page in (Path(name).stem, name.removesuffix(".md"))}
    for page in pages_of(manual.prepare(tmp_path, language)).values():
        for target in LINK.findall(page.read_text("utf-8")):
            is_picture = target.startswith(("../pictures/", "pictures/"))
            is_there = (page.parent / target).exists() or ":" in target or target in english
            assert is_picture or is_there, (page.name, target)


@pytest.mark.skipif(importlib.util.find_spec("zensical") is None, reason="make docs installs what builds the manual")
def test_the_site_is_built_with_no_broken_link(tmp_path):
    def take(folder, names):
        for name in names:
            (folder / name).write_bytes(b"")

    site = manual.build(tmp_path / "build", take)
    assert (site / "tours/luz/index.html").is_file() and (site / "zh/tours/luz/index.html").is_file()
    assert (site / "zh/search.json").is_file()
