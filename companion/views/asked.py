"""What can be asked of a session: what each seat needs, and the questions that an entry raises."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from flask import Flask, url_for

from companion.asking import Fields, Need, asking_of
from companion.game import Message, Rule
from companion.scoresheet import END
from companion.table import Table, Viewpoint


def needs_of(table: Table, viewpoint: Viewpoint) -> Iterator[tuple[Need, Rule]]:
    """What each seat needs, where it follows from what is entered; not what leans on totals that are hidden."""
    asking = asking_of(table.game)
    if asking is None or table.state.finished:
        return
    shows = table.shows(viewpoint)
    open_to_all = all(shows(seat) for seat in range(table.setup.seats))
    found = asking.needs(table.state, table.draft)
    yield from ((need, table.game.rules[need.rule]) for need in found if open_to_all or not need.leans_on_totals)


def checks_of(table: Table, number: int) -> list[tuple[str, Message, Fields]]:
    """The questions that entry `number` raises: each with its key, what it is about, and the fields of its address."""
    asking, entry = asking_of(table.game), table.entries[number - 1].body
    if asking is None or entry == END:
        return []
    names = tuple(("name", name) for name in table.setup.players)
    return [
        (check.ask, check.title, (*check.fields, *names)) for check in asking.checks(table.states[number - 1], entry)
    ]


def address_of(ask: str, fields: Fields) -> str:
    """The address that holds a whole question."""
    key, name = ask.split("/")
    address = url_for("referee.question", key=key, name=name)
    return f"{address}?{urlencode(fields)}" if fields else address


def init_app(app: Flask) -> None:
    app.jinja_env.globals["address_of"] = address_of
