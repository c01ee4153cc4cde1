"""Names typed or imported anywhere: kept in one spelling, without what is not seen, and none of them twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.sessions.service import Sessions
from tests.support.evenings import Club, names
from tests.support.groups import make_group
from tests.support.phones import Phone, notice
from tests.support.reading import read_text

TYPED, KEPT = "\u202eＡ\u200bnn", "Ann"
PILED = "Zoe" + "\u0301" * 40


def new_table(host: Phone) -> str:
    return host.page(f"/t/{host.open('open', [TYPED, 'Ben'], title='Golf')}")


def title(host: Phone) -> str:
    return host.page(f"/t/{host.open('open', ['Ben', 'Cleo'], title=TYPED)}")


def line(host: Phone) -> str:
    session = host.open("open", ["Ben", "Cleo"], title="Golf", count="lines", line=[TYPED], factor=[""], per=[""])
    return host.page(f"/t/{session}/enter")


def newcomer(host: Phone) -> str:
    session = host.open("open", ["Ben", "Cleo"], title="Golf")
    assert host.act(session, "options", {"newcomer": TYPED, "sure": "1"}).status_code == 303
    return host.page(f"/t/{session}")


def rename(host: Phone) -> str:
    session = host.open("luz", ["Ben", "Cleo", "Dan"])
    assert host.act(session, "end").status_code == 303
    assert host.post("/players/ben/rename", {"name": TYPED}).status_code == 303
    return host.page("/players")


def group(host: Phone) -> str:
    return host.page(f"{make_group(host, 'Ben', TYPED)}/edit")


def ticked_in_a_group(host: Phone) -> str:
    made = host.post("/groups/new", {"name": TYPED, "player": [TYPED, "Ben"]})
    return host.page(f"{made.location}/edit")


def evening(host: Phone) -> str:
    return host.page(f"{Club(host, [TYPED, *names(5)], name=TYPED).at}/players")


def words_of_a_note(host: Phone) -> str:
    session = host.open("luz")
    fields = {"seen": 0, "more_expansions": TYPED, "elsewhere": TYPED, "note": "\u202eAnn"}
    assert host.act(session, "notes", fields).status_code == 303
    return host.page(f"/t/{session}/notes")


def scoresheet(host: Phone) -> str:
    sheet = {"format": 1, "game": "luz", "players": [TYPED, "Ben", "Cleo"], "options": {}, "entries": []}
    return host.page(str(host.post("/import/open", {"text": json.dumps(sheet), "key": "k"}).location))


PLACES = [
    new_table, title, line, newcomer, rename, group, ticked_in_a_group, evening, words_of_a_note, scoresheet,
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_a_name_is_kept_in_one_spelling_wherever_it_is_typed(host: Phone, place: Callable[[Phone], str]) -> None:
    page = place(host)
    assert KEPT in read_text(page) or f'"{KEPT}"' in page
    assert "Ａ" not in page and "\u200b" not in page and "\u202e" not in page


TWICE = {"format": 1, "game": "luz", "players": ["Ａnn", "Ann", "Ben"], "options": {}, "entries": []}


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/new/luz", {"player": ["Ann", "Ben"], "name": "ａｎｎ"}),
        ("/import/open", {"text": json.dumps(TWICE), "key": "k"}),
    ],
)
def test_a_name_is_not_there_twice_in_two_spellings(host: Phone, path: str, fields: dict[str, Any]) -> None:
    assert "must differ" in notice(host.post(path, fields))


@pytest.mark.parametrize(("name", "status"), [("👩\u200d👩\u200d👧\u200d👦" * 40, 303), ("👧" * 41, 422)])
def test_a_name_is_as_long_as_it_is_seen_and_can_be_exported(
    host: Phone, sessions: Sessions, name: str, status: int
) -> None:
    answer = host.post("/new/luz", {"player": ["Ann", "Ben"], "name": name})
    assert answer.status_code == status
    if status == 422:
        assert "at most 40 characters" in notice(answer)
        return
    session = str(answer.location).split("/")[2]
    sheet = host.page(f"/t/{session}/scoresheet.json")
    assert host.post("/import/open", {"text": sheet, "key": "k"}).status_code == 303


def test_marks_on_a_letter_are_few(host: Phone, sessions: Sessions) -> None:
    session = host.open("luz", ["Ann", "Ben", PILED])
    table = sessions.table(session)
    assert table and table.setup.players[2] == "Zo\xe9\u0301\u0301"


def test_names_kept_before_stay_as_they_are(host: Phone, sessions: Sessions) -> None:
    made = make_group(host, "Ben", "Cleo")
    stored = "UPDATE group_players SET name = 'Ａnn', key = 'ａnn' WHERE name = 'Ben'"
    sessions.store.write(lambda db: db.execute(stored, []), "test")
    edited = host.post(f"{made}/edit", {"name": "Friends", "player": ["Ａnn", "Cleo"], "names": "Dan"})
    assert edited.status_code == 303 and "Ａnn" in host.page(f"{made}/edit")
