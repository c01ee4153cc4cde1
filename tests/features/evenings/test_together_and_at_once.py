"""An evening of a game that all play together, two hosts who act in the same moment, and a database that fails."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from werkzeug.test import TestResponse

from companion.features.groups.rows import OWNER, add_group_phone
from companion.storage.records import now
from tests.support.evenings import Club, names
from tests.support.page_tree import parse
from tests.support.phones import bets, notice, totals
from tests.support.reading import read_text


def test_what_all_play_together_is_won_or_lost_by_the_whole_table(host):
    club = Club(host, names(6), "open&setup=hanabi", size="3", rounds="1")
    for session, won in zip(club.open_round(), ("1", "0"), strict=True):
        assert host.enter(session, {"seat": 0, "n0": "20"}).status_code == 303
        assert host.enter(session, {"won": won}).status_code == 303
    won, lost = club.state.evening.opened[0].tables
    by_player = {line.player: (line.place, line.ties["wins"], line.points) for line in club.state.lines}
    assert {by_player[player][:2] for player in won} == {(1, 1)}
    assert {by_player[player] for player in lost} == {(4, 0, 0)}
    screen = read_text(parse(host.page(f"{club.link}/all")).by_id("now").text)
    assert screen.count(" won") == screen.count(" lost") == 3
    club.post("end", {"over": "yes"})
    addresses = ("/all", f"/player/{won[0]}", f"/player/{lost[0]}")
    pages = [host.page(at) for at in (club.at, f"{club.at}/print", *(f"{club.link}{at}" for at in addresses))]
    for page in map(read_text, pages):
        assert " win Points" not in page and "Place 0" not in page and " 0. " not in page
    for page, told in zip(pages[-2:], ("Won together", "Lost together"), strict=True):
        page = page.partition("Tie-breaks")[0]
        assert page.count(told) == 2 and "Place" not in read_text(page), "in the head and of the round"
    rows = host.get(f"{club.at}/standings.csv").text.splitlines()
    assert [row.split(",")[0] for row in rows[1:]] == ["1", "1", "1", "4", "4", "4"]


def test_a_player_is_told_how_often_the_table_won_and_lost(host, phone):
    club = Club(host, names(3), "open&setup=hanabi", size="3", rounds="2")
    own = club.player(phone(), "Player 001")
    for won in ("1", "0"):
        (session,) = club.open_round()
        host.enter(session, {"seat": 0, "n0": "20"})
        host.enter(session, {"won": won})
        said = "Won together" if won == "1" else "Won together: 1, Lost together: 1"
        for at in ("", f"/player/{club.number('Player 001')}"):
            page = read_text(own.page(f"{club.link}{at}")).partition("Tie-breaks")[0]
            assert f"{said} " in page and "Place" not in page


@pytest.fixture
def club(host):
    """Eight at two tables of four."""
    return Club(host, names(8), size="4", rounds="1")


@pytest.fixture
def other(club, phone):
    """Another host of the evening."""
    second = phone()
    session = second.open("luz")
    store = club.app.extensions["companion"].store
    number = next(iter(store.members(session)))
    group = club.group.rpartition("/")[2]
    store.write(lambda db: add_group_phone(db, group, number, OWNER, now()))
    return second


def test_a_table_without_a_result_leaves_the_others_their_winner(club, host):
    scored, empty = club.open_round()
    host.enter(scored, bets("3 2 1 0"))
    host.enter(scored, totals("3 2 0 5"))
    for session in (scored, empty):
        host.act(session, "end")
    club.post("end", {"over": "yes"})
    assert " wins " in read_text(host.page(f"{club.link}/all"))


@pytest.fixture
def meanwhile(club, monkeypatch):
    """Lets something happen when the next act of the evening was made up, and is not stored yet."""
    service = club.app.extensions["evenings"]
    write = service._write

    def arrange(happens):
        def late(*job, **options):
            monkeypatch.setattr(service, "_write", write)
            with ThreadPoolExecutor(1) as another:  # a request of its own
                answer = another.submit(happens).result()
            assert not isinstance(answer, TestResponse) or answer.status_code == 303, answer.text
            return write(*job, **options)

        monkeypatch.setattr(service, "_write", late)

    return arrange


def kinds(club):
    return [act.kind for act in club.state.acts]


def post(phone, club, what, status=303, **fields):
    answer = phone.post(f"{club.at}/{what}", {"act": f"other-{what}", **fields})
    assert answer.status_code == status, answer.text
    return notice(answer)


def test_two_draw_at_once_and_both_draws_are_in_the_log(club, other, meanwhile):
    meanwhile(lambda: post(other, club, "draw"))
    club.post("draw")
    assert kinds(club) == ["came", "drawn", "drawn"] and club.state.stale is None
    meanwhile(lambda: post(other, club, "open"))
    assert "Draw the round first." in club.post("open", status=422)
    assert len(club.state.evening.sessions) == 2
    assert len(club.app.extensions["companion"].store.rows("SELECT 1 FROM evening_sessions")) == 2


def test_a_round_is_not_taken_back_without_a_question_while_somebody_enters(club, other, meanwhile):
    first, second = club.open_round()
    meanwhile(lambda: club.host.enter(first, bets("0 0 0 0")))
    assert "changed the evening meanwhile" in post(other, club, "rounds/1/back", 422, open="yes")
    assert kinds(club) == ["came", "drawn", "opened"] and club.state.evening.sessions == [first, second]
    post(other, club, "rounds/1/back", open="yes", sure="yes", act="asked")
    assert club.host.get(f"/t/{first}").status_code == 200 and club.host.get(f"/t/{second}").status_code == 404


def test_who_acts_in_an_evening_that_is_deleted_at_once_is_told_so(club, other, meanwhile):
    meanwhile(lambda: post(other, club, "delete", sure="yes"))
    assert club.host.post(f"{club.at}/draw", {"act": "late"}).status_code == 404


def test_two_take_a_round_back_at_once(club, other, meanwhile):
    club.open_round()
    meanwhile(lambda: post(other, club, "rounds/1/back", open="yes"))
    assert "taken back already" in club.post("rounds/1/back", {"open": "yes"}, 422)
    assert kinds(club) == ["came", "drawn", "opened", "taken"] and club.state.evening.draft is not None


def test_what_is_entered_stays_where_somebody_is_noted_as_absent_at_once(club, other, meanwhile):
    first, second = club.open_round()
    gone = club.state.evening.opened[0].tables[0][3]
    meanwhile(lambda: club.host.enter(first, bets("0 0 0 0")))
    post(other, club, "rounds/1/absent", player=gone, absent="yes")
    assert club.state.evening.sessions == [first, second], "the table with the entry is still the evening's"
    assert gone in club.state.evening.opened[0].absent
    club.finish(first)
    assert {line.player for line in club.state.lines if line.results and line.ties["wins"]} <= {
        *club.state.evening.opened[0].came_to(1)
    }


def test_two_note_the_same_absence_at_once(club, other, meanwhile):
    club.open_round()
    gone = club.state.evening.opened[0].tables[0][3]
    meanwhile(lambda: post(other, club, "rounds/1/absent", player=gone, absent="yes"))
    club.post("rounds/1/absent", {"player": gone, "absent": "yes"})
    assert kinds(club) == ["came", "drawn", "opened", "absent"]
    opened = [
        row["id"]
        for row in club.app.extensions["companion"].store.rows("SELECT id FROM sessions WHERE deleted IS NULL")
    ]
    assert set(club.state.evening.sessions) <= {*opened} and len(opened) == 3, "with the one that made a host"


def test_two_draw_and_open_the_final_at_once(club, other, meanwhile):
    meanwhile(lambda: post(other, club, "final", final="semi 4"))
    club.post("final", {"final": "final 4"})
    assert (club.state.evening.final, club.state.evening.finalists) == ("final", 4), "who came last"
    club.play_round()
    meanwhile(lambda: post(other, club, "draw"))
    club.post("draw")
    meanwhile(lambda: post(other, club, "open"))
    club.post("open", status=422)
    assert [each.stage for each in club.state.evening.opened] == ["", "final"]
    assert kinds(club) == ["came", "final", "final", "drawn", "opened", "drawn", "drawn", "opened"]


class Full(Exception):
    """What a write raises that finds no room."""


def sessions(club):
    sql = "SELECT count(*) AS n FROM sessions WHERE deleted IS NULL"
    return int(club.app.extensions["companion"].store.rows(sql)[0]["n"])


def test_a_round_whose_tables_cannot_be_stored_is_opened_later(host, monkeypatch):
    club = Club(host, names(66))
    database = club.app.extensions["companion"].store.database
    write = database.write
    club.post("draw")

    def fails(job, session=None, **kind):
        def full(db):
            job(db)
            raise Full

        return write(full, session, **kind)

    with monkeypatch.context() as patch, pytest.raises(Full):
        patch.setattr(database, "write", fails)
        club.post("open")
    assert (sessions(club), club.state.evening.opened) == (0, [])
    club.post("open")
    assert sessions(club) == len(club.state.evening.opened[0].sessions) == 22
    assert set(club.state.evening.opened[0].sessions) == club.state.present
