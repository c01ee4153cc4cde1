"""The games' figures: counted by hand for some examples, adding up in all, and there wherever a game stops."""

import json

from companion.engine import Pairs, Share, Split
from companion.engine.figure import KIND, SIDE
from companion.games import all_games
from companion.scoring.game_stats import game_of_kind, kinds_of, shown_figures
from companion.scoring.scoresheet import END, play, read, replay
from tests.scoring.test_examples import EXAMPLES, FOLDER, load
from tests.support.each_row import each_row

each_example = each_row("path", EXAMPLES)


def figures(sheet):
    game = read(sheet)
    played = list(replay(game))
    states = [game.game.engine.start(game.setup), *[one.state for one in played]]
    return counted_by(game.game, states, game.entries, played)


def counted_by(game, states, entries, played):
    assert game.figures
    return game.figures.count(states, entries, [one.steps for one in played])


DUEL, TEAM, BOTH = "ingenious/duel-tie", "ingenious/team-two-extras", "open/both-with-number"


@each_row(
    ("name", "seat", "expected"),
    [
        ("luz/whole-game", 0, {"bets": 4, "made": 3, "safe": 2, "safe_made": 2,
                               "deals": [[3, 3, 0], [4, 4, 1], [3, 4, 1], [2, 5, 0]],
                               "points": {"exact": 10, "safety": 10 + 15, "missed": -15, "floor": 0}}),
        ("luz/whole-game", 2, {"made": 2, "safe": 1, "safe_made": 0}),
        ("luz/no-total-below-0", 0, {"points": {"exact": 20, "safety": 0, "missed": -20, "floor": 20}}),
        ("azul/whole-game-all-bonuses", 0, {
            "points": {"tiles": 15 + 6 + 4 + 5 + 6, "rows": 2, "columns": 7, "colours": 10, "floor": -2},
            "tiles": 13, "tile": 5, "markers": 1}),
        ("azul/whole-game-all-bonuses", 1, {
            "points": {"tiles": 1 + 2 + 3, "rows": 0, "columns": 0, "colours": 0, "floor": -3}}),
        # Ann played 8 + 10 + 10 + 15 + 8 + 22 points, and roosters in every round but the last, two in the fifth.
        ("5211/four-players", 0, {
            "points": {"G": 10 + 15, "Y": 0, "O": 0, "B": 0, "T": 0, "roosters": 2}, KIND: None, "rounds": 6,
            "scored": 3, "played": 24, "kept": 4 + 4 + 2, "round": 15, "points_kept": 27, "points_played": 73,
            "roosters": 6}),
        ("5211/long-second-deck", 0, {KIND: "long"}),
        *[("ingenious/final-ranking", seat, {"lowest": {colour: 1}})
          for seat, colour in enumerate(("red", "purple", "blue", "green"))],
        (TEAM, 0, {SIDE: 0, "lowest": {"orange": 1, "purple": 1}, "extra": 0, "tile": 16 + 17}),
        (TEAM, 1, {SIDE: 1}),
        (TEAM, 2, {SIDE: 0, "lowest": {"orange": 1, "purple": 1}, "extra": 3, "tile": 2 + 4}),
        (DUEL, 0, {"own": {"red": 1, "green": 1}, KIND: "duel", "lowest": None}),
        (DUEL, 1, {"own": {"blue": 1, "yellow": 1}}),
        ("ingenious/solo-left-18", 0, {KIND: "solo"}),
        (BOTH, 0, {KIND: ":Two and tiles", "points": {"rounds": 10, "lines": 4}}),
        (BOTH, 1, {"points": {"rounds": 9, "lines": 5}}),
        *[("open/teams-halves-negative", seat, {SIDE: side}) for seat, side in enumerate((0, 1, 0, 1, 2))],
        ("open/together-lost", 2, {KIND: ":Island", SIDE: 0, "together": 0, "lost": 1}),
        ("open/rounds-lowest-limit", 0, {KIND: "l:Hearts to 50"}),
        ("salamanca/without-a-board", 0, {
            "points": {"start": 0, "sales": 0, "shares": 3, "squires": 4, "nobles": 1, "fees": -4}}),
        ("salamanca/without-a-board", 1, {
            "points": {"start": 0, "sales": 5, "shares": 0, "squires": 2, "nobles": 0, "fees": -3}}),
        ("salamanca/without-a-board", 2, {"sold": {"farm": 0, "castle": 0, "monastery": 1}, "sale": 5}),
        ("salamanca/rulebook-example", 0, {
            "points": {"start": 0, "sales": 9, "shares": 0, "squires": 6, "nobles": 0, "fees": -3}}),
    ],
)  # fmt: skip
def test_figures_are_those_counted_by_hand(name, seat, expected):
    own = figures(load(FOLDER / f"{name}.json")["sheet"])[seat]
    assert {key: own.get(key) for key in expected} == expected


def test_nothing_stood_lowest_before_the_first_tile():
    sheet = load(FOLDER / "ingenious/final-ranking.json")["sheet"]
    assert [seat["lowest"] for seat in figures({**sheet, "entries": [END]})] == [{}] * 4


def test_salamanca_counts_the_coins_of_the_start():
    sheet = load(FOLDER / "salamanca/without-a-board.json")["sheet"]
    counted = figures({**sheet, "options": {**sheet["options"], "money": 5}})
    assert [seat["points"]["start"] for seat in counted] == [5, 5, 5]


@each_example
def test_figures_add_up_wherever_a_game_stops(path):
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


def _holds(game, states, entries, played):
    """Figures are plain JSON, all that is shown has a label, and the sources add up to the totals."""
    counted = counted_by(game, states, entries, played)
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
def test_every_game_has_figures_and_says_where_points_came_from(key):
    shown = shown_figures(key)
    assert len({figure.key for figure in shown}) == len(shown)
    assert all(str(figure.title).strip() for figure in shown)
    assert any(isinstance(figure, Split) and figure.is_points for figure in shown)


def test_a_game_that_is_not_here_has_no_figures():
    assert shown_figures("chess") == () and kinds_of("chess") == {}
