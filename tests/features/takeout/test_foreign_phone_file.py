"""The file of a phone is written by anybody: it shows, changes and leaves behind nothing that is not that phone's."""

import json

import pytest

from companion.features.evenings import rows as evening_rows
from companion.features.photos import edits
from companion.features.takeout import moving
from tests.features.takeout.test_moving import lines, saved
from tests.support.evenings import Club
from tests.support.files import upload
from tests.support.groups import make_group
from tests.support.phones import Phone, bets, totals
from tests.support.photos import add, allow


@pytest.fixture
def app(serve, tmp_path):
    return serve(tmp_path / "here.sqlite", PHOTOS=True)


@pytest.fixture
def stranger(app):
    return Phone(app)


def finished(host):
    session = host.open("luz", ["Secret", "Hidden", "Veiled"])
    for fields in (bets("3 2 1"), totals("3 2 5")):
        host.enter(session, fields)
    host.act(session, "end")
    return session


def file_of(*rows, **counts):
    """The file of a phone with these lines."""
    head = {"companion": "phone", "format": 1, "phones": 1, "sessions": 0, "groups": 0, **counts}
    return b"\n".join(
        json.dumps(row).encode() for row in (head, {"phone": 1, "made": "2026-01-01T00:00:00+00:00"}, *rows)
    )


def group_line(phone):
    return next(line for line in lines(saved(phone)) if "group" in line)


@pytest.mark.parametrize("is_here", [True, False])
def test_a_group_takes_in_no_tables_of_others(host, stranger, is_here):
    session = finished(host)
    group = make_group(stranger, "Ann", "Ben")
    row = {"session": session, "replay": True, "added": "2026-01-01T00:00:00+00:00"}
    line = {**group_line(stranger), "tables": [row]}
    if not is_here:
        line |= {"group": "another", "name": "Another"}
        group = "/groups/another"
    assert upload(stranger, file_of(line, groups=1)).status_code == 200
    assert stranger.get(group).status_code == 200
    for page in (group, f"{group}/games", f"{group}/games.csv"):
        assert session not in stranger.get(page).text and "Secret" not in stranger.get(page).text


def test_an_evening_with_tables_of_others_is_left_out(host, stranger):
    session = finished(host)
    club = Club(stranger, ["Ann", "Ben", "Cleo"])
    (own,) = club.open_round()
    line = json.loads(json.dumps(group_line(stranger)).replace(own, session).replace(club.id, "another"))
    upload(stranger, file_of(line, groups=1))
    assert stranger.get("/evenings/another").status_code == 404 and stranger.get(club.at).status_code == 200
    assert '"/evenings/another"' not in stranger.page(club.group)


def test_one_who_keeps_score_brings_no_acts_of_the_host(host, luz, stranger):
    stranger.join(host, luz)
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, totals("3 2 0 5"))
    host.act(luz, "end")
    content = lines(saved(stranger))
    table = next(line for line in content if "log" in line)
    end = len(table["log"])
    forged = {"act": "forged", "sent": "", "kind": "undo", "body": {"event": end}, "phone": 1, "at": table["made"]}
    table["log"].append(forged)
    table["result"] = None
    version = host.version(luz)
    answer = upload(stranger, b"\n".join(json.dumps(line).encode() for line in content))
    assert answer.status_code == 200 and "1 was here already." in answer.text
    assert host.version(luz) == version


def test_one_who_keeps_score_brings_what_was_entered_elsewhere(host, luz, stranger, there):
    stranger.join(host, luz)
    upload(there, saved(stranger))
    there.enter(luz, bets("3 2 1 0"))
    assert "1 table went on elsewhere" in upload(stranger, saved(there)).text
    assert host.version(luz) == there.version(luz)


def test_a_file_brings_one_phone_only(app, stranger):
    other = {"phone": 2, "token": "ab" * 32, "made": "2026-01-01T00:00:00+00:00"}
    answer = upload(stranger, file_of(other, phones=2))
    assert answer.status_code == 422 and 'role="alert"' in answer.text
    assert not app.extensions["companion"].store.rows("SELECT 1 FROM phones")


def test_a_refused_file_leaves_nothing_behind(app, host, store):
    finished(host)
    kept = store.rows("SELECT name FROM instance")
    content = saved(host)
    there = Phone(app)
    line = next(line for line in lines(content) if "log" in line) | {"session": "new-one"}
    odd = {"group": "g", "name": "x"}
    assert upload(there, file_of(line, odd, sessions=1, groups=1)).status_code == 422
    assert store.rows("SELECT name FROM instance") == kept


@pytest.mark.parametrize("seats", [-1, True, "x" * 300, [None], [{}], [[0]], None])
def test_names_of_no_seats_are_refused(host, stranger, seats):
    finished(host)
    table = next(line for line in lines(saved(host)) if "log" in line) | {"session": "forged"}
    named = {"act": "forged", "sent": "", "kind": "names", "body": {"seats": seats}, "phone": 1, "at": table["made"]}
    answer = upload(stranger, file_of({**table, "log": [*table["log"], named]}, sessions=1))
    assert answer.status_code == 422 and stranger.get("/t/forged").status_code == 404


def test_a_line_beyond_the_bounds_of_a_phones_file_is_refused(stranger):
    make_group(stranger, "Ann", "Ben")
    answer = upload(stranger, file_of({**group_line(stranger), "unknown": [10**17]}, groups=1))
    assert answer.status_code == 422 and 'role="alert"' in answer.text


