"""Check that forms reproduce entries when they are posted unchanged."""

import json
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Any

from companion.engine import Game, Message
from companion.making.finding import Finding, guarded, place_of, short
from companion.making.pages import Site
from companion.making.sheets import Sheet, spread
from companion.table.table import Table
from companion.views.table.amended_entry import signed_values

Fields = list[tuple[str, str]]


class EntryForm(HTMLParser):
    """The entry form of a page: its action, the fields that its main button sends, and the links of the seats' tabs."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.action, self.fields, self.tabs = "", Fields(), list[str]()
        self.label: str | None = None
        self._is_in, self._is_label = False, False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the form, its fields, the tabs and the main button."""
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_in = attributes.get("id") == "entry"
            self.action = attributes["action"] if self._is_in else self.action
        if tag == "a" and "data-tab" in attributes:
            self.tabs.append(attributes["href"])
        if tag == "input" and self._owns(attributes) and self._is_sent(attributes):
            self.fields.append((attributes["name"], attributes.get("value", "on")))
        if tag == "button" and attributes.get("form") == "entry" and "button" in attributes["class"].split():
            self._is_label = True
            if "name" in attributes:
                self.fields.append((attributes["name"], attributes.get("value", "")))

    def handle_data(self, data: str) -> None:
        """Record the label of the main button."""
        if self._is_label:
            self.label = data.strip()
        self._is_label = False

    def handle_endtag(self, tag: str) -> None:
        """Leave the form."""
        if tag == "form":
            self._is_in = False

    def _owns(self, attributes: dict[str, str]) -> bool:
        return attributes["form"] == "entry" if "form" in attributes else self._is_in

    def _is_sent(self, attributes: dict[str, str]) -> bool:
        is_choice = attributes.get("type") in ("checkbox", "radio")
        return "name" in attributes and "disabled" not in attributes and ("checked" in attributes or not is_choice)


_PAGES = 40  # pages that the entry form may lead through


def check_forms(site: Site, sheet: Sheet, most: int | None) -> Iterator[Finding]:
    """Check that `most` entries of a sheet are the same after a round trip through the form."""
    game, session = sheet.game, site.open(sheet, sheet.played)
    table = site.table(session)
    for place in spread(len(sheet.played), most):
        at: dict[str, Any] = {"number": place + 1, "sheet": sheet.name}
        of_form = Message("The form of entry {number} of {sheet}", **at)
        yield from guarded(_check_entry(site, sheet, table, place + 1), game, of_form)


def _check_entry(site: Site, sheet: Sheet, table: Table, number: int) -> Iterator[Finding]:
    game, entry = sheet.game, sheet.played[number - 1]
    reproduced = through_form(site, table, number)
    if reproduced is None or not _is_same(game, table.states[number - 1], entry, reproduced):
        yield Finding(
            place_of(game.form.draft_from_entry, game),
            Message(
                "Entry {number} of {sheet} does not come back from the form: {entry} comes back as {back}.",
                number=number, sheet=sheet.name, entry=short(json.dumps(entry)), back=short(json.dumps(reproduced)),
            ),
            Message("Let draft_from_entry fill in all that read asks for, and read be its reverse."),
        )  # fmt: skip


def _is_same(game: Game, state: Any, entry: Any, reproduced: Any) -> bool:
    """Whether two entries are the same by the comparison that the game uses for the entries of two phones."""
    if json.dumps(reproduced, sort_keys=True) == json.dumps(entry, sort_keys=True):
        return True
    pieces, other_pieces = game.form.pieces(state, entry), game.form.pieces(state, reproduced)
    return pieces.keys() == other_pieces.keys() and all(
        game.form.is_same_piece(name, pieces[name], other_pieces[name]) for name in pieces
    )


def through_form(site: Site, table: Table, number: int) -> Any:
    """Post the form that corrects an entry, unchanged, until the entry is complete; return it, None if refused."""
    address = f"/t/{table.id}/entries/{number}/correct"
    for _ in range(_PAGES):
        form = EntryForm(site.get(address).text)
        answer = site.post(unescape(form.action), form.fields)
        if answer.status_code != 303:
            return None
        address = answer.location
        with site.app.test_request_context(address):
            typed = signed_values(table, table.entries[number - 1].number, "correct")
        if typed is not None and typed["entry"] is not None:
            return typed["entry"]
    return None
