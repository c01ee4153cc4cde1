"""In the tests a template cannot ask for an attribute that is not there, as one that was renamed."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask, render_template_string

from companion.app import create_app
from companion.game import Message
from tests.support.each_row import each_row

ASKING = ("{{ told.txt }}", "{% if told.txt is defined %}1{% endif %}", "{{ nobody.name }}")


@each_row("template", ASKING)
def test_an_attribute_that_is_missing_fails(app: Flask, template: str) -> None:
    with app.test_request_context("/"), pytest.raises(AttributeError, match="that a template asks for"):
        render_template_string(template, told=Message("Hello"), nobody=None)


@pytest.mark.parametrize("template", ASKING[::2])
def test_people_see_the_rest_of_the_page(tmp_path: Path, template: str) -> None:
    app = create_app({"DATABASE": str(tmp_path / "companion.sqlite")})
    with app.test_request_context("/"):
        assert render_template_string(f"Hello{template}", told=Message("Hello"), nobody=None) == "Hello"
    app.extensions["companion"].store.close()


def test_a_missing_key_or_name_is_undefined(app: Flask) -> None:
    with app.test_request_context("/"):
        assert render_template_string("{{ keys.missing }}{{ unknown }}", keys={}) == ""
