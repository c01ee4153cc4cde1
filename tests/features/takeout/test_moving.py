"""What is a phone's moves to another companion and back as one file, with nobody else's in it, and is never doubled."""

import json

import pytest

from companion.engine.pause import pausing
from companion.features.takeout import moving
from tests.support.evenings import Club
from tests.support.files import bring, example, session_of, upload
from tests.support.groups import make_group, member, put
from tests.support.jpegs import jpeg
from tests.support.notes import wrote
from tests.support.phones import Phone, bets, totals
from tests.support.photos import add, allow, remove


@pytest.fixture
def here(serve, tmp_path):
    return Phone(serve(tmp_path / "here.sqlite", PHOTOS=True))


@pytest.fixture
def there(serve, tmp_path):
    return Phone(serve(tmp_path / "there.sqlite", PHOTOS=True))


def saved(phone, path="/move/companion.jsonl"):
    answer = phone.get(path)
    assert answer.status_code == 200
    return answer.data


def lines(content):
    return [json.loads(line) for line in content.splitlines()]


def groups_of(phone):
    return {f"/groups/{line['group']}": line for line in lines(saved(phone)) if "group" in line}


def told(phone, session):
    """What a table's pages say that two companions must say alike."""
    paths = ("scoresheet.json", "results.csv")
    return [phone.get(f"/t/{session}/{path}").data for path in paths]


def test_tables_groups_and_photographs_come_to_the_other_companion_and_back(here, there):
    club = Club(here, ["Ann", "Ben", "Cleo", "Dan"], size="4")
    (running,) = club.open_round()
    over = here.open("luz")
    for session in (running, over):
        here.enter(session, bets("3 2 1 0"))
        here.enter(session, totals("3 2 0 5"))
    here.act(over, "end")
    allow(here, over)
    add(here, over, caption="The winner")
    wrote(here, over, note="A long evening", place="At home")
    here.post("/new/open/keep", {"count": "rounds", "rounds": "3", "win": "lowest", "tie": "seats", "title": "Whist"})
    first = saved(here)
    answer = upload(there, first)
    assert answer.status_code == 200 and "2 tables are new here." in answer.text
    for session in (running, over):
        assert told(there, session) == told(here, session)
    assert "The winner" in there.page(f"/t/{over}/photos")
    assert "Whist" in there.page("/setups")
    assert "Friday" in there.page(club.group)
    there.enter(running, bets("1 1 1 0"))
    back = upload(here, saved(there))
    assert back.status_code == 200 and "1 table went on elsewhere" in back.text and "1 was here already." in back.text
    assert here.version(running) == there.version(running)
    assert told(there, running) == told(here, running)


def test_the_file_names_no_other_phone_and_has_no_key_code_or_link(here):
    session = here.open("luz")
    friend = Phone(here.client.application)
    friend.join(here, session)
    friend.enter(session, bets("3 2 1 0"))
    group = make_group(here, "Ann", "Ben")
    here.post(f"{group}/share", {"role": "watch", "make": "yes"})
    own = friend.open("luz")
    content = saved(here)
    (head, phone, table, *more) = lines(content)
    assert "key" not in head and head["companion"] == "phone" and "token" not in phone
    assert table["session"] == session and table["codes"] == {} and [m["phone"] for m in table["members"]] == [1]
    assert {event["phone"] for event in table["log"]} == {0}
    assert own.encode() not in content
    assert [line["links"] for line in more] == [[]]


def test_a_table_is_in_the_file_as_it_stood_at_one_moment(here, monkeypatch):
    session, line = here.open("luz"), moving.session_line
    store = here.client.application.extensions["companion"].store

    def deleted_meanwhile(*args):
        store.delete_session(session)
        return line(*args)

    monkeypatch.setattr(moving, "session_line", deleted_meanwhile)
    (_, _, table) = lines(saved(here))
    assert table["session"] == session and [member["role"] for member in table["members"]] == ["host"]


def test_a_viewer_takes_no_table_along(here):
    session = here.open("luz")
    viewer = Phone(here.client.application)
    viewer.join(here, session, "viewer")
    assert len(lines(saved(viewer))) == 2
    assert viewer.get(f"/t/{session}/table.jsonl").status_code == 403


