"""What a shared link shows, for other programs: JSON, CSV and single values, by the secret in the address alone."""

import csv
import io
import json
import re
from pathlib import Path
from unittest.mock import Mock

import yaml
from jinja2 import Template

from companion.engine import Message
from companion.features.api.views import addresses
from companion.scoring.scoresheet import result
from companion.server import RETRY_AFTER
from companion.storage.error_messages import StoreAway, StoreError
from tests.support.each_row import each_row
from tests.support.evenings import Club
from tests.support.groups import link, luz_game, make_group, played, put
from tests.support.phones import bets, totals

DOCS = Path(__file__).parents[3] / "docs" / "json.md"


def api(address, what):
    """The address of something at a link."""
    return "/api" + re.sub(r"^https?://[^/]+", "", address) + f"/{what}"


def rows_of(answer, path):
    """The rows of an answer, which has the keys of the example at its address."""
    example = addresses()[path].example
    assert answer.status_code == 200 and answer.json.keys() - example.keys() == {"page", "pages", "count"}
    name, (row,) = list(example.items())[-1]
    assert answer.json[name] and all(each.keys() == row.keys() for each in answer.json[name])
    return answer.json[name]


def test_a_table_is_told_as_its_scoresheet_is_scored(host, luz, phone):
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, totals("3 2 0 5"))
    scored, stranger = result({**host.get(f"/t/{luz}/scoresheet.json").json}), phone()
    replay = host.shared(luz, "replay")
    answer = stranger.get(api(replay, "log"))
    assert [row["points"] for row in rows_of(answer, "replay/log")] == [row["points"] for row in scored["entries"]]
    assert {key: answer.json[key] for key in ("game", "finished", "totals", "ranking", "details")} == {
        key: value for key, value in scored.items() if key != "entries"
    }
    assert answer.json["entries"][0]["steps"] == scored["entries"][0]["steps"]
    for page in ("r", "o", "replay"):
        told = stranger.get(api(host.shared(luz, page), "standings"))
        assert [row["total"] for row in rows_of(told, f"{page}/standings")] == sorted(scored["totals"], reverse=True)
    assert stranger.get(api(host.shared(luz, "o"), "log")).status_code == 404, "an overlay shows no entries"


def test_hidden_totals_stay_hidden(host, phone):
    session = host.open("luz", hidden="1")
    host.enter(session, bets("3 2 1 0"))
    host.enter(session, totals("3 2 0 5"))
    token = host.shared(session, "o").rpartition("/")[2]
    told = phone().get(f"/api/o/{token}/standings").json
    assert told["totals"] == [None] * 4 and told["ranking"] is None
    assert {(row["place"], row["total"]) for row in told["standings"]} == {(None, None)}


def test_an_etag_holds_until_the_table_changes_and_no_cookie_counts(host, luz, phone):
    path, stranger = api(host.shared(luz, "o"), "standings"), phone()
    first = stranger.get(path)
    known = {"If-None-Match": first.headers["ETag"]}
    again = host.get(path, headers=known)
    assert again.status_code == 304 and not again.data and again.headers["ETag"] == first.headers["ETag"]
    assert {each.headers["Access-Control-Allow-Origin"] for each in (first, again, stranger.get("/api/o/x/y"))} == {"*"}
    assert "Set-Cookie" not in first.headers and "Access-Control-Allow-Origin" not in stranger.get("/api").headers
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, totals("3 2 0 5"))
    changed = stranger.get(path, headers=known)
    assert changed.status_code == 200 and changed.headers["ETag"] != first.headers["ETag"]
    host.post(f"/t/{luz}/withdraw/overlay", {"withdrawals": "0"})
    gone = stranger.get(path, headers={"If-None-Match": changed.headers["ETag"]})
    assert gone.status_code == 404 and gone.json["error"]


def test_a_group_tells_games_players_and_ratings(host, phone):
    group = make_group(host, "Ann", "Ben", "Cleo")
    games = [luz_game(["Ann", "Ben", "Zoe"], f"0 {taken} {10 - taken}") for taken in range(3)]
    put(host, group, *[played(host, game, f"2026-11-2{day}T20:00:00+00:00") for day, game in enumerate(games)])
    watch, stranger = link(host, group, "watch"), phone()
    path = api(watch, "games")
    latest, *_ = rows_of(answer := stranger.get(path), "g/games")
    assert (latest["number"], latest["players"], answer.json["count"]) == (3, ["Ann", "Ben", None], 3)
    second = stranger.get(f"{path}?page=2&size=2").json
    assert [row["number"] for row in second["games"]] == [1] and second["pages"] == 2
    assert stranger.get(f"{path}?since=2026-11-22").json["count"] == 1
    assert stranger.get(f"{path}?since=soon").status_code == 400
    assert stranger.get(path, headers={"If-None-Match": answer.headers["ETag"]}).status_code == 304
    players = rows_of(stranger.get(api(watch, "players")), "g/players")
    assert {row["player"]: row["games"] for row in players} == {"Ann": 3, "Ben": 3}
    assert {row["player"] for row in rows_of(stranger.get(api(watch, "ratings")), "g/ratings")} == {"Ann", "Ben"}
    host.post(f"{group}/share", {"role": "watch", "number": "1"})
    assert {stranger.get(api(watch, what)).status_code for what in ("games", "players", "ratings")} == {404}


