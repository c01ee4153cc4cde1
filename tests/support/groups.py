"""Groups of players as the tests use them: made and filled by posting what the pages post."""

from tests.support.files import bring, session_of
from tests.support.page_tree import parse
from tests.support.phones import bets, links_of, totals


def over(host, *names):
    """A finished game of Luz: 10, 10, −5 and −25; in this order of places."""
    session = host.open("luz", names or None)
    finish(host, session)
    return session


def finish(host, session):
    """Enter one deal of Luz for four players, and end the game."""
    host.enter(session, bets("3 2 1 0"))
    host.enter(session, totals("3 2 0 5"))
    host.act(session, "end")


def luz_game(players, taken):
    """A scoresheet of one deal in which everybody bets 0: 10 points for no trick, else −5 for each."""
    bets = [{"beads": 0, "safety": False} for _ in taken.split()]
    deal = {"bets": bets, "tricks": [int(tricks) for tricks in taken.split()]}
    return {"format": 1, "game": "luz", "players": list(players), "options": {}, "entries": [deal, {"end": True}]}


def azul_game(players, points):
    """A scoresheet of one round in which each tile is alone and gives one point."""
    colours = ("blue", "yellow", "red", "black", "white")
    tiling = [
        {"tiles": [{"row": 1 + row, "colour": colours[(row + seat) % 5]} for row in range(tiles)], "floor": 0}
        for seat, tiles in enumerate(points)
    ]
    entries = [{"tiling": tiling}, {"end": True}]
    return {"format": 1, "game": "azul", "players": list(players), "options": {}, "entries": entries}


def played(host, sheet, at):
    """Bring in a game that ended at an ISO time; returns the session."""
    return bring(host, session_of(sheet, made=at))


def make_group(phone, *players, name="Friday"):
    answer = phone.post("/groups/new", {"name": name, "names": "\n".join(players)})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def put(phone, group, *sessions, replay="yes"):
    return [phone.post(f"{group}/tables", {"put": session, "replay": replay}).status_code for session in sessions]


def link(owner, group, role):
    assert owner.post(f"{group}/share", {"role": role, "make": "yes"}).status_code == 303
    return links_of(owner.page(f"{group}/share"))[role]


def member(owner, group, phone):
    assert phone.post(link(owner, group, "join")).location == group
    return phone


def part_of(page, name):
    """A section of a group's page by its id, or by its data-game."""
    tree = parse(page)
    return tree.by_id(name) if tree.has_id(name) else tree.with_attribute("data-game", name)[0]


def section(page, name):
    """The text of a section of a group's page by its id, or by its data-game."""
    return part_of(page, name).text


def table(page, name):
    return part_of(page, name).find("table").body
