"""Words as the referee's search compares them: without endings, and Chinese in one script with numbers as digits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.scoring.search_tokens import normalized, parts, stem, terms, token_of, tokens
from tests.support.each_row import each_row


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
