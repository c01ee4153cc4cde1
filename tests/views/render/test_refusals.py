"""What a page tells: pictures, signs and seats as they are read out, and refusals that lead to their rule."""

import re

from companion.engine import Message, Seat
from companion.games import all_games
from companion.views.render.template_helpers import sentence
from tests.games.salamanca.playing import whole_game
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import HTMX, ORIGIN, bets, totals
from tests.support.world import World
from tests.views.table.test_entering_salamanca import played

# What is entered at a table of two, and the rule that the answer names; None where the form itself is at fault.
ENTRIES = [
    ("5211", {}, {"seat": "0", "card": ["G1", "G2", "G3"]}, "5211/hand"),
    ("5211", {}, {"card": ["G1"]}, None),
    ("open", {"rounds": "3"}, {"seat": 0, "n0": "-3"}, "open/negative"),
]
# What a form asks with these taps, and the rule of what is not offered there.
OFFERS = [
    ("azul", {"wall": 1}, "seat=0&typed=1&r1=1&c1=red&r2=1", "column 1 has a red tile already", "azul/space"),
    ("ingenious", {"board": 1}, "tap=0.0&tap=0.1&tap=red&tap=red", "", "ingenious/"),
    ("5211", {}, "", "", "5211/copies"),
]


@each_row("headers", [ORIGIN, HTMX])
@each_row(("game", "options", "fields", "rule"), ENTRIES)
def test_a_refused_entry_names_its_rule(host, headers, game, options, fields, rule):
    answer = host.enter(host.open(game, ["Ann", "Ben"], **options), fields, headers=headers)
    assert answer.status_code == 422 and ("The rule: " in answer.text) == (rule is not None)
    assert rule is None or f'href="/rules/{rule}"' in answer.text


def test_a_correction_that_the_rules_refuse_names_its_rule(host, luz):
    for fields in (bets("2 3 4 1"), totals("2 3 4 1")):
        host.enter(luz, fields)
    answer = host.post(f"/t/{luz}/entries/1/correct/form", totals("9 3 4 1"))
    assert 'href="/rules/luz/ten-tricks"' in host.get(answer.location).text


@each_row(("game", "options", "taps", "reason", "rule"), OFFERS)
def test_what_is_not_offered_leads_to_its_rule(host, game, options, taps, reason, rule):
    page = host.page(f"/t/{host.open(game, ['Ann', 'Ben'], **options)}/enter?{taps}")
    assert reason in page and f'href="/rules/{rule}' in page


def test_a_greyed_key_of_salamanca_leads_to_its_rule(host, sessions):
    session = played(host, sessions, whole_game(66, 4, rounds=3)["entries"][:2], board=1)
    page = host.page(f"/t/{session}/enter?tap=why.tap.b")
    assert "No building of another player is open to the noble" in page and 'href="/rules/salamanca/noble"' in page


@each_row("key", sorted(game.key for game in all_games().values() if game.has_guide))
def test_the_guide_lists_what_is_refused(host, key):
    refused = parse(host.page(f"/guide/{key}")).by_id("refusals")
    assert len(refused.items) > 2 and all(len(sentence.split()) > 1 for sentence in refused.items)
    assert any(link["href"].startswith(f"/rules/{key}/") for link in refused.find_all("link"))


def test_a_game_without_a_guide_lists_it_with_its_rules(host):
    refused = parse(host.page("/rules/open")).by_id("refusals")
    assert "A number below 0 on a sheet without them" in refused.text
    assert "/rules/open/negative" in [link["href"] for link in refused.find_all("link")]
    assert 'id="refusals"' not in host.page("/rules/luz"), "the guide has it"


def test_refusals_of_engines_begin_with_a_capital_on_pages(app):
    refusals = [each for game in all_games().values() for rule in game.rules.values() for each in rule.refusals]
    assert len(refusals) > 60
    with app.test_request_context():
        for refusal in refusals:
            fields = re.findall(r"\{(\w+)\}", refusal.singular)
            told = refusal.of(2, **{name: Message("a tile") for name in fields if name != "count"})
            assert not sentence(told)[0].islower(), refusal.singular
            assert not sentence(refusal.title)[0].islower(), refusal.title.singular


def test_a_name_stays_as_its_player_writes_it(app):
    with app.test_request_context():
        assert sentence(Message("{seat} has no marker", seat=Seat(0)), ["ann"]) == "ann has no marker"
        assert sentence(Message("{who}: no", who="de Bruin")) == "de Bruin: no"


HEBREW = "עלמה"
ALONE = f"\u2068{HEBREW}\u2069"


def test_seats_in_sentences_and_lists_are_isolated(host):
    session = host.open("luz", ["Ann", HEBREW, "Cleo"])
    host.enter(session, bets("1 2 3"))
    page = host.page(f"/t/{session}/enter?totals=1")
    assert f"How many did {ALONE} take?" in page
    assert f"Ann bets 1, {ALONE} bets 2, Cleo bets 3" in page  # what undo takes back
    host.enter(session, totals("1 2 7"))
    host.act(session, "end")
    assert f"<bdi>{HEBREW}</bdi> 10" in host.page("/")
    assert HEBREW in parse(host.page(f"/new/luz?player={HEBREW}&player=Ann")).values("player"), "sent as it is"


ALIKE, MARKS = ("Anna", "Andy", "Amy", "Alex", "Abe"), ("An", "Ad", "Am", "Al", "Ab")
MARK = re.compile(r'<b class="mark seat-(\d+)[^>]*>([^<]*)</b>')
PAGES = ("", "/sheet", "/enter", "/log", "/needs", "/seats", "/share", "/print", "/replay/1", "/entries/1", "/totals/0")


def test_no_page_shows_two_seats_alike(app):
    world, faults, seen = World(app, ALIKE), [], 0
    for session in world.tables:
        for path in PAGES:
            marks = set(MARK.findall(world.phones["host"].get(f"/t/{session}{path}").text))
            seen += len(marks)
            faults += [f"{path}: {text} on seat {seat}" for seat, text in marks if text != MARKS[int(seat) - 1]]
    assert seen > 100 and not faults, "\n".join(faults)
