"""How often the engine is asked: once per entry that an act plays, and never for what it has played already."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from companion.games import all_games
from tests.support.each_row import each_row
from tests.support.files import bring, example
from tests.support.phones import Phone, bets, totals

WHOLE_GAMES = ["luz/whole-game", "azul/whole-game-all-bonuses", "5211/four-players"]


@contextmanager
def counted(game: str) -> Iterator[list[str]]:
    """The functions that call the engine of a game within the block, also those in the game's own folder."""
    code, found = all_games()[game].engine.play.__code__, []

    def look(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code is code and frame.f_back is not None:
            found.append(frame.f_back.f_code.co_qualname)

    sys.setprofile(look)
    try:
        yield found
    finally:
        sys.setprofile(None)


def deal(phone: Phone, session: str, bid: str, taken: str) -> list[str]:
    """Enter a deal of Luz; the calls of the engine on the way."""
    with counted("luz") as calls:
        assert phone.enter(session, bets(bid)).status_code == 303
        assert calls == [], "a part of an entry is not played"
        assert phone.enter(session, totals(taken)).status_code == 303
    return calls


@pytest.fixture
def four(host: Phone, luz: str) -> str:
    """A whole game of four deals, each played once as it was entered, the last one too."""
    for bid, taken in (("3 2 1 0", "3 2 0 5"), ("3 2 2 0", "3 1 4 2"), ("1 2 3 4", "2 2 2 4"), ("2 2 2 2", "2 2 2 4")):
        assert deal(host, luz, bid, taken) == ["play"]
    assert "wins" in host.page(f"/t/{luz}")
    return luz


def test_a_page_asks_the_engine_nothing(host: Phone, four: str) -> None:
    with counted("luz") as calls:
        for page in ("", "/sheet", "/log", "/entries/1", "/entries/4", "/entries/2/correct", "/host", "/share"):
            host.page(f"/t/{four}{page}")
    assert calls == []


@pytest.mark.parametrize(("number", "most"), [(1, 4), (2, 3), (4, 1)])
def test_a_correction_plays_each_entry_from_the_corrected_one_on_once(
    host: Phone, four: str, number: int, most: int
) -> None:
    typed = f"/t/{four}/entries/{number}/correct"
    way = host.post(f"{typed}/form", bets("1 1 1 1")).location
    with counted("luz") as calls:
        preview = host.post(way.replace("correct?", "correct/form?"), totals("1 1 1 7")).location
    assert calls == [], "what is typed is not played before it is shown"
    with counted("luz") as calls:
        assert 'id="amendment-preview"' in host.page(preview)
    assert len(calls) == most, "the preview"
    sent = {"act": "corrected", "version": str(host.version(four))}
    with counted("luz") as calls:
        assert host.post(preview, sent).status_code == 303
    assert len(calls) == most, "saving it"
    with counted("luz") as calls:
        assert host.post(preview, sent).status_code == 303
    assert calls == [], "the same act again"


def test_taking_back_plays_only_what_follows(host: Phone, four: str) -> None:
    for what, most in (("undo", 0), ("redo", 1), ("entries/2/remove", 2), ("undo", 3), ("redo", 2)):
        version = host.version(four)
        with counted("luz") as calls:
            assert host.act(four, what, seen=version).status_code == 303
        assert len(calls) == most, what


@each_row("name", WHOLE_GAMES)
def test_a_file_is_played_once_to_look_at_it_and_once_to_open_it(host: Phone, name: str) -> None:
    sheet = example(name)
    with counted(sheet["game"]) as calls:
        session = bring(host, sheet)
    assert len(calls) == 2 * len(sheet["entries"])
    with counted(sheet["game"]) as calls:
        host.page(f"/t/{session}")
    assert len(calls) == len(sheet["entries"]), "read from the disk"
    with counted(sheet["game"]) as calls:
        host.page(f"/t/{session}")
    assert calls == []
