"""Who won or lost together has the same place on every page, in every file and for every other program."""

import csv
import io
from functools import partial

from companion.api import detailed_result
from companion.features.webhooks.delivery import payload
from companion.features.webhooks.rows import HOST, Webhook
from tests.features.api.test_api import api
from tests.features.downloads.test_downloads import sent_to_bg_stats
from tests.support.each_row import each_row
from tests.support.files import bring
from tests.support.groups import link, make_group, put
from tests.support.page_tree import parse


def column(answer, title):
    return [row[title] for row in csv.DictReader(io.StringIO(answer.text.lstrip("\ufeff")))]


def column_of(rows):
    return [row["place"] for row in rows]


TEAMS = {"name": "Tichu", "rounds": 1, "teams": [[0, 2], [1, 3]]}


def together(host, won):
    session = host.open("open", ["Ann", "Ben"], title="Island", win="together", halves=1)
    host.enter(session, {"seat": 0, "n0": "4.5"})
    host.enter(session, {"won": won})
    return session


def teams(host):
    players = ["Ann", "Ben", "Cleo", "Dan"]
    return bring(
        host, {"format": 1, "game": "open", "players": players, "options": TEAMS, "entries": [{"round": [2, 1]}]}
    )


@each_row(
    ("played", "totals", "expected"),
    [
        (partial(together, won="1"), [4.5, 4.5], [1, 1]),
        (partial(together, won="0"), [4.5, 4.5], [2, 2]),
        (teams, [2, 1, 2, 1], [1, 2, 1, 2]),
    ],
)
def test_who_plays_together_has_one_place_everywhere(host, played, totals, expected):
    session = played(host)
    group = make_group(host, "Ann", "Ben", "Cleo", "Dan")
    put(host, group, session)
    (game,) = host.get(api(link(host, group, "watch"), "games")).json["games"]
    assert game["totals"] == totals
    row = host.client.application.extensions["companion"].row(session)
    hook = Webhook(session, HOST, "", "", 1, 0, 0, "")
    places = {
        "page": [plate.split()[0] for plate in parse(host.page(f"/t/{session}")).by_id("stand").by_seat().values()],
        "rows of a scoresheet": column_of(detailed_result(host.get(f"/t/{session}/scoresheet.json").json)["places"]),
        "BG Stats": [player["rank"] for player in sent_to_bg_stats(host, session)["players"]],
        "file of the table": host.get(f"/t/{session}/results.csv").text.split(",")[-len(totals) :],
        "file of the phone": column(host.get("/history.csv"), "Place")[-len(totals) :],
        "file of the group": column(host.get(f"{group}/games.csv"), "Place"),
        "webhook": payload(row, hook)["data"]["places"],
        "link to the table": column_of(host.get(api(host.shared(session), "standings")).json["standings"]),
        "link to the group": game["places"],
    }
    wrong = {name: found for name, found in places.items() if sorted(map(int, found)) != sorted(expected)}
    assert not wrong
