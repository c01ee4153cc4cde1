"""However much data a phone has, no address holds up the others: the server tells how long its loop stood still."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion.app import create_app
from companion.features.api.views import addresses
from companion.features.groups import rows as group_rows
from companion.features.groups.rows import OWNER, add_group_phone
from companion.features.history.rows import SAT
from companion.features.photos.edits import MOST_BYTES
from companion.features.setups.rows import keep_template
from companion.live.live import Live
from companion.paths import is_address
from companion.storage import schema
from companion.storage.records import now
from companion.storage.schema import EVENTS, MEMBERS, SEATS, SESSIONS, insert
from companion.table.service import Tables
from companion.views.table import joining
from tests.faults.served import Served
from tests.support import postgres
from tests.support.evenings import Club, names
from tests.support.files import bring, fields, session_of, upload
from tests.support.groups import link, make_group
from tests.support.jpegs import jpeg
from tests.support.long import long
from tests.support.loop_delays import metrics, pauses_over, writes_over
from tests.support.page_tree import parse
from tests.support.past_plays import many_plays
from tests.support.phones import Phone
from tests.support.photos import add, allow
from tests.support.stores import open_store
from tests.support.world import address_of
from tools.bench import filling

pytestmark = [long, pytest.mark.timeout(600)]

_ON_POSTGRESQL = (long, pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed"))
AZUL = Path(__file__).parents[1] / "examples/azul/grey-whole-game.json"
PLAYERS = [f"P{number}" for number in range(1, 5000)]
GROUPS, GAMES, IN_GROUP = 5, 5000, 60  # all groups have the same games and players
WORDS = [f"the {number}th house rule of all tables" for number in range(20)]
OLD = datetime(2020, 1, 1, 18, tzinfo=UTC)
# A full collection comes when it comes, and holds up others by itself.
PROGRAM = """
import gc, sys
from companion.commands.cli import main
gc.set_threshold(2_000, 10, 1_000_000)
gc.set_threshold = lambda *thresholds: None
sys.exit(main())
"""
LAST = "(SELECT id FROM sessions WHERE result IS NOT NULL ORDER BY id LIMIT ?)"


def fill(host, store):
    """Give a phone much of everything; the first player, Ann, sits at all tables. What an address may have in it."""
    host.open("luz")
    phone = int(store.rows("SELECT phone FROM members")[0]["phone"])
    few, many = (filling.Group("Ann", others, [phone]) for others in (PLAYERS[: IN_GROUP - 1], PLAYERS))
    filling.fill(store, [few, many] * 1250)
    for number in range(3):  # to 20,000 tables
        store.write(lambda db, number=number: _double(db, number))
    long_tables = {name: _long_table(host, rounds) for name, rounds in (("running", 0), ("finished", 500))}
    long_tables["azul"] = bring(host, session_of(json.loads(AZUL.read_text("utf-8"))["sheet"]))
    group = make_group(host, "Ann", *PLAYERS[: IN_GROUP - 1])
    store.write(lambda db: _fill_rows(db, phone, group.rpartition("/")[2]))
    links = {role: link(host, group, role) for role in ("join", "watch")} | host.links(long_tables["running"])
    links["pass"] = host.get("/app.webmanifest", headers={"User-Agent": "iPhone"}).get_json()["start_url"]
    links["device"] = host.get("/devices").location
    assert host.post(f"{group}/badges", {"badges": "on"}).status_code == 303
    tokens = {role: address.rpartition("/")[2] for role, address in links.items()}
    in_group = store.rows("SELECT session FROM group_sessions LIMIT 1")[0]["session"]
    return long_tables | tokens | {"group": group.rpartition("/")[2], "in_group": in_group}


def _double(db, number):
    """Each table once more, with what is kept of it, under another id."""
    for table in (SESSIONS, SEATS, EVENTS, MEMBERS, SAT):
        key, own = ("id", "") if table is SESSIONS else ("session", "id")
        columns = [column.name for column in table.columns if column.name != own]
        values = [f"{name} || '{number}'" if name == key else name for name in columns]
        db.execute(f"INSERT INTO {table.name} ({', '.join(columns)}) SELECT {', '.join(values)} FROM {table.name}")
    db.execute("UPDATE met SET sessions = 2 * sessions, games = 2 * games, won = 2 * won")


def _fill_rows(db, phone, group):
    """Words of tables, templates, groups with games and seasons, and phones with a template, unused for years."""
    words = f"WITH named(word) AS (VALUES {', '.join(['(?)'] * len(WORDS))}) INSERT INTO session_words"
    words += " (session, kind, key, word) SELECT s.id, 'house_rules', named.word, named.word FROM sessions s"
    db.execute(f"{words} CROSS JOIN named WHERE s.id IN {LAST}", [*WORDS, GAMES])
    lines = [{"name": f"line {line}"} for line in range(20)]
    for name in [f"sheet {number}" for number in range(200)]:
        options = {"name": name, "rounds": 0, "lines": lines}
        keep_template(db, phone, {"game": "open", "key": name, "name": name, "options": options, "at": now()})
    games = "INSERT INTO group_sessions (grp, session, replay, added) SELECT ?, id, 1, made FROM sessions WHERE id IN"
    db.execute(f"{games} {LAST}", [group, GAMES])
    for number in range(1, 41):
        since = (date(2020, 1, 1) + timedelta(days=number * 5)).isoformat()
        season = {"grp": group, "number": number, "name": f"Season {number}", "since": since, "until": ""}
        insert(db, group_rows.GROUP_SEASONS, season)
    for other in [f"group{number}" for number in range(1, GROUPS)]:
        made = {"id": other, "name": other, "made": now(), "changed": now(), "opened": None}
        insert(db, group_rows.PLAYER_GROUPS, made)
        add_group_phone(db, other, phone, OWNER, now())
        for table, columns in (("group_players", "key, name"), ("group_sessions", "session, replay, added")):
            copied = f"INSERT INTO {table} (grp, {columns}) SELECT ?, {columns} FROM {table} WHERE grp = ?"
            db.execute(copied, [other, group])
    unused = [{"token": f"unused{number}".encode(), "made": OLD.isoformat()} for number in range(50_000)]
    insert(db, schema.PHONES, *unused)
    kept = "INSERT INTO kept_setups (phone, game, key, name, options, at) SELECT id, 'open', 'k', 'k', '{}', made"
    db.execute(f"{kept} FROM phones WHERE made = ?", [OLD.isoformat()])


def _long_table(host, rounds):
    """An open sheet of six players with 500 rounds, which is finished after `rounds`, never if they are 0."""
    players, options = [f"Player {number}" for number in range(6)], {"name": "Harbour", "rounds": rounds}
    played = [{"round": [(number + seat) % 30 for seat in range(6)]} for number in range(500)]
    sheet = {"format": 1, "game": "open", "players": players, "options": options, "entries": played}
    return bring(host, session_of(sheet))


def filled(folder, address):
    """Fill a database, a file in the folder unless it has an address: the application, its data, and a cookie."""
    app = create_app({"DATABASE": address or folder / "companion.sqlite", "PHOTOS": True})
    host = Phone(app)
    store = app.extensions["companion"].store
    data = fill(host, store)
    other = Phone(app)
    other.open("luz")
    cookie, former = (each.client.get_cookie("phone") for each in (host, other))
    with app.test_request_context():
        tables = {name: app.extensions["companion"].table(data[name]) for name in ("finished", "azul")}
        data |= {page: joining.shared_token(tables["finished"], page) for page in ("result", "replay", "overlay")}
        data["coach"] = joining.shared_token(tables["azul"], "replay")
    data |= {"job": past_import(host), "photo": large_photos(host, data["finished"])}
    data |= large_evening(host, data["group"])
    store.close()
    return app, data, f"phone={cookie.value}; phone-former={former.value}; phone-fresh=1"


def large_photos(host, session):
    """Add as many photographs as a table has, each as large as may be; the number of the first."""
    assert allow(host, session).status_code == 303
    plain = jpeg(1600, 1200)
    for number in range(6):
        noise = bytes([number + 1]) * (MOST_BYTES - len(plain))
        assert add(host, session, plain[:-2] + noise + plain[-2:]).status_code == 303
    return re.findall(r"/photos/(\d+)\.jpg", host.page(f"/t/{session}/photos"))[0]


def large_evening(host, group):
    """Make an evening with as many players as there may be and two rounds, the first of them over; its id and link."""
    club = Club(host, names(200), group=f"/groups/{group}")
    club.play_round()
    club.open_round()
    return {"evening": club.id, "e": club.link.rpartition("/")[2]}


def past_import(host):
    """Send a file of many past plays, which is only looked at; the id of its import."""
    answer = upload(host, many_plays(1000), "/import/past")
    assert answer.status_code == 303, answer.text
    return answer.location.rpartition("/")[2]


class Walk:
    """A phone with much data that asks the server, and what each request held up."""

    def __init__(self, app, data, port, cookie, database):
        self.app, self.data, self.database = app, data, database
        self.headers = {"Cookie": cookie, "Accept-Encoding": "gzip", "Origin": f"http://127.0.0.1:{port}"}
        self.plain = {**self.headers, "Accept-Encoding": "identity"}
        self.port, self.location = port, ""
        self._waits = {}
        for path in ("/", "/new/open"):  # a process imports the forms of games once, with whatever data
            self.ask("GET", path, headers={})
        self.too_long()

    def ask(self, method, path, fields=None, headers=None, content=None):
        sent, body = {**(self.headers if headers is None else headers)}, fields and urlencode(fields).encode()
        if content is not None:
            sent["Content-Type"], body = f"multipart/form-data; boundary={content[0]}", content[1]
        elif fields is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        with closing(HTTPConnection("127.0.0.1", self.port, timeout=120)) as connection:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            self.location = answer.headers.get("Location", self.location)
            return answer.status, answer.read()

    def too_long(self):
        """How often others had to wait for too long since the last call, by cause."""
        text, before = metrics(self.port), self._waits
        self._waits = {**pauses_over(text, "0.05"), "a transaction": writes_over(text, "0.5")}
        # A transaction of PostgreSQL keeps nobody else from writing.
        causes = self._waits.keys() - {"a transaction" if is_address(self.database) else ""}
        return {cause: count for cause in causes if (count := self._waits[cause] - before.get(cause, 0))}

    def submit(self, page, form, **typed):
        """Send the form of a page whose address ends in `form`, with its hidden fields; the page that it leads to."""
        forms = [part for part in parse(page).find_all("form") if part["action"].partition("?")[0].endswith(f"/{form}")]
        assert forms, page
        status, answer = self.ask("POST", forms[0]["action"], {**dict(forms[0].fields), **typed}, self.plain)
        assert status == 303, answer
        return self.page(self.location)

    def page(self, path):
        status, answer = self.ask("GET", path, headers=self.plain)
        assert status == 200, (path, status)
        return answer.decode()

    def rules(self):
        """The addresses that a phone gets whole; a stream has no end."""
        every = self.app.url_map.iter_rules()
        return [rule for rule in every if "GET" in (rule.methods or ()) and rule.endpoint not in _NOT_WALKED]

    def paths(self, rule):
        """An address of a rule for each kind of table that it may be about."""
        if rule.endpoint == "api.read":
            for kind, what in [address.split("/") for address in addresses()]:
                yield f"/api/{kind}/{self._token(kind)}/{what}"
            return
        tables = [("running", 250), ("finished", 250)][: 2 if "session" in rule.arguments else 1]
        if rule.endpoint == "coach.show":
            tables = [("azul", 2)]
        first = rule.rule.split("/")[1]
        known = {name: self.data[name] for name in ("group", "job", "evening")} | {"token": self._token(first)}
        known |= {"key": "open"} if first in ("new", "setups") else {}
        known |= {"key": "p7"} if rule.endpoint == "history.player" else {}
        if rule.endpoint.startswith(("group_pages.", "evenings.")):
            tables = [("in_group", 1)]
        for table, number in tables:
            of_table = {"session": self.data[table], "number": number}
            of_table |= {"number": self.data["photo"]} if rule.endpoint == "photos.picture" else {}
            yield address_of(self.app, rule, **known, **of_table) + _QUERIES.get(rule.endpoint, "")

    def _token(self, first):
        """The token behind the first part of a link's path; "" where that is no link."""
        return self.data.get(_LINKS.get(first, first), "")


