"""Entries put in, corrected and taken out on sheets with formulas and sums: over HTTP, and against the oracle."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import all_games
from companion.scoring.scoresheet import read_setup
from companion.sessions.table.table import Table, opened_table
from companion.storage.records import Event, SessionRow
from tests.games.open.formula_strategies import games, rounds_of
from tests.games.open.test_entering import enter, typed
from tests.games.open.test_formulas import Oracle
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


def table_of(game: dict[str, Any]) -> Table:
    """A table of this game before its first entry; any number of rounds can be put in."""
    chosen = {**game["options"], "name": "Harbour"}
    if chosen["rounds"]:
        chosen["rounds"] = {**chosen["rounds"], "count": 0}
    setup = read_setup(all_games()["open"], game["players"], chosen)
    row = SessionRow("s", "open", {"players": game["players"], "options": dict(setup.options)}, "", None, 0)
    return opened_table(row, all_games()["open"])


def happens(table: Table, kind: str, body: Any) -> list[int]:
    """Apply an event; returns the totals after it."""
    table.apply(Event(table.version + 1, f"key-{table.version}", b"", kind, body, 1, ""))
    return [int(total) for total in table.state.totals]


def amendment(draw: Any, game: dict[str, Any], entries: list[Any]) -> tuple[str, int, Any]:
    """What is put right next: its kind, the place of the entry, and the entry that comes in."""
    *rounds, closing = entries
    kinds = [*["insert", "insert"] * bool(game["options"]["rounds"]), *["correct", "remove"] * bool(rounds), "close"]
    kind = draw(st.sampled_from(kinds))
    if kind == "close":
        raised = [[number + draw(st.integers(0, 3)) for number in side] for side in closing["lines"]]
        return "correct", len(rounds), {"lines": raised}
    place = draw(st.integers(0, len(rounds) if kind == "insert" else len(rounds) - 1))
    return kind, place, None if kind == "remove" else draw(rounds_of(game["options"], len(closing["lines"])))


@pytest.mark.sqlite
@settings(deadline=None)
@given(games(), st.data())
def test_any_amendment_counts_as_the_oracle_says(game: dict[str, Any], data: st.DataObject) -> None:
    table, entries = table_of(game), list(game["entries"])
    for entry in entries:
        totals = happens(table, "entry", entry)
    for _ in range(data.draw(st.integers(1, 5))):
        before, (kind, place, entry) = totals, amendment(data.draw, game, entries)
        if kind == "correct" and entry == entries[place]:
            continue
        was, number = list(entries), table.entries[place].number
        entries[place : place + (kind != "insert")] = [] if entry is None else [entry]
        body = {"before" if kind == "insert" else "entry": number, **({"value": entry} if entry else {})}
        totals = happens(table, kind, body)
        assert totals == Oracle({**game, "entries": entries}).totals(), (kind, place)
        if data.draw(st.booleans()):
            assert table.log.to_undo
            totals, entries = happens(table, "undo", {"event": table.log.to_undo.number}), was
            assert totals == before
