"""The contract that all games share: the head of a scoresheet, `end`, faults and the form of a result."""

import pytest

from companion.games import all_games
from companion.scoring.scoresheet import SheetError, parse, read, result
from tests.support.each_row import each_row
from tests.support.tries import few

GAMES = list(all_games().values())


def sheet(game=GAMES[0], /, **changes):
    names = ["Ann", "Ben", "Cleo", "Dan", "Eve"][: max(game.seats[0], 2)]
    return {"format": 1, "game": game.key, "players": names, "options": {}, "entries": []} | changes


def fault(value):
    with pytest.raises(SheetError) as caught:
        result(value)
    return caught.value.entry, caught.value.text()


def without(key):
    value = sheet()
    del value[key]
    return value


@each_row(
    ("value", "sentence"),
    [
        (None, "the scoresheet must be an object, not null"),
        (without("format"), 'the scoresheet lacks the key "format"'),
        (without("entries"), 'the scoresheet lacks the key "entries"'),
        (sheet(extra=1), 'the scoresheet has an unknown key "extra"'),
        (sheet(format=2), "format must be one of 1, not 2"),
        (sheet(players="Ann"), 'players must be a list, not "Ann"'),
        (sheet(players=["Ann", "", "Cleo"]), "a player's name has 1 to 40 characters, not 0"),
        (sheet(players=["Ann", "\ud800", "Cleo"]), 'a player\'s name must be valid text, not "\\ud800"'),
        (sheet(players=["小雯", "Ben", "小雯"]), "two players are called 小雯; names must differ"),
        (sheet(options={"speed": 1}), 'options has an unknown key "speed"'),
        (sheet(entries={}), "entries must be a list, not {}"),
    ],
)
def test_a_bad_head_is_no_fault_of_an_entry(value, sentence):
    assert fault(value) == (None, sentence)


@each_row("game", GAMES)
def test_only_as_many_players_as_the_game_seats(game):
    for count in range(game.seats[-1] + 3):
        value = sheet(game, players=[f"player {number}" for number in range(count)])
        if count in game.seats:
            read(value)
        else:
            low, high = game.seats[0], game.seats[-1]
            assert fault(value) == (None, f"{game.title} takes {low} to {high} players, not {count}")


@each_row("game", GAMES)
def test_options_have_a_default_and_the_choices_are_allowed(game):
    for seats in game.seats:
        players = [f"player {number}" for number in range(seats)]
        setup = read(sheet(game, players=players)).setup
        assert list(setup.options) == [option.key for option in game.options]
        for option in game.options:
            default = option.default_for(seats)
            assert setup.options[option.key] == option.read(default, seats) == default
            values = [repr(value) for value, _ in option.choices or ()]
            assert not values or (len(values) == len(set(values)) > 1 and repr(default) in values)


BOARD = "the board has 8 rows and 9 columns, or 9 rows and 8 columns, but not "


@each_row(
    ("key", "seats", "options", "sentence"),
    [
        ("5211", 2, {"long": 1}, "the option long must be true or false, not 1"),
        ("5211", 2, {"long_tiebreak": "deck"}, 'long_tiebreak must be one of "all-decks", "last-deck", not "deck"'),
        ("azul", 2, {"wall": ["grey"]}, 'the option wall must be one of "coloured", "grey", not ["grey"]'),
        ("ingenious", 1, {"mode": "base"}, "the mode base is for two to four players"),
        ("ingenious", 2, {"mode": "solo"}, "the mode solo is for one player"),
        ("ingenious", 3, {"mode": "team"}, "the mode team is for four players"),
        ("ingenious", 4, {"mode": "duel"}, "the mode duel is for two players"),
        ("ingenious", 2, {"start": 2}, "the option start must be 0 to 1, not 2"),
        ("ingenious", 2, {"symbols": ["red"] * 5}, "the option symbols must have 6 items, not 5"),
        ("ingenious", 2, {"symbols": ["red"] * 6}, "the board shows red once, not twice"),
        ("ingenious", 2, {"symbols": ["pink"] * 6}, "the option symbols must be one of"),
        ("luz", 4, {"start": 4}, "the option start must be 0 to 3, not 4"),
        ("luz", 4, {"start": True}, "the option start must be a whole number, not true"),
        ("luz", 4, {"final_start": "deal-2"}, 'the option final_start must be one of "deal-4", "deal-1", not "deal-2"'),
        ("salamanca", 3, {"rows": 8, "columns": 8}, BOARD + "8 and 8"),
        ("salamanca", 3, {"rows": 9}, BOARD + "9 and 9"),
        ("salamanca", 3, {"rows": 7}, "the option rows must be one of 8, 9, not 7"),
        ("salamanca", 3, {"money": -1}, "nobody starts with less than 0 coins, so not with -1"),
        ("salamanca", 3, {"sold_building": "burns"}, 'sold_building must be one of "stays", "leaves", not "burns"'),
    ],
)
def test_an_option_that_cannot_be_is_no_fault_of_an_entry(key, seats, options, sentence):
    names = ["Ann", "Ben", "Cleo", "Dan"][:seats]
    entry, told = fault(sheet(all_games()[key], players=names, options=options))
    assert entry is None and sentence in told


