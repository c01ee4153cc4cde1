"""What an entry raises for the referee is answered as the entry was scored, and its page leads there."""

import importlib

import pytest
from hypothesis import given, settings, strategies as st
from werkzeug.datastructures import MultiDict

from companion.forms.asking import forms_of
from companion.games import all_games
from companion.scoring.questions import answer
from companion.scoring.scoresheet import END, read, replay
from tests.games.salamanca.playing import whole_game
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.tries import tries

GAMES = [key for key, game in all_games().items() if game.help and game.questions]


SHEETS = {game: importlib.import_module(f"tests.games.{all_games()[game].folder.name}.strategies") for game in GAMES}
SALAMANCA = st.sampled_from([2, 3, 5]).map(lambda seats: whole_game(seats, seats))  # sales come late in a game
BY_STEP = {"azul/tile": "azul/tile", "azul/line-fell": "azul/columns", "azul/floor": "azul/floor"}


def seat_of(link):
    return int(link.title.values["seat"].index)


def scored(played, link, rule):
    """What the steps of a rule brought the seat of the question, in its row where it has one."""
    row = link.title.values.get("row")
    steps = [step for step in played.steps if step.rule.startswith(rule) and step.seat == seat_of(link)]
    return sum(step.points or 0 for step in steps if row is None or step.values["row"] == row)


def raised(key, entry, played):
    """The questions that an entry has to raise."""
    seats, steps, is_over = played.state.setup.seats, entry.get("turn", ()), played.state.finished
    found = {
        "azul": [BY_STEP[step.rule] for step in played.steps if step.rule in BY_STEP],
        "5211": ["5211/round", "5211/colours"],
        "luz": ["luz/bet"] * seats,
        "ingenious": ["ingenious/placement"] * ("tile" in entry),
        "salamanca": ["salamanca/order"] * ("cards" in entry),
    }[key]
    found += ["azul/bonuses", "azul/audit"] * seats * (key == "azul" and is_over)
    for kind, asks in (("sell", ("sale", "estate")), ("noble", ("estate",)), ("hazard", ("hazard",))):
        found += [f"salamanca/{ask}" for step in steps if kind in step for ask in asks]
    found += ["salamanca/fee" for step in steps if step.get("occupy")]
    ranks = "swap" not in entry and played.state.mode in ("base", "duel") if key == "ingenious" else is_over
    return sorted([*found, *[f"{key}/ranking"] * (ranks and key != "salamanca")])


def holds(link, answered, played, details):
    """Whether the referee says what the entry was scored."""
    match link.ask:
        case "azul/tile" | "azul/floor" | "luz/bet":
            return answered.number == scored(played, link, link.ask)
        case "azul/bonuses":
            return answered.number == scored(played, link, "azul/bonus")
        case "azul/columns":
            return str(answered.headline) == "No column is open"
        case "azul/audit":
            total = played.state.totals[seat_of(link)]
            return answered.judge is not None and dict(link.fields)["claim"] == str(total) and answered.judge(total)[0]
        case "5211/round":
            return answered.verdict == {**details["outcomes"][-1], "points": [*played.points]}
        case "5211/colours":
            return bool(answered.verdict == details["outcomes"][-1])
        case "salamanca/order":
            return answered.verdict["order"] == [slot.seat for slot in played.state.slots]
        case "salamanca/fee":
            due = [-(step.points or 0) for step in played.steps if step.rule == link.ask]
            return bool(answered.verdict["allowed"]) and answered.number in (0, *due)
        case "salamanca/hazard" | "salamanca/sale":
            return answered.verdict == {"allowed": True}
        case "salamanca/estate":
            at = [int(part) for part in dict(link.fields)["building"].split(".")]
            paid = [one.points for one in played.steps if one.rule == "salamanca/sale" and one.values["at"] == at]
            return paid in ([], [answered.verdict["value"]])
        case "ingenious/placement":
            halves = [[one.values["colour"], one.values["scored"]] for one in played.steps if "scored" in one.values]
            return [half for half in answered.verdict["points"] if half[1]] == halves
    return bool(answered.verdict["ranking"] == details["ranking"])


@pytest.mark.parametrize("key", GAMES)
@settings(max_examples=tries(20))
@given(data=st.data())
def test_what_an_entry_raises_is_answered_as_it_was_scored(key, data):
    sheet = read(data.draw(SALAMANCA if key == "salamanca" else SHEETS[key].sheets()))
    game, before = sheet.game, sheet.game.engine.start(sheet.setup)
    for entry, played in zip(sheet.entries, replay(sheet), strict=True):
        if entry == END:
            break
        links = game.help.entry_questions(before, entry, played.state, played.steps)
        assert sorted(link.ask for link in links) == raised(key, entry, played)
        standing, ranks = game.engine.standing(played.state), game.help.ranking_question
        links = [*links, *([link] if ranks and (link := ranks(played.state)) else [])]
        details = {**standing.details, "ranking": [list(place) for place in standing.ranking]}
        for link in links:
            made = forms_of(game)[link.ask](MultiDict([*link.fields]))
            assert made.question and dict({*link.fields} - {*made.fields}).keys() <= {"claim", "first"}
            answered = answer({"ask": link.ask, **made.question})[1]
            assert holds(link, answered, played, details), (link, answered, played.steps)
        before = played.state


@each_row(
    ("game", "posts", "linked", "needed"),
    [
        ("azul", [{"r1": 1, "r2": 1, "c1": "", "floor": 0}, {"r3": 5, "floor": 1, "marker": "on"}],
         ["the tile of Ann in row 2", "the tile of Ben in row 3", "tile=2W1&name=Ann&name=Ben"],
         "Nobody can fill a row in this round"),
        ("5211", [{"card": ["G1", "G2", "G2", "Y3"]}, {"card": ["G3", "G4", "Y6", "B1"]}],
         ["which cards scored", "cards=G1G2G2Y3.G3G4Y6B1&seat=0&name=Ann&name=Ben"],
         "10 rounds are left, this one counted."),
        ("ingenious", [{"tap": ["r2", "b1"]}], ["who comes first", "mode=base", "name=Ann&name=Ben"], "Lowest now"),
    ],
)  # fmt: skip
def test_an_entry_s_page_leads_to_its_questions(host, game, posts, linked, needed):
    session = host.open(game, ["Ann", "Ben"])
    for seat, fields in enumerate(posts):
        assert host.enter(session, {"seat": seat, "typed": 1, **fields}).status_code == 303
    links = [f"{link.text} {link['href']}" for link in parse(host.page(f"/t/{session}/entries/1")).find_all("link")]
    told = " ".join(link for link in links if "/referee/" in link)
    assert [words for words in linked if words not in told] == [] and needed in host.page(f"/t/{session}/needs")
    for link in links:
        if "/referee/" in link:
            assert 'id="why"' in host.page(link.rpartition(" ")[2])
