"""Each entry has its pages; a correction saved as its form is served, from every tab, changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest

from companion.checking.forms import EntryForm
from companion.game import Step
from companion.games import all_games
from companion.scoring.scoresheet import END
from companion.sessions.service import Sessions
from companion.sessions.table.table import Table
from tests.support.files import bring, session_of
from tests.support.long import IS_LONG
from tests.support.phones import Phone, notice
from tests.views.amend.test_amendments import example_sheets

EACH_GAME = pytest.mark.parametrize("key", all_games())


@EACH_GAME
def test_a_correction_saved_as_it_is_served_changes_nothing(host: Phone, sessions: Sessions, key: str) -> None:
    for sheet, numbers in corrected(key):
        session = bring(host, session_of(sheet))
        table = sessions.table(session)
        assert table
        before = counted(table)
        for number in numbers:
            for address, form in forms(host, f"/t/{session}/entries/{number}/correct"):
                save(host, session, form)
                assert counted(table) == before, address


@EACH_GAME
def test_what_is_shown_while_one_taps_still_holds_the_entry(host: Phone, key: str) -> None:
    """A preview is asked with every field of the form, and shows the same form again."""
    for sheet, numbers in corrected(key):
        session = bring(host, session_of(sheet))
        for address, form in forms(host, f"/t/{session}/entries/{numbers[0]}/correct"):
            answer = host.get(address.partition("?")[0] + "/parts", query_string=form.fields)
            parts = answer.json["parts"]
            assert kept(EntryForm(parts["form"] + parts["bar"])) == kept(form), address


def corrected(key: str) -> Iterator[tuple[Any, list[int]]]:
    """Scoresheets, and the numbers of the entries to correct in each; the end of a game has no form."""
    known = set[object]()
    for sheet in example_sheets(key):
        found = {number: kind_of(sheet, one) for number, one in enumerate(sheet["entries"], 1) if one != END}
        first = {kind: number for number, kind in reversed(found.items())}
        numbers = list(found) if IS_LONG else [number for kind, number in first.items() if kind not in known]
        known |= {*first}
        if numbers:
            yield sheet, numbers


def kind_of(sheet: Any, entry: Any) -> object:
    """What an entry has in common with those whose form is the same."""
    return sheet["options"].get("wall"), bool(sheet["options"].get("board")), *sorted({*entry} - {"first", "order"})


def kept(form: EntryForm) -> list[tuple[str, str]]:
    return [field for field in form.fields if field[0] not in ("act", "version", "draft")]


def counted(table: Table) -> list[object]:
    """What every entry came to, in order; the cards of a hand have none."""
    return [(played.points, [as_json(step) for step in played.steps]) for played in table.played]


def as_json(step: Step) -> object:
    values = {name: sorted(value) if name == "cards" else value for name, value in step.values.items()}
    return step.rule, step.seat, step.points, values


def forms(phone: Phone, address: str) -> Iterator[tuple[str, EntryForm]]:
    """The form as it is opened, then each of its tabs, every one come to from the one before."""
    form = EntryForm(phone.page(address))
    yield address, form
    for place in range(len(form.tabs)):
        address = form.tabs[place]
        form = EntryForm(phone.page(address))
        yield address, form


def save(phone: Phone, session: str, form: EntryForm) -> None:
    """Tap the main button, and the one of the page that tells what changes."""
    answer = phone.post(form.action, form.fields)
    assert answer.status_code == 303, (form.action, form.fields, notice(answer))
    assert EntryForm(phone.page(answer.location)).action == "", "all of the entry is in"
    path, _, query = answer.location.removeprefix(f"/t/{session}/").partition("?")
    assert phone.act(session, path, dict(parse_qsl(query))).status_code == 303
