"""Formulas over HTTP without script: tapped together on the page of a new table, entered, corrected and widened."""

import re
from html import unescape
from urllib.parse import parse_qsl

from tests.games.open.test_entering import enter, form, typed, worths
from tests.support.page_tree import parse
from tests.support.phones import HTMX, notice
from tests.support.reading import read_text

THREE = ["Ann", "Ben", "Cleo"]
LINES = {
    "title": "Harbour", "count": "lines", "line": ["banners", "castles", "best"], "factor": ["1", "3", "2"],
    "per": ["", "", ""], "formula": ["times", "steps", "best"], "numbers": ["", "0 1, 3 6", ""],
    "beyond": ["", "2", ""], "with": ["1", "", ""], "among": ["2-0", "2-1"],
}  # fmt: skip
MADE = [
    {"name": "banners", "factor": 1, "per": 1, "formula": {"times": 1}},
    {"name": "castles", "factor": 3, "per": 1, "formula": {"steps": [0, 1, 3, 6], "beyond": 2}},
    {"name": "best", "factor": 2, "per": 1, "formula": {"best": [0, 1]}},
]


def told(page):
    """The sentences below the lines of the form of a new table."""
    return [part.text for part in parse(page) if re.fullmatch(r"told\d+", part.attributes.get("id", ""))]


def test_a_formula_is_read_as_it_was_tapped_and_told_in_a_sentence(host, sessions):
    page = host.post("/new/open/form", {**LINES, "player": THREE}, HTMX).text
    assert told(page) == [
        "banners × castles.",
        "castles 0, 1, 2 and so on: 0, 1, 3, 6 points. Each more adds 2. All of it × 3.",
        "The best of banners, castles. All of it × 2.",
    ]
    session = host.open("open", THREE, **LINES)
    assert sessions.table(session).setup.options["lines"] == MADE


def test_a_line_taken_out_leaves_the_formulas_of_the_others(host):
    page = host.post("/new/open/form", {**LINES, "unline": "1", "player": THREE}, HTMX).text
    assert told(page) == ["", "The best of banners. All of it × 2."], "banners has to choose another line"
    page = host.post("/new/open/form", {**LINES, "unline": "0", "player": THREE}, HTMX).text
    assert told(page)[1] == "The best of castles. All of it × 2."


def test_the_form_shows_what_the_formulas_make_of_the_numbers(host):
    session = host.open("open", THREE, **LINES)
    page = form(host, session, seat=0, n0="2", n1="5")
    assert typed(page) == ["2", "5"] and worths(page) == ["= 60", "= 30", "= 120"]
    for seat, numbers in enumerate((("2", "5"), ("1", ""), ("0", "1"))):
        enter(host, session, seat, *numbers)
    assert host.totals(session) == [60 + 30 + 120, 0, 3 + 6]
    page = read_text(host.page(f"/t/{session}/entries/1"))
    for sentence in ("banners 2 × castles 30", "castles 5: step 10, × 3", "best 60, the best of banners, castles, × 2"):
        assert sentence in page


OFF = "The numbers of the round add up to 14, not 13; check what each one has"


def test_a_round_that_does_not_add_up_is_told_to_all(host, phone):
    session = host.open("open", THREE, title="Tricks", sum="13")
    others = [phone().join(host, session) for _ in range(2)]
    for seat, number in enumerate(("7", "5", "2")):
        enter(host, session, seat, number)
    for seat, one in enumerate((host, *others)):
        page = one.get(f"/t/{session}/enter?seat={seat}")
        assert notice(page).startswith(OFF) and typed(page.text) == [("7", "5", "2")[seat]]
    again = host.enter(session, {"seat": 2, "n0": "2"})
    assert again.status_code == 422 and notice(again).startswith(OFF), "the same once more"
    enter(others[0], session, 1, "6")
    assert "add up to 15, not 13" in others[1].page(f"/t/{session}/enter")
    enter(others[1], session, 0, "5")
    assert host.totals(session) == [5, 6, 2]
    assert "add up to" not in host.page(f"/t/{session}/enter").partition('id="fault"')[2].partition("</section>")[0]


def of_round(seat, number):
    return {"seat": seat, "kind": "round", "n0": number}


def test_a_round_put_in_has_to_add_up_and_what_was_typed_stays(host):
    session = host.open("open", ["Ann", "Ben"], title="Tricks", sum="13 26")
    for seat, number in ((0, "7"), (1, "6"), (0, "20"), (1, "6")):
        enter(host, session, seat, number)
    path = f"/t/{session}/entries/2/insert/form"
    first = host.post(path, of_round(0, "9"))
    draft = dict(parse_qsl(first.location.partition("?")[2]))["draft"]
    refused = host.get(host.post(path, {**of_round(1, "5"), "draft": draft}).location)
    assert refused.status_code == 422
    assert notice(refused).startswith("The numbers of the round add up to 14, not one of 13, 26")
    assert host.totals(session) == [27, 12], "nothing is put in"
    more = re.search(r'href="([^"]*)"\s*>(?:(?!</a>).)*Change more', refused.text, re.DOTALL)
    assert more and typed(host.page(f"{unescape(more[1])}&seat=1&change=1")) == ["5"]
    mended = host.post(path, {**of_round(1, "4"), "draft": draft})
    draft = dict(parse_qsl(mended.location.partition("?")[2]))["draft"]
    assert host.act(session, "entries/2/insert", {"draft": draft}).status_code == 303
    assert host.totals(session) == [36, 16]
    wrong = host.get(host.post(f"/t/{session}/entries/1/correct/form", of_round(0, "8")).location)
    assert wrong.status_code == 422 and "add up to 14, not one of 13, 26" in notice(wrong)
