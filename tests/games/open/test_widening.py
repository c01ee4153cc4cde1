"""What an open score sheet allows is widened by the host while the game runs, and everything else follows."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.open.test_entering import THREE, enter, typed
from tests.support.page_tree import parse
from tests.support.phones import Phone, notice, shown_totals

Phones = Callable[..., Phone]


def widen(host: Phone, session: str, **fields: Any) -> Any:
    return host.act(session, "options", fields)


def widened(host: Phone, session: str, **fields: Any) -> None:
    answer = widen(host, session, **fields)
    assert answer.status_code == 303, notice(answer)


def sheet(host: Phone, session: str) -> dict[str, Any]:
    got: dict[str, Any] = json.loads(host.get(f"/t/{session}/scoresheet.json").text)
    return got


def log(host: Phone, session: str) -> list[str]:
    """What was done at a table, the latest first."""
    return [act.bold[0] for act in parse(host.page(f"/t/{session}/log")).with_attribute("data-act")]


@pytest.fixture
def hearts(host: Phone) -> str:
    """One round is in, 3, 4 and 5; below 0 was forgotten."""
    session = host.open("open", THREE, title="Hearts", limit="20")
    for seat, number in enumerate("345"):
        enter(host, session, seat, number)
    return session


def test_the_host_allows_it_and_what_was_typed_is_there(host: Phone, hearts: str) -> None:
    refused = host.enter(hearts, {"seat": 1, "kind": "round", "n0": "-26"})
    assert refused.status_code == 422 and "this sheet has no numbers below 0" in notice(refused)
    button = parse(refused.text).find("button", "Allow numbers below 0")
    assert (button["name"], button["value"]) == ("allow", "negative")
    answer = widen(host, hearts, allow="negative", seat="1", kind="round", n0="-26")
    assert answer.status_code == 303
    assert typed(host.page(answer.location)) == ["-26"]
    enter(host, hearts, 1, "-26")
    for seat in (0, 2):
        enter(host, hearts, seat, "0")
    assert host.totals(hearts) == [3, -22, 5]
    assert sheet(host, hearts)["options"]["negative"] is True


def test_who_is_not_host_reads_that_the_host_can(host: Phone, phone: Phones, hearts: str) -> None:
    scorer = phone().join(host, hearts)
    refused = scorer.enter(hearts, {"seat": 1, "kind": "round", "n0": "-26"})
    assert refused.status_code == 422 and "The host can allow it while the game runs." in refused.text
    assert 'name="allow"' not in refused.text
    assert scorer.get(f"/t/{hearts}/options").status_code == 403
    assert widen(scorer, hearts, allow="negative").status_code == 403


def test_it_stands_in_the_log_and_only_the_host_takes_it_back(host: Phone, phone: Phones, hearts: str) -> None:
    scorer = phone().join(host, hearts)
    widened(host, hearts, negative="1")
    assert log(host, hearts)[0] == "numbers below 0 allowed"
    assert "Only the host can change what this table allows." in notice(scorer.act(hearts, "undo", {}))
    assert host.act(hearts, "undo", {}).status_code == 303
    assert log(host, hearts)[0] == "taken back: numbers below 0 allowed"
    assert host.enter(hearts, {"seat": 1, "n0": "-26"}).status_code == 422
    assert scorer.act(hearts, "redo", {}).status_code == 422
    assert host.act(hearts, "redo", {}).status_code == 303
    enter(host, hearts, 1, "-26")


def test_half_points_keep_every_total_and_what_is_half_entered(host: Phone, hearts: str) -> None:
    enter(host, hearts, 0, "7")
    refused = host.enter(hearts, {"seat": 1, "n0": "1.5"})
    assert notice(refused) == "The points of Ben cannot be 1.5: this sheet has no half points"
    widened(host, hearts, allow="halves")
    assert host.totals(hearts) == [3, 4, 5]
    enter(host, hearts, 1, "1.5")
    enter(host, hearts, 2, "2")
    assert shown_totals(host.page(f"/t/{hearts}/sheet")) == ["10", "5.5", "7"]
    assert sheet(host, hearts)["entries"] == [{"round": [6, 8, 10]}, {"round": [14, 3, 4]}]
    assert "1,Round 1,3,4,5,3,4,5" in host.get(f"/t/{hearts}/results.csv").text
    assert host.act(hearts, "undo", {}).status_code == 303
    assert host.act(hearts, "undo", {}).status_code == 303
    assert host.act(hearts, "undo", {}).status_code == 303
    assert sheet(host, hearts)["entries"] == [{"round": [3, 4, 5]}] and host.totals(hearts) == [3, 4, 5]


def test_the_limit_is_raised_or_lifted_and_never_lowered(host: Phone, hearts: str) -> None:
    refused = widen(host, hearts, limit="10")
    assert refused.status_code == 422 and "but not lowered" in notice(refused)
    widened(host, hearts, limit="100")
    assert log(host, hearts)[0] == "it ends at 100"
    for seat in range(3):
        enter(host, hearts, seat, "30")
    assert "To 100 points: the most so far is 35." in host.page(f"/t/{hearts}")
    widened(host, hearts, limit="")
    assert log(host, hearts)[0] == "no limit" and sheet(host, hearts)["options"]["limit"] is None
    assert "may_raise" not in host.page(f"/t/{hearts}/options")


def test_rounds_are_added_and_none_taken_away(host: Phone) -> None:
    golf = host.open("open", ["Ann", "Ben"], title="Mini golf", rounds="2")
    assert widen(host, golf, rounds="1").status_code == 422
    widened(host, golf, rounds="3")
    assert log(host, golf)[0] == "3 rounds"
    for number in "123":
        for seat in (0, 1):
            enter(host, golf, seat, number)
    assert host.totals(golf) == [6, 6] and sheet(host, golf)["options"]["rounds"] == 3
    refused = widen(host, golf, rounds="9")
    assert refused.status_code == 422 and "The game is over" in notice(refused)


@pytest.fixture
def island(host: Phone) -> str:
    """All play together: the lines are in, 7 coins and 9 cards, and nobody has said yet who won."""
    table = host.open(
        "open", ["Ann", "Ben"], title="Island", count="lines", line=["coins", "cards"], factor=["1", "1"],
        per=["1", "3"], win="together",
    )  # fmt: skip
    enter(host, table, 0, "7", "9", kind="lines")
    assert host.totals(table) == [10, 10]
    return table


def test_a_factor_is_changed_after_the_totals_were_shown(host: Phone, island: str) -> None:
    lines = {"line": ["gold", "cards"], "factor": ["2", "1"], "per": ["1", "3"]}
    shown = widen(host, island, **lines)
    assert shown.status_code == 200 and "10 → 17" in shown.text and host.totals(island) == [10, 10]
    widened(host, island, **lines, sure="1")
    assert host.totals(island) == [17, 17]
    assert log(host, island)[0] == "gold × 2, cards ÷ 3"
    assert host.act(island, "undo", {}).status_code == 303
    assert host.totals(island) == [10, 10]


def test_what_could_not_stand_is_refused_with_its_entry(host: Phone) -> None:
    table = host.open("open", ["Ann"], title="Island", count="lines", line=["coins"], negative="1", win="together")
    enter(host, table, 0, "-7", kind="lines")
    refused = widen(host, table, negative="1", line=["coins"], factor=["1"], per=["2"])
    assert refused.status_code == 422
    sentence = "Lines at the end could not stand then: coins of Ann cannot be below 0, as it is divided by 2."
    assert sentence in notice(refused)


def test_a_wrong_field_is_told_at_its_place(host: Phone, island: str) -> None:
    refused = widen(host, island, line=["coins", "coins"], factor=["1", "1"], per=["1", "1"])
    assert refused.status_code == 422 and 'id="line1-fault"' in refused.text
    refused = widen(host, island, line=["coins"], factor=["1"], per=["1"])
    assert refused.status_code == 422 and "their number stays" in notice(refused)


def test_a_preview_before_half_points_is_not_saved_after_them(host: Phone, hearts: str) -> None:
    posted = host.post(f"/t/{hearts}/entries/1/correct/form?line=3", {"seat": "0", "kind": "round", "n0": "6"})
    assert posted.status_code == 303
    preview = host.page(posted.location)
    version = parse(preview).values("version")[0]
    widened(host, hearts, halves="1", limit="20")
    late = host.post(posted.location, {"act": "late", "version": version, "line": "3"})
    assert late.status_code in (404, 409) and host.totals(hearts) == [3, 4, 5]
    assert host.get(posted.location).status_code == 404


def test_who_is_away_keeps_the_points_and_is_asked_no_more(host: Phone, hearts: str) -> None:
    widened(host, hearts, seats="1", away="1", limit="20")
    assert log(host, hearts)[0] == "away: Ben"
    tabs = parse(host.page(f"/t/{hearts}")).with_attribute("data-tab")
    assert [tab.text for tab in tabs] == ["Ann not in yet", "Ben away", "Cleo not in yet"]
    assert "Waiting for Cleo" in saved(host, hearts, 0, "7")
    assert "Score round 2" in host.page(f"/t/{hearts}/enter?seat=2")
    enter(host, hearts, 2, "1")
    assert host.totals(hearts) == [10, 4, 6]
    assert sheet(host, hearts)["entries"][-1] == {"round": [7, 0, 1]}
    assert sheet(host, hearts)["options"]["away"] == [1]
    widened(host, hearts, seats="1", limit="20")
    assert log(host, hearts)[0] == "nobody is away"
    enter(host, hearts, 0, "1")
    assert "Waiting for Ben, Cleo" in host.page(f"/t/{hearts}/enter?seat=0")


def saved(host: Phone, session: str, seat: int, number: str) -> str:
    enter(host, session, seat, number)
    return host.page(f"/t/{session}/enter?seat={seat}")


def test_a_round_that_waits_for_who_leaves_is_scored_then(host: Phone, hearts: str) -> None:
    enter(host, hearts, 0, "7")
    enter(host, hearts, 2, "1")
    widened(host, hearts, seats="1", away="1", limit="20")
    assert host.totals(hearts) == [10, 4, 6] and log(host, hearts)[:2] == ["Round 2 scored", "away: Ben"]
    host.act(hearts, "undo", {})
    host.act(hearts, "undo", {})
    assert host.totals(hearts) == [3, 4, 5] and "Waiting for Ben" in host.page(f"/t/{hearts}/enter?seat=0")


def test_a_team_plays_on_while_one_of_it_is_there(host: Phone) -> None:
    table = host.open("open", [*THREE, "Dan"], title="Tichu", rounds="2", teams="two")
    widened(host, table, seats="1", away="0", rounds="2")
    enter(host, table, 2, "30")
    assert "Waiting for Ben, Dan" in host.page(f"/t/{table}/enter?seat=2")
    widened(host, table, seats="1", away=["0", "2"], rounds="2")
    enter(host, table, 1, "10")
    enter(host, table, 1, "20")
    assert host.totals(table) == [30, 30, 30, 30]


def test_hidden_totals_are_asked_about_whether_or_not_one_changes(host: Phone) -> None:
    table = host.open("open", ["Ann", "Ben"], title="Poker", limit="20", hidden="1")
    asked = widen(host, table, limit="30")
    assert asked.status_code == 200 and "Totals are hidden until the end" in asked.text
    widened(host, table, limit="30", sure="1")
    widened(host, table, allow="negative")


def test_rounds_are_not_added_behind_lines_that_are_half_entered(host: Phone) -> None:
    table = host.open("open", ["Ann", "Ben"], title="Harbour", count="both", rounds="1", line=["coins"])
    for seat in (0, 1):
        enter(host, table, seat, "4")
    enter(host, table, 0, "7", kind="lines")
    refused = widen(host, table, rounds="2", line=["coins"], factor=["1"], per=["1"])
    assert refused.status_code == 422 and "what is half entered is not due" in notice(refused)


def test_somebody_has_to_stay(host: Phone, hearts: str) -> None:
    refused = widen(host, hearts, seats="1", away=["0", "1", "2"], limit="20")
    assert refused.status_code == 422 and "Somebody has to be there" in notice(refused)
