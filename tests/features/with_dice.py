"""Run with the package of docs/adding-a-feature.md on the path: rolls at a table and asks for all that shows it."""

import csv
import re
import sys
from hashlib import sha256

from companion.app import create_app
from tests.features.without import exported, kinds_in
from tests.support.phones import Phone, bets, totals


def roll(database: str) -> tuple[str, str]:
    """Roll before and after an entry at a table; return the host's cookie and the session."""
    app = create_app({"DATABASE": database, "TESTING": True})
    host = Phone(app)
    session = host.open("luz")
    viewer = Phone(app).join(host, session, "viewer")
    for key in ("roll", "roll"):
        assert host.act(session, "dice", key=key, seen=0).status_code == 303
    for fields in (bets("3 2 1 0"), totals("3 2 0 5")):
        assert host.enter(session, fields).status_code == 303
    assert host.act(session, "dice").status_code == 303
    assert viewer.act(session, "dice").status_code == 403
    log = viewer.page(f"/t/{session}/log")
    seeds, told = re.findall(r"seed (\d+)", log)[::-1], re.findall(r"<b>dice: (\d \+ \d)", log)[::-1]
    assert told == [dice_by_hand(seed) for seed in seeds] and len(told) == 2
    table, page = viewer.page(f"/t/{session}"), viewer.page(f"/t/{session}/dice")
    assert told[1] in table and "Roll two dice" not in table and ", ".join(told) in page
    assert "Roll two dice" in host.page(f"/t/{session}")
    rows = list(csv.reader(host.page(f"/t/{session}/results.csv").splitlines()))
    assert [row[-1] for row in rows] == ["Dice", told[0], ""], rows
    assert "dice" not in host.page(f"/t/{session}/scoresheet.json")
    cookie = host.client.get_cookie("phone")
    assert cookie
    app.extensions["companion"].store.close()
    return cookie.value, session


def dice_by_hand(seed: str) -> str:
    one, other = (int(sha256(f"{seed}/{die}".encode()).hexdigest(), 16) % 6 + 1 for die in (1, 2))
    return f"{one} + {other}"


if __name__ == "__main__":
    print(*roll(sys.argv[1]))
    assert [kinds.count("dice") for kinds in kinds_in(exported(sys.argv[1]))] == [2]
