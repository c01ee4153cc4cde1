"""How well an entry fits: what many of its phrases say leads there, and what is not known to nothing."""

from __future__ import annotations

import pytest

from companion.scoring.search_index import Index

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


def test_a_rare_word_weighs_more_than_one_that_many_have() -> None:
    assert order("tile floor")[0] == 0


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
