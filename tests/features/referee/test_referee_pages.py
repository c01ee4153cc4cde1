"""The referee's pages: found in one's own words, answered in the address, and opened from a session."""

import re
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from opencc import OpenCC

from companion.engine import Message
from companion.features.referee import search as referee_search
from companion.features.referee.search import search_words
from companion.forms.asking import forms_of
from companion.forms.parts import Words
from companion.forms.totals_only import bare
from companion.games import all_games
from companion.locales import LOCALES
from companion.scoring.questions import all_questions
from tests.support.each_row import each_row
from tests.support.own_games import own_games
from tests.support.page_tree import parse
from tests.support.phones import HTMX, bets, totals
from tests.support.reading import parts
from tests.support.tries import few

TRICK = "/referee/luz/trick?players=4&leader=0&cards=R4.R3.B3.R2"
BET = "/referee/luz/bet?deal=1&beads=3&tricks=6&safety=on"
PAGES = [key for game in all_games().values() for key in forms_of(game)]


def bar(page):
    return parts(page, "status")[-1].text


def test_every_question_has_its_page_and_the_list_leads_to_it(host):
    assert set(PAGES) == set(all_questions())
    page = host.page("/referee")
    for key in PAGES:
        assert f'href="/referee/{key}"' in page and host.page(f"/referee/{key}")


def test_a_rule_is_found_too_and_has_an_address_of_its_own(host):
    assert 'href="/rules/luz/bet-safety"' in host.page("/referee?q=safety bead")
    rule = host.page("/rules/luz/bet-safety")
    assert "Luz 4, Scoring" in rule and "printed rule" in rule
    assert host.get("/rules/luz/nothing").status_code == 404


def test_a_claim_is_judged_and_where_it_parts_is_said(host):
    right, wrong = host.page(f"{BET}&claim=−15"), host.page(f"{BET}&claim=-10")
    assert 'data-claim="right"' in right and "Right: it is −15." in right
    assert "Wrong: it is −15, not −10." in wrong and "5 more than the steps" in wrong
    assert "A claim is a whole number" in host.page(f"{BET}&claim=many")
    assert "data-claim" not in host.page(f"{TRICK}&claim=3"), "a trick has no points to claim"


def test_a_tap_leads_to_an_address_that_can_be_opened_again(host):
    tap = f"{TRICK.removesuffix('.R2')}&suit=R&tap=v2"
    plain = host.get(tap)
    assert plain.status_code == 303 and "tap=" not in plain.location
    quick = host.get(tap, headers=HTMX)
    assert (quick.status_code, quick.headers["HX-Replace-Url"]) == (200, plain.location)
    assert bar(quick.text) == bar(host.page(plain.location)) == "A takes it Led: red"


def test_quick_taps_come_together_and_all_count(host):
    page = host.get("/referee/luz/trick?players=3&tap=sR&tap=v4&tap=sY&tap=v1", headers=HTMX)
    assert page.headers["HX-Replace-Url"] == "/referee/luz/trick?players=3&leader=0&cards=R4.Y1&suit=R"
    assert host.get("/referee/luz/trick?" + "tap=v1&" * 500, headers=HTMX).status_code == 200


@each_row("cards", ["R4.R4", "X9.Y1", ".X", "Ä1.Y1", "RX.Y1", "R²", "R99999"])
def test_a_wrong_state_is_a_sentence_and_no_verdict(host, cards):
    page = host.get("/referee/luz/trick", query_string={"players": 4, "cards": cards}).text
    assert bar(page) == "This cannot be" and 'role="alert"' in page and 'id="why"' not in page


def test_each_guide_is_made_with_examples_that_lead_to_their_question(host):
    for game in [game for game in all_games().values() if game.has_guide]:
        page = host.page(f"/guide/{game.key}")
        links = [link["href"] for link in parts(page, "link")]
        examples = [link for link in links if re.match(rf"/referee/{game.key}/\w+\?", link)]
        assert examples
        for address in examples:
            answered = host.page(address)
            assert 'id="why"' in answered and 'role="alert"' not in answered
        for option in game.options:
            assert not option.is_ruling or option.title.text() in unescape(page)


@pytest.fixture
def played(host, luz):
    host.enter(luz, bets("3 2s 1 0"))
    host.enter(luz, totals("3 2 0 5"))
    return luz


