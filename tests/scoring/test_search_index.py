"""How well an entry fits: what many of its phrases say leads there, and what is not known to nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scoring.search import Index, normalized, parts, stem, terms, token_of, tokens
from tests.support.each_row import each_row

ENTRIES = (
    ("azul", "a tile on the floor, fallen tiles, does a tile fall, 地板扣分"),
    ("azul", "a tile on the wall, tiles side by side"),
    ("ingenious", "a tile of two hexagons, where does it lie"),
    ("luz", "who takes the trick, the highest card"),
    ("5211", "how many roosters, cards with a rooster"),
)


def index(*groups: tuple[str, tuple[str, ...]]) -> Index:
    made = Index(groups)
    for game, texts in ENTRIES:
        made.add(game, [(texts, 1.0)])
    return made


def order(words: str, game: str = "", *groups: tuple[str, tuple[str, ...]]) -> list[int]:
    scores = index(*groups).scores(words, game)
    return sorted(scores, key=lambda place: -scores[place])


def test_a_word_that_more_phrases_of_an_entry_say_leads_there() -> None:
    assert order("tiles")[0] == 0
    assert order("card")[:2] in ([3, 4], [4, 3])


def test_words_side_by_side_lead_to_where_they_stand_so() -> None:
    made = Index(())
    made.add("luz", [("first card, last deal", 1.0)])
    made.add("luz", [("last card, first deal", 1.0)])
    scores = made.scores("the first deal")
    assert scores[1] > scores[0]


def test_with_a_game_only_its_entries_are_found() -> None:
    assert order("tile card", "azul") == [0, 1]


def test_a_synonym_holds_for_its_game_only_and_counts_less_than_the_word() -> None:
    groups = (("azul", ("ground", "floor")), ("", ("hen", "rooster")))
    assert order("ground", "", *groups) == [0]
    assert order("hen", "", *groups) == [4]
    assert index(*groups).scores("hen")[4] < index(*groups).scores("rooster")[4]
    assert order("ground", "", ("luz", ("ground", "floor"))) == []


def test_an_incomplete_word_is_found_but_not_by_one_or_two_letters() -> None:
    assert order("roo") == [4]
    assert order("ro") == order("") == []


@pytest.mark.parametrize("slip", ["roster", "rooste", "roosetr", "roozter", "roostter"])
def test_a_slip_of_typing_finds_the_word(slip: str) -> None:
    assert order(slip) == [4]


def test_what_may_be_another_word_is_no_slip() -> None:
    assert order("tale") == [], "a short word with another letter"
    assert order("booster") == [], "its first letter"
    assert order("wich tricl")[0] == 3, "a stop word with a slip stays one"


def test_where_most_is_unknown_nothing_is_found() -> None:
    assert order("the trick of a magician with a hat") == []
    assert order("地板上有蟑螂跑來跑去") == []
    assert order("地板上") == [0]


@each_row(
    ("word", "base"),
    [
        ("tries", "try"), ("cities", "city"), ("ties", "tie"), ("lies", "lie"), ("passes", "pass"), ("boxes", "box"),
        ("matches", "match"), ("dishes", "dish"), ("tricks", "trick"), ("swapping", "swap"), ("calling", "call"),
        ("scored", "score"), ("placed", "place"), ("trumped", "trump"), ("string", "string"), ("king", "king"),
        ("bus", "bus"), ("its", "its"), ("sold", "sell"), ("fell", "fall"), ("gray", "grey"), ("公雞", "公雞"),
    ],
)  # fmt: skip
def test_a_word_is_found_by_its_base(word: str, base: str) -> None:
    assert stem(word) == base


def test_words_and_runs_come_by_the_parts_between_punctuation() -> None:
    assert list(parts("Scored tiles, and swapping (18分)")) == [["score", "tile"], ["and", "swap"], ["18分"]]
    assert list(parts("")) == list(parts("?!")) == []


def test_both_scripts_of_chinese_are_the_same() -> None:
    assert list(parts("誰贏這墩，幾點鐘")) == list(parts("谁赢这墩，几点钟"))


def test_what_says_little_weighs_less() -> None:
    weights = tokens(["the", "tile"]) | tokens(["公鸡吗"])
    assert weights["tile"] == weights["公鸡"] > weights["the tile"] > weights["the"] == weights["鸡吗"] > weights["吗"]


def test_a_term_is_found_without_the_stop_words_in_it() -> None:
    assert token_of("run out of the tiles") in set(terms(["run", "out", "of", "tile"]))
    assert token_of("The") == "the", "nothing but a word that is left out elsewhere"


@given(st.text(max_size=60))
def test_each_term_is_in_a_text_of_the_same_words(text: str) -> None:
    assert all(0 < weight <= 1 for part in parts(text) for weight in tokens(part).values())
    short = [part for part in parts(text) if len(part) == 1 and len(part[0]) <= 7]
    assert all(token_of(part[0]) in set(terms(part)) for part in short)


@each_row(
    ("numeral", "digits"),
    [
        ("十", "10"), ("十八分", "18分"), ("五十", "50"), ("九十三", "93"), ("一百", "100"), ("兩百", "200"),
        ("三人", "3人"), ("一樣", "一样"), ("一定", "一定"), ("二三", "二三"), ("18 分", "18分"), ("第 4 局", "第4局"),
    ],
)  # fmt: skip
def test_a_chinese_numeral_is_found_by_its_digits(numeral: str, digits: str) -> None:
    assert normalized(numeral) == digits
