"""Statistics and plots: totals over a session, a player's games, and drawings in which no label lies over another."""

import re
from itertools import pairwise

from flask import render_template
from hypothesis import given, strategies as st

from companion.features.history.results import FinishedGame
from companion.features.history.statistics import SIZE, bars, grid, player_context, strip, timeline
from companion.scoring.scoresheet import result
from companion.views.render.plots import DIGIT, WIDTH, ticks, totals_plot
from tests.features.history.test_stats import ann
from tests.scoring.test_examples import EXAMPLES, load
from tests.scoring.test_game_stats import figures
from tests.support.each_row import each_row
from tests.support.own_games import own_games
from tests.support.page_tree import parse
from tests.support.phones import bets, totals
from tests.support.reading import parts


def test_the_totals_of_a_session_are_drawn_and_told(host, luz):
    for fields in (bets("3 2s 4 1s"), totals("3 3 2 2")):
        host.enter(luz, fields)
    assert not parts(host.page(f"/t/{luz}/sheet"), "img")
    for fields in (bets("4s 3 3s 2"), totals("4 3 2 1")):
        host.enter(luz, fields)
    page = host.page(f"/t/{luz}/sheet")
    assert parse(page).find("table").body == [["Deal 1", "10", "5", "−10", "5"], ["Deal 2", "20", "25", "−15", "0"]]
    (plot,) = parts(page, "img")
    assert plot["aria-label"] and "style=" not in page.split("<main")[1]
    assert plot.drawn[-4:] == ["A", "B", "C", "D"], "a line of each seat has its letter at its end"


def finished():
    """Every example as a finished game in which the first seat is Ann's."""
    made = []
    for number, path in enumerate(EXAMPLES):
        sheet = load(path)["sheet"]
        players = ["Ann", *[f"Other {seat}" for seat in range(1, len(sheet["players"]))]]
        told = result(sheet | {"players": players})
        places = {seat: 1 + sum(map(len, told["ranking"][:index]))
                  for index, place in enumerate(told["ranking"]) for seat in place}  # fmt: skip
        ended = f"2026-{1 + number // 28:02d}-{1 + number % 28:02d}T20:00:00+00:00"
        of_seats = tuple([places[seat] for seat in range(len(players))]), tuple(told["totals"]), figures(sheet)
        made.append(FinishedGame(str(number), sheet["game"], ended, tuple(players), *of_seats))
    return made


def page_of(app, games, language="en"):
    with app.test_request_context(headers={"Accept-Language": language}):
        context = player_context(ann(*games))
        parts = [f"history/{part}.html" for part in ("player-stats", "player-games")]
        return "".join(render_template(part, here="/", also={}, **context) for part in parts)


@each_row("language", ["en", "zh-TW"])
@each_row("count", [0, 1, 2, len(EXAMPLES)])
def test_a_players_page_can_be_written_for_any_number_of_games(app, count, language):
    page = page_of(app, finished()[:count], language)
    assert bool(parts(page, "img")) == (count > 0)
    assert all(len(plot.attributes["aria-label"]) >= 10 for plot in parts(page, "img"))
    assert not re.search(r"\sstyle=|<script|None|Message\(", page)


def test_every_game_and_kind_has_its_part(app, monkeypatch):
    monkeypatch.setattr("companion.features.history.statistics.MOST", 99)
    page = page_of(app, finished())
    assert set(re.findall(r'data-game="(\w+)"', page)) == set(own_games())
    assert set(re.findall(r'data-kind="(\w+)"', page)) == {"solo", "team", "duel", "long"}
    assert "Bets against tricks" in page and "Which colour stood lowest at the end" in page


def plain(place, total, other="Ben"):
    """A game of Ann and another, on whose place and total nothing else depends."""
    ended = "2026-11-21T20:00:00+00:00"
    return FinishedGame("s", "azul", ended, ("Ann", other), (place, 3 - place), (total, 3), ({}, {}))


