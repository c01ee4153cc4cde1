"""Check that forms reproduce entries when they are posted unchanged."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser
from itertools import takewhile
from typing import Any

from companion.engine import Game, Message
from companion.making.engine import A_SEAT
from companion.making.finding import Finding, guarded, place_of, short
from companion.making.pages import Site
from companion.making.sheets import Sheet, spread
from companion.table.table import Table
from companion.views.table.amended_entry import signed_values

_PAGES = 40  # pages that the entry form may lead through


@dataclass
class _Element:
    """An element of a page: its form, and the text before the next tag."""

    tag: str
    given: Mapping[str, str]
    form: str
    text: str = ""

    @property
    def is_main_button(self) -> bool:
        """Whether it is the button that sends the entry form."""
        return self.tag == "button" and self.given.get("form") == "entry" and "button" in self.given["class"].split()

    @property
    def is_sent(self) -> bool:
        """Whether it is a field of the entry form that a browser sends."""
        is_choice = self.given.get("type") in ("checkbox", "radio")
        is_field = self.tag in ("input", "select", "textarea") and self.form == "entry"
        has_value = "checked" in self.given or not is_choice
        return is_field and has_value and "name" in self.given and "disabled" not in self.given


class EntryForm(HTMLParser):
    """The entry form of a page: its action, the fields that its main button sends, and the links of the seats' tabs."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._elements: list[_Element] = []
        self._form, self._reads_text = "", False
        self.feed(page)
        forms = [element.given["action"] for element in self._elements if element.given.get("id") == "entry"]
        self.action = next(iter(forms), "")
        self.tabs = [element.given["href"] for element in self._elements if "data-tab" in element.given]
        self.fields = list(self._fields())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an element."""
        given = {name: value or "" for name, value in attrs}
        self._form = given.get("id", "") if tag == "form" else self._form
        self._elements.append(_Element(tag, given, given.get("form", self._form)))
        self._reads_text = True

    def handle_data(self, data: str) -> None:
        """Record the text of the element that was opened last."""
        if self._reads_text:
            self._elements[-1].text += data

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self._form, self._reads_text = "" if tag == "form" else self._form, False

    def _fields(self) -> Iterator[tuple[str, str]]:
        for place, element in enumerate(self._elements):
            if element.is_sent:
                yield element.given["name"], self._value(place)
            elif element.is_main_button and "name" in element.given:
                yield element.given["name"], element.given.get("value", "")

    def _value(self, place: int) -> str:
        element = self._elements[place]
        if element.tag == "textarea":
            return element.text.removeprefix("\n")
        if element.tag == "input":
            return element.given.get("value", "on")
        inside = takewhile(lambda each: each.tag in ("option", "optgroup"), self._elements[place + 1 :])
        options = [each for each in inside if each.tag == "option"]
        chosen = [each for each in options if "selected" in each.given] or options[:1]
        return chosen[-1].given.get("value", chosen[-1].text.strip()) if chosen else ""


def check_forms(site: Site, sheet: Sheet, most: int | None) -> Iterator[Finding]:
    """Check that `most` entries of a sheet are the same after a round trip through the form."""
    game, session = sheet.game, site.open(sheet, sheet.played)
    table = site.table(session)
    for place in spread(len(sheet.played), most):
        at: dict[str, Any] = {"number": place + 1, "sheet": sheet.name}
        of_form = Message("The form of entry {number} of {sheet}", **at)
        yield from guarded(_check_entry(site, sheet, table, place + 1), game, of_form)


def _check_entry(site: Site, sheet: Sheet, table: Table, number: int) -> Iterator[Finding]:
    game, entry, form = sheet.game, sheet.played[number - 1], sheet.game.form
    title = form.title_of_entry(table.states[number - 1], entry, number)
    if A_SEAT.search(title.text()):
        is_by_number = title == form.entry_title(sheet.setup, number)
        yield Finding(
            place_of(form.entry_title if is_by_number else form.title_of_entry, game),
            Message("The title of an entry has a Seat, which no name fills: {text}", text=short(title)),
            Message("Give it the player's name, setup.players[seat]."),
        )
    reproduced = through_form(site, table, number)
    if reproduced is None or not _is_same(game, table.states[number - 1], entry, reproduced):
        yield Finding(
            place_of(form.draft_from_entry, game),
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
