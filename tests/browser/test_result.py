"""The result goes out as a picture and on paper: saved from the shared page, printed on one sheet each time."""

import re
from pathlib import Path

import pytest

from tests.browser.sample_instance import UNWIELDY as NAMES
from tests.support.files import example
from tests.support.long import long, mostly_long

PRINTED = ("luz/tie-start-card-deal-1", "ingenious/no-place-left", "salamanca/every-hazard")
OVER = """() => {
    const edge = document.querySelector("main").getBoundingClientRect().right + 1;
    return [...document.querySelectorAll(".pad")].some(table => table.getBoundingClientRect().right > edge);
}"""
QUIET = ("1232", "1232", "1232", "3344")


def long_game(rounds):
    hands = [[[colour + value for value in QUIET[number % 4]] for colour in "GYOBT"] for number in range(rounds)]
    options = {"long": True, "long_tiebreak": "last-deck"}
    entries = [{"cards": cards} for cards in hands]
    return {"format": 1, "game": "5211", "players": NAMES, "options": options, "entries": entries}


def pages(pdf):
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@long
def test_a_scoresheet_is_printed_on_one_sheet(phone):
    """In both languages, long ones on both papers."""
    sheets = [example(name) for name in PRINTED]
    sheets += [long_game(rounds) for rounds in (40, 120, 300)]
    for locale in ("en-GB", "zh-TW"):
        one = phone(locale=locale, scheme="dark")
        for sheet in sheets:
            rounds = len(sheet["entries"])
            one.go(f"/t/{one.brings(sheet).id}/print")
            for paper in ("A4", "Letter") if rounds > 100 else ("Letter",):
                assert pages(one.page.pdf(format=paper)) == 1, (sheet, locale, paper)
            one.page.set_viewport_size({"width": 800, "height": 1000})
            assert not one.page.evaluate(OVER), sheet
            rows = one.page.locator(".pad tbody tr").count()
            assert rows == rounds or (rounds == 300 and rows < 300)


@pytest.mark.parametrize("script", mostly_long([True, False]))
def test_the_picture_is_saved(phone, script):
    one, other = phone(), phone(script=script)
    invitation = one.opens("luz", NAMES)
    one.post_deal(invitation, (10, 0, 3, 2, 1), (0, 2, 3, 4, 1))
    one.post(invitation, "end")
    one.go(f"/t/{invitation.id}")
    link = one.page.get_attribute("a[href^='/r/']", "href")
    other.go(link)
    if not script:
        other.tap("#picture")
        other.page.wait_for_url("**/picture.svg")
        return
    with other.page.expect_download() as saved:
        other.tap("#picture")
    file = saved.value
    assert re.fullmatch(r"luz-\d{4}-\d\d-\d\d\.png", file.suggested_filename)
    content = Path(file.path()).read_bytes()
    assert content.startswith(b"\x89PNG") and content[16:24] == (1080).to_bytes(4, "big") + (1350).to_bytes(4, "big")
    assert len(content) > 40_000, "and it is not blank"
    assert not other.context.cookies()
