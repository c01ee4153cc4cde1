"""What a template includes or imports by a fixed name is as if it had been written there."""

from __future__ import annotations

from jinja2 import DictLoader, Environment

from companion.views.inlining import Inlined

TEMPLATES = {
    "page": '<p>{% include "part" %}</p>\n{% with word = "two" %}{% include "part" %}{% endwith %}',
    "part": '[{{ word }}{% include "end" %}]\n',
    "end": "{# nothing but #}!",
    "calls": '{% from "macros" import one, both with context %}\n{{ one(1) }}, {{ both() }}',
    "macros": "{% macro one(n) %}{{ word }} {{ n }}{% endmacro %}\n\n"
    "{% macro both() %}\n{{ one(2) }}\n{% endmacro %}\nnot for others",
    "chosen": '{% include "pa" ~ "rt" %}{% include "none" ignore missing %}',
}


def test_the_text_is_the_same_as_that_of_an_include() -> None:
    plain, inlined = (
        Environment(loader=DictLoader(TEMPLATES), trim_blocks=True, extensions=extensions)
        for extensions in ([], [Inlined])
    )
    for name in ("page", "calls", "chosen"):
        told = inlined.get_template(name).render(word="one")
        assert told.strip() == plain.get_template(name).render(word="one").strip()
        assert "include" not in (source := inlined.preprocess(TEMPLATES[name], name)) or name == "chosen", source
