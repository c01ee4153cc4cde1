"""What a table that hides totals shows on boards and forms: a phone sees what is of its own seat, and no more."""

import re
from html import unescape

from tests.support.each_row import each_row
from tests.support.files import bring, example, session_of
from tests.support.phones import bets, notice
from tests.support.secrets import salamanca

PAID, TILES = example("salamanca/paid-occupation"), example("ingenious/placements-1-2-4")
SWAPS, DUEL, NO_BOARD = example("ingenious/swap-and-shared-place"), example("ingenious/duel-draw"), salamanca(())[0]
SOLD, FIELD = {"step-1": {"sell": [2, 1]}}, {"place": "field", "at": [7, 7]}
HERE = "/enter?m0=r&m1=b&s0=5.-2&s1=6.-2"
SALE, TAX = "/enter?do=sale&b=castle&lands=l3&noble=1&seat=0", "/enter?do=tax&q0=2&q1=3&q2=1"

# A sheet and how many of its entries are in, a draft, a page; what the phone on the first seat reads there and the
# other one must not, and what the one on the second seat reads instead.
SEEN = [
    (PAID, 17, None, "", "castle of 小胖, worth 8, row 2, column 1", "castle of 小胖, row 2.* worth 3, row 3"),
    (PAID, 17, None, "/entries/13", "farm of 小胖, worth 2", "farm of 小胖, row"),
    (PAID, 17, None, "/enter?tap=2.1", r"would pay: 小 小胖 \+8|Worth|Sell \+8|\d coins", "Sell Noble here"),
    (PAID, 17, SOLD, "/enter", r"Sale \(castle\): 3 for the building \+ 5 for lands|\+8", "Coins move; how many"),
    (PAID, 17, SOLD | {"step-2": FIELD}, "/enter", r"End turn, \+8 coins $", "End the turn $"),
    (NO_BOARD, 8, None, SALE, r"3 castle 3 lands \+6|Save the sale, \+6 coins $", "Save the sale $"),
    (NO_BOARD, 8, None, TAX, r"for a noble\.[^+]*\+4[^+]*$", r"for a noble\.[^+]*\+6[^+]*$"),
    (TILES, 13, None, "", r"A Ann \d+ 0 lowest .* B Ben C Cleo", "A Ann B Ben 0 lowest .* C Cleo"),
    (TILES, 13, None, "/entries/9", r"\+2 blue \(1 \+ 1 in line\)", "A Ann B Ben 0 lowest .* C Cleo"),
    (TILES, 12, None, HERE, "Save, Ben next", "Save the tile"),
    (SWAPS, 3, None, "/enter", "None of these symbols in hand", "Which symbols are lowest is hidden.*Ann swaps"),
    (DUEL, 1, None, "/enter", "No swap now:.* has no marker on 9", "Which symbols are lowest is hidden"),
]


def text(page):
    """What a page says, labels of pictures and fields included."""
    main = re.sub(r"<(svg|template|script).*?</\1>", "", page.split("<main")[-1], flags=re.DOTALL)
    labelled = re.sub(r'aria-label="([^"]*)"', r">\1<", main)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^<>]*>", " ", labelled)))


def seated(host, phone, sheet, count, draft=None):
    """A hidden table with so many entries of a sheet, the host on seat 0, and the phone on seat 1."""
    session = bring(host, session_of({**sheet, "entries": sheet["entries"][:count]}, draft, hidden=True))
    other = phone().join(host, session)
    host.act(session, "sit", {"seat": 0})
    other.act(session, "sit", {"seat": 1})
    return session, other


@each_row(("sheet", "count", "draft", "path", "own", "others"), SEEN)
def test_what_is_of_a_seat_is_told_to_its_own_phone_alone(host, phone, sheet, count, draft, path, own, others):
    session, other = seated(host, phone, sheet, count, draft)
    mine, theirs = (text(who.page(f"/t/{session}{path}")) for who in (host, other))
    assert re.search(own, mine), mine
    assert re.search(others, theirs) and not re.search(own, theirs), theirs


def test_what_moves_no_coins_is_told_to_all(host, phone):
    session, other = seated(host, phone, PAID, 18, {"step-1": FIELD})
    assert "how manyden" not in text(host.page(f"/t/{session}/enter"))
    assert "End turn, 0 coins" in text(other.page(f"/t/{session}/enter"))


def test_a_fee_that_cannot_be_paid_is_refused_without_the_coins(host):
    """Where a correction makes a later fee too much, the answer would tell what the seat had then."""
    lands = [{"land": "field", "tiles": [3], "rats": False}]
    sale = {"building": "farm", "ruin": False, "noble": None, "lands": lands}
    texts = []
    for hidden in (False, True):
        sheet = {**NO_BOARD, "entries": [{"seat": 1, "sale": sale}, {"seat": 1, "fee": "castle"}]}
        session = bring(host, session_of(sheet, hidden=hidden))
        corrected = {"do": "sale", "seat": "1", "b": "farm", "lands": "f"}
        shown = host.post(f"/t/{session}/entries/1/correct/form", corrected)
        texts.append(text(host.get(shown.location).text) if shown.status_code == 303 else notice(shown))
    assert "2 is all there is" in texts[0] and "has not enough coins to occupy" in texts[1], texts
    assert "all there is" not in texts[1] and "castle" not in texts[1]


def test_the_log_names_parts_of_a_hidden_entry_without_their_values(host):
    """Steps of a turn lie open; bets do not."""
    session = bring(host, session_of({**PAID, "entries": PAID["entries"][:17]}, SOLD, hidden=True))
    assert "the sale on row 2, column 1" in text(host.page(f"/t/{session}"))
    session = host.open("luz", hidden=1)
    host.enter(session, bets("3 3 4 0"))
    log = text(host.page(f"/t/{session}/log"))
    assert "the bet of Ann" in log and "bead" not in log
