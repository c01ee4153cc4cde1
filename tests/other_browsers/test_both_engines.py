"""Firefox and WebKit at one table: the last deal of Luz, with an outage."""

from tests.other_browsers.conftest import DARK, FIREFOX, LIGHT, WEBKIT
from tests.other_browsers.playing import example, tap_bet, tap_trick, tricks_in
from tests.support.long import long

pytestmark = long
ANN, BEN, CLEO, MEI = range(4)


def test_a_deal_of_luz_on_both_engines(phones, server):
    firefox, webkit = phones((FIREFOX, DARK), (WEBKIT, LIGHT))
    sheet, deal, totals = example("luz/whole-game")
    invitation = webkit.brings(sheet)
    firefox.joins(invitation, seat=ANN)
    for phone in (firefox, webkit):
        phone.enter()
    # Each bet is a part of its own: Ann's is saved on her phone, and WebKit shows it before it saves the others.
    bets = deal["bets"]
    tap_bet(firefox, ANN, bets[ANN])
    firefox.tap("[data-save]")
    webkit.see(f"input[name=b{ANN}][value='{bets[ANN]['beads']}']:checked", of_any_size=True)
    for seat in (BEN, CLEO, MEI):
        tap_bet(webkit, seat, bets[seat])
    webkit.tap("[data-save]")
    for one, number, winner in ((webkit, 1, ANN), (firefox, 2, CLEO)):
        tap_trick(one, number, winner, by_another=one is firefox)
        for other in (firefox, webkit):
            tricks_in(other, number)

    # The server is gone: WebKit keeps two tricks of three, and sends each once when it is back.
    server.kill()
    for one in (firefox, webkit):
        one.offline()
    for count in (1, 2, 3):
        webkit.tap(f"button.winner[value='{BEN}']")
        if count == 1:  # the other phone gave the trick before
            webkit.tap("#meant .actions button")
        webkit.waiting(count)
    webkit.tap("#outbox [data-take-back]")
    webkit.waiting(2)
    server.start()
    webkit.waiting(0)
    for one in (firefox, webkit):
        one.online()
        one.is_value("#entry [name=trick]", 5)
        tricks_in(one, 4)

    # The rest as totals, which end the game on both phones.
    firefox.tap(".ways a:nth-child(2)")
    for seat, taken in enumerate(deal["tricks"]):
        firefox.choose(f"t{seat}", taken)
    firefox.scores()
    for phone in (firefox, webkit):
        phone.see(".podium")
        phone.totals(*totals)
