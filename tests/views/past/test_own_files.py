"""The companion's own sheets, in each language, come in again as the plays that they are."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from flask import Flask

from companion.history import search
from tests.support.each_row import each_row
from tests.support.files import bring, example, session_of
from tests.support.groups import make_group, put
from tests.support.past_plays import numbers
from tests.support.phones import ORIGIN, Phone, notice
from tests.views.amend.test_amendments import example_sheets

LANGUAGES = ["en", "zh-TW", "zh-CN"]
NAMES = ["Ann", "=Ben", "  @x", "小雯"]


def sheet_of(name: str, options: Any, entries: list[Any], players: list[str]) -> dict[str, Any]:
    return {
        "format": 1, "game": "open", "players": players, "options": {"name": name, "rounds": 1, **options},
        "entries": entries,
    }  # fmt: skip


def fill(host: Phone) -> list[str]:
    """Open games of each kind on a phone, two equal ones of a day among them; returns their sessions."""
    azul, ingenious = example("azul/shared-win"), example("ingenious/team-instant-win")
    golf = sheet_of("Golf, 9 holes", {"lowest_wins": True, "halves": True}, [{"round": [3, 8, 4]}], NAMES[:3])
    sheets = [
        *(session_of({**azul, "players": NAMES[: len(azul["players"])]}), session_of(ingenious), golf, golf),
        sheet_of("Tichu", {"teams": [[0, 2], [1, 3]]}, [{"round": [2, 1]}], NAMES),
        sheet_of("Pandemic", {"cooperative": True}, [{"round": [4]}, {"won": True}], NAMES[:2]),
        sheet_of("Pandemic", {"cooperative": True}, [{"round": [4]}, {"won": False}], NAMES[:2]),
        sheet_of("Solitaire", {}, [{"round": [7]}], NAMES[:1]),
    ]
    return [bring(host, sheet) for sheet in sheets]


def games(app: Flask, number: int) -> list[Any]:
    """The finished games of a phone: day, game, and each player with place and points."""
    store = app.extensions["companion"].store
    rows = search.finished_sessions(store, number)
    return sorted(
        [
            row.made[:10],
            str(row.game.title),
            row.together,
            sorted((seat.name.strip(), seat.place, str(seat.total)) for seat in row.seats),
        ]
        for row in rows
    )


def take(app: Flask, phone: Phone, content: bytes, name: str) -> str:
    """Import all of a file; returns the preview and then the last page."""
    fields = {"file": (io.BytesIO(content), name)}
    answer = phone.client.post("/import/past", data=fields, headers=ORIGIN, content_type="multipart/form-data")
    assert answer.status_code == 303, notice(answer)
    job = str(answer.location)
    preview = phone.page(job)
    phone.post(f"{job}/start", {})
    app.extensions["companion.past"].wait(job.rpartition("/")[2])
    assert numbers(phone.page(job)) == numbers(preview)
    return preview


@each_row("language", LANGUAGES)
@each_row("kind", ["history", "group"])
def test_each_of_our_sheets_comes_back_as_the_same_plays(app: Flask, phone: Any, kind: str, language: str) -> None:
    host, guest = phone(language), phone(language)
    sessions = fill(host)
    path = "/history.csv"
    if kind == "group":
        group = make_group(host, *NAMES, "Ben", "Cleo", "Mei-Ling")
        put(host, group, *sessions)
        path = f"{group}/games.csv"
    preview = take(app, guest, host.get(path).data, "companion.csv")
    assert numbers(preview) == [len(sessions), 0, 0]
    assert games(app, 2) == games(app, 1)


def test_what_this_phone_has_is_here_already(app: Flask, host: Phone) -> None:
    sessions = fill(host)
    assert numbers(take(app, host, host.get("/history.csv").data, "companion.csv")) == [0, len(sessions), 0]


@each_row(
    ("path", "told"),
    [
        ("/t/{}/results.csv", "past games and of a group's games"),
        ("/t/{}/scoresheet.json", "Import a game"),
        ("/t/{}/session.json", "Import a game"),
        ("{group}/table.csv", "past games and of a group's games"),
    ],
)
def test_our_other_files_are_told_where_they_belong(app: Flask, host: Phone, path: str, told: str) -> None:
    session, group = bring(host, session_of(example_sheets("luz")[-1])), make_group(host, "Ann", "Ben")
    put(host, group, session)
    content = host.get(path.format(session, group=group)).data
    fields = {"file": (io.BytesIO(content), "file")}
    answer = host.client.post("/import/past", data=fields, headers=ORIGIN, content_type="multipart/form-data")
    assert answer.status_code == 422 and told in re.sub(r"&#39;", "'", answer.text)


@pytest.mark.parametrize("content", [{"players": [], "games": [], "plays": []}, "date;game;Ann\n2024-05-03;Go;3\n"])
def test_plays_of_elsewhere_are_told_where_they_go(host: Phone, content: Any) -> None:
    text = content if isinstance(content, str) else json.dumps(content)
    fields = {"file": (io.BytesIO(text.encode()), "file")}
    answer = host.client.post("/import/look", data=fields, headers=ORIGIN, content_type="multipart/form-data")
    assert answer.status_code == 422 and "Import past games" in answer.text
