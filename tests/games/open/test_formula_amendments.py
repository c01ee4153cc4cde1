"""Entries put in, corrected and taken out on sheets whose rounds have a sum."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl

from tests.games.open.test_entering import enter, typed
from tests.support.phones import Phone, notice


def play(host: Phone, session: str, *rounds: tuple[str, ...]) -> None:
    for numbers in rounds:
        for seat, number in enumerate(numbers):
            enter(host, session, seat, number)


def put_right(host: Phone, session: str, path: str, *parts: dict[str, Any]) -> str:
    """Type the parts of an amendment one after the other, and do it; returns the page that told what it changes."""
    draft: dict[str, str] = {}
    for part in parts:
        answer = host.post(f"/t/{session}/{path}/form", {**part, **draft})
        assert answer.status_code == 303, notice(answer)
        draft = {"draft": dict(parse_qsl(answer.location.partition("?")[2]))["draft"]}
    page = host.page(answer.location)
    done = host.act(session, path, draft)
    assert done.status_code == 303, notice(done)
    return page


def of_round(seat: int, number: str) -> dict[str, Any]:
    return {"seat": seat, "kind": "round", "n0": number}


def test_a_round_put_in_has_to_add_up_and_what_was_typed_stays(host: Phone) -> None:
    session = host.open("open", ["Ann", "Ben"], title="Tricks", sum="13 26")
    play(host, session, ("7", "6"), ("20", "6"))
    path = f"/t/{session}/entries/2/insert/form"
    first = host.post(path, of_round(0, "9"))
    draft = dict(parse_qsl(first.location.partition("?")[2]))["draft"]
    refused = host.get(host.post(path, {**of_round(1, "5"), "draft": draft}).location)
    assert refused.status_code == 422
    assert notice(refused).startswith("The numbers of the round add up to 14, not one of 13, 26")
    assert host.totals(session) == [27, 12], "nothing is put in"
    more = re.search(r'href="([^"]*)"\s*>(?:(?!</a>).)*Change more', refused.text, re.DOTALL)
    assert more and typed(host.page(f"{unescape(more[1])}&seat=1&change=1")) == ["5"]
    put_right(host, session, "entries/2/insert", of_round(0, "9"), of_round(1, "4"))
    assert host.totals(session) == [36, 16]
    wrong = host.get(host.post(f"/t/{session}/entries/1/correct/form", of_round(0, "8")).location)
    assert wrong.status_code == 422 and "add up to 14, not one of 13, 26" in notice(wrong)
