"""The faster templates write the same as those of Flask, which COMPANION_PLAIN brings back."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask, render_template_string
from flask.templating import Environment
from hypothesis import example, given
from hypothesis import strategies as st
from jinja2 import pass_context, pass_environment, pass_eval_context
from markupsafe import Markup, escape

from companion.fast.templates import FastEnvironment, escaped, init_app

TEMPLATE = """
{% macro row(name, last="-") %}<i>{{ name }}{{ last }}{{ caller() if caller else "" }}</i>{% endmacro %}
{% for name in names %}
  {{ row(name) }} {{ row(name, last=loop.index) }} {{ loop.cycle("a", "b") }}
  {% call row(last=name, name="<") %}{{ own(name) }}{% endcall %}
{% endfor %}
{% block part %}
  {{ own("b") }} {{ of_context("names") }} {{ of_settings("&") }} {{ of_environment("&", more=1) }}
{% endblock %}
{{ names.count("Ann") }} {{ 3 }} {{ 2.5 }} {{ none }} {{ true }}
{{ "a'b" }} {{ "<b>"|safe }} {{ missing }} {{ "x" if 0 }}
"""


def rendered(environment: type[Environment]) -> str:
    app = Flask("test")
    app.jinja_environment = environment
    app.jinja_env.autoescape = True
    app.jinja_env.globals.update(
        own=lambda text: f"<{text}>",
        of_context=pass_context(lambda context, name: context[name]),
        of_settings=pass_eval_context(lambda settings, text: f"{settings.autoescape}{text}"),
        of_environment=pass_environment(lambda own, text, more: f"{own.autoescape}{text}{more}"),
    )
    with app.test_request_context():
        return render_template_string(TEMPLATE, names=["Ann", "<Ben>", Markup("<b>Cleo</b>")])


def test_they_write_what_flasks_own_write() -> None:
    assert rendered(FastEnvironment) == rendered(Environment)


@given(st.one_of(st.text(), st.integers(), st.booleans(), st.none(), st.floats(), st.text().map(Markup)))
@example("a & b")
@example("it's")
def test_a_value_is_escaped_as_markupsafe_does(value: Any) -> None:
    assert escaped(value) == escape(value)


@pytest.mark.parametrize(("setting", "kind"), [("", FastEnvironment), ("1", Environment)])
def test_the_environment_says_whether_they_are_used(
    monkeypatch: pytest.MonkeyPatch, setting: str, kind: type[Environment]
) -> None:
    monkeypatch.setenv("COMPANION_PLAIN", setting)
    app = Flask("test")
    init_app(app)
    assert type(app.jinja_env) is kind