def test_another_phone_goes_on_with_a_table_that_is_passed_on(here, there):
    session = here.open("luz")
    here.enter(session, bets("3 2 1 0"))
    upload(there, saved(here, f"/t/{session}/table.jsonl"))
    assert there.enter(session, totals("3 2 0 5")).status_code == 303
    there.act(session, "end")
    upload(here, saved(there, f"/t/{session}/table.jsonl"))
    assert told(here, session) == told(there, session)


def test_a_table_that_went_on_in_two_places_stays_as_it_is(here, there):
    session = here.open("luz")
    upload(there, saved(here))
    here.enter(session, bets("3 2 1 0"))
    there.enter(session, bets("1 1 1 0"))
    there.enter(session, totals("3 2 0 5"))
    before = told(here, session)
    assert "1 was here already." in upload(here, saved(there)).text
    assert told(here, session) == before


def test_groups_of_one_name_become_one_and_a_table_counts_once(here, there):
    sessions = []
    for phone in (here, there):
        session = phone.open("luz")
        for one in (bets("3 2 1 0"), totals("3 2 0 5")):
            phone.enter(session, one)
        phone.act(session, "end")
        group = make_group(phone, "Ann", "Ben")
        put(phone, group, session)
        sessions.append(session)
    for _ in range(2):
        upload(here, saved(there))
    groups = groups_of(here).values()
    assert [sorted(row["session"] for row in group["tables"]) for group in groups] == [sorted(sessions)]


def test_two_groups_of_one_name_stay_two_with_their_seasons(here, there):
    make_group(there, "Cleo", "Dan")
    groups = [make_group(here, "Ann", "Ben") for _ in range(2)]
    for group, name in zip(groups, ("Winter", "Summer"), strict=True):
        here.post(f"{group}/seasons", {"name": name, "since": "2026-01-01", "until": ""})
    for _ in range(2):
        upload(there, saved(here))
        for group, name in zip(groups, ("Winter", "Summer"), strict=True):
            assert [season["name"] for season in groups_of(there)[group]["seasons"]] == [name]
        assert len(groups_of(there)) == 3


def test_a_group_takes_in_the_seasons_that_began_or_ended_elsewhere(here, there):
    group = make_group(here, "Ann", "Ben")
    here.post(f"{group}/seasons", {"name": "Winter", "since": "2026-01-01", "until": ""})
    upload(there, saved(here))
    there.post(f"{group}/seasons", {"season": "1", "name": "Winter", "since": "2026-01-01", "until": "2026-03-31"})
    there.post(f"{group}/seasons", {"name": "Summer", "since": "2026-04-01", "until": ""})
    upload(here, saved(there))
    assert groups_of(here)[group]["seasons"] == groups_of(there)[group]["seasons"]


def test_a_group_of_others_is_no_reason_to_change_one_of_its_name(here, there):
    own, friend = make_group(here, "Ann", "Ben"), Phone(here.client.application)
    theirs = member(friend, make_group(friend, "Cleo", "Dan"), here)
    here_before = groups_of(here)[own]
    upload(there, saved(here))
    upload(here, saved(there))
    assert theirs and groups_of(here)[own] == here_before


def test_an_evening_goes_on_elsewhere_and_comes_back(here, there):
    club = Club(here, ["Ann", "Ben", "Cleo"])
    upload(there, saved(here))
    there.post(f"{club.at}/players", {"act": "come", "names": "Dan"})
    there.post(f"{club.at}/draw", {"act": "draw"})
    there.post(f"{club.at}/open", {"act": "open"})
    upload(here, saved(there))
    for page in (club.at, f"{club.at}/players"):
        assert "Dan" in here.page(page)
    assert len(club.state.evening.opened) == 1 and club.state.present


def test_the_template_that_was_used_last_stays(here, there):
    fields = {"count": "rounds", "rounds": "5", "win": "lowest", "tie": "seats", "title": "Whist"}
    assert there.post("/new/open/keep", fields).status_code < 400
    newer = saved(there)
    first, phone, *others = lines(newer)
    phone["setups"][0]["at"] = "2026-01-31T18:00:00+00:00"
    phone["setups"][0]["options"]["rounds"] = 3
    older = "\n".join(map(json.dumps, [first, phone, *others])).encode()
    for content, rounds in ((older, 3), (newer, 5), (older, 5)):
        upload(here, content)
        (template,) = lines(saved(here))[1]["setups"]
        assert template["options"]["rounds"] == rounds


