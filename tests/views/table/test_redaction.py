"""What a table that hides totals shows on boards and forms: a phone sees what is of its own seat, and no more."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from tests.support.files import bring, example, session_of
from tests.support.page_tree import parse
from tests.support.phones import Phone, Phones, bets, notice
from tests.support.secrets import salamanca

PAID = example("salamanca/paid-occupation")
TILES = example("ingenious/placements-1-2-4")
SOLD = {"step-1": {"sell": [2, 1]}}


def text(page: str) -> str:
    """What a page says, labels of pictures and fields included."""
    main = re.sub(r"<(svg|template|script).*?</\1>", "", page.split("<main")[-1], flags=re.DOTALL)
    labelled = re.sub(r'aria-label="([^"]*)"', r">\1<", main)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^<>]*>", " ", labelled)))


def seated(host: Phone, phone: Phones, sheet: Any, count: int | None = None, draft: Any = None) -> tuple[str, Phone]:
    """A hidden table with so many entries of a sheet, the host on seat 0, and the phone on seat 1."""
    session = bring(host, session_of({**sheet, "entries": sheet["entries"][:count]}, draft, hidden=True))
    other = phone().join(host, session)
    host.act(session, "sit", {"seat": 0})
    other.act(session, "sit", {"seat": 1})
    return session, other


def test_a_board_tells_the_worth_of_own_estates_alone(host: Phone, phone: Phones) -> None:
    session, other = seated(host, phone, PAID, 17)
    own, others = host.page(f"/t/{session}"), other.page(f"/t/{session}")
    assert "castle of 小胖, worth 8, row 2, column 1" in own and own.count('id="made-') == 3
    assert "castle of 小胖, row 2, column 1" in others and 'id="made-' not in others
    assert "lake, fertile, worth 3, row 3, column 3" in others, "the lands are open"
    entered = [who.page(f"/t/{session}/entries/13") for who in (host, other)]
    assert ["farm of 小胖, worth 2" in page for page in entered] == [True, False]
    assert all("farm of 小胖" in page for page in entered)


def test_the_form_of_a_turn_tells_coins_to_the_own_seat_alone(host: Phone, phone: Phones) -> None:
    session, other = seated(host, phone, PAID, 17)
    own, others = (text(who.page(f"/t/{session}/enter?tap=2.1")) for who in (host, other))
    assert "A sale would pay: 小 小胖 +8" in own and "Worth 8" in own and "Sell +8" in own
    assert "6 coins before this turn" in own
    assert "Sell Noble here" in others
    assert not re.search(r"would pay|Worth|\+8|\d coins", others)


def test_a_step_of_a_turn_tells_coins_to_the_own_seat_alone(host: Phone, phone: Phones) -> None:
    session, other = seated(host, phone, PAID, 17, SOLD)
    own, others = (text(who.page(f"/t/{session}/enter")) for who in (host, other))
    assert "Sale (castle): 3 for the building + 5 for lands" in own and "+8" in own
    assert "how many is hidden" not in own
    assert "Coins move; how many is hidden until the end." in others and "Sale" not in others and "+8" not in others
    # With a tile placed beside the sale the turn can end.
    placed = {**SOLD, "step-2": {"place": "field", "at": [7, 7]}}
    session, other = seated(host, phone, PAID, 17, placed)
    own, others = (text(who.page(f"/t/{session}/enter")) for who in (host, other))
    assert own.rstrip().endswith("End turn, +8 coins") and others.rstrip().endswith("End the turn")


def test_a_step_that_moves_no_coins_is_told_to_all(host: Phone, phone: Phones) -> None:
    session, other = seated(host, phone, PAID, 18, {"step-1": {"place": "field", "at": [7, 7]}})
    assert "how many is hidden" not in text(host.page(f"/t/{session}/enter"))
    assert "End turn, 0 coins" in text(other.page(f"/t/{session}/enter"))


def test_the_end_of_a_round_is_told_without_coins(host: Phone, phone: Phones) -> None:
    session, other = seated(host, phone, PAID, 20)
    for who in (host, other):
        assert text(who.page(f"/t/{session}/enter")).rstrip().endswith("End round 4")
    opened = host.open("salamanca", PAID["players"], board=1, hidden=1)
    assert text(host.page(f"/t/{opened}/enter")).rstrip().endswith("5 more lands"), "nothing to end yet"


def test_a_sale_tells_coins_to_the_own_seat_alone(host: Phone, phone: Phones) -> None:
    session, other = seated(host, phone, salamanca(())[0])
    asked = f"/t/{session}/enter?do=sale&b=castle&lands=l3&noble=1"
    own, others = (text(who.page(f"{asked}&seat=0")) for who in (host, other))
    assert own.rstrip().endswith("Save the sale, +6 coins") and "3 castle 3 lands +6" in own
    assert "Ben's noble" not in own, "what it brings Ben is for Ben"
    assert others.rstrip().endswith("Save the sale") and "lands +6" not in others
    assert text(host.page(asked)).rstrip().endswith("Who sells?")


def test_taxes_are_told_to_the_own_seat_alone(host: Phone, phone: Phones) -> None:
    session, other = seated(host, phone, salamanca(())[0])
    asked = f"/t/{session}/enter?do=tax&q0=2&q1=3&q2=1"
    own, others = (text(who.page(asked)) for who in (host, other))
    assert re.findall(r"\+\d", own.split("for a noble.")[1]) == ["+4"]
    assert re.findall(r"\+\d", others.split("for a noble.")[1]) == ["+6"]


def test_a_fee_that_cannot_be_paid_is_refused_without_the_coins(host: Phone, phone: Phones) -> None:
    """Where a correction makes a later fee too much, the answer would tell what the seat had then."""
    sale = {"building": "farm", "ruin": False, "noble": None}
    lands = [{"land": "field", "tiles": [3], "rats": False}]
    entries = [{"seat": 1, "sale": {**sale, "lands": lands}}, {"seat": 1, "fee": "castle"}]
    texts = []
    for hidden in (False, True):
        sheet = {**salamanca(())[0], "entries": entries}
        session = bring(host, session_of(sheet, hidden=hidden))
        corrected = {"do": "sale", "seat": "1", "b": "farm", "lands": "f"}
        shown = host.post(f"/t/{session}/entries/1/correct/form", corrected)
        texts.append(text(host.get(shown.location).text) if shown.status_code == 303 else notice(shown))
    assert "2 is all there is" in texts[0] and "has not enough coins to occupy" in texts[1], texts
    assert "all there is" not in texts[1] and "castle" not in texts[1]


def test_a_track_is_shown_to_its_own_seat_alone(host: Phone, phone: Phones) -> None:
    session, other = seated(host, phone, TILES, 13)
    for at in ("", "/entries/9"):
        own, others = (text(who.page(f"/t/{session}{at}")) for who in (host, other))
        assert re.search(r"A Ann \d+ 0 lowest .* B Ben C Cleo M Mei-Ling The markers", own.split("purple")[1])
        assert re.search(r"A Ann B Ben 0 lowest .* C Cleo M Mei-Ling The markers", others.split("purple")[1])


def test_the_lines_that_a_tile_scored_are_shown_to_its_own_seat_alone(host: Phone, phone: Phones) -> None:
    session, other = seated(host, phone, TILES, 13)
    entered = [who.page(f"/t/{session}/entries/9") for who in (host, other)]
    assert [len(parse(page).drawn) for page in entered] == [3, 0], "how many are in each line"
    assert ["+2 blue (1 + 1 in line)" in page for page in entered] == [True, False]
    session, other = seated(host, phone, TILES, 12)
    asked = f"/t/{session}/enter?m0=r&m1=b&s0=5.-2&s1=6.-2"
    own, others = (who.page(asked) for who in (host, other))
    assert parse(own).drawn and not parse(others).drawn
    assert "Save, Ben next" in own and "Save the tile" in others and "Save, Ben next" not in others


def test_the_lowest_symbols_are_told_to_the_own_seat_alone(host: Phone, phone: Phones) -> None:
    sheet = example("ingenious/swap-and-shared-place")
    session, other = seated(host, phone, sheet, 3)
    own, others = (text(who.page(f"/t/{session}/enter")) for who in (host, other))
    assert "None of these symbols in hand?" in own and "Ann swaps" in own
    assert "Which symbols are lowest is hidden" in others and "Ann swaps" in others


def test_why_a_hidden_seat_may_not_swap_is_not_told(host: Phone, phone: Phones) -> None:
    sheet = example("ingenious/swap-and-shared-place")
    session, other = seated(host, phone, sheet, 5)
    own, others = (text(who.page(f"/t/{session}/enter")) for who in (other, host))
    assert "No swap now:" in own and "has swapped in this turn already" in own
    assert "No swap now:" not in others and "Ben swaps" not in others


def test_whether_a_marker_stands_on_nine_in_a_duel_is_not_shown_to_others(host: Phone, phone: Phones) -> None:
    """Nothing but the markers forbids it there, so the button itself would tell."""
    value = example("ingenious/duel-draw")
    session, other = seated(host, phone, value, 1)
    own, others = (text(who.page(f"/t/{session}/enter")) for who in (host, other))
    assert "No swap now:" in own and "has no marker on 9" in own
    assert "No swap now:" not in others and "Which symbols are lowest is hidden" in others


def test_the_log_names_parts_of_a_hidden_entry_without_their_values(host: Phone) -> None:
    """Steps of a turn lie open; bets do not."""
    session = bring(host, session_of({**PAID, "entries": PAID["entries"][:17]}, SOLD, hidden=True))
    assert "the sale on row 2, column 1" in text(host.page(f"/t/{session}"))
    session = host.open("luz", hidden=1)
    host.enter(session, bets("3 3 4 0"))
    log = text(host.page(f"/t/{session}/log"))
    assert "the bet of Ann" in log and "bead" not in log
