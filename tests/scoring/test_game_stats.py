"""The games' figures: counted by hand for some examples, adding up in all, and there wherever a game stops."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.game import Game, Pairs, Share, Split, State
from companion.game.figure import KIND, SIDE
from companion.games import all_games
from companion.scoring.game_stats import figures_of, game_of_kind, kinds_of, shown_figures
from companion.scoring.scoresheet import END, Played, play, read, replay
from tests.scoring.test_examples import EXAMPLES, FOLDER, load
from tests.support.each_row import each_row

each_example = each_row("path", EXAMPLES)


def figures(sheet: Any) -> tuple[Mapping[str, Any], ...]:
    """The figures of a scoresheet, one mapping a seat."""
    game = read(sheet)
    played = list(replay(game))
    states = [game.game.engine.start(game.setup), *[one.state for one in played]]
    return figures_of(game.game, states, game.entries, played)


def example(name: str) -> tuple[Mapping[str, Any], ...]:
    return figures(load(FOLDER / f"{name}.json")["sheet"])


def test_luz_counts_bets_deal_by_deal() -> None:
    ann, ben, cleo, mei_ling = example("luz/whole-game")
    assert (ann["bets"], ann["made"], ann["safe"], ann["safe_made"]) == (4, 3, 2, 2)
    assert ann["deals"] == [[3, 3, 0], [4, 4, 1], [3, 4, 1], [2, 5, 0]]
    assert ann["points"] == {"exact": 10, "safety": 10 + 15, "missed": -15, "floor": 0}
    assert [seat["made"] for seat in (ben, cleo, mei_ling)] == [4, 2, 1]
    assert (cleo["safe"], cleo["safe_made"]) == (1, 0)


def test_luz_says_what_a_table_gave_back_at_0() -> None:
    assert example("luz/no-total-below-0")[0]["points"] == {"exact": 20, "safety": 0, "missed": -20, "floor": 20}


def test_azul_says_where_the_points_came_from() -> None:
    ann, ben = example("azul/whole-game-all-bonuses")
    assert ann["points"] == {"tiles": 15 + 6 + 4 + 5 + 6, "rows": 2, "columns": 7, "colours": 10, "floor": -2}
    assert (ann["tiles"], ann["tile"], ann["markers"]) == (13, 5, 1)
    assert ben["points"] == {"tiles": 1 + 2 + 3, "rows": 0, "columns": 0, "colours": 0, "floor": -3}


def test_5211_says_which_colours_the_points_came_from() -> None:
    ann, ben, cleo, dan = example("5211/four-players")
    assert ann["points"] == {"G": 10 + 15, "Y": 0, "O": 0, "B": 0, "T": 0, "roosters": 2}
    assert (ann["rounds"], ann["scored"], ann["played"], ann["kept"], ann["round"]) == (6, 3, 24, 4 + 4 + 2, 15)
    # Ann played 8 + 10 + 10 + 15 + 8 + 22 points and roosters in every round but the last, two of them in the fifth.
    assert (ann["points_kept"], ann["points_played"], ann["roosters"]) == (27, 73, 6)
    assert (ben["points"]["roosters"], cleo["points"]["T"], dan["points"]["T"]) == (2, 18, 3)


def test_a_long_5211_is_a_kind_of_its_own() -> None:
    assert {seat.get(KIND) for seat in example("5211/long-second-deck")} == {"long"}
    assert {seat.get(KIND) for seat in example("5211/four-players")} == {None}


def test_ingenious_says_which_colour_stood_lowest() -> None:
    lowest = [seat["lowest"] for seat in example("ingenious/final-ranking")]
    assert lowest == [{"red": 1}, {"purple": 1}, {"blue": 1}, {"green": 1}]


def test_ingenious_in_teams_tells_mates_from_opponents() -> None:
    ann, ben, cleo, mei_ling = example("ingenious/team-two-extras")
    assert [seat[SIDE] for seat in (ann, ben, cleo, mei_ling)] == [0, 1, 0, 1]
    assert ann["lowest"] == cleo["lowest"] == {"orange": 1, "purple": 1}
    assert (ann["extra"], cleo["extra"]) == (0, 3)
    assert (ann["scored"]["green"], cleo["scored"]["green"]) == (16 + 10 + 5, 2 + 4)
    assert (ann["tile"], cleo["tile"]) == (16 + 17, 2 + 4)


def test_ingenious_as_a_duel_tells_the_own_side() -> None:
    chris, angelika = example("ingenious/duel-tie")
    assert (chris["own"], angelika["own"]) == ({"red": 1, "green": 1}, {"blue": 1, "yellow": 1})
    assert "lowest" not in chris and chris[KIND] == "duel"


def test_ingenious_alone_is_a_kind_of_its_own() -> None:
    assert example("ingenious/solo-left-18")[0][KIND] == "solo"


def test_an_open_sheet_is_counted_under_its_name() -> None:
    ann, ben, *_ = example("open/both-with-number")
    assert (ann["kind"], ann["points"], ben["points"]) == (":Two and tiles", {"rounds": 10, "lines": 4},
                                                           {"rounds": 9, "lines": 5})  # fmt: skip
    assert [seat[SIDE] for seat in example("open/teams-halves-negative")] == [0, 1, 0, 1, 2]
    assert [(seat["kind"], seat[SIDE], seat["together"], seat["lost"]) for seat in example("open/together-lost")] == [
        (":Island", 0, 0, 1)
    ] * 3
    assert example("open/rounds-lowest-limit")[0]["kind"] == "l:Hearts to 50"
    assert str(game_of_kind("open", "lh:Golf")[0].points(3)) == "1.5"


def test_nothing_stood_lowest_before_the_first_tile() -> None:
    sheet = load(FOLDER / "ingenious/final-ranking.json")["sheet"]
    assert [seat["lowest"] for seat in figures({**sheet, "entries": [END]})] == [{}] * 4


def test_salamanca_says_where_the_coins_came_from_without_a_board() -> None:
    ann, ben, cleo = example("salamanca/without-a-board")
    assert ann["points"] == {"start": 0, "sales": 0, "shares": 3, "squires": 4, "nobles": 1, "fees": -4}
    assert ben["points"] == {"start": 0, "sales": 5, "shares": 0, "squires": 2, "nobles": 0, "fees": -3}
    assert cleo["sold"] == {"farm": 0, "castle": 0, "monastery": 1} and cleo["sale"] == 5


def test_salamanca_says_where_the_coins_came_from_with_a_board() -> None:
    ann, ben, _ = example("salamanca/rulebook-example")
    assert ann["points"] == {"start": 0, "sales": 9, "shares": 0, "squires": 6, "nobles": 0, "fees": -3}
    assert ben["points"]["shares"] == 7 and ann["sold"]["farm"] == 1


def test_salamanca_counts_the_coins_of_the_start() -> None:
    sheet = load(FOLDER / "salamanca/without-a-board.json")["sheet"]
    counted = figures({**sheet, "options": {**sheet["options"], "money": 5}})
    assert [seat["points"]["start"] for seat in counted] == [5, 5, 5]
    assert sum(counted[0]["points"].values()) == 4 + 5


@each_example
def test_figures_add_up_wherever_a_game_stops(path: Path) -> None:
    sheet = load(path)["sheet"]
    game = read({**sheet, "entries": [entry for entry in sheet["entries"] if entry != END]})
    played = list(replay(game))
    states = [game.game.engine.start(game.setup), *[one.state for one in played]]
    for count, state in enumerate(states):
        _holds(game.game, states[: count + 1], game.entries[:count], played[:count])
        if not state.finished:
            ended = play(game.game, state, END)
            _holds(
                game.game, [*states[: count + 1], ended.state], [*game.entries[:count], END], [*played[:count], ended]
            )


def _holds(game: Game, states: Sequence[State], entries: Sequence[Any], played: Sequence[Played]) -> None:
    """Figures are plain JSON, all that is shown has a label, and the sources add up to the totals."""
    counted = figures_of(game, states, entries, played)
    assert json.loads(json.dumps(counted)) == list(counted)
    assert len(counted) == states[0].setup.seats
    for own, total in zip(counted, states[-1].totals, strict=True):
        assert sum(own["points"].values()) == total if "points" in own else game.key == "ingenious"
        assert (
            own.get(KIND) is None
            or own[KIND] in kinds_of(game.key)
            or str(game_of_kind(game.key, own[KIND])[0].title) == str(game.title)
        )
        for figure in shown_figures(game.key):
            if isinstance(figure, Split) and figure.key in own:
                assert own[figure.key].keys() <= figure.labels.keys()
            if isinstance(figure, Share):
                assert 0 <= own[figure.key] <= own[figure.of]
            if isinstance(figure, Pairs):
                assert all(0 <= number <= figure.most for pair in own[figure.key] for number in pair)


@each_row("key", all_games())
def test_every_game_has_figures_and_says_where_points_came_from(key: str) -> None:
    shown = shown_figures(key)
    assert len({figure.key for figure in shown}) == len(shown)
    assert all(str(figure.title).strip() for figure in shown)
    assert any(isinstance(figure, Split) and figure.is_points for figure in shown)


def test_a_game_that_is_not_here_has_no_figures() -> None:
    assert shown_figures("chess") == () and kinds_of("chess") == {}
