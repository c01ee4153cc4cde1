"""Coming to a table: by link or code, in which role, once however often sent, and never by looking at a link."""

import re
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest

from companion.features import extensions
from companion.storage.schema import TABLES
from tests.support import files
from tests.support.each_row import each_row
from tests.support.groups import link, make_group
from tests.support.page_tree import parse
from tests.support.phones import ORIGIN, bets, notice


def test_a_cookie_that_somebody_else_has_put_there_is_not_taken_over(host, luz, phone):
    """Who plants a cookie, or sends a link, must not be the phone that joins by it."""
    joining, other = phone(), phone()
    for joined in (joining, other):
        joined.client.set_cookie("phone", "planted")
    joining.join(host, luz)
    cookie = joining.client.get_cookie("phone")
    assert cookie.value != "planted"
    assert joining.get(f"/t/{luz}").status_code == 200 and other.get(f"/t/{luz}").status_code == 404
    joining.join(other_host := phone(), other_host.open("luz"), "viewer")
    assert joining.client.get_cookie("phone") == cookie, "a link makes nobody another phone"


def test_a_code_is_taken_however_it_is_typed(host, luz, phone):
    for role, code in host.codes(luz).items():
        then = f"/t/{luz}/seats" if role == "scorer" else f"/t/{luz}"
        wide = "".join(chr(ord(character) + 0xFEE0) for character in code)
        parted = [f"{code[:3]}{mark}{code[3:]}" for mark in "-–−\u3000\u200b"]
        for typed in (code, f" {code} \n", code.lower(), " ".join(code), wide, *parted):
            answer = phone().post("/join", {"code": typed})
            assert (answer.status_code, answer.location) == (303, then), typed


def test_a_script_gets_the_page_that_a_form_leads_to_as_its_answer(host, luz, phone):
    link, joining = host.links(luz)["scorer"], phone()
    answer = joining.post(f"{link}?at-once")
    assert answer.status_code == 200 and f'data-address="/t/{luz}/seats"' in answer.text
    assert f'action="/t/{luz}/sit?at-once"' in answer.text, "its forms ask for the same"
    assert joining.get(f"/t/{luz}").status_code == 200, "the cookie came with it"
    assert phone().post(link).status_code == 303 and "?at-once" not in joining.page(f"/t/{luz}/seats")


def test_a_wrong_code_is_shown_again_to_be_mended(phone):
    for code in ("", "AAAAAA", "x" * 5000, "王小明", "' OR 1=1 --", "<b>", "\x00", "%s{}{0}"):
        answer = phone().post("/join", {"code": code})
        assert answer.status_code == 404
        assert code[:40].strip("\x00") in notice(answer), "read as it was typed, as text"
        assert 'name="code"' in answer.text


def test_a_flood_of_guesses_shuts_no_table_out(app, host, luz, phone):
    code = host.codes(luz)["viewer"]
    for _ in range(100):
        assert phone().post("/join", {"code": "AAAAAA"}).status_code == 404
    stranger, at_the_table = phone(), phone()
    answer = stranger.post("/join", {"code": code})
    assert answer.status_code == 429 and "Scan the QR code" in notice(answer)
    assert f'value="{code}"' in answer.text, "what was typed stays"
    at_the_table.client.environ_base["REMOTE_ADDR"] = host.client.environ_base["REMOTE_ADDR"]
    assert at_the_table.post("/join", {"code": code}).status_code == 303, "behind the router of the host"
    assert stranger.scan(host.links(luz)["viewer"]).status_code == 303


def test_links_lead_to_the_address_others_can_reach(app, host, luz):
    assert 'href="http://localhost/j/' in host.page(f"/t/{luz}/share")
    app.config["BASES"] = ["http://192.168.1.5:5000", "http://10.0.0.7:5000", "http://localhost"]
    assert 'href="http://localhost/j/' in host.page(f"/t/{luz}/share"), "by default the one this phone came by"
    assert 'href="http://10.0.0.7:5000/j/' in host.page(f"/t/{luz}/share?base=http://10.0.0.7:5000")
    page = host.page(f"/t/{luz}/share?base=http://evil.example")
    assert "evil.example" not in page and 'href="http://localhost/j/' in page
    app.config["BASES"] = app.config["BASES"][:2]
    assert 'href="http://192.168.1.5:5000/j/' in host.page(f"/t/{luz}/share")


