"""Help at a table: what each seat needs, and the referee's questions for an entry."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from flask import Flask, url_for

from companion.game import Message, Rule
from companion.game.pages.help import Fields, Need, QuestionLink
from companion.sessions.table.visible_table import VisibleTable


def needs_of(table: VisibleTable) -> Iterator[tuple[Need, Rule]]:
    """What each seat needs, where it follows from what is entered, each with its rule."""
    yield from ((need, table.game.rules[need.rule]) for need in table.needs())


def question_links_of(table: VisibleTable, number: int) -> list[tuple[str, Message, Fields]]:
    """The questions that entry `number` raises: each with its key, what it is about, and the fields of its address."""
    return [_with_names(table, link) for link in table.question_links(number)]


def ranking_link_of(table: VisibleTable) -> tuple[str, Message, Fields] | None:
    """The question of who comes first as the table stands; None where the totals are hidden or the game has none."""
    link = table.ranking_link()
    return None if link is None else _with_names(table, link)


def _with_names(table: VisibleTable, link: QuestionLink) -> tuple[str, Message, Fields]:
    return link.ask, link.title, (*link.fields, *(("name", name) for name in table.setup.players))


def address_of(ask: str, fields: Fields) -> str:
    """The address that holds a whole question."""
    key, name = ask.split("/")
    address = url_for("referee.question", key=key, name=name)
    return f"{address}?{urlencode(fields)}" if fields else address


def init_app(app: Flask) -> None:
    """Make this function global in all templates."""
    app.jinja_env.globals["address_of"] = address_of
