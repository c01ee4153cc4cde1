"""Badges: what is reached, by whom and in which game, on a player's page and, if its owner wants it, a group's."""

from companion.engine.figure import LENGTH, SIDE, TOTALS_ONLY, UNSCORED
from companion.features.badges import views
from companion.features.badges.badges import BADGES
from companion.features.history.results import FinishedGame
from companion.games import all_games
from tests.features.conftest import same_phone
from tests.support.groups import link, luz_game, member, over, played, put
from tests.support.page_tree import parse

PLAYERS = ["Ann", "Ben", "Cleo"]
BEHIND = ["6 4 0"] * 2 + ["0 1 9"] * 2
"""Deals of a game that Ann wins, last after half of them."""


def game(places, points=None, day=1, key="luz", hour=12, **own):
    """A game of Ann and others, whose seats all have these figures."""
    names = tuple(PLAYERS[: len(places)])
    when, unscored = f"2026-10-{day:02}T{hour:02}:00:00+00:00", {} if points else {UNSCORED: True}
    figures = ({**own, **unscored},) * len(names)
    return FinishedGame(str(day), key, when, names, tuple(places), tuple(points or places), figures)


WON, LOST, ALONE, TIED = game([1, 2]), game([2, 1]), game([0]), game([1, 1])


def reached(badge, *games, last=None, keys=("ann", "ben", "cleo")):
    """The places (from 1) of the games that did it, and who; `last` is the seat that was last half-way."""
    reach = next(each.reach for each in BADGES if each.id == badge)
    behind = frozenset() if last is None else {last}
    return [(games.index(each.game) + 1, each.keys) for each in reach(games, keys, lambda _: behind)]


def test_counted_badges_name_everybody_once_in_the_order_of_the_games():
    assert reached("first-win", ALONE, TIED, game([2, 3, 1], day=2)) == [(2, ("ann", "ben")), (3, ("cleo",))]
    wins = [game([1, 2], day=day) for day in range(1, 9)]
    assert reached("five-in-a-row", *wins) == [(5, ("ann",))]
    assert reached("five-in-a-row", *wins[:4], ALONE, wins[4]) == [(6, ("ann",))], "alone, a row goes on"
    assert reached("five-in-a-row", *wins[:4], LOST, wins[4]) == []
    every = [game([1, 2], key=key) for key in all_games()]
    assert reached("every-game", *every) == [(len(every), ("ann",))] and not reached("every-game", *every[1:])
    hundred = [game([2, 1], points=[number, 0]) for number in range(101)]
    assert reached("hundred-games", *hundred) == [(100, ())] and not reached("hundred-games", *hundred[:99])


def test_records_need_what_the_game_knows():
    far, near = game([1, 2, 3], [60, 50, 10]), game([2, 1, 3], [49, 50, 10])
    assert reached("closest", far, near, far) == [(2, ("ben",))]
    nothing = (TIED, WON, game([1, 2], [0, 0]), ALONE, game([1, 1, 2], [9, 9, 8]), game([0, 0], [5, 5]))
    assert reached("closest", *nothing) == [], "tied, no points, nobody to beat"
    teams = FinishedGame("t", "open", "2026-10-01T12:00:00+00:00", ("Ann", "Ben"), (1, 1), (9, 8), ({SIDE: 0},) * 2)
    assert reached("closest", teams, keys=("ann",)) == []
    short, half, long = (game([1, 2], day=2, **{LENGTH: length}) for length in (60, 3000, 4000))
    assert reached("longest-evening", long, WON) == [], "one game is no evening, and one without a clock none"
    assert reached("longest-evening", game([1, 2], [7, 1], **{LENGTH: 5000}), short, half, long)[0][0] == 4
    night = [game([1, 2], day=day, hour=hour, **{LENGTH: 3000}) for day, hour in ((3, 22), (4, 2), (4, 20))]
    assert reached("longest-evening", *night) == [(2, ())], "an evening goes on after midnight"
    assert reached("comeback", WON, last=0) == [(1, ("ann",))] and not reached("comeback", WON, last=1)
    assert not reached("comeback", game([1, 2], **{TOTALS_ONLY: True}), TIED, LOST, last=0)


def badges(page):
    """The text and the links of each badge on a page."""
    rows = {badge.id: parse(page).by_id(f"badges-{badge.id}") for badge in BADGES}
    return {id: (row.text, [one["href"] for one in row.find_all("link")]) for id, row in rows.items()}


def test_a_players_page_leads_to_badges_with_replays(host, phone, monkeypatch):
    one = luz_game(PLAYERS, "0 4 6")
    long = {**one, "entries": [luz_game(PLAYERS, deal)["entries"][0] for deal in BEHIND]}
    first, comeback = (
        played(host, sheet, f"2026-10-0{day}T20:00:00+00:00") for day, sheet in enumerate((one, long), 1)
    )
    assert "/players/ann/badges" in host.page("/players/ann")
    shown = badges(host.page("/players/ann/badges"))
    assert shown["first-win"][1] == [f"/t/{first}/replay"] and "by 30 points" in shown["closest"][0]
    assert shown["comeback"][1] == [f"/t/{comeback}/replay"] and not shown["hundred-games"][1]
    assert not any(links for _, links in badges(host.page("/players/ben/badges")).values())
    assert phone().get("/players/ann/badges").status_code == host.get("/players/eve/badges").status_code == 404
    monkeypatch.setattr(views, "MOST_REPLAYED", 1)
    assert badges(host.page("/players/ann/badges"))["comeback"][1] == [], "the first game that was won is examined"
    host.post("/players/ann/delete", {"what": "name", "sure": "yes"})
    assert host.get("/players/ann/badges").status_code == 404


def test_a_group_shows_badges_if_its_owner_wants(host, group, phone, moved):
    other, watch = member(host, group, phone()), link(host, group, "watch")
    session = played(host, luz_game(["Ann", "Ben", "Dan"], "0 4 6"), "2026-10-01T20:00:00+00:00")
    put(host, group, session, over(host))
    pages = (f"{group}/badges", f"{watch}/badges")
    assert "badges-" not in host.page(pages[0]) and pages[0] in host.page(group)
    assert parse(host.page(pages[0])).values("badges") == ["on"], "the key that switches them"
    assert [other.get(page).status_code for page in pages] == [404, 404] and pages[0] not in other.page(group)
    assert other.post(pages[0], {"badges": "on"}).status_code == 403
    assert host.post(pages[0], {"badges": "maybe"}).status_code == 400
    assert host.post(pages[0], {"badges": "on"}).status_code == host.post(pages[0], {"badges": "on"}).status_code == 303
    assert pages[0] in other.page(group) and pages[1] in phone().page(watch)
    assert parse(host.page(pages[0])).values("badges") == ["off"] and not parse(other.page(pages[0])).values("badges")
    mine, theirs, strangers = badges(host.page(pages[0])), badges(other.page(pages[0])), badges(phone().page(pages[1]))
    assert mine["first-win"][1] == [f"/t/{session}/replay"]
    assert strangers["first-win"][1] == [f"{watch}/replay/{session}"] and "Ann" in strangers["first-win"][0]
    assert not any("Dan" in text for text, _ in theirs.values()), "a guest"
    new, _ = moved()
    assert badges(same_phone(host, new).page(pages[0]))["first-win"] == mine["first-win"]
    host.post(pages[0], {"badges": "off"})
    assert other.get(pages[0]).status_code == phone().get(pages[1]).status_code == 404
    host.post(pages[0], {"badges": "on"})
    host.post(f"{group}/delete", {"sure": "yes"})
    assert host.get(pages[0]).status_code == 404