def dump(sessions):
    names = [table.name for table in TABLES] + [table.name for each in extensions() for table in each.tables]
    return [f"{name} {row}" for name in names for row in sessions.store.rows(f"SELECT * FROM {name}")]


def age(sessions, session):
    for change in ("links SET made", "members SET joined"):
        sql = f"UPDATE {change} = '2026-01-01T00:00:00+00:00' WHERE session = ?"
        sessions.store.write(lambda db, sql=sql: db.execute(sql, [session]))


def test_only_the_script_that_joins_may_stand_in_a_page(host, luz, phone):
    answer = phone().get(host.links(luz)["scorer"])
    (script,) = re.findall(r"<script [^>]+>(.+?)</script>", answer.text, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in answer.headers["Content-Security-Policy"]
    assert "script-src 'self';" in host.get("/").headers["Content-Security-Policy"]


def test_a_wrong_link_is_answered_alike_however_it_comes(phone, sessions):
    before = dump(sessions)
    for token in ("x", "A" * 22, "A" * 64, "A" * 5000, "%00", "%E7%8E%8B"):
        for answer in (phone().get(f"/j/{token}"), phone().post(f"/j/{token}")):
            assert answer.status_code == 404 and "opens no table" in notice(answer)
    assert dump(sessions) == before


def test_who_has_joined_is_led_to_the_table(host, luz, phone):
    viewer, links = phone().join(host, luz, "viewer"), host.links(luz)
    assert viewer.get(links["viewer"]).location == f"/t/{luz}"
    assert viewer.get(links["scorer"]).status_code == 200, "there is more to come by"
    assert viewer.join(host, luz).enter(luz, bets("3 2 1 0")).status_code == 303
    assert host.get(links["viewer"]).location == host.get(links["scorer"]).location == f"/t/{luz}"


def test_the_way_to_keep_score_ends_with_the_game(host, luz, phone, sessions):
    scorer, viewer = phone().join(host, luz), phone().join(host, luz, "viewer")
    links, codes = host.links(luz), host.codes(luz)

    def tries(player, role):
        return [player.get(links[role]), player.post(links[role]), player.post("/join", {"code": codes[role]})]

    host.act(luz, "end")
    before = dump(sessions)
    for answer in tries(phone(), "scorer"):
        assert answer.status_code == 410 and "This game is over" in notice(answer) and "rematch" in notice(answer)
        assert "Set-Cookie" not in answer.headers
    for player in (scorer, viewer, host):
        assert {answer.location for answer in tries(player, "scorer")} == {f"/t/{luz}"}, "it is theirs already"
    assert dump(sessions) == before
    assert [answer.status_code for answer in tries(phone(), "viewer")[1:]] == [303] * 2
    for player in (host, scorer):
        assert host.links(luz).keys() == host.codes(luz).keys() == {"viewer"}
        assert "A rematch has links and codes of its own" in player.page(f"/t/{luz}/share")
    host.act(luz, "entries/1/remove")  # the end is taken out
    assert host.links(luz) == links and host.codes(luz) == codes
    assert [answer.status_code for answer in tries(phone(), "scorer")] == [200, 303, 303]


def test_a_code_that_nobody_used_has_expired(host, luz, phone, sessions):
    links, codes = host.links(luz), host.codes(luz)
    age(sessions, luz)
    for role in ("scorer", "viewer"):
        answer = phone().post("/join", {"code": codes[role]})
        assert answer.status_code == 410 and f"The code {codes[role]} has expired" in notice(answer)
        assert "30 days" in notice(answer) and "Scan the QR code" in notice(answer)
    page = host.page(f"/t/{luz}/share")
    assert not [code for code in codes.values() if code in page + host.page(f"/t/{luz}")]
    assert "Nobody used this table for 30 days" in page and f'action="/t/{luz}/codes"' in page
    assert host.links(luz) == links
    assert phone().scan(links["viewer"]).status_code == 303, "a link cannot be guessed, and the table is in use by it"
    assert phone().post("/join", {"code": codes["viewer"]}).status_code == 303


def test_a_new_code_replaces_one_that_has_expired(host, luz, phone, sessions):
    codes, viewer = host.codes(luz), phone().join(host, luz, "viewer")
    assert host.post(f"/t/{luz}/codes").location == f"/t/{luz}/share"
    assert host.codes(luz) == codes, "what still opens the table stays"
    age(sessions, luz)
    assert viewer.post(f"/t/{luz}/codes").status_code == 303
    made = viewer.codes(luz)
    assert made.keys() == {"viewer"} and made["viewer"] != codes["viewer"]
    assert phone().post("/join", {"code": codes["viewer"]}).status_code == 404
    assert phone().post("/join", {"code": codes["scorer"]}).status_code == 410, "a viewer makes none to keep score"
    assert host.post(f"/t/{luz}/codes").status_code == 303
    assert host.codes(luz)["viewer"] == made["viewer"] and host.codes(luz)["scorer"] != codes["scorer"]
    assert phone().post("/join", {"code": host.codes(luz)["scorer"]}).status_code == 303
    assert phone().post(f"/t/{luz}/codes").status_code == 404


def test_an_act_at_the_table_keeps_its_code(host, luz, phone, sessions):
    code = host.codes(luz)["viewer"]
    age(sessions, luz)
    host.act(luz, "sit", {"seat": 0})
    assert phone().post("/join", {"code": code}).status_code == 303


def key_in(page):
    (key,) = parse(page).values("phone")
    return key


def cookie(answer):
    return answer.headers["Set-Cookie"].split(";")[0]


def by_link(host, session, new):
    joining = host.links(session)["scorer"]
    return joining, {"phone": key_in(new.page(joining))}


def by_code(host, session, new):
    return "/join", {"code": host.codes(session)["scorer"], "phone": key_in(new.page("/"))}


def by_group(host, session, new):
    joining = link(host, make_group(host, "Ann", "Ben"), "join")
    return joining, {"phone": key_in(new.page(joining))}


def by_new_group(host, session, new):
    return "/groups/new", {"name": "We", "names": "A\nB", "opens": "key", "phone": key_in(new.page("/groups/new"))}


def by_import(host, session, new):
    return "/import/open", files.fields(files.look(new, files.luz()).text)


WAYS = [by_link, by_code, by_group, by_new_group, by_import]


@each_row("way", WAYS)
def test_a_form_sent_again_without_its_cookie_is_the_same_phone(host, luz, phone, sessions, way):
    new, phones = phone(), "SELECT count(*) AS n FROM phones"
    path, fields = way(host, luz, new)
    before = sessions.store.rows(phones)[0]["n"]
    answers = []
    for _ in range(3):
        answers.append(new.post(path, fields))
        assert answers[-1].status_code == 303, answers[-1].text
        new.client.delete_cookie("phone")
        new.client.delete_cookie("phone-fresh")
    assert len({(cookie(answer), answer.location) for answer in answers}) == 1
    assert sessions.store.rows(phones)[0]["n"] == before + 1
    assert fields["phone"] not in cookie(answers[0])


@pytest.mark.parametrize(("minutes", "phones"), [(9, 1), (11, 2)])
def test_a_key_found_later_opens_nothing(host, luz, phone, sessions, minutes, phones):
    path, fields = by_link(host, luz, phone())
    phone().post(path, fields)
    made = (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat(timespec="seconds")
    sessions.store.write(lambda db: db.execute("UPDATE phones SET made = ?", [made]))
    phone().post(path, fields)
    assert len(sessions.store.members(luz)) == 1 + phones


def test_a_phone_that_is_known_stays_the_one_it_is(host, luz, phone):
    path, fields = by_link(host, luz, phone())
    other = phone().join(host, luz, "viewer")
    assert "Set-Cookie" not in other.post(path, fields).headers
    assert 'name="phone"' not in other.page("/") + other.post("/join", {"code": "777777"}).text


def test_another_site_cannot_choose_the_key(host, luz, phone):
    """A form is filled by this page alone: the address gives no key, and no other site may send the form."""
    path = host.links(luz)["scorer"]
    assert f'value="{"A" * 32}' not in phone().page(f"{path}?phone={'A' * 32}")
    headers = ORIGIN | {"Origin": "https://evil.example"}
    assert phone().post(path, {"phone": "A" * 32}, headers).status_code == 403
