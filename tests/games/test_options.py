"""Options of every game: what can be chosen differs, and the default is one of it."""

from __future__ import annotations

from companion.game import Option
from companion.games import all_games
from tests.support.each_row import each_row

CHOICES = {
    f"{game.key} {option.key}": (game.seats, option)
    for game in all_games().values()
    for option in game.options
    if option.choices
}


@each_row(("seat_counts", "option"), CHOICES.values())
def test_choices_differ_and_the_default_is_one(seat_counts: range, option: Option) -> None:
    values = [repr(value) for value, _ in option.choices or ()]
    assert len(values) == len(set(values)) > 1
    for seats in seat_counts:
        default = option.default(seats) if callable(option.default) else option.default
        assert repr(default) in values