def test_a_total_that_came_again_is_told_once_with_how_often(app):
    page = page_of(app, [plain(1, 40), plain(1, 12), plain(1, 40), plain(2, 40), plain(1, 40)])
    assert "Won with: 12, 40\N{NO-BREAK SPACE}(3×)." in page and "Not won with: 40." in page


def test_of_many_others_those_met_most_often_are_told(app):
    games = [plain(1, 40, f"Other {number}") for number in range(33) for _ in range(1 + number // 31)]
    part = parse(page_of(app, games)).region("Head to head")
    assert len(part.items) == 30 and "and 3 more players" in part.text
    met = " ".join(part.items)
    assert "Other 31 " in met and "Other 32 " in met and "Other 9 " not in met


NUMBERS = st.integers(-300, 1000) | st.integers(-(10**15), 10**15)
WALKS = st.integers(2, 5).flatmap(
    lambda seats: st.lists(st.lists(NUMBERS, min_size=seats, max_size=seats), min_size=3, max_size=30)
)


def width(value):
    return len(str(value)) * DIGIT


def lies_apart(labels):
    """Whether the numbers below an axis, each over its middle, stay inside the drawing and off each other."""
    ends = [(tick.at - width(tick.value) / 2, tick.at + width(tick.value) / 2) for tick in labels]
    return all(left[1] < right[0] for left, right in pairwise(ends)) and ends[0][0] >= 0 and ends[-1][1] <= WIDTH


def points(path):
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([-\d.e+]+) ([-\d.e+]+)", path)]


@given(NUMBERS, st.integers(0, 10**6), st.integers(1, 12))
def test_ticks_hold_all_evenly(low, span, most):
    made = ticks(low, low + span, most)
    assert made[0] <= low and low + span <= made[-1]
    assert 2 <= len(made) <= most + 2
    assert len({right - left for left, right in pairwise(made)}) == 1


@given(WALKS)
def test_totals_stay_inside_and_run_to_the_right(totals):
    made = totals_plot(totals)
    assert made.drawn == tuple(range(len(totals)))
    for curve in made.curves:
        way = points(curve.path)
        assert len(way) == len(totals)
        assert all(left[0] < right[0] for left, right in pairwise(way))
        assert all(made.left - 0.1 <= x <= made.right + 0.1 and 6 <= y <= made.height - 24 for x, y in way)
        assert set(curve.marks) <= set(way) and way[0] in curve.marks and way[-1] in curve.marks
    ends = sorted((totals[-1][curve.seat], -points(curve.path)[-1][1]) for curve in made.curves)
    for (total, height), (more, above) in pairwise(ends):
        assert total == more or height <= above, "more points end higher up"
    assert lies_apart(made.columns) and all(below.at - above.at >= 14 for below, above in pairwise(made.rows))
    assert all(width(tick.value) <= made.left - 9 for tick in made.rows)
    letters = sorted(curve.end.y for curve in made.curves)
    assert all(right - left >= 15 for left, right in pairwise(letters))
    assert letters[0] >= 5 and letters[-1] <= made.height - 20
    values = [total for row in totals for total in row]
    if min(values) <= 0 <= max(values):
        assert made.zero in [tick.at for tick in made.rows if tick.value == 0]


@given(WALKS, st.integers(0, 400))
def test_what_the_last_totals_are_uncertain_by_stands_beside_the_lines(totals, spread):
    made = totals_plot(totals, ranges=[(total - spread, total + spread) for total in totals[-1]])
    assert lies_apart(made.columns) and len(made.bars) == len(made.curves)
    assert all(right.x - left.x >= 12 for left, right in pairwise(made.bars)), "a mark is at most 13 wide"
    for bar, curve in zip(made.bars, made.curves, strict=True):
        x, y = points(curve.path)[-1]
        assert x + 12 < bar.x < curve.end.x - 12 and bar.mark == y
        assert 6 <= bar.top <= bar.mark <= bar.bottom <= made.height - 24


@each_row("entries", [2, 48, 49, 50, 500])
def test_many_entries_are_thinned_out_with_both_ends(entries):
    made = totals_plot([(number, 2 * number) for number in range(entries + 1)])
    assert made.drawn[0] == 0 and made.drawn[-1] == entries
    assert len(made.drawn) == min(entries + 1, 49) == len(set(made.drawn))
    assert all(len(curve.marks) <= 9 for curve in made.curves)
    assert lies_apart(made.columns) and made.columns[-1].value <= entries


@given(st.lists(st.integers(1, 5), min_size=1, max_size=24))
def test_places_stand_in_time_with_the_first_on_top(places):
    made = timeline(places)
    assert len(made.squares) == len(places)
    assert all(left.x + SIZE <= right.x for left, right in pairwise(made.squares))
    assert all(
        made.left <= square.x <= WIDTH - SIZE and 0 <= square.y <= made.height - SIZE - 14 for square in made.squares
    )
    assert [square.is_filled for square in made.squares] == [place == 1 for place in places]
    at = {tick.value: tick.at for tick in made.rows}
    assert [square.y + SIZE / 2 for square in made.squares] == [at[place] for place in places]


TOTALS = st.lists(st.tuples(NUMBERS, st.booleans()), min_size=1, max_size=60)


@given(TOTALS)
def test_every_total_is_a_tile_off_the_others(games):
    totals, won = [total for total, _ in games], [is_won for _, is_won in games]
    times = {total: [games.count((total, False)), games.count((total, True))] for total in totals}
    made = strip(times, sorted(totals)[len(totals) // 2])
    assert lies_apart(made.columns)
    assert 0 <= made.middle <= WIDTH
    places = [(square.x, square.y) for square in made.squares]
    assert len(set(places)) == len(places)
    assert all(0 <= square.x <= WIDTH - SIZE and 0 <= square.y <= made.floor - SIZE for square in made.squares)
    columns = sorted({square.x for square in made.squares})
    assert all(right - left >= SIZE for left, right in pairwise(columns))
    if made.each == 1:
        assert len(made.squares) == len(totals)
        assert sum(square.is_filled for square in made.squares) == sum(won)
    else:
        assert len(totals) / made.each <= len(made.squares) < len(totals)


def test_a_stack_that_is_too_high_has_several_games_a_tile():
    made = strip({0: [10, 10]}, 0)
    assert made.each == 3 and [square.is_filled for square in made.squares] == [False] * 4 + [True] * 3


COUNTS = st.dictionaries(st.tuples(st.integers(0, 10), st.integers(0, 10)), st.integers(1, 999), min_size=1)


@given(COUNTS)
def test_dots_lie_in_their_cells(counts):
    made = grid([(*pair, times) for pair, times in sorted(counts.items())])
    assert lies_apart(made.columns)
    assert all(below.at - above.at >= 14 for above, below in pairwise(reversed(made.rows)))
    cells = {(at.x, at.y) for at, _ in made.cells}
    assert len(cells) == len(made.columns) * len(made.rows)
    assert sum(is_equal for _, is_equal in made.cells) == len(made.columns)
    for dot in made.dots:
        assert dot.radius <= made.side / 2 + 1
        assert dot.x - dot.radius >= 0 and dot.x + dot.radius <= WIDTH and dot.y - dot.radius >= 0
        assert dot.y + dot.radius <= made.height - 18


@given(st.lists(NUMBERS, min_size=1, max_size=8))
def test_bars_stay_inside_and_keep_their_order(numbers):
    made = bars(numbers)
    assert all(bar.x >= -0.1 and bar.x + bar.width <= 96.1 for bar in made)
    assert [bar.is_loss for bar in made] == [number < 0 for number in numbers]
    for (small, thin), (large, wide) in pairwise(sorted(zip(map(abs, numbers), made, strict=True))):
        assert small == large or thin.width <= wide.width
