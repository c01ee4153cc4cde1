"""Names that run from right to left stand alone in a sentence, so that no number lands beside the wrong name."""

from __future__ import annotations

from companion.game import Message, Seat
from tests.support.phones import Phone, bets, totals

HEBREW = "עלמה"
ALONE = f"\u2068{HEBREW}\u2069"


def test_seats_in_sentences_and_lists_are_isolated(host: Phone) -> None:
    session = host.open("luz", ["Ann", HEBREW, "Cleo"])
    host.enter(session, bets("1 2 3"))
    page = host.page(f"/t/{session}/enter?totals=1")
    assert f"How many did {ALONE} take?" in page
    assert f"Ann bets 1, {ALONE} bets 2, Cleo bets 3" in page  # what undo takes back
    host.enter(session, totals("1 2 7"))
    host.act(session, "end")
    assert f"1. Ann 10, 2. {ALONE} 10" in host.page("/")


def test_names_that_run_as_the_page_does_are_left_alone(host: Phone) -> None:
    session = host.open("luz", ["Ann", "小雯", "Cleo"])
    host.enter(session, bets("1 2 3"))
    page = host.page(f"/t/{session}/enter?totals=1")
    assert "\u2068" not in page and "How many did 小雯 take?" in page


def test_what_is_typed_and_sent_is_the_bare_name(host: Phone) -> None:
    page = host.page(f"/new/luz?player={HEBREW}&player=Ann")
    assert f'name="player" value="{HEBREW}"' in page


def test_programs_read_the_bare_name() -> None:
    assert Message("{seat} leads", seat=Seat(0)).text(names=[HEBREW]) == f"{HEBREW} leads"
