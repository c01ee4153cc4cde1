"""Run with the package of docs/adding-a-feature.md on the path: fills a pot and asks for all that shows it."""

import csv
import re
import sys

from companion.app import create_app
from tests.features.without import exported, kinds_in
from tests.support.phones import Phone, bets, totals
from tests.support.reading import alert_of


def fill(database):
    """Put coins in and take some out, before and after an entry; return the host's cookie and the session."""
    app = create_app({"DATABASE": database, "TESTING": True})
    host = Phone(app)
    session = host.open("luz")
    viewer = Phone(app).join(host, session, "viewer")
    for key in ("put", "put"):
        assert host.act(session, "pot", {"coins": "5"}, key=key, seen=0).status_code == 303
    for fields in (bets("3 2 1 0"), totals("3 2 0 5")):
        assert host.enter(session, fields).status_code == 303
    for coins, sentence in (
        ("-6", "There are 5 coins in the pot."),
        ("all", "Coins must be"),
        ("1001", "Coins must be"),
    ):
        answer = host.act(session, "pot", {"coins": coins})
        assert answer.status_code == 422 and sentence in alert_of(answer.text), answer.text
    assert host.act(session, "pot", {"coins": "-2"}).status_code == 303
    assert viewer.act(session, "pot", {"coins": "1"}).status_code == 403
    log, table = viewer.page(f"/t/{session}/log"), viewer.page(f"/t/{session}")
    assert re.findall(r"<b>[^<]*(?:put in|taken out)[^<]*", log) == ["<b>pot: 2 taken out", "<b>pot: 5 put in"], log
    assert re.search(r"Coins in the pot:\s*3", table) and 'name="coins"' not in table
    assert 'name="coins"' in host.page(f"/t/{session}")
    rows = list(csv.reader(host.page(f"/t/{session}/results.csv").splitlines()))
    assert [row[-1] for row in rows] == ["Pot", "5", ""], rows
    assert "coins" not in host.page(f"/t/{session}/scoresheet.json")
    cookie = host.client.get_cookie("phone")
    app.extensions["companion"].store.close()
    return cookie.value, session


if __name__ == "__main__":
    print(*fill(sys.argv[1]))
    assert [kinds.count("pot") for kinds in kinds_in(exported(sys.argv[1]))] == [2]
