"""Impossible rounds of Azul: the form asks for confirmation and never refuses them."""

from html import unescape

from companion.games.azul.form import Form
from companion.games.azul.rules import play, start
from tests.games.azul.notation import part, setup, tiling
from tests.games.azul.strategies import NAMES
from tests.support.each_row import each_row
from tests.support.page_tree import parse
from tests.support.phones import notice

BUTTON = "It is right: save it"
NOBODY = "Nobody has the start marker; whoever first takes tiles from the middle gets it."


SEVEN = play(start(setup()), {**tiling(part("1B 5Y", 1), part("1Y")), "first": 0})[0]
"""After a round of two in which at least 7 tiles of 20 were taken."""


@each_row(
    ("state", "parts", "first", "sentences"),
    [
        # 9 + 1 and 4 + 6 tiles, the marker apart: 20 of 20
        (start(setup()), [("2B 3Y 4R", 2), ("4K", 6)], 0, []),
        (start(setup()), [("2B 3Y 4R", 2), ("4K", 6)], None,
         [NOBODY, "This round takes at least 21 tiles; the factories hold 20."]),
        (start(setup()), [("1B 2Y 3R 4K 5W", 1), ("1Y 2B 3W 4R 5K", 4)], 0,
         ["This round takes at least 34 tiles; the factories hold 20."]),
        (start(setup()), [("", 0), ("", 0)], None, [NOBODY, "Nobody completed a line."]),
        (start(setup()), [("", 7), ("", 0)], 0, ["Nobody completed a line."]),
        # 14 + 15 + 3 tiles are more than 20, but 13 were left on lines from before
        (SEVEN, [("2B 3Y 4R 5W", 1), ("1K 2W 3B 4Y 5R", 3)], 0, []),
        (SEVEN, [("1Y 2B 3Y 4R 5W", 7), ("1K 2W 3B 4Y 5R", 6)], 0,
         ["This round takes at least 22 tiles; the factories hold 20."]),
        # 7 + 30 + 4 of two times 20
        (SEVEN, [("1Y 2B 3Y 4R 5W", 2), ("1K 2W 3B 4Y 5R", 3)], 0,
         ["All rounds together take at least 41 tiles; in 2 rounds the factories hold 40."]),
        (start(setup(4)), [("1R 4R 5R", 1), ("4R 5R", 0), ("2R", 0), ("", 0)], 0, ["red: 21 tiles; the box has 20."]),
    ],
)  # fmt: skip
def test_what_may_be_a_mistake_is_told(state, parts, first, sentences):
    entry = tiling(*[part(*tiles) for tiles in parts], **({} if first is None else {"first": first}))
    assert [warning.text(names=NAMES) for warning in Form().entry_warnings(state, entry)] == sentences


def saved(host, session, seat, **fields):
    return host.enter(session, {"seat": seat, "typed": 1, **fields})


def test_the_table_asks_before_it_scores_and_a_button_scores_it(host):
    session = host.open("azul", NAMES[:2])
    saved(host, session, 0, r1=1, floor=2)
    answer = saved(host, session, 1, r2=3, floor=3)
    assert answer.status_code == 422 and notice(answer) == "Not saved yet: is this right?"
    assert NOBODY in unescape(answer.text) and BUTTON in answer.text
    # What was typed stays on the page, and the button sends all of it again.
    page = parse(answer.text)
    assert ("r2", "3") in page.by_id("entry").fields
    assert host.totals(session) == []
    fields = page.by_id("notice").find("form").fields
    assert {"r2": "3", "floor": "3", "seat": "1"}.items() <= dict(fields).items()
    assert host.post(f"/t/{session}/enter", fields).status_code == 303
    assert host.page(f"/t/{session}/entries/1")


def test_a_hidden_table_asks_nothing_as_that_would_tell(host):
    session = host.open("azul", NAMES[:2], hidden=1)
    saved(host, session, 0, r1=1, floor=2)
    assert saved(host, session, 1, r2=3, floor=3).status_code == 303


def test_a_correction_tells_the_same_before_it_is_saved(host):
    session = host.open("azul", NAMES[:2])
    saved(host, session, 0, r1=1, floor=2, marker="on")
    saved(host, session, 1, r2=3, floor=3)
    address = f"/t/{session}/entries/1/correct"
    typed = dict(parse(host.page(address)).by_id("entry").fields)["draft"]
    answer = host.post(f"{address}/form", {"seat": 0, "typed": 1, "draft": typed, "r1": 1, "floor": 2})
    assert NOBODY in unescape(host.page(answer.location))
