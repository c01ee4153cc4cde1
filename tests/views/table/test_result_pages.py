"""A result is shown at a link that needs no account, makes nobody a member, and tells nothing that is hidden."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

from companion.sessions.service import Sessions
from companion.views.export.picture import compose_picture, fit_text
from companion.views.render.template_helpers import seat_mark
from tests.support.each_row import each_row
from tests.support.phones import Phone, Phones, bets, notice, totals


def link(host: Phone, session: str) -> str:
    address = re.search(r'href="(/r/[\w-]+)"', host.page(f"/t/{session}/share"))
    assert address
    return address[1]


def play(host: Phone, session: str) -> None:
    host.enter(session, bets("3 2 1 0"))
    host.enter(session, totals("3 2 0 5"))


def test_whoever_has_the_link_sees_the_result_and_is_no_member(host: Phone, luz: str, phone: Phones) -> None:
    play(host, luz)
    host.act(luz, "end")
    path, stranger = link(host, luz), phone()
    assert path in host.page(f"/t/{luz}")
    answer = stranger.get(path)
    assert answer.status_code == 200 and "Set-Cookie" not in answer.headers
    assert (
        answer.headers["X-Robots-Tag"] == "noindex" and "script-src 'self'" in answer.headers["Content-Security-Policy"]
    )
    assert 'og:title" content="Ann wins, Luz"' in answer.text and "1. Ann 10, 2. Ben 10, 3. Cleo −5" in answer.text
    assert "Deal 1" in answer.text and "What settled it" in answer.text and "<form" not in answer.text
    assert "/t/" not in answer.text and luz not in answer.text.replace(path, ""), "nothing leads to the table"
    assert stranger.get(f"/t/{luz}").status_code == 404
    assert stranger.get(path.replace("/r/", "/j/")).status_code == 404, "nobody joins by it"
    assert stranger.get(f"/j/{path[-22:]}").status_code == 404


def test_a_result_under_earlier_rules_is_told_everywhere_alike(
    host: Phone, luz: str, phone: Phones, sessions: Sessions
) -> None:
    play(host, luz)
    host.act(luz, "end")
    before = json.dumps({"ranking": [[2], [1], [0], [3]], "totals": [1, 2, 3, 0]})
    sessions.store.write(lambda db: db.execute("UPDATE sessions SET result = ? WHERE id = ?", [before, luz]))
    for page in (host.page(f"/t/{luz}"), phone().page(link(host, luz))):
        assert "counted with earlier rules: 1. Cleo 3, 2. Ben 2, 3. Ann 1, 4. " in page


def test_a_running_game_is_marked_so(host: Phone, luz: str, phone: Phones) -> None:
    play(host, luz)
    page = phone().page(link(host, luz))
    assert (
        "This game is still running (Luz, Deal 2 of 4)" in page and "Final ranking" not in page and "wins" not in page
    )
    assert ">Still running<" in phone().page(link(host, luz) + "/picture.svg").replace("\u2068", "").replace(
        "\u2069", ""
    )


def test_a_link_that_is_not_right_shows_nothing(host: Phone, luz: str, phone: Phones, sessions: Sessions) -> None:
    path, other = link(host, luz), link(host, host.open("luz"))
    wrong = [
        path[:-1],
        path[:-22],
        f"{path[:15]}{other[15:]}",
        f"/r/{'é' * 34}",
        f"/r/{'x' * 3000}",
        f"/r/{luz}",
        "/r/a",
    ]
    wrong += [path[:-22] + host.links(luz)["scorer"][3:], path[:-22] + "é" * 22]
    for each in wrong:
        answer = phone().get(each)
        assert answer.status_code == 404 and "This link shows no result" in notice(answer), each
        assert phone().get(f"{each}/picture.svg").status_code == 404
    with sessions.store.database._writer.conn as db:
        db.execute("UPDATE sessions SET generation = 1 WHERE id = ?", [luz])
    sessions.tables.cache.clear()
    assert phone().get(path).status_code == 404, "a link of the generation before is worth nothing"
    assert phone().get(link(host, luz)).status_code == 200
    host.act(luz, "delete", {"sure": "yes"})
    assert phone().get(path).status_code == 404


NAMES = ("W" * 40, "歐陽娜娜與她的貓咪小花和隔壁的王老先生一起玩遊戲", "עלמה בת־אל", "<&>\"'", "👩‍👩‍👧‍👦" * 5)


def test_a_seat_has_the_first_letter_that_can_be_seen() -> None:
    names = ("ann", " \u3000Ben", "\u200fדנה", "\x00\x1b", "ßa", "👩\u200d👧", "\u202e", "\ufffe王")
    assert [seat_mark([name], 0) for name in names] == ["A", "B", "ד", "?", "SS", "👩\u200d👧", "?", "王"]


@each_row("seats", [3, 4, 5])
def test_the_picture_stands_alone_whatever_the_names(host: Phone, phone: Phones, seats: int) -> None:
    luz = host.open("luz", NAMES[-seats:])
    answer = phone("zh-TW").get(link(host, luz) + "/picture.svg")
    assert answer.mimetype == "image/svg+xml" and "Set-Cookie" not in answer.headers
    root = ElementTree.fromstring(answer.text)
    assert root.attrib["viewBox"] == "0 0 1080 1350"
    text = "".join(root.itertext())
    assert "⁨<&>\"'⁩" in text and "⁨עלמה בת־אל⁩" in text
    for outside in ("href", "style", "<script", "http://www.w3.org/1999", "<image"):
        assert outside not in answer.text


@each_row("is_scored", [True, False])
@each_row("seats", [1, 2, 3, 4, 5, 6, 8, 9, 12])
def test_everything_in_the_picture_is_within_it(seats: int, is_scored: bool) -> None:
    ranked = [(1 + seat if is_scored else None, seat, 10**6 - seat) for seat in range(seats)]
    names = [f"{seat}{NAMES[seat % len(NAMES)]}" for seat in range(seats)]
    made = compose_picture("W" * 90, "day", ranked, names)
    for plate in made.plates:
        assert plate.x > 0 and plate.x + plate.width < 1080 and made.top < plate.y
        assert plate.y + plate.height < made.top + made.ground
        if seats > 6:
            top, name = plate.baseline - 0.72 * plate.total.size, plate.height - 54 - 0.8 * plate.name.size
            assert top > 98 and plate.baseline < name, "a low plate: the total between the mark and the name"
    assert len(made.plates) + len(made.rows) == seats
    assert all(made.top + made.ground < row.y and row.y + row.height < 1350 - 80 for row in made.rows)
    assert all(row.x >= 48 and row.x + row.width <= 1080 - 48 for row in made.rows)
    assert len({(row.x, row.y) for row in made.rows}) == len(made.rows)
    for first, second in zip(made.plates, made.plates[1:], strict=False):
        assert first.x + first.width < second.x


def test_a_name_is_cut_between_the_characters_that_are_seen() -> None:
    cut = fit_text("👩‍👩‍👧‍👦" * 9, 200, 50, 40)
    assert cut.text == "👩‍👩‍👧‍👦" * cut.text.count("👦") + "…" and cut.text.count("👦") >= 1
    assert fit_text("éè" * 30, 100, 40, 30).text.endswith("…")
