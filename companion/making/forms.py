"""Check that forms reproduce entries when they are posted unchanged."""

import json
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Any

from companion.engine import Game, Message
from companion.making.engine import A_SEAT
from companion.making.finding import Finding, guarded, place_of, short
from companion.making.pages import Site
from companion.making.sheets import Sheet, spread
from companion.table.table import Table
from companion.views.table.amended_entry import signed_values

_PAGES = 40  # pages that the entry form may lead through


class EntryForm(HTMLParser):
    """The entry form of a page: its action, and the fields that its main button sends."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.action, self.fields = "", list[tuple[str, str]]()
        self._form = self._name = self._text = ""
        self._options: list[dict[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read a form, a field or an option."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = given.get("id", "")
            self.action = given["action"] if self._form == "entry" else self.action
        name = given.get("name", "") if given.get("form", self._form) == "entry" else ""
        is_off = "disabled" in given or (given.get("type") in ("checkbox", "radio") and "checked" not in given)
        if tag == "button" and "form" in given and "button" in given.get("class", "").split():
            self._add(name, given.get("value", ""))
        elif tag == "input" and not is_off:
            self._add(name, given.get("value", "on"))
        elif tag in ("select", "textarea"):
            self._name, self._options = "" if is_off else name, []
        elif tag == "option":
            self._options.append({**given, "text": ""})
        self._text = ""

    def handle_data(self, data: str) -> None:
        """Collect the text since the last tag that was opened, and that of an option."""
        self._text += data
        if self._options:
            self._options[-1]["text"] += data

    def handle_endtag(self, tag: str) -> None:
        """Leave the form, or add the field whose text or options were read."""
        if tag == "form":
            self._form = ""
        elif tag == "select":
            chosen = [option for option in self._options if "selected" in option] or self._options[:1]
            self._add(self._name, chosen[-1].get("value", chosen[-1]["text"].strip()) if chosen else "")
            self._name = ""
        elif tag == "textarea":
            self._add(self._name, self._text.removeprefix("\n"))
            self._name = ""

    def _add(self, name: str, value: str) -> None:
        if name:
            self.fields.append((name, value))


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
