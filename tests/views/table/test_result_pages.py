"""What is shown at a link or on a large screen: it makes nobody a member, tells nothing hidden, and can be renewed."""

import json
import re

import pytest

from companion.views.render import qr_codes
from companion.views.render.template_helpers import seat_mark
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import bets, notice, totals
from tests.support.streams import Stream

PATHS = {"result": "r", "replay": "replay"}


def play(host, session):
    host.enter(session, bets("3 2 1 0"))
    host.enter(session, totals("3 2 0 5"))


def test_whoever_has_the_link_sees_the_result_and_is_no_member(host, luz, phone):
    play(host, luz)
    host.act(luz, "end")
    path, stranger = host.shared(luz), phone()
    assert path in host.page(f"/t/{luz}")
    answer = stranger.get(path)
    assert answer.status_code == 200 and "Set-Cookie" not in answer.headers
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]
    assert 'og:title" content="Ann wins, Luz"' in answer.text and "1. Ann 10, 2. Ben 10, 3. Cleo −5" in answer.text
    assert "Deal 1" in answer.text and "What settled it" in answer.text and "<form" not in answer.text
    assert "/t/" not in answer.text and luz not in answer.text.replace(path, ""), "nothing leads to the table"
    assert stranger.get(f"/t/{luz}").status_code == 404
    assert stranger.get(path.replace("/r/", "/j/")).status_code == 404, "nobody joins by it"
    assert stranger.get(f"/j/{path[-22:]}").status_code == 404


def test_a_result_under_earlier_rules_is_told(host, luz, phone, sessions):
    play(host, luz)
    host.act(luz, "end")
    before = json.dumps({"ranking": [[2], [1], [0], [3]], "totals": [1, 2, 3, 0]})
    sessions.store.write(lambda db: db.execute("UPDATE sessions SET result = ? WHERE id = ?", [before, luz]))
    for page in (host.page(f"/t/{luz}"), phone().page(host.shared(luz))):
        assert "counted with earlier rules: 1. Cleo 3, 2. Ben 2, 3. Ann 1, 4. " in page


def test_a_running_game_is_marked_so(host, luz, phone):
    play(host, luz)
    page = phone().page(host.shared(luz))
    assert "This game is still running (Luz, Deal 2 of 4)" in page and not re.search("Final ranking|wins", page)
    assert "Still running" in phone().page(host.shared(luz) + "/picture.svg")


def test_a_link_that_is_not_right_shows_nothing(host, luz, phone):
    path, other = host.shared(luz), host.shared(host.open("luz"))
    wrong = [path[:-1], path[:-22], path[:15] + other[15:], f"/r/{'é' * 34}", f"/r/{'x' * 3000}", f"/r/{luz}", "/r/a"]
    wrong += [path[:-22] + host.links(luz)["scorer"][3:], path[:-22] + "é" * 22]
    for each in wrong:
        answer = phone().get(each)
        assert answer.status_code == 404 and "This link shows nothing" in notice(answer), each
        assert phone().get(f"{each}/picture.svg").status_code == 404
    renew(host, luz)
    assert phone().get(path).status_code == 404, "a link of the generation before is worth nothing"
    path = host.shared(luz)
    assert phone().get(path).status_code == 200
    host.act(luz, "delete", {"sure": "yes"})
    assert phone().get(path).status_code == 404


def test_a_seat_has_the_first_letter_that_can_be_seen():
    names = ("ann", " \u3000Ben", "\u200fדנה", "\x00\x1b", "ßa", "👩\u200d👧", "\u202e", "\ufffe王")
    assert [seat_mark([name], 0) for name in names] == ["A", "B", "ד", "?", "SS", "👩\u200d👧", "?", "王"]


def offered(phone, session):
    (corner,) = parse(phone.page(f"/t/{session}")).with_attribute("data-join")
    (code,) = corner.with_attribute("data-code", corner["data-join"])
    return corner["data-join"], code.text


def test_the_corner_offers_each_role_its_own_way_in(host, luz, phone):
    codes, links = host.codes(luz), host.links(luz)
    others = [(phone().join(host, luz, role), role) for role in ("scorer", "viewer")]
    for other, role in ((host, "scorer"), *others):
        assert offered(other, luz) == (role, codes[role])
        answer = other.get(f"/t/{luz}/join.svg")
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
        assert answer.text == qr_codes.qr_svg("http://localhost" + links[role], role)
    assert codes["scorer"] not in others[1][0].page(f"/t/{luz}")


def renew(host, session, generation=0, **fields):
    return host.post(f"/t/{session}/renew", {"generation": generation, **fields})


