"""Figures narrowed to the games with a word: of a player and of a group, on both engines, for who was there."""

import re

from companion.features.history import rows as queries, search
from tests.support.groups import finish, link, make_group, member, put, section
from tests.support.notes import wrote
from tests.support.page_tree import parse
from tests.support.phones import Phone

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def over(host, **words):
    session = host.open("luz", FOUR)
    finish(host, session)
    wrote(host, session, **words)
    return session


def way(page, word):
    keys = [one for one in parse(page).find_all("link") if one.text == word]
    assert len(keys) == 1, word
    return str(keys[0]["href"])


def played(page):
    """How many games of Luz the figures of a player or a group are made of."""
    return int(re.findall(r"(\d+) games?", section(page, "luz"))[0])


def test_a_players_figures_are_narrowed_by_one_tap_on_a_word(app, monkeypatch):
    host = Phone(app)
    games = [over(host, more_expansions="Big Box & more", elsewhere="Home"), over(host, elsewhere="Home"), over(host)]
    player = host.page("/players/Ann")
    assert played(player) == 3 and "only games" not in player
    big = host.page(way(player, "Big Box & more"))
    assert played(big) == 1 and "Big Box & more: only games" in parse(big).text
    assert games[0] in big and games[1] not in big, "past games are those of the word"
    home = host.page(way(big, "Home"))
    assert played(home) == 2 and games[1] in home and games[2] not in home
    assert played(host.page(way(home, "All"))) == 3, "figures of all games are not those of a word"
    assert host.page("/history?player=ann&named=home").count("/players/ann?named=home") == 1
    with monkeypatch.context() as changed:
        changed.setattr(search, "_AT_ONCE", 1)
        changed.setattr(queries, "_AT_ONCE", 1)
        assert played(host.page(way(player, "Home"))) == 2
    assert "No game here names this word" in host.page("/players/Ann?named=nothing")
    for odd in ("%00", "%ED%A0%80", "x" * 500, "%F0%9F%8E%B2", "'"):
        assert host.get(f"/players/Ann?named={odd}").status_code == 200


def test_a_groups_figures_are_narrowed_for_who_was_there(app):
    host, other = Phone(app), Phone(app)
    group = make_group(host, *FOUR)
    games = [over(host, more_expansions="Big Box", elsewhere="Home"), over(host, elsewhere="Home"), over(host)]
    assert put(host, group, *games) == [303] * 3
    assert host.post(f"{group}/seasons", {"name": "Year", "since": "2020-01-01"}).status_code == 303
    season = host.page(way(host.page(group), "Year"))
    page = host.page(way(season, "Home"))
    assert played(page) == 2 and "Home: only games" in parse(page).text
    assert played(host.page(way(page, "Year"))) == 2, "a season keeps the word"
    files = [str(one["href"]) for one in parse(page).find_all("link") if ".csv" in str(one["href"])]
    assert len(files) == 2 and all("season=1" in path and "named=Home" in path for path in files)
    assert [host.get(path).text.count("\n") for path in files] == [1 + 4 + 4, 1 + 2 * 4]
    assert "2 games" in host.page(f"{group}/games?named=HOME") and played(host.page(group)) == 3
    member(host, group, other)
    for path in (group, watch := link(host, group, "watch")):
        seen = other.page(path)
        assert "Home" not in seen and "Big Box" not in seen and played(seen) == 3
    assert "No game here names this word" in other.page(f"{group}?named=home"), "who was not there learns nothing"
    assert played(other.page(f"{watch}?named=home")) == 3
    for odd in ("%00", "%ED%A0%80", "x" * 500, "%F0%9F%8E%B2", "'"):
        assert host.get(f"{group}?named={odd}").status_code == 200