@each_row("game", GAMES)
def test_a_game_declares_all_its_fields(game):
    assert str(game.title) and game.glyph and (game.folder / "rules.py").is_file()
    for key, rule in game.rules.items():
        assert key.startswith(f"{game.key}/")
        assert str(rule.place) and str(rule.title) and str(rule.text)
    for option in game.options:
        assert str(option.title) and str(option.help)
        labels = [str(label) for _, label in option.choices or ()]
        assert all(labels) and len(set(labels)) == len(labels)
        assert option.choices is None or len(labels) > 1 or not option.asked


@each_row("game", GAMES)
def test_the_result_has_its_form_before_the_first_entry(game):
    value = result(sheet(game))
    assert list(value) == ["game", "finished", "totals", "ranking", "entries", "details"]
    assert value["finished"] is False and value["entries"] == []
    assert sorted(seat for place in value["ranking"] for seat in place) == list(range(len(value["totals"])))
    assert isinstance(value["details"]["ranking_steps"], list)


@each_row("game", GAMES)
@each_row(
    ("entries", "number", "sentence"),
    [
        ([{"end": True}, {"end": True}], 2, "the game is over; nothing can follow"),
        ([{"end": True}, None], 2, "the game is over; nothing can follow"),
        ([{"end": False}], 1, "end must be one of true, not false"),
        ([{"end": 1}], 1, "end must be one of true, not 1"),
        ([{"end": True, "seat": 0}], 1, 'the entry has an unknown key "seat"'),
    ],
)
def test_the_end_entry_is_allowed_once_and_last(game, entries, number, sentence):
    assert fault(sheet(game, entries=entries)) == (number, sentence)


def test_parse_reads_text_and_bytes():
    assert parse('{"a": [1, "é"]}') == {"a": [1, "é"]}
    assert parse('{"a": [1, "é"]}\n'.encode()) == {"a": [1, "é"]}
    assert parse(b"\xef\xbb\xbf[]") == []


@each_row(
    ("text", "sentence"),
    few(
        [
            ("", "there is nothing here; a scoresheet is expected"),
            ("{", "this is not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
            ("[1,\n 2}", "this is not JSON: Expecting ',' delimiter at line 2, column 3"),
            ("[NaN]", "this is not JSON: NaN is not a number"),
            (
                "[" * 100_000,
                "this is nested too deep to be a scoresheet: line 1, column 501 is more than 500 levels deep",
            ),
            (
                '["[",\n"' + "a" * 2**20 + '"]',
                "this has too long a text to be a scoresheet: more than 1048576 bytes from line 2, column 1",
            ),
            ("9" * 10_000, "this is not JSON: a number is too long"),
            (b'"\xff"', "this is not UTF-8 text"),
            ('{"a": {"b": 1, "c": 2, "b": 3}}', 'the key "b" stands twice in one object'),
            (
                "[" + "0," * 4_000_000 + "0]",
                "this has too much in it to be a scoresheet: more than 4000000 values up to line 1, column 7999999",
            ),
        ],
        9,
    ),
)
def test_what_is_not_json_is_a_sheet_error(text, sentence):
    with pytest.raises(SheetError) as caught:
        parse(text)
    assert (caught.value.entry, str(caught.value)) == (None, sentence)


def deep(value):
    for _ in range(900):
        value = [value]
    return value


@each_row("game", GAMES)
@each_row("make", [lambda: deep(1), lambda: 10**4000, lambda: -(10**4000), lambda: "\ud800" * 50, lambda: 1e308])
def test_huge_values_are_refused_like_others(game, make):
    value = make()
    for bad in (
        sheet(game, format=value),
        sheet(game, game=value),
        sheet(game, players=[value] * game.seats[0]),
        sheet(game, options={game.options[0].key: value}),
        sheet(game, options={"\ud800": value}),
        sheet(game, entries=[value]),
        sheet(game, entries=[{"\ud800": value}]),
    ):
        _, sentence = fault(bad)
        assert len(sentence) < 300
