"""A question's page as people have it before them: its headline, its steps, and what its form would send."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cached_property
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask.testing import FlaskClient

from companion.game import Message
from companion.games import all_games
from companion.scoring.referee import answer
from companion.views.referee.referee import LETTERS
from tests.scoring.test_examples import FOLDER

Fields = Iterable[tuple[str, str]]


class AskPage:
    """The page of a question at an address; always there."""

    def __init__(self, client: FlaskClient, key: str, fields: Fields = ()) -> None:
        self.client, self.key = client, key
        self.address = f"/referee/{key}?{urlencode(list(fields))}"
        answered = client.get(self.address, follow_redirects=True)
        assert answered.status_code == 200, self.address
        self.text = answered.text
        self.fields = [*parse_qsl(urlsplit(answered.request.url).query, keep_blank_values=True)]

    @property
    def bar(self) -> str:
        """The headline, or what is still missing."""
        found = re.search(r'<p class="answer[^"]*" role="status">(?:<b class="headline">)?(.*?)<', self.text, re.DOTALL)
        assert found
        return unescape(found[1])

    @property
    def is_answered(self) -> bool:
        return '<b class="headline">' in self.text

    @property
    def steps(self) -> list[str]:
        whole = self.text.partition('id="why"')[2].partition("</ol>")[0]
        texts = re.findall(r'<p class="small">(.*?)</p>', whole, re.DOTALL)
        return [" ".join(unescape(re.sub(r"<[^>]+>", " ", one)).split()) for one in texts]

    @property
    def refused(self) -> str:
        """Why the last tap changed nothing."""
        found = re.search(r'<p class="small negative" role="status">([^<]*)', self.text)
        return unescape(found[1]).strip() if found else ""

    @property
    def fault(self) -> str:
        found = re.search(r'<div class="note bad" role="alert">.*?<p>(.*?)</p>', self.text, re.DOTALL)
        return unescape(found[1]) if found else ""

    @cached_property
    def form(self) -> list[tuple[str, str]]:
        """What the form would send, the claim left out."""
        reader = _Form()
        reader.feed(self.text)
        return [(name, value) for name, value in reader.sent if name != "claim"]

    @cached_property
    def taps(self) -> list[str]:
        """What its buttons send as `tap`, those that are off left out."""
        reader = _Form()
        reader.feed(self.text)
        return reader.taps

    def tap(self, at: str) -> AskPage:
        """The page after a tap on a button."""
        assert at in self.taps, (at, self.taps)
        return AskPage(self.client, self.key, [*self.form, ("tap", at)])

    def choose(self, name: str, value: str) -> AskPage:
        """The page after a tap on a radio."""
        assert re.search(rf'name="{name}" value="{re.escape(value)}"', self.text), (name, value)
        return AskPage(self.client, self.key, [*(one for one in self.form if one[0] != name), (name, value)])


class _Form(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, str]] = []
        self.taps: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name"), given.get("value") or ""
        if tag == "button" and name == "tap" and "disabled" not in given:
            self.taps.append(value)
        if tag != "input" or name is None:
            return
        if given.get("type") not in ("radio", "checkbox") or "checked" in given:
            self.sent.append((name, value))


def examples(key: str) -> list[dict[str, Any]]:
    """The questions of the examples that ask this, without their claims."""
    game = key.split("/")[0]
    asked = [
        json.loads(path.read_text("utf-8"))["question"] for path in sorted(FOLDER.glob(f"{game}/questions/*.json"))
    ]
    return [{part: one[part] for part in one if part != "claim"} for one in asked if one["ask"] == key]


def agrees(page: AskPage, question: Any) -> None:
    """The page says what the referee answers: headline and steps."""
    found, answered = answer(question)
    rules = all_games()[found.key.split("/")[0]].rules
    assert page.bar == _read(answered.headline), page.address
    assert len(page.steps) == len(answered.steps)
    for text, step in zip(page.steps, answered.steps, strict=True):
        assert _read(rules[step.rule].sentence(step)) in text


def _read(message: Message) -> str:
    return message.text(names=LETTERS)
