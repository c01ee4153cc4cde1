"""Words as the referee's search compares them: without endings, and Chinese in one script with numbers as digits."""

from __future__ import annotations

from companion.scoring.search_tokens import is_vague, normalized, pieces, stem
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


def test_what_says_little_is_told_from_what_says_much() -> None:
    assert [is_vague(token) for token in ("墩", "赢吗", "公鸡", "trick", "a")] == [True, True, False, False, False]


def test_stop_words_are_left_out_unless_there_is_nothing_else() -> None:
    assert pieces("Scored tiles, and swapping (18分)") == [["score", "tile"], ["swap"], ["18分"]]
    assert pieces("the") == [["the"]], "nothing but a word that is left out elsewhere"
    assert pieces("") == pieces("?!") == []


def test_both_scripts_of_chinese_are_the_same() -> None:
    assert pieces("誰贏這墩，幾點鐘") == pieces("谁赢这墩，几点钟")


@each_row(
    ("numeral", "digits"),
    [
        ("十", "10"), ("十八分", "18分"), ("五十", "50"), ("九十三", "93"), ("一百", "100"), ("兩百", "200"),
        ("三人", "3人"), ("一樣", "一样"), ("一定", "一定"), ("二三", "二三"), ("18 分", "18分"), ("第 4 局", "第4局"),
    ],
)  # fmt: skip
def test_a_chinese_numeral_is_found_by_its_digits(numeral: str, digits: str) -> None:
    assert normalized(numeral) == digits