_LINKS = {
    **{"g": "watch", "groups": "join", "j": "scorer", "r": "result", "o": "overlay"},
    **{"devices": "device", "start": "pass"},
}
_NOT_WALKED = ("evenings.correct", "stream.stream", "overlay.stream", "evening_pages.stream")
_NAMING = "?named=the+7th+house+rule+of+all+tables"
_QUERIES = {
    "setups.delete": "?setup=sheet+7",
    "setups.file": "?setup=sheet+7",
    "history.show": "?q=th+19th+the+house+rule+all+tables+of",
    "history.player": _NAMING,
    **dict.fromkeys(("groups.group", "groups.all_games", "groups.games", "calendar.games", "groups.table"), _NAMING),
}


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=_ON_POSTGRESQL)])
def walk(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("much")
    address = postgres.fresh_database() if request.param == "postgresql" else None
    app, data, cookie = filled(folder, address)
    served = Served(folder, program=("-c", PROGRAM), options=["--photos"], address=address)
    served.start()
    try:
        yield Walk(app, data, served.port, cookie, served.database)
    finally:
        served.close()


def test_no_address_holds_up_others_however_much_data_a_phone_has(walk):
    """Three phones of somebody with much data ask for everything at once."""
    urls = [(rule.rule, path) for rule in walk.rules() for path in walk.paths(rule)]
    with ThreadPoolExecutor(3) as phones:
        statuses = list(phones.map(lambda url: walk.ask("GET", url[1])[0], urls))
    answered = {rule for (rule, _), status in zip(urls, statuses, strict=True) if status < 400}
    # What came beside the largest file is refused while that is sent.
    answered |= {rule for rule, path in urls if rule not in answered and walk.ask("GET", path)[0] < 400}
    assert {rule for rule, _ in urls} <= answered
    if walk.too_long():
        # Caches that other programs have emptied make one step of anything slow once: what is slow again is so itself.
        assert not [path for _, path in urls if walk.ask("GET", path) and walk.too_long()]


def test_no_large_change_holds_up_others(walk):
    names = "\n".join(["Ann", *(f"P{number}" for number in range(1, 60))])
    status, answer = walk.ask("POST", "/groups/new", {"name": "All", "names": names})
    assert status == 303, answer
    group = walk.location
    changes = [(f"{group}/tables", {"all": "yes"}), ("/players/p7/rename", {"name": "Zoe"})]
    changes += [("/players/p9/delete", {"what": "games", "sure": "yes"})]
    changes += [(f"{group}/edit", {"name": "Others", "names": names}), (f"{group}/delete", {"sure": "yes"})]
    assert [walk.ask("POST", path, fields)[0] for path, fields in changes] == [303] * len(changes)
    assert not walk.too_long()


def test_no_change_of_a_long_table_holds_up_others(walk):
    table = f"/t/{walk.data['running']}"
    walk.submit(walk.page(f"{table}/entries/3/remove"), "remove", act="removed")
    preview = walk.submit(walk.page(f"{table}/entries/3/correct"), "correct/form", n0="77")
    walk.submit(preview, "correct", act="corrected")
    page = walk.page(f"{table}/entries/3/insert")
    for _ in range(6):
        page = walk.submit(page, "insert/form", n0="5")
    walk.submit(page, "insert", act="inserted")
    walk.submit(walk.page(f"{table}"), "undo", act="undone")
    assert not walk.too_long()


def test_no_photograph_holds_up_others(walk):
    """One is removed, whose traces are looked for in the whole database, and one as large as may be is added."""
    table = f"/t/{walk.data['finished']}/photos"
    page = walk.submit(walk.page(table), "remove", act="photo-removed", sure="yes")
    plain = jpeg(1600, 1200)
    picture = plain[:-2] + bytes([99]) * (MOST_BYTES - len(plain)) + plain[-2:]
    sent = {**fields(page), "act": "photo-added", "photo": FileStorage(BytesIO(picture), "photo.jpg", "photo")}
    status, answer = walk.ask("POST", table, content=encode_multipart(sent))
    assert status == 303, answer
    assert not walk.too_long()


def test_no_import_holds_up_others(walk):
    file = walk.page(f"/t/{walk.data['finished']}/session.json")
    status, page = walk.ask("POST", "/import/look", {"text": file}, walk.plain)
    assert status == 200, page
    walk.submit(page.decode(), "import/open")
    for text in ("[" + "[]," * 300_000 + "[]]", "[" + "1," * 450_000 + "1]", "[" + "{}," * 300_000 + "{}]"):
        assert walk.ask("POST", "/import/look", content=encode_multipart({"text": text}))[0] == 422
    assert not walk.too_long()


def test_no_deletion_of_what_is_unused_holds_up_others(walk, monkeypatch):
    """Almost everything is used: all of it has to be looked at."""
    with closing(open_store(walk.database)) as store:
        write, times = store.write, []

        def timed(job, *more, **options):
            began = time.thread_time()
            try:
                return write(job, *more, **options)
            finally:
                times.append(time.thread_time() - began)

        monkeypatch.setattr(store, "write", timed)
        sessions = Tables(store, Live(lambda session, audience, pieces: (0, {})), b"k" * 32)
        sessions.deletion.delete_old(filling.FIRST + timedelta(days=1), unused=True)
    assert times and max(times) < 0.05  # in one piece it would be longer, with these 50,000 phones
