"""Where a table of Luz leads to the question who comes first, and where that would tell hidden totals."""

from tests.support.phones import bets, totals


def test_a_total_and_the_last_entry_lead_to_the_question(host, luz):
    host.enter(luz, bets("3 3 1 0"))
    host.enter(luz, totals("3 3 4 0"))
    page = host.page(f"/t/{luz}/totals/0")
    assert "totals=10.10.-15.10&amp;latest=10.10.-15.10&amp;name=Ann" in page and "/referee/luz/ranking" in page
    assert "/referee/luz/ranking" not in host.page(f"/t/{luz}/entries/1")
    for _ in range(3):
        host.enter(luz, bets("3 3 1 0"))
        host.enter(luz, totals("3 3 4 0"))
    assert "/referee/luz/ranking" in host.page(f"/t/{luz}/entries/4")


def test_hidden_totals_stay_out_of_every_address(host):
    session = host.open("luz", hidden=1)
    host.enter(session, bets("3 3 1 0"))
    host.enter(session, totals("3 3 4 0"))
    host.act(session, "sit", {"seat": 0})
    for page in (host.page(f"/t/{session}/totals/0"), host.page(f"/t/{session}/entries/1")):
        assert "/referee/luz/ranking" not in page and "totals=" not in page
