"""Statistics and plots on the pages: totals over a session, and a player's games, in both languages."""

from __future__ import annotations

import re

import pytest
from flask import Flask, render_template

from companion.history.stats import FinishedGame
from companion.scoring.scoresheet import read, replay
from companion.views.history.statistics import player_context
from tests.history.test_stats import player_stats
from tests.scoring.test_examples import EXAMPLES, load
from tests.scoring.test_game_stats import figures
from tests.support.each_row import each_row
from tests.support.own_games import own_games
from tests.support.page_elements import Element
from tests.support.page_tree import parse
from tests.support.phones import Phone, bets, totals
from tests.support.reading import parts


def deal(phone: Phone, session: str, bids: str, taken: str) -> None:
    phone.enter(session, bets(bids))
    assert phone.enter(session, totals(taken)).status_code < 400


def rows_of(page: str) -> list[list[str]]:
    """The rows of the page's table: what the entry is called, and the totals after it."""
    return parse(page).find("table").body


def plots(page: str) -> list[Element]:
    """The pictures on a page."""
    return parts(page, "img")


def test_the_totals_of_a_session_are_drawn_and_told(host: Phone, luz: str) -> None:
    deal(host, luz, "3 2s 4 1s", "3 3 2 2")
    assert not plots(host.page(f"/t/{luz}/sheet"))
    deal(host, luz, "4s 3 3s 2", "4 3 2 1")
    page = host.page(f"/t/{luz}/sheet")
    assert rows_of(page) == [["Deal 1", "10", "5", "−10", "5"], ["Deal 2", "20", "25", "−15", "0"]]
    (plot,) = plots(page)
    assert plot["aria-label"] and "style=" not in page.split("<main")[1]
    assert plot.drawn[-4:] == ["A", "B", "C", "D"], "a line of each seat has its letter at its end"


def finished(name: str = "Ann") -> list[FinishedGame]:
    """Every example as a finished game in which the first seat is Ann's."""
    made = []
    for number, path in enumerate(EXAMPLES):
        sheet = load(path)["sheet"]
        sheet["players"] = [name, *[f"Other {seat}" for seat in range(1, len(sheet["players"]))]]
        game = read(sheet)
        states = [game.game.engine.start(game.setup), *[played.state for played in replay(game)]]
        standing = game.game.engine.standing(states[-1])
        places = {seat: 1 + sum(map(len, standing.ranking[:index]))
                  for index, place in enumerate(standing.ranking) for seat in place}  # fmt: skip
        ended = f"2026-{1 + number // 28:02d}-{1 + number % 28:02d}T20:00:00+00:00"
        seats = range(game.setup.seats)
        made.append(
            FinishedGame(str(number), game.game.key, ended, game.setup.players, tuple(places[seat] for seat in seats),
                     tuple(standing.totals), figures(sheet))
        )  # fmt: skip
    return made


def page_of(app: Flask, games: list[FinishedGame], language: str = "en") -> str:
    with app.test_request_context(headers={"Accept-Language": language}):
        context = player_context(player_stats(games))
        parts = [f"history/{part}.html" for part in ("player-stats", "player-games")]
        return "".join(render_template(part, here="/", also={}, **context) for part in parts)


@each_row("language", ["en", "zh-TW"])
@each_row("count", [0, 1, 2, len(EXAMPLES)])
def test_a_players_page_can_be_written_for_any_number_of_games(app: Flask, count: int, language: str) -> None:
    page = page_of(app, finished()[:count], language)
    assert bool(plots(page)) == (count > 0)
    assert all(len(plot.attributes["aria-label"]) >= 10 for plot in plots(page))
    assert not re.search(r"\sstyle=|<script|None|Message\(", page)


def test_every_game_and_kind_has_its_part(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.views.history.statistics.MOST", 99)
    page = page_of(app, finished())
    assert set(re.findall(r'data-game="(\w+)"', page)) == set(own_games())
    assert set(re.findall(r'data-kind="(\w+)"', page)) == {"solo", "team", "duel", "long"}
    assert "Bets against tricks" in page and "Which colour stood lowest at the end" in page


def plain(place: int, total: int, other: str = "Ben") -> FinishedGame:
    """A game of Ann and another, on whose place and total nothing else depends."""
    ended = "2026-11-21T20:00:00+00:00"
    return FinishedGame("s", "azul", ended, ("Ann", other), (place, 3 - place), (total, 3), ({}, {}))


def test_a_total_that_came_again_is_told_once_with_how_often(app: Flask) -> None:
    page = page_of(app, [plain(1, 40), plain(1, 12), plain(1, 40), plain(2, 40), plain(1, 40)])
    assert "Won with: 12, 40\N{NO-BREAK SPACE}(3×)." in page and "Not won with: 40." in page


def test_of_many_others_those_met_most_often_are_told(app: Flask) -> None:
    games = [plain(1, 40, f"Other {number}") for number in range(33) for _ in range(1 + number // 31)]
    part = parse(page_of(app, games)).region("Head to head")
    assert len(part.items) == 30 and "and 3 more players" in part.text
    met = " ".join(part.items)
    assert "Other 31 " in met and "Other 32 " in met and "Other 9 " not in met
