"""Who finds what is written about a game: earlier words, past games, files and exports, but nobody from outside."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from companion.game import RuleError
from companion.sessions.service import Sessions
from companion.transfer.export_lines import session as session_line
from companion.transfer.exporting import lines
from companion.transfer.validation import validate
from tests.support.notes import entry_event, form, wrote
from tests.support.phones import Phone, notice

Phones = Callable[..., Phone]
THREE = ("Ann", "Ben", "Cleo")


def test_who_is_not_at_the_table_reads_no_notes(host: Phone, phone: Phones, played: str, sessions: Sessions) -> None:
    wrote(host, played, note="Between us", elsewhere="Home", more_expansions="Big Box")
    wrote(host, played, entry_event(sessions, played, 1), note="Between us")
    shared = set(re.findall(r'href="(/(?:r|replay|o)/[^"]+)"', host.page(f"/t/{played}/share")))
    assert len(shared) == 3
    stranger = phone()
    for path in shared:
        more = [f"{path}/1", f"{path}/steps"] if "/replay/" in path else []
        for one in (path, *more):
            answer = stranger.get(one, follow_redirects=True)
            assert answer.status_code == 200
            assert not re.search("Between us|Big Box|Home<", answer.text), one


def test_earlier_words_are_suggested_to_who_was_there(host: Phone, phone: Phones) -> None:
    first = host.open("luz", THREE)
    wrote(host, first, more_expansions="Big Box", more_house_rules="No talk", elsewhere="Home")
    stranger = phone()
    for player, game, words, place in (
        (host, "luz", True, True),
        (host, "azul", False, True),
        (stranger, "luz", False, False),
    ):
        page = player.page(f"/t/{player.open(game, THREE)}/notes")
        assert ('value="Big Box"' in page, 'value="No talk"' in page, 'value="Home"' in page) == (words, words, place)
        assert form(page)["expansions"] == [], "a suggestion is not ticked"
    golf, chess = host.open("open", THREE), host.open("open", THREE, title="Chess")
    wrote(host, golf, more_expansions="Windmill")
    assert 'value="Windmill"' not in host.page(f"/t/{chess}/notes")
    assert 'value="Windmill"' in host.page(f"/t/{host.open('open', THREE)}/notes")
    host.act(first, "delete", {"sure": "yes"})
    assert 'value="Big Box"' not in host.page(f"/t/{host.open('luz', THREE)}/notes"), "they go with their table"


def test_past_games_are_found_by_a_word_and_by_the_place(host: Phone, phone: Phones, played: str) -> None:
    host.open("luz", THREE)
    wrote(host, played, more_expansions="Big Box", elsewhere="Café Möbius")
    for query in ("big", "box big", "CAFÉ mö", "cafe\u0301"):
        found = host.page("/history?" + f"q={query}")
        assert re.findall(r'href="/t/([\w-]+)"', found) == [played], query
    assert played not in phone().page("/history?q=big")
    now = form(host.page(f"/t/{played}/notes"))
    wrote(host, played, **{**now, "expansions": []})
    assert played not in host.page("/history?q=big")


def test_a_rematch_has_the_words_and_the_place_but_not_the_note(host: Phone, played: str) -> None:
    wrote(host, played, note="Old", more_expansions="Big Box", elsewhere="Home")
    host.act(played, "end")
    rematch = host.act(played, "rematch").location.rpartition("/")[2]
    now = form(host.page(f"/t/{rematch}/notes"))
    assert (now["note"], now["expansions"], now["place"]) == ("", ["Big Box"], "Home")


def test_files_have_it_and_bring_it_back(host: Phone, played: str, sessions: Sessions) -> None:
    plain = host.get(f"/t/{played}/results.csv").text
    assert "notes" not in json.loads(host.get(f"/t/{played}/scoresheet.json").data)
    wrote(host, played, note="=1+1\nnext", more_expansions="Big Box\nPromo", elsewhere="Home")
    wrote(host, played, entry_event(sessions, played, 2), note="@SUM(A1)")
    table = host.get(f"/t/{played}/results.csv").text
    assert table.splitlines()[0] == plain.splitlines()[0] + ",Note" and "\r\n2,Deal 2," in table
    assert ",'@SUM(A1)" in table and '"\'=1+1\nnext"' in table and ',Expansions,"Big Box, Promo"' in table
    for path in ("scoresheet.json", "session.json"):
        file = host.get(f"/t/{played}/{path}").text
        sheet = json.loads(file).get("sheet") or json.loads(file)
        assert sheet["notes"] == {
            "note": "=1+1\nnext",
            "expansions": ["Big Box", "Promo"],
            "place": "Home",
            "entries": {"2": "@SUM(A1)"},
        }
        look = host.post("/import/look", {"text": file})
        assert "What was written about the game comes along" in look.text
        text = re.search(r'name="text" value="([^"]+)"', look.text)
        assert text
        brought = host.post("/import/open", {"text": unescape(text[1]), "key": path}).location.split("/")[2]
        assert json.loads(host.get(f"/t/{brought}/scoresheet.json").data)["notes"] == sheet["notes"]
        assert "@SUM(A1)" in host.page(f"/t/{brought}/entries/2")


@pytest.mark.parametrize(
    "notes",
    [3, {"note": 3}, {"expansions": ["a", "A"]}, {"expansions": "a"}, {"entries": {"3": "x"}}, {"entries": {"x": "x"}},
     {"entries": []}, {"entries": {"1": "x" * 1001}}, {"place": "\x1b"}, {"more": 1}, {"expansions": [3]}],
)  # fmt: skip
def test_a_file_with_notes_that_no_table_has_is_refused(host: Phone, played: str, notes: Any) -> None:
    sheet = json.loads(host.get(f"/t/{played}/scoresheet.json").data)
    answer = host.post("/import/look", {"text": json.dumps({**sheet, "notes": notes})})
    assert answer.status_code == 422 and notice(answer)


def test_an_export_has_the_log_of_notes_and_refuses_what_is_none(host: Phone, played: str, sessions: Sessions) -> None:
    wrote(host, played, note="Kept", more_expansions="Big Box")
    found = [json.loads(line) for line in lines(sessions.store, sessions.key)]
    exported = next(line for line in found if line.get("session") == played)
    body = exported["log"][-1]["body"]
    assert body == {"note": "Kept", "expansions": ["Big Box"]}
    assert validate(session_line(exported))
    for wrong in (
        {},
        {"note": 3},
        {"entry": 0, "note": "x"},
        {"entry": 1},
        {"expansions": ["a", "a"]},
        {"place": "x\n"},
    ):
        exported["log"][-1]["body"] = wrong
        with pytest.raises(RuleError):
            validate(session_line(exported))