def test_a_total_opens_to_the_entries_it_came_from(host, played):
    assert f'href="/t/{played}/totals/3"' in host.page(f"/t/{played}")
    page = host.page(f"/t/{played}/totals/3")
    assert "Bet 0, took 5" in page and "−25, total −25" in page
    assert "The place is settled by the total." in page
    assert 'href="/referee/luz/ranking?' in page, "the question who comes first, with these totals"
    assert host.get(f"/t/{played}/totals/4").status_code == 404


FOLDER = Path(__file__).parents[2] / "phrases"
_LINE = re.compile(r"(?P<words>[^|\[]+?)\s*(?:\[(?P<game>\w+)\])?\s*\|\s*(?P<answers>\S.*)")
_HIT = re.compile(r'href="/(referee|rules)/(\w+)/([\w-]+)')


class Phrase(NamedTuple):
    """What is typed, the game that is chosen or "", and the questions ("?key/name") and rules that answer it.

    The answer "-" is that nothing is found.
    """

    words: str
    game: str
    answers: frozenset[str]

    def is_answered(self, hit, most):
        return not hit if self.answers == {"-"} else bool(self.answers & set(hit[:most]))


@cache
def phrases(language):
    source, _, script = language.partition("-")
    text = (FOLDER / f"{source}.txt").read_text("utf-8")
    lines = (OpenCC("tw2sp").convert(text) if script else text).splitlines()
    matches = [_LINE.fullmatch(line) for line in lines if line and not line.startswith("#")]
    assert all(matches)
    return [Phrase(match["words"], match["game"] or "", frozenset(match["answers"].split()))
            for match in matches if match]  # fmt: skip


def hits(client, words, game=""):
    """The questions and rules that the page lists, in its order."""
    page = client.get("/referee", query_string={"q": words, "game": game}).text
    listed = page.split('id="found"')[1].split("</main>")[0]
    return [("?" if kind == "referee" else "") + f"{key}/{name}" for kind, key, name in _HIT.findall(listed)]


# The file of phrases, the language of the phone, and how many are answered first and among three: as they are asked,
# and with their game chosen.
SETS = [
    ("en", "en", (89, 92), (90, 92)),
    ("zh", "zh_Hant", (85, 90), (86, 90)),
    ("zh-simplified", "zh_Hans", (85, 90), (86, 90)),
    ("asked/en", "en", (60, 60), (60, 60)),
    ("asked/zh_Hant", "zh_Hant", (59, 60), (59, 60)),
    ("asked/zh_Hans", "zh_Hans", (30, 30), (30, 30)),
    ("asked/everyday", "en", (98, 99), (98, 100)),
    ("mixed", "en", (68, 71), (68, 71)),
    ("asked/later", "en", (46, 46), (46, 46)),
    ("asked/unseen", "en", (38, 39), (39, 39)),
    ("asked/fresh", "en", (38, 40), (39, 40)),
    ("asked/more", "en", (36, 38), (36, 38)),
    ("asked/unsighted", "en", (136, 142), (139, 143)),
    ("asked/table", "en", (96, 100), (96, 100)),
    ("asked/hurried", "en", (93, 99), (95, 99)),
    ("asked/afterwards", "en", (72, 80), (76, 80)),
    ("de", "de", (79, 80), (80, 80)),
    ("asked/de", "de", (36, 40), (37, 40)),
    ("asked/de_fresh", "de", (28, 29), (28, 29)),
    ("asked/de_blind", "de", (28, 29), (29, 30)),
    ("de", "en", (78, 79), (79, 79)),  # a question in a language that is not the phone's
    ("asked/de", "zh_Hant", (36, 40), (37, 40)),
]


def in_its_game(phrase):
    """The phrase with the game of its answers, if that is one game."""
    games = {answer.strip("?-").partition("/")[0] for answer in phrase.answers}
    return phrase._replace(game=games.pop()) if len(games) == 1 else phrase


@each_row(("name", "language", "as_asked", "in_game"), few(SETS, 4))
def test_what_people_say_finds_the_answer(client, name, language, as_asked, in_game):
    client.set_cookie("language", language)
    known = {f"?{key}" for key in all_questions()} | {rule for game in own_games().values() for rule in game.rules}
    asked = phrases(name)
    assert len(asked) >= 30 and all(phrase.answers <= known | {"-"} for phrase in asked)
    for kind, bounds in (asked, as_asked), (list(map(in_its_game, asked)), in_game):
        results = [(phrase, hits(client, phrase.words, phrase.game)) for phrase in kind]
        first, three = (sum(phrase.is_answered(hit, most) for phrase, hit in results) for most in (1, 3))
        missed = {phrase: hit[:3] for phrase, hit in results if not phrase.is_answered(hit, 3)}
        assert first >= bounds[0] and three >= bounds[1], (first, three, missed)


