"""A result as a picture: it loads nothing, and everything is within it."""

import re
from xml.etree import ElementTree

from companion.features.downloads.picture import compose_picture, fit_text
from tests.support.each_row import each_row
from tests.support.phones import Phone, Phones

NAMES = ("W" * 40, "歐陽娜娜與她的貓咪小花和隔壁的王老先生一起玩遊戲", "עלמה בת־אל", "<&>\"'", "👩‍👩‍👧‍👦" * 5)


@each_row("seats", [3, 4, 5])
def test_the_picture_stands_alone_whatever_the_names(host: Phone, phone: Phones, seats: int) -> None:
    luz = host.open("luz", NAMES[-seats:])
    (result,) = re.findall(r'href="(/r/[^"]+)"', host.page(f"/t/{luz}/share"))
    answer = phone("zh-TW").get(f"{result}/picture.svg")
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
