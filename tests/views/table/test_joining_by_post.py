"""Nobody joins by looking at a link: its page joins by a form. What a game that is over, or left alone, still opens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.sessions.service import Sessions
from tests.support.each_row import each_row
from tests.support.phones import Phone, notice

Phones = Callable[..., Phone]
LONG_AGO = "2026-01-01T00:00:00+00:00"


def dump(sessions: Sessions) -> list[str]:
    return list(sessions.store.database._reader.conn.iterdump())


def age(sessions: Sessions, session: str) -> None:
    """Nobody has been at the table for months."""

    def job(db: Any) -> None:
        db.execute("UPDATE links SET made = ? WHERE session = ?", [LONG_AGO, session])
        db.execute("UPDATE members SET joined = ? WHERE session = ?", [LONG_AGO, session])

    sessions.store.write(job)


@each_row("role", ["scorer", "viewer"])
@each_row("headers", [{}, {"Sec-Purpose": "prefetch;prerender"}, {"Sec-Fetch-Site": "cross-site"}])
def test_looking_at_a_link_changes_nothing(
    host: Phone, luz: str, phone: Phones, sessions: Sessions, role: str, headers: dict[str, str]
) -> None:
    link, before = host.links(luz)[role], dump(sessions)
    for one, method in ((phone(), "GET"), (phone(), "HEAD"), (phone(), "OPTIONS"), (host, "GET")):
        answer = one.client.open(link, method=method, headers=headers)
        assert answer.status_code in (200, 303) and "Set-Cookie" not in answer.headers
    assert dump(sessions) == before


@each_row(("role", "language", "sentence"), [
    ("scorer", "en", "To keep score with the others"),
    ("viewer", "en", "To watch"),
    ("scorer", "zh-TW", "和大家一起計分"),
    ("viewer", "zh-TW", "只看分數"),
])  # fmt: skip
def test_the_page_tells_the_game_and_the_role_and_no_names(
    host: Phone, luz: str, phone: Phones, role: str, language: str, sentence: str
) -> None:
    link = host.links(luz)[role]
    answer = phone(language).get(link)
    text = answer.text.replace(link, "")
    assert sentence in text and ("Luz" if language == "en" else "璃光") in text
    assert not [name for name in ("Ann", "Ben", "Cleo", "Dan", luz) if name in text]
    assert "companion.js" not in answer.text and len(answer.data) < 4000, "it is on the way only"
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_wrong_link_is_answered_alike_however_it_comes(phone: Phones, sessions: Sessions) -> None:
    before = dump(sessions)
    for token in ("x", "A" * 22, "A" * 64, "A" * 5000, "%00", "%E7%8E%8B"):
        for answer in (phone().get(f"/j/{token}"), phone().post(f"/j/{token}")):
            assert answer.status_code == 404 and "opens no table" in notice(answer)
    assert dump(sessions) == before


def test_who_has_joined_is_led_to_the_table(host: Phone, luz: str, phone: Phones) -> None:
    viewer, links = phone().join(host, luz, "viewer"), host.links(luz)
    assert viewer.get(links["viewer"]).location == f"/t/{luz}"
    assert viewer.get(links["scorer"]).status_code == 200, "there is more to come by"
    assert host.get(links["viewer"]).location == host.get(links["scorer"]).location == f"/t/{luz}"


def test_the_way_to_keep_score_ends_with_the_game(host: Phone, luz: str, phone: Phones, sessions: Sessions) -> None:
    scorer, viewer = phone().join(host, luz), phone().join(host, luz, "viewer")
    links, codes = host.links(luz), host.codes(luz)
    host.act(luz, "end")
    before = dump(sessions)
    for answer in (
        phone().get(links["scorer"]), phone().post(links["scorer"]), phone().post("/join", {"code": codes["scorer"]})
    ):  # fmt: skip
        assert answer.status_code == 410 and "This game is over" in notice(answer) and "rematch" in notice(answer)
        assert "Set-Cookie" not in answer.headers
    assert dump(sessions) == before
    for player in (scorer, viewer, host):
        for answer in (
            player.get(links["scorer"]),
            player.post(links["scorer"]),
            player.post("/join", {"code": codes["scorer"]}),
        ):
            assert answer.location == f"/t/{luz}", "it is theirs already"
    assert dump(sessions) == before
    assert (
        phone().scan(links["viewer"]).status_code == phone().post("/join", {"code": codes["viewer"]}).status_code == 303
    )
    for player in (host, scorer):
        assert host.links(luz).keys() == host.codes(luz).keys() == {"viewer"}
        assert "A rematch has links and codes of its own" in player.page(f"/t/{luz}/share")
    host.act(luz, "entries/1/remove")  # the end is taken out
    assert host.links(luz) == links and host.codes(luz) == codes
    assert (
        phone().scan(links["scorer"]).status_code == phone().post("/join", {"code": codes["scorer"]}).status_code == 303
    )


def test_a_code_that_nobody_used_has_expired(host: Phone, luz: str, phone: Phones, sessions: Sessions) -> None:
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


def test_a_new_code_takes_the_place_of_one_that_has_expired(
    host: Phone, luz: str, phone: Phones, sessions: Sessions
) -> None:
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


def test_an_act_at_the_table_keeps_its_code(host: Phone, luz: str, phone: Phones, sessions: Sessions) -> None:
    code = host.codes(luz)["viewer"]
    age(sessions, luz)
    host.act(luz, "sit", {"seat": 0})
    assert phone().post("/join", {"code": code}).status_code == 303


def test_expired_codes_are_guesses_too(host: Phone, luz: str, phone: Phones, sessions: Sessions) -> None:
    code, guesser = host.codes(luz)["viewer"], phone()
    age(sessions, luz)
    statuses = [guesser.post("/join", {"code": code}).status_code for _ in range(11)]
    assert statuses == [410] * 10 + [429]
