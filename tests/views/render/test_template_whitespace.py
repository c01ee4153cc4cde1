"""Newlines and indentation of a template are not part of the page, and what is meant as a space is."""

from __future__ import annotations

import re

import pytest
from jinja2 import Environment

from companion.views.render.template_whitespace import LayoutRemover
from tests.support.each_row import each_row
from tests.support.phones import Phone

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
        ('<input\n  name="a"\n  {{ " checked" if one }}\n>', '<input name="a" checked>'),
        ('<input\n  name="a"\n  {{ " checked" if not one }}\n/>', '<input name="a"/>'),
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
def test_layout_is_removed_and_meaning_stays(source: str, page: str) -> None:
    assert ENVIRONMENT.from_string(source).render(one=1) == page


def test_an_error_names_the_line_of_the_source() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        ENVIRONMENT.from_string("<p>\n\n{{ 1 // zero }}\n</p>").render(zero=0)
    assert caught.traceback[-1].lineno + 1 == 3


def test_a_page_is_sent_without_layout(host: Phone, luz: str) -> None:
    for address in ("/", f"/t/{luz}", f"/t/{luz}/enter", "/new/azul"):
        assert not re.search(r"\s\n|\n\s|>\n<", host.page(address))
