"""Without the folder of a feature the companion goes on with its data unread; with the folder they are there again."""

import shutil

import pytest

from companion.app import create_app
from companion.features import all_features
from tests.features.test_adding_a_feature import ROOT, run
from tests.support.evenings import Club
from tests.support.files import upload
from tests.support.notes import entry_event, wrote
from tests.support.past_plays import export, game, play, score
from tests.support.phones import Phone, bets, totals
from tests.support.photos import add, allow

ROW = b'<li class="past">'
FOLDERS = [*(f"features/{feature.name}" for feature in all_features()), "storage/postgres", "pocket"]


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A database, the cookie of a host, a running table with something of each feature, and pages that show it."""
    database = tmp_path_factory.mktemp("filled") / "companion.sqlite"
    app = create_app({"DATABASE": str(database), "TESTING": True, "PHOTOS": True})
    host, sessions = Phone(app), app.extensions["companion"]
    club = Club(host, ["Ann", "Ben", "Cleo", "Dan"], size="4")
    over, (session,) = host.open("luz"), club.open_round()
    host.act(over, "end")
    allow(host, over)
    add(host, over, caption="The winner")
    host.post(f"/t/{over}/webhook", {"url": "https://93.184.215.14/hook"})
    host.post("/new/open/keep", {"count": "rounds", "rounds": "3", "win": "lowest", "tie": "seats", "title": "Whist"})
    for one in (bets("3 2 1 0"), totals("3 2 0 5")):
        host.enter(session, one)
    host.act(session, "clock", {"do": "start", "turns": "none"})
    wrote(host, session, note="A long evening", place="At home")
    wrote(host, session, entry_event(sessions, session, 1), note="The comeback")
    host.act(session, "clock", {"do": "pause", "halts": "0"})
    cookie = host.client.get_cookie("phone")
    plays = export(["Ann"], [game(1, "Wingspan")], [play(1, 1, score(1, 30))])
    job = upload(host, plays, "/import/past").location
    paths = (
        *("/history?q=ann", f"/t/{over}", f"/t/{session}/notes", f"/t/{session}/clock", job, f"/t/{over}/webhook"),
        *(club.at, club.group, "/setups"),
    )
    pages = [(path, host.get(path).data) for path in paths]
    sessions.store.close()
    return database, cookie.value, session, pages


def copied(to, without):
    for folder in ("companion", "templates", "static"):
        shutil.copytree(ROOT / folder, to / folder)
    shutil.rmtree(to / "companion" / without)


@pytest.mark.parametrize("folder", FOLDERS)
def test_its_data_stay_unread_until_it_is_back(folder, filled, tmp_path):
    made, cookie, session, pages = filled
    database, copy = shutil.copy(made, tmp_path), tmp_path / "copy"
    copied(copy, folder)
    is_told = "told" if folder in ("features/notes", "features/clock") else "not told"
    run("without.py", str(database), cookie, session, is_told, path=ROOT, root=copy)
    app = create_app({"DATABASE": str(database), "TESTING": True, "PHOTOS": True})
    host = Phone(app)
    host.client.set_cookie("phone", cookie)
    told = [
        *((b"The winner",), (b"A long evening", b"The comeback"), (b"Remove the clock",), (b"Wingspan",)),
        *((b"/hook",), (b"Friday", b"Round 1"), (b"Name and players",), (b"Whist",)),
    ]
    (path, found), *pages = pages
    assert host.get(path).data.count(ROW) == found.count(ROW) + 1, "a table opened without the folder is found"
    for (path, before), words in zip(pages, told, strict=True):
        now = host.get(path).data
        assert all(word in before and word in now for word in words), path
    app.extensions["companion"].store.close()
