"""Templates and styles: every sentence goes through the catalogue, what is missing fails, ids and colours fit."""

import re
import sys
from itertools import product
from pathlib import Path

import pytest
from flask import render_template_string
from jinja2 import DictLoader, Environment
from jinja2.ext import Extension

from companion.engine import Message
from companion.paths import STATIC
from companion.views.render.template_whitespace import CompiledTemplates, LayoutRemover
from tests.support.each_row import each_row

ROOT = Path(__file__).parents[3]
TEMPLATES = sorted([*ROOT.glob("templates/**/*.html"), *ROOT.glob("companion/*/*/**/*.html")])
CODE = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL)
# Attributes that a page adds to the body of another stand in a block of their own.
ATTRIBUTES = re.compile(r"{% block body %}.*?{% endblock %}", re.DOTALL)
UNREAD = re.compile(r"<(script|style)\b.*?</\1>|<!--.*?-->|<!doctype[^>]*>|&\w+;", re.DOTALL | re.IGNORECASE)
TAG = re.compile(r"<[^>]*>", re.DOTALL)
LABEL = re.compile(r"\b(?:aria-label|title|placeholder|alt)=(\"[^\"]*\"|'[^']*')")
WORD = re.compile(r"[A-Za-z]{2,}")
# What is no word: the examples of a code, of an address and of a spreadsheet, and a class that a macro of Azul makes.
NAMES = {"K7QXM4", "https", "space", "date", "game", "Ann", "Ben", "Catan"}


def untranslated(template):
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
def test_every_sentence_goes_through_the_catalogue(path):
    assert list(untranslated(path.read_text("utf-8"))) == []


ASKING = ("{{ told.txt }}", "{% if told.txt is defined %}1{% endif %}", "{{ nobody.name }}")


@each_row("template", ASKING)
def test_an_attribute_that_is_missing_fails(app, template):
    with app.test_request_context("/"), pytest.raises(AttributeError, match="that a template asks for"):
        render_template_string(template, told=Message("Hello"), nobody=None)


@pytest.mark.parametrize("template", ASKING[::2])
def test_people_see_the_rest_of_the_page(serve, tmp_path, template):
    with serve(tmp_path / "companion.sqlite", TESTING=False).test_request_context("/"):
        assert render_template_string(f"Hello{template}", told=Message("Hello"), nobody=None) == "Hello"


ENVIRONMENT = Environment(extensions=[LayoutRemover], autoescape=True)


@each_row(
    ("source", "page"),
    [
        ("<p>\n  <b>a</b>\n  <i>b</i>\n</p>\n", "<p><b>a</b><i>b</i></p>"),
        ("<p>two\n  words</p>", "<p>two words</p>"),
        ("<b>a</b> <i>b</i>", "<b>a</b> <i>b</i>"),
        ('<b>a</b>\n{{ " " }}\n<i>b</i>', "<b>a</b> <i>b</i>"),
        ("<p>\n  {% if one %}\n    {{ one }}\n  {% else %}\n    none\n  {% endif %}\n</p>", "<p>1</p>"),
        ("{{ one }} {{ one }}{# remark #}", "1 1"),
        ("word {# remark #}\nword", "word word"),
        ("{% for n in [1, 2] %}\n  <i>{{ n }}</i>\n{% endfor %}\n", "<i>1</i><i>2</i>"),
        ("\u00a0\n\u00a0", "\u00a0 \u00a0"),
        # tags over several lines
        ('<input\n  name="a"\n  value="b"\n>', '<input name="a" value="b">'),
        ('<path\n  d="M0 0\n     h1"\n/><path d="M0 0" />', '<path d="M0 0 h1"/><path d="M0 0"/>'),
        ('<a\n  {{ "hidden" }}\n  {% if one %}\n    href="/"\n  {% endif %}\n>', '<a hidden href="/">'),
        ('<a\n  {% if not one %}\n    href="/"\n  {% endif %}\n  id="b">', '<a id="b">'),
        ('<a\n  {% if one %}href{% endif %}\n  {% if one %} id="b"{% endif %}\n>', '<a href id="b">'),
        ('<input\n  name="a"\n  {{ " checked" if one }}\n>', '<input name="a"  checked>'),
        ('<input\n  name="a"\n  {{ " checked" if not one }}\n/>', '<input name="a" />'),
        ('<a class="\n  key\n  wide\n">', '<a class="key wide">'),
        ('<a title="{{ one }}\n  {% if one %}, {{ one }}{% endif %}\n">', '<a title="1, 1">'),
        ('<{{ "a" }}\n  href="/"\n>\n</{{ "a" }}\n>', '<a href="/"></a>'),
        ("<a title='a > b\n\"c\"'>\n</a>", "<a title='a > b \"c\"'></a>"),
        # content that is kept
        ("<textarea\n>\n a\n{{ one }}\n</textarea>\n<p>\n</p>", "<textarea>\n a\n1\n</textarea><p></p>"),
        ("<SCRIPT>\na // b\n</SCRIPT>\n<pre>\n\n</pre>", "<SCRIPT>\na // b\n</SCRIPT><pre>\n\n</pre>"),
        ("<!-- a\n'b' -->\n<b>\n</b>", "<!-- a\n'b' --><b></b>"),
        ("<preview>\n</preview>", "<preview></preview>"),
    ],
)  # fmt: skip
def test_layout_is_removed_and_meaning_stays(source, page):
    assert ENVIRONMENT.from_string(source).render(one=1) == page