def test_a_log_longer_than_any_table_has_is_refused(host, stranger, monkeypatch):
    monkeypatch.setattr(moving, "PHONE_LOG", 1000)
    finished(host)
    club = Club(host, ["Ann", "Ben", "Cleo"])
    for key in ("log", "evenings"):
        line = next(line for line in lines(saved(host)) if key in line)
        own = line if key == "log" else line["evenings"][0] | {"evening": "another"}
        own |= {"log": [{}] * 3002}
        told = upload(stranger, file_of({**line, "session": "forged"}, sessions=1) if key == "log" else
                       file_of({**line, "group": "g", "evenings": [own]}, groups=1))  # fmt: skip
        assert told.status_code == 422 and "has 3002 items" in told.text
    assert stranger.get("/t/forged").status_code == stranger.get("/evenings/another").status_code == 404
    assert club.state.acts


def test_each_evening_of_a_file_is_a_write_of_its_own(host, stranger, store, monkeypatch):
    club = Club(host, ["Ann", "Ben", "Cleo"])
    Club(host, ["Ann", "Ben", "Cleo"], group=club.group)
    line = group_line(host) | {"group": "g"}
    for number, evening in enumerate(line["evenings"]):
        evening |= {"evening": f"another-{number}"}
    write, most = store.write, []

    def counted(job, *more, **options):
        before = len(store.rows("SELECT 1 FROM evenings"))
        found = write(job, *more, **options)
        most.append(len(store.rows("SELECT 1 FROM evenings")) - before)
        return found

    monkeypatch.setattr(store, "write", counted)
    assert upload(stranger, file_of(line, groups=1)).status_code == 200
    assert max(most) == 1 and sum(most) == 2
    for number in range(2):
        assert stranger.get(f"/evenings/another-{number}").status_code == 200


@pytest.mark.parametrize("is_here", [True, False])
def test_a_group_takes_no_more_evenings_from_files_than_it_may_have(stranger, monkeypatch, is_here):
    monkeypatch.setattr(evening_rows, "MOST_EVENINGS", 2)
    club = Club(stranger, ["Ann", "Ben", "Cleo"])
    line, group = group_line(stranger), club.group
    (evening,) = line["evenings"]
    line["evenings"] = [evening, *({**evening, "evening": f"{number}"} for number in (2, 3))]
    if not is_here:
        line, group = {**line, "group": "another", "name": "Another"}, "/groups/another"
        line["evenings"][0] = {**evening, "evening": "1"}
    for _ in range(2):  # those that are here already need no room
        told = upload(stranger, file_of(line, groups=1)).text
        assert told.count("the group has 2 club evenings already.") == 1 and "Left out: the evening Friday (" in told
        assert [stranger.get(f"/evenings/{number}").status_code for number in (2, 3)] == [200, 404]
    assert stranger.page(f"{group}/evenings").count('<b dir="auto">Friday</b>') == 2


def test_halves_of_characters_are_no_text(host, stranger):
    club = Club(host, ["Ann", "Ben", "Cleo"])
    club.open_round()
    line = json.loads(json.dumps(group_line(host)).replace(club.id, "another").replace("act-", "\\ud800")) | {
        "group": "g"
    }
    line["evenings"][0]["setup"]["options"] = {"odd": "\ud800"}
    line["evenings"][0]["log"] = [act for act in line["evenings"][0]["log"] if act["kind"] != "opened"]
    assert upload(stranger, file_of(line, groups=1)).status_code == 200
    for page in ("", "/evening.json"):
        assert stranger.get(f"/evenings/another{page}").status_code == 200


def test_an_evening_whose_log_tells_of_none_of_its_players_is_refused(host, stranger):
    Club(host, ["Ann", "Ben", "Cleo"])
    line = group_line(host) | {"group": "g"}
    line["evenings"][0] |= {"evening": "another", "log": []}
    assert upload(stranger, file_of(line, groups=1)).status_code == 422


def test_an_evening_of_a_game_that_is_not_here_is_told(stranger):
    Club(stranger, ["Ann", "Ben", "Cleo"])
    line = group_line(stranger) | {"group": "another", "name": "Another"}
    line["evenings"][0] |= {"evening": "another", "setup": {**line["evenings"][0]["setup"], "game": "chess"}}
    told = upload(stranger, file_of(line, groups=1))
    assert told.status_code == 200 and "the game chess is not installed here" in told.text
    assert stranger.get("/groups/another").status_code == 200


@pytest.mark.parametrize("why", ["taken", "off", "full"])
def test_photographs_come_only_where_they_are_taken_and_have_room(host, serve, tmp_path, monkeypatch, why):
    session = finished(host)
    allow(host, session)
    add(host, session, caption="The winner")
    content, there = saved(host), serve(tmp_path / "there.sqlite", PHOTOS=why != "off")
    if why == "full":
        monkeypatch.setattr(edits, "MOST_STORED", 10)
    assert upload(Phone(there), content).status_code == 200
    kept = there.extensions["companion"].store.rows("SELECT number FROM photos")
    assert bool(kept) == (why == "taken")


def test_files_count_as_tables_that_are_opened(app, host, monkeypatch):
    finished(host)
    content = saved(host)
    monkeypatch.setattr(app.extensions["companion"].openings, "may_open", lambda: False)
    answer = upload(Phone(app), content)
    assert answer.status_code == 429 and 'role="alert"' in answer.text