def exchanged(words):
    """The words with the second and third letter of the longest one exchanged."""
    longest = max(words.split(), key=len)
    return words.replace(longest, longest[0] + longest[2] + longest[1] + longest[3:])


@each_row(
    ("slip", "least"),
    [(exchanged, 59), (lambda words: f"{words} blargh", 60), (lambda words: f"blargh {words} glorp", 59)],
)
def test_slips_and_unknown_words_hide_no_answer(client, slip, least):
    asked = [phrase for phrase in phrases("asked/en") if phrase.words.isascii()]
    found = [phrase.is_answered(hits(client, slip(phrase.words), phrase.game), 3) for phrase in asked]
    assert sum(found) >= least, len(found)


def test_a_rule_that_is_asked_for_comes_before_its_form(client):
    for words, rule, form in (
        ("how much tax", "salamanca/taxed", "?salamanca/estate"),
        ("what is a rooster worth", "5211/cards", "?5211/round"),
        ("地板排怎麼扣分嗎", "azul/floor", "?azul/floor"),
    ):
        found = hits(client, words)
        assert found.index(rule) < found.index(form), words
    assert hits(client, "floor line with 3 tiles")[0] == "?azul/floor", "a case, not the rule"


def test_either_script_and_either_way_of_writing_a_number_finds_the_same(client):
    for first, other in (("誰贏這墩", "谁赢这墩"), ("超過18分", "超过 十八 分"), ("grey wall", "Gray walls")):
        assert hits(client, first) == hits(client, other) != []


def test_each_hit_names_its_game(client):

    def listed(**query):
        page = parse(client.get("/referee", query_string=query).text)
        return [hit.bold for hit in page.by_id("found").find("list").find_all("listitem")]

    asked = [game for title, game in listed(q="who comes first") if title == "Who comes first?"]
    assert sorted(asked) == ["5211", "Azul", "Ingenious", "Luz"]
    assert {game for _, game in listed(game="azul")} == {"Azul"}
    titles = {game.title.text() for game in all_games().values()}
    for words in ("floor", "平手", "castle", "can I place here"):
        hits = listed(q=words)
        assert hits and all(game in titles for _, game in hits)
    chip = parse(client.get("/referee?q=tie").text).find("link", "Azul")["href"]
    assert parse_qs(urlsplit(chip).query) == {"game": ["azul"], "q": ["tie"]}, "the words stay when a game is chosen"


GOLF = Words(same=("ball, balls, 球, 高爾夫球",), about={"golf/hole": "ball in the water, out of bounds, 球掉到水裡"})


@each_row("key", own_games())
def test_the_words_of_a_game_are_about_rules_and_questions_that_it_has(key):
    game, words = all_games()[key], referee_search.words_of(all_games()[key])
    questions = {f"?{question}" for question in all_questions() if question.startswith(f"{key}/")}
    known = questions | set(game.rules)
    assert set(words.about) <= known
    groups = {group.split(",")[0].strip() for group in words.same}
    assert len(groups) == len(words.same)
    phrases = [*words.same, *words.about.values()]
    for locale in LOCALES:
        of_language = search_words(locale).get(key, {})
        assert of_language.get("same", {}).keys() <= groups and of_language.get("about", {}).keys() <= known
        phrases += [*of_language.get("same", {}).values(), *of_language.get("about", {}).values()]
    for listed in phrases:
        terms = [term.strip() for term in listed.split(",")]
        assert len(terms) == len(set(terms)) and all(terms), listed


@pytest.fixture
def golf(monkeypatch):
    """A game of another package, of which the search knows the rules and the words."""
    luz = all_games()["luz"]
    rule = replace(luz.rules["luz/trump"], title=Message("A hole"), text=Message("Fewest strokes."))
    game = bare(luz, luz.engine, luz.form, key="golf", title=Message("Golf"), words=GOLF, rules={"golf/hole": rule})
    monkeypatch.setattr(referee_search, "all_games", lambda: MappingProxyType({**all_games(), "golf": game}))
    referee_search._search.cache_clear()
    yield game
    referee_search._search.cache_clear()


@each_row("words", ["ball", "球掉到水裡怎麼辦", "高尔夫球", "is the ball out of bounds", "golf strokes"])
def test_a_game_of_another_package_is_found_by_its_words(app, golf, words):
    with app.test_request_context():
        first = referee_search.search(words)[0]
        assert (first.rule, first.game) == ("golf/hole", golf)
        assert [result.rule for result in referee_search.search(words, "golf")] == ["golf/hole"]
