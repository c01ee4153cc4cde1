"""What an open score sheet allows is widened by the host while the game runs, and everything else follows."""

import json
from html import unescape

import pytest

from tests.games.open.test_entering import THREE, enter, typed
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import notice


def widen(host, session, **fields):
    return host.act(session, "options", fields)


def widened(host, session, **fields):
    answer = widen(host, session, **fields)
    assert answer.status_code == 303, notice(answer)


def sheet(host, session):
    return json.loads(host.get(f"/t/{session}/scoresheet.json").text)


def log(host, session):
    """What was done at a table, the latest first."""
    return [act.bold[0] for act in parse(host.page(f"/t/{session}/log")).with_attribute("data-act")]


@pytest.fixture
def hearts(host):
    """One round is in, 3, 4 and 5; below 0 was forgotten."""
    session = host.open("open", THREE, title="Hearts", limit="20")
    for seat, number in enumerate("345"):
        enter(host, session, seat, number)
    return session


def test_the_host_allows_it_and_what_was_typed_is_there(host, hearts):
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


def test_the_form_has_ticked_who_is_away(host, hearts):
    def ticked():
        boxes = parse(host.page(f"/t/{hearts}/options")).with_attribute("name", "away")
        return [box["value"] for box in boxes if "checked" in box]

    assert ticked() == []
    widened(host, hearts, seats="1", limit="20", away=["0", "2"])
    assert ticked() == ["0", "2"]


def test_who_is_not_host_reads_that_the_host_can(host, phone, hearts):
    scorer = phone().join(host, hearts)
    refused = scorer.enter(hearts, {"seat": 1, "kind": "round", "n0": "-26"})
    assert refused.status_code == 422 and "The host can allow it while the game runs." in refused.text
    assert 'name="allow"' not in refused.text
    assert scorer.get(f"/t/{hearts}/options").status_code == 403
    assert widen(scorer, hearts, allow="negative").status_code == 403


def test_it_stands_in_the_log_and_only_the_host_takes_it_back(host, phone, hearts):
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


def test_a_preview_before_half_points_is_not_saved_after_them(host, hearts):
    posted = host.post(f"/t/{hearts}/entries/1/correct/form?line=3", {"seat": "0", "kind": "round", "n0": "6"})
    assert posted.status_code == 303
    preview = host.page(posted.location)
    version = parse(preview).values("version")[0]
    widened(host, hearts, halves="1", limit="20")
    late = host.post(posted.location, {"act": "late", "version": version, "line": "3"})
    assert late.status_code in (404, 409) and host.totals(hearts) == [3, 4, 5]
    assert host.get(posted.location).status_code == 409


HEARTS = {"title": "Hearts", "limit": "20"}
GOLF = {"title": "Mini golf", "rounds": "2"}
ISLAND = {"title": "Island", "count": "lines", "line": ["coins", "cards"], "factor": ["1", "1"], "per": ["1", "3"],
          "win": "together"}  # fmt: skip
QUIZ = {"title": "Quiz"}
GOLD = {"line": ["gold", "cards"], "factor": ["2", "1"], "per": ["1", "3"]}
LINES = {"line": ["coins"], "factor": ["1"], "per": ["1"]}
AWAY = {"seats": "1", "limit": "20"}


def does(host, session, step):
    """Do a step of a table, or see what it says.

    A text is typed: "3 4 5" by all seats in turn, "2: 7" by one; "undo" takes back. A list is the totals by then. A
    mapping widens the sheet; with a sentence it is refused, or asked about. "log: ...", "sheet: ...", "shows: ...",
    "table: ..." and "entry: ..." are on the log, in the scoresheet, on the form of the first seat, on the page of the
    table and on that of the first entry.
    """
    match step:
        case list():
            assert host.totals(session) == step
        case dict():
            widened(host, session, **step)
        case (dict(), str()):
            refused = widen(host, session, **step[0])
            assert refused.status_code in (200, 422) and step[1] in unescape(refused.text), notice(refused)
        case "undo":
            assert host.act(session, "undo", {}).status_code == 303
        case str():
            kind, colon, text = step.partition(": ")
            if kind == "sheet":
                assert text in json.dumps(sheet(host, session))
            elif kind in (paths := {"log": "/log", "shows": "/enter?seat=0", "table": "", "entry": "/entries/1"}):
                assert text in unescape(host.page(f"/t/{session}{paths[kind]}"))
            elif colon:
                enter(host, session, int(kind), *text.split())
            else:
                for seat, number in enumerate(kind.split()):
                    enter(host, session, seat, number)


