"""No sentence in a template goes past the catalogue: neither as text nor as a label."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.each_row import each_row

ROOT = Path(__file__).parents[3]
TEMPLATES = sorted([*ROOT.glob("templates/**/*.html"), *ROOT.glob("companion/games/**/*.html")])
CODE = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
# Attributes that a page adds to the body of another stand in a block of their own.
ATTRIBUTES = re.compile(r"{% block body %}.*?{% endblock %}", re.DOTALL)
UNREAD = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->|<!doctype[^>]*>|&\w+;", re.DOTALL | re.IGNORECASE)
TAG = re.compile(r"<[^>]*>", re.DOTALL)
LABEL = re.compile(r"\b(?:aria-label|title|placeholder|alt)=(\"[^\"]*\"|'[^']*')")
WORD = re.compile(r"[A-Za-z]{2,}")
# What is no word: the examples of a code, of an address and of a spreadsheet, and a class that a macro of Azul makes.
NAMES = {"K7QXM4", "https", "space", "date", "game", "Ann", "Ben", "Catan"}


def untranslated(template: str) -> Iterator[str]:
    """Words that a template writes as they stand."""
    # Marks of code become spaces inside tags too, so that a comparison in a condition ends no tag.
    plain = UNREAD.sub(" ", CODE.sub(" ", ATTRIBUTES.sub(" ", template)))
    for text in [*TAG.split(plain), *(found[1] for found in LABEL.finditer(plain))]:
        words = [word for word in re.findall(r"\w+", text) if WORD.search(word) and word not in NAMES]
        if words:
            yield " ".join(words)


# The pages for whoever writes a game are in English, as the code is.
TRANSLATED = [path for path in TEMPLATES if path.parent != ROOT / "templates/develop"]


@each_row("path", TRANSLATED)
def test_every_sentence_goes_through_the_catalogue(path: Path) -> None:
    assert list(untranslated(path.read_text("utf-8"))) == []


@each_row(
    ("template", "found"),
    [
        ("<p>Save it</p>", ["Save it"]),
        ('<p>{{ _("Save it") }}</p>', []),
        ('<a aria-label="Go back" href="/x">{{ glyph("back") }}</a>', ["Go back"]),
        ('<a aria-label="{{ _("Back") }}" class="icon-button">←</a>', []),
        ('<input placeholder="K7QXM4"{% if a > b %} checked{% endif %}>', []),
        ("<b>5211</b> {# a remark #} {% if here %}there{% endif %}", ["there"]),
    ],
)
def test_what_is_untranslated_is_found(template: str, found: list[str]) -> None:
    assert list(untranslated(template)) == found
