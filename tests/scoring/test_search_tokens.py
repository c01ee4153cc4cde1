"""Words as the referee's search compares them: without endings, and Chinese by characters and pairs."""

from __future__ import annotations

import pytest

from companion.scoring.search_tokens import is_vague, stem, tokens


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("tries", "try"), ("cities", "city"), ("ties", "tie"), ("lies", "lie"), ("passes", "pass"), ("boxes", "box"),
        ("matches", "match"), ("dishes", "dish"), ("tricks", "trick"), ("swapping", "swap"), ("calling", "call"),
        ("scored", "score"), ("placed", "place"), ("trumped", "trump"), ("string", "string"), ("king", "king"),
        ("bus", "bus"), ("its", "its"), ("sold", "sell"), ("公雞", "公雞"),
    ],
)  # fmt: skip
def test_a_word_is_found_by_its_base(word: str, base: str) -> None:
    assert stem(word) == base


def test_what_says_little_is_told_from_what_says_much() -> None:
    assert [is_vague(token) for token in ("墩", "赢吗", "公鸡", "trick", "a")] == [True, True, False, False, False]


def test_words_are_taken_alone_and_in_pairs() -> None:
    assert tokens("Scored tiles, swapping") == ["score", "tile", "score tile", "swap", "tile swap"]
    assert tokens("the") == ["the"], "nothing but a word that is left out elsewhere"


def test_both_scripts_of_chinese_have_the_same_tokens() -> None:
    assert tokens("誰贏這墩，幾點鐘") == tokens("谁赢这墩，几点钟")
