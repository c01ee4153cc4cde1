"""Chinese is cut into the words that the games know; only what is left over is compared by characters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.scoring.search_lexicon import Lexicon, token_of

KNOWN = Lexicon(["地板, 地板排", "地板", "地板排", "扣分", "墩", "first player marker", "18 分", "怎麼算"])


def heaviest(text: str) -> list[str]:
    """The tokens that weigh most, in their order."""
    weights = KNOWN.of_query(text)
    return [token for token, weight in weights.items() if weight == max(weights.values())]


def test_long_known_words_come_before_short_ones_and_before_characters() -> None:
    assert heaviest("地板排扣分") == ["地板排", "扣分"]
    weights = KNOWN.of_query("地板排扣分")
    assert weights["地板排"] > weights["地板"] > weights["排扣"] > 0
    assert "板" not in weights, "a character of a known word"


def test_what_is_not_known_is_compared_by_pairs_and_less_by_characters() -> None:
    weights = KNOWN.of_query("葡萄園")
    assert weights["葡萄"] == weights["萄园"] > weights["葡"] > 0


def test_a_word_with_a_character_that_says_little_weighs_less() -> None:
    weights = KNOWN.of_query("地板怎麼算")
    assert weights["地板"] > weights["怎么算"] > 0


def test_a_phrase_is_found_whole_and_by_its_words() -> None:
    weights = KNOWN.of_query("the first player markers")
    assert list(weights) == [
        "first player", "first player marker", "player marker", "first", "player", "marker", "_the",
    ]  # fmt: skip
    assert weights["marker"] > weights["first player marker"] > weights["player marker"]


def test_a_text_has_every_word_that_may_be_looked_for() -> None:
    tokens = KNOWN.of_text("起始玩家放在地板排，超過 18 分")
    assert tokens.keys() >= {"地板排", "地板", "起始", "18分", "18", "起"}
    assert not {"在", "放在地板排"} & tokens.keys()


@given(st.text(max_size=200))
def test_each_token_typed_is_in_a_text_of_the_same_words(text: str) -> None:
    assert set(KNOWN.of_query(text)) <= KNOWN.of_text(text).keys()
    assert all(0 < weight <= 1 for weight in KNOWN.of_query(text).values())
    assert token_of(text) == token_of(text.upper()) or not text.isascii()


def test_how_somebody_asks_counts_a_little_and_how_often_a_text_says_it() -> None:
    weights = KNOWN.of_query("How many tricks?")
    assert weights["trick"] > weights["_how_many"] > 0
    assert KNOWN.of_text("how many tricks, who wins the trick")["trick"] == 2