def test_the_old_links_and_codes_open_nothing(host, luz, phone):
    links, codes = host.links(luz), host.codes(luz)
    answer = renew(host, luz)
    assert (answer.status_code, answer.location) == (303, f"/t/{luz}/share")
    assert not {*links.values(), *codes.values()} & {*host.links(luz).values(), *host.codes(luz).values()}
    for role in ("scorer", "viewer"):
        assert phone().scan(links[role]).status_code == 404
        assert phone().post("/join", {"code": codes[role]}).status_code == 404
        assert phone().scan(host.links(luz)[role]).status_code == 303
        assert phone().post("/join", {"code": host.codes(luz)[role]}).status_code == 303


def test_sent_twice_it_is_done_once(host, luz, phone):
    renew(host, luz)
    codes, joined = host.codes(luz), phone().join(host, luz)
    assert renew(host, luz, others="away").status_code == 303
    assert host.codes(luz) == codes and joined.get(f"/t/{luz}").status_code == 200
    assert 'name="generation" value="1"' in host.page(f"/t/{luz}/host")


def test_the_others_can_be_sent_away(host, luz, phone, sessions):
    scorer, viewer, elsewhere = phone().join(host, luz), phone().join(host, luz, "viewer"), phone()
    host.act(luz, "sit", {"seat": 0})
    scorer.act(luz, "sit", {"seat": 2})
    other = elsewhere.open("luz")
    stream = Stream(scorer, f"/t/{luz}/live/table")
    renew(host, luz, others="away")
    assert b"event: gone" in stream.received[-1] and stream.has_ended
    for away in (scorer, viewer):
        assert away.get(f"/t/{luz}").status_code == away.get(f"/t/{luz}/live/table").status_code == 404
        assert away.enter(luz, bets("1 1 1 1"), seen=0).status_code == 404
        assert luz not in away.page("/")
    table = sessions.table(luz)
    assert table.claims == {0: 1} and len(sessions.store.members(luz)) == 1, "and their seats are free"
    assert elsewhere.page(f"/t/{other}")
    assert "Cleo" in host.page(f"/t/{luz}/log") and " left" in host.page(f"/t/{luz}/log")
    scorer.join(host, luz)
    assert scorer.enter(luz, {**bets("1 1 1 1"), "sure": 1}).status_code == 303


@pytest.mark.parametrize("gone", ["sent away", "deleted"])
def test_a_stream_that_comes_too_late_tells_nothing(host, luz, phone, sessions, monkeypatch, gone):
    """Its phone is sent away, or the table deleted, after the phone was looked up and before anybody knows of it."""
    scorer, listen = phone().join(host, luz), sessions.live.listen

    def late(*values, **options):
        sessions.invites.renew(luz, 0, 1, alone=True) if gone == "sent away" else sessions.deletion.delete(luz)
        return listen(*values, **options)

    monkeypatch.setattr(sessions.live, "listen", late)
    assert Stream(scorer, f"/t/{luz}/live/table").answer.status_code == 404
    assert sessions.live.phones(luz) == 0


@each_row("value", ["", "-1", "x", "²", "99999"])
@each_row(("path", "field"), [("renew", "generation"), ("withdraw/result", "withdrawals")])
def test_which_links_are_meant_has_to_be_said(host, luz, path, field, value):
    before = host.codes(luz), host.shared(luz)
    answer = host.post(f"/t/{luz}/{path}", {field: value})
    assert answer.status_code == 400 and notice(answer) and (host.codes(luz), host.shared(luz)) == before
    assert host.post(f"/t/{luz}/withdraw/scorer", {"withdrawals": 0}).status_code == 404


def withdraw(host, session, page, withdrawals=0):
    answer = host.post(f"/t/{session}/withdraw/{page}", {"withdrawals": withdrawals})
    assert (answer.status_code, answer.location) == (303, f"/t/{session}/share#{page}")
    return host.shared(session, PATHS[page])


@pytest.mark.parametrize(("page", "other"), [("result", "replay"), ("replay", "result")])
def test_the_old_link_opens_nothing(host, luz, phone, page, other):
    host.enter(luz, bets("3 2 1 0"))
    stranger, links, codes = phone(), host.links(luz), host.codes(luz)
    before, beside = host.shared(luz, PATHS[page]), host.shared(luz, PATHS[other])
    now = withdraw(host, luz, page)
    assert now != before and stranger.get(before).status_code == 404
    assert stranger.get(now).status_code in (200, 302)
    assert host.shared(luz, PATHS[other]) == beside, "nothing else changes"
    assert (host.links(luz), host.codes(luz)) == (links, codes)
    assert withdraw(host, luz, page) == now, "sent twice it is done once"
    again = withdraw(host, luz, page, 1)
    assert len({before, now, again}) == 3 and stranger.get(now).status_code == 404