def test_an_evening_tells_pairings_and_standings(host, phone):
    club, stranger = Club(host, ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus"]), phone()
    (session, *_) = club.open_round()
    path = api(club.link, "pairings")
    before = stranger.get(path)
    pairings = rows_of(before, "e/pairings")
    assert sorted(name for row in pairings for name in row["players"]) == list(club.state.names.values())
    club.finish(session)
    after = stranger.get(path, headers={"If-None-Match": before.headers["ETag"]})
    assert after.json["pairings"][0]["places"]
    assert rows_of(stranger.get(api(club.link, "standings")), "e/standings")[0]["half_points"] > 0
    club.post("share", {"number": "0"})
    assert stranger.get(path).status_code == 404


@each_row(
    "query",
    [
        "page=0",
        "page=x",
        "size=1001",
        "size=",
        "format=xml",
        "value=totals",
        "value=totals.9",
        "value=game.0",
        "value=.",
    ],
)
def test_a_wrong_query_is_refused_with_a_sentence(host, luz, query):
    answer = host.get(f"{api(host.shared(luz, 'o'), 'standings')}?{query}")
    assert answer.status_code == 400 and answer.json["error"].endswith(".")


@each_row(
    ("error", "status"),
    [(ZeroDivisionError(), 500), (StoreError(Message("It is full.")), 503), (StoreAway(Message("It is away.")), 503)],
)
def test_a_fault_is_told_as_json(app, sessions, host, luz, error, status, monkeypatch):
    app.config["PROPAGATE_EXCEPTIONS"] = False
    address = api(host.shared(luz, "o"), "standings")
    with monkeypatch.context() as patched:
        patched.setattr(sessions.store, "rows", Mock(side_effect=error))
        sessions.loader.cache.clear()
        answer = host.get(address)
    assert answer.status_code == status and answer.json["error"].endswith(".")


def test_who_asks_too_often_is_told_as_json(host, luz):
    answer = host.get(api(host.shared(luz, "o"), "standings"), environ_overrides={RETRY_AFTER: 7})
    assert answer.status_code == 429 and "7 seconds" in answer.json["error"]


def test_openapi_describes_every_address(host):
    told, page = host.get("/api/openapi.json").json, host.page("/api")
    assert told["openapi"].startswith("3.1")
    assert {path.replace("/{token}", "").removeprefix("/api/") for path in told["paths"]} == addresses().keys()
    assert all(f'id="api-{path.replace("/", "-")}"' in page for path in addresses())


def test_the_examples_of_the_manual_work(host, luz, phone):
    host.enter(luz, bets("3 2 1 0"))
    host.enter(luz, totals("3 2 0 5"))
    link, stranger, text = host.shared(luz, "o"), phone(), DOCS.read_text()

    def fetched(address):
        assert address.startswith("https://games.example/api/o/SECRET/")
        answer = stranger.get(address.removeprefix("https://games.example").replace("/o/SECRET", link))
        assert answer.status_code == 200, address
        return answer

    rows = fetched("https://games.example/api/o/SECRET/standings").json["standings"]
    leader = rows[0]
    (configuration,) = re.findall(r"```yaml\n(.+?)```", text, re.DOTALL)
    (sensor,) = yaml.safe_load(configuration)["sensor"]
    state = fetched(sensor["resource"]).json
    assert Template(sensor["value_template"]).render(value_json=state) == leader["player"]
    assert set(sensor["json_attributes"]) <= state.keys()
    (table,) = re.findall(r'IMPORTDATA\("([^"]+)"', text)
    read = list(csv.DictReader(io.StringIO(fetched(table).data.decode("utf-8-sig"))))
    assert [(row["player"], int(row["total"])) for row in read] == [(row["player"], row["total"]) for row in rows]
    player, total = (fetched(address).text for address in re.findall(r'WEBSERVICE\("([^"]+)"', text))
    assert (player, int(total)) == (leader["player"], leader["total"])
    (shown,) = re.findall(r"```json\n(.+?)```", text, re.DOTALL)
    assert json.loads(shown).keys() == state.keys()


def test_the_addresses_have_the_path_of_the_site_once(serve, tmp_path):
    public = "https://home.example/companion"
    app = serve(tmp_path / "c.sqlite", PUBLIC_URL=public, BASES=[public])
    page, described = (
        app.test_client().get(f"/companion/api{end}", base_url="https://home.example") for end in ("", "/openapi.json")
    )
    assert f"{public}/api/r/" in page.text and described.json["servers"] == [{"url": public}]