def test_an_error_names_the_line_of_the_source():
    with pytest.raises(ZeroDivisionError) as caught:
        ENVIRONMENT.from_string("<p>\n\n{{ 1 // zero }}\n</p>").render(zero=0)
    assert caught.traceback[-1].lineno + 1 == 3


STYLE = (STATIC / "style.css").read_text("utf-8")
DARK, MORE = "(prefers-color-scheme: dark)", "(prefers-contrast: more)"
THEMES = {"light": [], "dark": [DARK], "light, more": [MORE], "dark, more": [DARK, MORE]}
# What a browser draws for them in its own light and dark; the dark canvas of Chromium is the lightest of all.
SYSTEM_COLOURS = {
    "light": {"Canvas": "#ffffff", "CanvasText": "#000000"},
    "dark": {"Canvas": "#121212", "CanvasText": "#ffffff"},
}
TEXTS = ("ink", "muted", "cobalt", "clay")
GROUNDS = ("ground", "tile", "dim", "ochre-ground", "clay-ground")


def colours(theme):
    """The custom properties of the root in a theme, later ones over earlier ones."""
    found = {}
    for media in (None, *THEMES[theme]):
        start = re.escape(f"@media {media} {{\n  ") if media else "^"
        for block in re.findall(start + r":root \{(.*?)\}", STYLE, re.DOTALL | re.MULTILINE):
            found |= dict(re.findall(r"--([\w-]+): ([^;]+);", block))
    systems = SYSTEM_COLOURS["dark" if DARK in THEMES[theme] else "light"]
    return {name: systems.get(value, value) for name, value in found.items()}


def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@each_row("theme", THEMES)
def test_texts_and_edges_stand_out_from_every_ground(theme):
    """Edges and lines 7 to 1 where more is asked for; the key on ochre is always so."""
    values, least = colours(theme), 7 if MORE in THEMES[theme] else 4.5
    pairs = [(text, ground, least) for text, ground in product(TEXTS, GROUNDS)]
    pairs += [("#fff", "act", least), ("#fff", "head", least), ("#2a1d00", "ochre", 7)]
    pairs += [(edge, ground, 7) for edge, ground in product(("edge", "line"), GROUNDS) if MORE in THEMES[theme]]
    found = {f"{one} on {other}": (contrast(values.get(one, one), values[other]), least) for one, other, least in pairs}
    assert {pair: ratio for pair, (ratio, least) in found.items() if ratio < least} == {}


def page_of(folder, source):
    """What a companion that was just started shows of a template, and how many it compiled for that."""
    compiled = []

    class Counting(Extension):
        def preprocess(self, source, name, filename=None):
            compiled.append(name)
            return source

    loader, cache = DictLoader({"page.html": source}), CompiledTemplates(str(folder))
    environment = Environment(loader=loader, bytecode_cache=cache, extensions=[Counting], autoescape=True)
    return environment.get_template("page.html").render(), len(compiled)


@pytest.fixture
def _kept(monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.mark.usefixtures("_kept")
def test_a_template_is_compiled_once_and_again_when_it_changes(tmp_path):
    shown = [page_of(tmp_path, source) for source in ("one", "one", "two", "two")]
    assert shown == [("one", 1), ("one", 0), ("two", 1), ("two", 0)]


@pytest.mark.usefixtures("_kept")
def test_a_page_is_shown_where_compiled_templates_cannot_be_kept(tmp_path):
    (tmp_path / "file").touch()
    assert [page_of(tmp_path / name, "one") for name in ("missing", "file")] == [("one", 1)] * 2