def test_a_group_shows_the_badges_of_games_that_were_moved(here, there):
    group = make_group(here, "Ann", "Ben")
    put(here, group, bring(here, session_of(example("open/sheet-calico"))))
    here.post(f"{group}/badges", {"badges": "on"})
    upload(there, saved(here))
    page = there.page(f"{group}/badges")  # before any other page of the group
    assert "Calico" in page and page == here.page(f"{group}/badges")


@pytest.mark.parametrize("content", [
    b'{"companion": "phone"',
    b'{"companion": "phone", "format": 1, "phones": 1, "sessions": 9, "groups": 0}\n',
    b'{"companion": "phone", "format": 1, "phones": 1, "sessions": 0, "groups": 0}\n{"phone": 1}\n',
    b'{"companion": "phone", "format": 9, "phones": 0, "sessions": 0}\n',
    b'{"companion": "phone"}' + b"[" * 100_000,
])  # fmt: skip
def test_a_file_that_is_none_is_refused_with_a_sentence(here, content):
    answer = upload(here, content)
    assert answer.status_code == 422 and 'role="alert"' in answer.text


def test_nobody_adds_entries_to_a_table_of_others(here):
    session = here.open("luz")
    here.enter(session, bets("3 2 1 0"))
    content = saved(here)
    here.act(session, "undo")
    stranger = Phone(here.client.application)
    version = here.version(session)
    assert upload(stranger, content).status_code == 200
    assert here.version(session) == version and stranger.get(f"/t/{session}").status_code == 404


def saved_while(phone, act, pause):
    """The first phone's file, while `act` happens in one of the pauses in which it is read."""
    pauses = iter(range(1, 100))
    with phone.client.application.app_context(), pausing(lambda: act() if next(pauses) == pause else None):
        found = list(phone.client.application.extensions["companion"].transfer(moving.lines_of_phone, 1))
    return "\n".join(found).encode()


@pytest.mark.parametrize("pause", [1, 2], ids=["after the table was read", "after its first photograph"])
@pytest.mark.parametrize("act", ["add", "remove", "delete"])
def test_a_file_that_is_read_while_the_photographs_change_can_be_taken_in(here, there, act, pause):
    session = here.open("luz")
    here.act(session, "end")
    allow(here, session)
    for height in (16, 24):
        add(here, session, jpeg(height=height))
    last = lines(saved(here))[-1]["photo"]
    acts = {
        "add": lambda: add(here, session, jpeg(height=32)),
        "remove": lambda: remove(here, session, last),
        "delete": lambda: here.post(f"/t/{session}/delete", {"sure": "yes"}),
    }
    assert "1 table is new here." in upload(there, saved_while(here, acts[act], pause)).text


def test_a_table_that_its_phone_is_sent_away_from_meanwhile_is_not_in_the_file(here):
    own, host = here.open("luz"), Phone(here.client.application)
    others = [host.open("luz") for _ in range(2)]
    for session in others:
        here.join(host, session)

    def send_away():
        fields = {"generation": "0", "others": "away"}
        assert [host.post(f"/t/{session}/renew", fields).status_code for session in others] == [303, 303]

    tables = [line for line in lines(saved_while(here, send_away, 1)) if "log" in line]
    assert len(tables) <= 2 and own in [line["session"] for line in tables]
    assert all(len(line["members"]) == 1 for line in tables)


def test_a_group_that_its_phone_leaves_meanwhile_is_not_in_the_file(here):
    make_group(here, "Ann", "Ben")
    make_group(here, "Ann", "Cleo")
    stays, left = groups_of(here)  # in the order of the file
    content = saved_while(here, lambda: here.post(f"{left}/delete", {"sure": "yes"}), 1)
    assert [f"/groups/{line['group']}" for line in lines(content) if "group" in line] == [stays]