@each_row(
    ("players", "setup", "steps"),
    [
        # half points keep every total and what is half entered
        (THREE, HEARTS, ["3 4 5", "0: 7", {"allow": "halves"}, [3, 4, 5], "1: 1.5", "2: 2",
                         'sheet: {"round": [6, 8, 10]}, {"round": [14, 3, 4]}', "undo", "undo", "undo",
                         'sheet: {"round": [3, 4, 5]}', [3, 4, 5]]),
        # a limit is raised or lifted and never lowered
        (THREE, HEARTS, ["3 4 5", ({"limit": "10"}, "but not lowered"), {"limit": "100"}, "log: it ends at 100",
                         "30 30 30", "table: To 100 points: the most so far is 35.", {"limit": ""}, "log: no limit"]),
        # rounds are added and none taken away, not behind half of the lines, and not after the end
        (THREE[:2], GOLF, [({"rounds": "1"}, ""), {"rounds": "3"}, "log: 3 rounds", "1 1", "2 2", "3 3", [6, 6],
                           ({"rounds": "9"}, "The game is over")]),
        (THREE[:2], {"title": "Harbour", "count": "both", "rounds": "1", "line": ["coins"]},
         ["4 4", "0: 7", ({"rounds": "2", **LINES}, "what is half entered is not due")]),
        # a factor is changed after the totals were shown
        (THREE[:2], ISLAND, ["0: 7 9", [10, 10], (GOLD, "10 → 17"), [10, 10], {**GOLD, "sure": "1"}, [17, 17],
                             "log: gold × 2, cards ÷ 3", "undo", [10, 10],
                             ({**GOLD, "line": ["gold", "gold"]}, "Two lines are called gold"),
                             ({**LINES, "per": ["1", "3"]}, "their number stays")]),
        (THREE[:1], {**ISLAND, **LINES, "negative": "1"},
         ["0: -7",
          ({"negative": "1", **LINES, "per": ["2"]},
           "Lines at the end could not stand then: coins of Ann cannot be below 0, as it is divided by 2.")]),
        # who is away keeps the points and is asked no more
        (THREE, HEARTS, ["3 4 5", {**AWAY, "away": "1"}, "log: away: Ben", "0: 7", "shows: Waiting for Cleo", "2: 1",
                         [10, 4, 6], 'sheet: {"round": [7, 0, 1]}', 'sheet: "away": [1]', AWAY, "log: nobody is away",
                         "0: 1", "shows: Waiting for Ben, Cleo"]),
        # a round that waits for who leaves is scored then
        (THREE, HEARTS, ["3 4 5", "0: 7", "2: 1", {**AWAY, "away": "1"}, [10, 4, 6], "log: Round 2 scored",
                         "log: away: Ben", "undo", "undo", [3, 4, 5], "shows: Waiting for Ben"]),
        # a team plays on while one of it is there; somebody has to stay
        ([*THREE, "Dan"], {"title": "Tichu", "rounds": "2", "teams": "two"},
         [{"seats": "1", "away": "0", "rounds": "2"}, "2: 30", "shows: Waiting for Ben, Dan",
          {"seats": "1", "away": ["0", "2"], "rounds": "2"}, "1: 10", "1: 20", [30, 30, 30, 30]]),
        (THREE, HEARTS, [({**AWAY, "away": ["0", "1", "2"]}, "Somebody has to be there")]),
        # hidden totals are asked about whether or not one changes
        (THREE[:2], {"title": "Poker", "limit": "20", "hidden": "1"},
         [({"limit": "30"}, "Totals are hidden until the end"), {"limit": "30", "sure": "1"}, {"allow": "negative"}]),
        # who comes late has a seat and 0 for the rounds before; twelve are the most
        (THREE, QUIZ, ["3 4 5", "5 6 7", {"newcomer": "Dora"}, [8, 10, 12, 0], "log: Dora came late", "0: 1",
                       "shows: Waiting for Ben, Cleo, Dora", "1: 9", "2: 9", "3: 9", [9, 19, 21, 9],
                       'sheet: "late": [{"seat": 3, "rounds": 2}]', 'sheet: {"round": [3, 4, 5, 0]}']),
        (THREE, QUIZ, ["3 4 5", *[{"newcomer": name} for name in "DEFGHIJKL"],
                       'sheet: {"seat": 11, "rounds": 1}', ({"newcomer": "Gus"}, "12 players are the most")]),
        # the team is tapped for who comes
        ([*THREE, "Dan"], {"title": "Tichu", "teams": "two"},
         ["0: 30", "1: 20", ({"newcomer": "Dora"}, "Tap the team in which Dora plays."),
          {"newcomer": "Dora", "side": "1"}, [30, 20, 30, 20, 20], 'sheet: "teams": [[0, 2], [1, 3, 4]]', "0: 1",
          ({"newcomer": "Emil", "side": "0"}, "core or take back the running round first"), "4: 2",
          [31, 22, 31, 22, 22]]),
        # sums of a round: lifted, and followed by who comes late
        (THREE, {"title": "Tricks", "sum": "13", "rounds": "4"},
         ["7 5 1", {"rounds": "5", "lift": "1"}, 'sheet: "rounds": 5', "7 5 2", [14, 10, 3]]),
        (THREE, {"title": "Stakes", "sum": "0", "fill": "1"},
         ["0: 12", "2: -20", {"newcomer": "Dora", "sure": "1"}, [12, 8, -20, 0], "0: 1", "3: 4", "1: -9",
          [13, -1, -16, 4], {"halves": "1", "rounds": ""}, "entry: what is left of 0"]),
    ],
)  # fmt: skip
def test_what_is_widened_counts_from_then_on(host, players, setup, steps):
    session = host.open("open", players, **setup)
    for step in steps:
        does(host, session, step)


def test_half_points_that_were_allowed_on_the_way_are_halves_in_the_history(host, hearts):
    widened(host, hearts, halves="1")
    for seat, number in enumerate(("20.5", "1", "2")):
        enter(host, hearts, seat, number)
    assert "Ann 23.5 (won)" in parse(host.page("/history")).text
