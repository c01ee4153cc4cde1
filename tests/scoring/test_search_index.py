"""How well an entry fits: rare words weigh more, and those that only one game has lead to that game."""

from __future__ import annotations

from companion.scoring.search_index import Index, IndexBuilder

ENTRIES = (
    ("azul", {"tile": 1.0, "floor": 1.0}),
    ("azul", {"tile": 1.0, "wall": 1.0}),
    ("ingenious", {"tile": 1.0, "hexagon": 1.0}),
    ("luz", {"trick": 1.0, "card": 1.0}),
    ("5211", {"rooster": 1.0, "card": 1.0}),
)


def index(*groups: tuple[str, tuple[str, ...]]) -> Index:
    builder = IndexBuilder(groups)
    for game, weights in ENTRIES:
        builder.add(game, weights)
    return builder.index(4)


def order(scores: dict[int, float]) -> list[int]:
    return sorted(scores, key=lambda place: -scores[place])


def test_a_rare_word_weighs_more_than_one_that_many_have() -> None:
    assert order(index().scores({"tile": 1.0, "floor": 1.0}))[0] == 0


def test_a_word_that_one_game_has_lifts_all_entries_of_that_game() -> None:
    assert order(index().scores({"tile": 1.0, "hexagon": 0.1}))[:3] == [2, 0, 1]
    scores = index().scores({"tile": 1.0, "floor": 0.1})
    assert scores[1] > scores[2], "both have the tile only, but the floor is Azul's"


def test_with_a_game_only_its_entries_are_found() -> None:
    assert order(index().scores({"tile": 1.0, "card": 1.0}, "azul")) == [0, 1]


def test_a_synonym_holds_for_its_game_only_and_counts_less_than_the_word() -> None:
    made = index(("azul", ("ground", "floor")), ("", ("hen", "rooster")))
    assert list(made.scores({"ground": 1.0})) == [0]
    assert list(made.scores({"hen": 1.0})) == [4]
    assert made.scores({"hen": 1.0})[4] < made.scores({"rooster": 1.0})[4]
    assert index(("luz", ("ground", "floor"))).scores({"ground": 1.0}) == {}


def test_an_incomplete_word_is_found_but_not_by_one_or_two_letters() -> None:
    assert list(index().scores({"roo": 1.0})) == [4]
    assert index().scores({"ro": 1.0}) == index().scores({}) == {}


def test_a_slip_of_typing_finds_the_word() -> None:
    for slip in ("roster", "rooste", "roosetr", "roozter", "roostter"):
        assert list(index().scores({slip: 1.0})) == [4], slip
    assert index().scores({"booster": 1.0}) == index().scores({"roostery": 0.1}) == {}, "its first letter; too faint"
    assert list(index().scores({"wich": 1.0, "tricl": 1.0})) == [3], "a stop word with a slip is left out"


def test_an_entry_that_a_query_hardly_touches_is_not_found() -> None:
    assert index().scores({"trick": 1.0, **{f"unknown{place}": 1.0 for place in "abcdef"}}) == {}
    assert index().scores({"trick": 0.2}) == {}, "a faint word alone"
