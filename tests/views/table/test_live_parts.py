"""An open page shows after each act of another phone what a load of it shows, to host, scorer and viewer alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest

from companion.views.render.templating import as_oob_swap
from companion.views.table import actions
from tests.support.files import bring, example, session_of
from tests.support.open_page import OpenPage, comparable
from tests.support.phones import HTMX, Phone, Phones
from tests.support.secrets import SHEETS

ACTS = (
    *(("other", "undo"), ("other", "redo"), ("other", "sit")),
    *(("host", "end"), ("host", "undo"), ("host", "redo"), ("host", "undo")),
)
"""Who does what; "other" is a scorer whose pages are not looked at. What is redone is an entry or a part of one."""
EXAMPLES = {
    "luz/whole-game": 2, "5211/long-second-deck": 3, "azul/whole-game-all-bonuses": 3, "ingenious/placements-1-2-4": 6,
    "salamanca/every-hazard": 9,
}  # fmt: skip
"""Sheets, most of them with a board, and how many of their entries are in."""
DRAFTED = ("luz", "5211", "azul")
FORMS = 1  # forms of other seats, lands or ways that are open beside the first one


def tables() -> dict[str, dict[str, Any]]:
    """Session files of every game: with and without boards, with a draft, and with hidden totals."""
    found = {}
    for name, count in EXAMPLES.items():
        sheet = example(name)
        found[name] = session_of({**sheet, "entries": sheet["entries"][:count]})
    return found | {f"{game}, hidden": session_of(*SHEETS[game](()), hidden=True) for game in DRAFTED}


def paths(phone: Phone, session: str, entries: int) -> list[str]:
    """The live pages of a table that a phone can open."""
    at = f"/t/{session}"
    found = [at, f"{at}/entries/{entries}", f"{at}/needs"]
    answer = phone.get(f"{at}/enter", follow_redirects=True)
    if answer.request.path == f"{at}/enter":
        forms = {unescape(each) for each in re.findall(rf'href="({at}/enter\?[^"#]+)"', answer.text)}
        found += [f"{at}/enter", *sorted(forms - {answer.request.full_path})[:FORMS]]
    return found


@pytest.fixture
def opened() -> Iterator[Callable[[Phone, str], OpenPage]]:
    pages: list[OpenPage] = []

    def opened(phone: Phone, path: str) -> OpenPage:
        pages.append(OpenPage(phone, path))
        return pages[-1]

    yield opened
    for page in pages:
        page.close()


@pytest.mark.parametrize("game", tables().values(), ids=tables())
def test_an_open_page_shows_what_a_load_of_it_shows(
    host: Phone, phone: Phones, opened: Callable[[Phone, str], OpenPage], game: dict[str, Any]
) -> None:
    session, entries = bring(host, game), len(game["sheet"]["entries"])
    watching = {"host": host, "scorer": phone().join(host, session), "viewer": phone().join(host, session, "viewer")}
    other = phone("zh-TW").join(host, session)
    host.act(session, "sit", {"seat": 0})
    pages = [(role, opened(one, path)) for role, one in watching.items() for path in paths(one, session, entries)]
    wrong = []
    for who, what in ACTS:
        answer = (host if who == "host" else other).act(session, what, {"seat": 1} if what == "sit" else None)
        assert answer.status_code == 303, (what, answer.status)
        for role, page in pages:
            if not page.is_left:
                page.follow()
            if not page.is_left:
                at = f"{role} {page.path.removeprefix(f'/t/{session}')} after {what} by {who}"
                wrong += [f"{at}: {name}" for name in page.outdated()]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", tables().values(), ids=tables())
def test_an_answer_has_the_parts_that_its_stream_was_sent(
    host: Phone,
    phone: Phones,
    opened: Callable[[Phone, str], OpenPage],
    game: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = bring(host, game)
    for one, page in ((host, "table"), (phone().join(host, session), "enter")):
        shown = opened(one, f"/t/{session}{'/enter' if page == 'enter' else ''}")
        with monkeypatch.context() as patched:
            patched.delattr(actions, "rendered")  # nothing is rendered for the answer
            headers = {**HTMX, "HX-Current-URL": f"http://localhost{shown.path}"}
            answer = one.act(session, "undo", {"back": page}, headers=headers)
        assert answer.status_code == 200
        address = f"/t/{session}/parts/{page}?{shown.path.partition('?')[2]}"
        loaded: dict[str, str] = one.get(address).json["parts"]
        swapped = [comparable(as_oob_swap(name, part)) for name, part in loaded.items()]
        assert len(comparable(answer.text)) == sum(map(len, swapped))
        assert all(part in comparable(answer.text) for part in swapped)
