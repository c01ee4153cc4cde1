"""A phone with much data that asks a real server for everything, and what each of its requests held up."""

import functools
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from werkzeug.routing import Rule

from companion.app import create_app
from companion.paths import is_address
from companion.sessions.edits.photo_edits import MOST_BYTES
from companion.sessions.service import Sessions
from companion.storage.database import Transaction, batches
from companion.storage.records import TemplateRow, now
from companion.storage.rows.group_rows import OWNER, Season, add_group_phone, insert_group, insert_season
from companion.storage.rows.memberships import POSITION
from companion.storage.rows.setup_templates import keep_template
from companion.views.table import joining
from tests.support.evenings import Club, names
from tests.support.files import bring, session_of
from tests.support.groups import link, make_group, over, put
from tests.support.jpegs import jpeg
from tests.support.loop_delays import metrics, pauses_over, writes_over
from tests.support.page_tree import parse
from tests.support.past_plays import many_plays
from tests.support.phones import ORIGIN, Phone
from tests.support.photos import add, allow

_AT_ONCE = 1000  # rows of one statement
_FIRST_DAY = datetime(2020, 1, 1, 18, tzinfo=UTC)


@dataclass(frozen=True)
class Amounts:
    """How much there is of everything. Everybody in a group plays in its games; all groups have the same ones.

    The tables that are `named` have `words` each, the same ones. `unused` is how many phones there are, and templates
    that they keep, which nobody has used for years.
    """

    tables: int = 20_000
    players: int = 5_000
    entries: int = 500
    named: int = 5_000
    words: int = 20
    templates: int = 200
    groups: int = 5
    games: int = 5_000
    in_group: int = 60
    seasons: int = 40
    unused: int = 50_000


@dataclass(frozen=True)
class MuchData:
    """What there is to ask for: a running and a finished table with many entries, a group and a table in it, links."""

    running: str
    finished: str
    group: str
    in_group: str
    links: dict[str, str]


def fill(app: Flask, host: Phone, amounts: Amounts) -> MuchData:
    """Give a phone all of it. The first player, Ann, sits at all tables."""
    sessions: Sessions = app.extensions["companion"]
    model = over(host, "Ann", "X1", "X2", "X3")
    group = make_group(host, "Ann", *(f"P{number}" for number in range(1, amounts.in_group)))
    assert put(host, group, model) == [303]

    def job(db: Transaction) -> None:
        phone = int(db.execute("SELECT phone FROM members WHERE session = ?", [model]).fetchone()[0])
        _copy_tables(db, model, amounts)
        _add_words(db, amounts)
        _add_unused(db, amounts.unused)
        _keep_templates(db, phone, amounts.templates)
        _fill_groups(db, group.rpartition("/")[2], phone, amounts)

    sessions.store.write(job)
    running, finished = (_long_table(host, amounts.entries, rounds) for rounds in (0, amounts.entries))
    links = {role: link(host, group, role) for role in ("join", "watch")} | host.links(running)
    return MuchData(running, finished, group.rpartition("/")[2], _id(0), links)


def _id(number: int) -> str:
    return f"copy{number:08}"


def _copy_tables(db: Transaction, model: str, amounts: Amounts) -> None:
    """Copy a finished table with its log, each copy an hour after the one before, and count its players anew."""
    for numbers in batches(range(amounts.tables), _AT_ONCE):
        values = [value for number in numbers for value in _copy(number, amounts)]
        copies = ", ".join(["(?, ?, ?, ?, ?, ?)"] * len(numbers))
        db.execute(f"CREATE TEMPORARY TABLE copies AS {_SELECT_FIRST}".format(copies=copies), values)
        for statement in _COPYING:
            db.execute(statement, {"model": model})
        db.execute("DROP TABLE copies")
    for statement in _COUNTING:
        db.execute(statement)


def _copy(number: int, amounts: Amounts) -> tuple[str, str, str, str, str, str]:
    """Id, when it was made and ended, and the players on three seats; the first tables are those of the groups."""
    made = _FIRST_DAY + timedelta(hours=number)
    names = range(1, amounts.in_group if number < 2 * amounts.games else amounts.players)
    return (
        _id(number),
        made.isoformat(),
        (made + timedelta(minutes=40)).isoformat(),
        *(f"P{names[(3 * number + seat) % len(names)]}" for seat in range(3)),
    )


_SELECT_FIRST = (
    "WITH given(id, made, ended, p1, p2, p3) AS (VALUES {copies})"
    " SELECT id, made, ended, p1, p2, p3, row_number() OVER (ORDER BY id) AS number FROM given"
)
_SEAT_NAME = "CASE t.seat WHEN 0 THEN t.name WHEN 1 THEN c.p1 WHEN 2 THEN c.p2 ELSE c.p3 END"
_SETUP = functools.reduce(
    lambda setup, seat: f"replace({setup}, '\"X{seat}\"', '\"' || c.p{seat} || '\"')", (1, 2, 3), "s.setup"
)
_COPYING = (
    "INSERT INTO sessions (id, game, setup, made, generation, result, used, ended) SELECT c.id, s.game,"
    f" {_SETUP}, c.made, 0, s.result, (SELECT max(used) FROM sessions) + c.number, c.ended"
    " FROM copies c CROSS JOIN sessions s WHERE s.id = :model ORDER BY c.id",
    "INSERT INTO seats (session, seat, name, key, place, total, figures) SELECT c.id, t.seat,"
    f" {_SEAT_NAME}, lower({_SEAT_NAME}), t.place, t.total, t.figures"
    " FROM copies c CROSS JOIN seats t WHERE t.session = :model",
    "INSERT INTO events (session, number, act, sent, kind, body, phone, at) SELECT c.id, e.number, e.act, e.sent,"
    " e.kind, e.body, e.phone, c.ended FROM copies c CROSS JOIN events e WHERE e.session = :model",
    "INSERT INTO members (session, phone, role, joined, at, game) SELECT c.id, m.phone, m.role, c.made, s.at, m.game"
    f" FROM copies c CROSS JOIN members m JOIN (SELECT id, {POSITION} AS at FROM sessions) s ON s.id = c.id"
    " WHERE m.session = :model ORDER BY c.id",
)
_COUNTING = (
    "DELETE FROM sat",
    "DELETE FROM met",
    "INSERT INTO sat (phone, key, at, session, seat, place, hosts) SELECT m.phone, t.key, m.at, m.session, t.seat,"
    " t.place, 1 FROM members m JOIN seats t ON t.session = m.session ORDER BY m.rowid, t.seat",
    "INSERT INTO met (phone, key, sessions, games, won, latest) SELECT phone, key, count(*), count(place),"
    " sum(CASE WHEN place = 1 THEN 1 ELSE 0 END), max(id) FROM sat GROUP BY phone, key",
)


def _add_words(db: Transaction, amounts: Amounts) -> None:
    words = [f"the {number}th house rule of all tables" for number in range(amounts.words)]
    db.execute(
        f"WITH named(word) AS (VALUES {', '.join(['(?)'] * len(words))}) INSERT INTO session_words (session, kind, key,"
        " word) SELECT s.id, 'house_rules', named.word, named.word FROM sessions s CROSS JOIN named"
        " WHERE substr(s.id, 1, 4) = 'copy' AND s.id < ?",
        [*words, _id(amounts.named)],
    )


def _keep_templates(db: Transaction, phone: int, number: int) -> None:
    lines = [{"name": f"line {line}"} for line in range(20)]
    for index in range(number):
        name = f"sheet {index}"
        keep_template(db, phone, TemplateRow("open", name, name, {"name": name, "rounds": 0, "lines": lines}, now()))


def _add_unused(db: Transaction, number: int) -> None:
    old = _FIRST_DAY.isoformat()
    for numbers in batches(range(number), _AT_ONCE):
        values = [value for phone in numbers for value in (f"unused{phone}".encode(), old)]
        db.execute(f"INSERT INTO phones (token, made) VALUES {', '.join(['(?, ?)'] * len(numbers))}", values)
    insert = "INSERT INTO kept_setups (phone, game, key, name, options, at) SELECT id, 'open', 'k', 'k', '{}', made"
    db.execute(f"{insert} FROM phones WHERE made = ?", [old])


def _fill_groups(db: Transaction, group: str, phone: int, amounts: Amounts) -> None:
    """Put games into a group, and make further groups of the same."""
    sql = "INSERT INTO group_sessions (grp, session, replay, added) SELECT ?, id, 1, made FROM sessions WHERE id LIKE ?"
    db.execute(f"{sql} AND id < ?", [group, "copy%", _id(amounts.games - 1)])
    for number in range(amounts.seasons):
        since = (_FIRST_DAY + timedelta(days=number * 5)).date().isoformat()
        insert_season(db, group, Season(number + 1, f"Season {number}", since, ""))
    for number in range(1, amounts.groups):
        other = f"group{number}"
        insert_group(db, other, f"Group {number}", now())
        add_group_phone(db, other, phone, OWNER, now())
        for table, columns in (("group_players", "key, name"), ("group_sessions", "session, replay, added")):
            copied = f"INSERT INTO {table} (grp, {columns}) SELECT ?, {columns} FROM {table} WHERE grp = ?"
            db.execute(copied, [other, group])


def _long_table(host: Phone, entries: int, rounds: int) -> str:
    """An open sheet of six players with many rounds, which is finished after `rounds`, never if they are 0."""
    players, options = [f"Player {number}" for number in range(6)], {"name": "Harbour", "rounds": rounds}
    played = [{"round": [(number + seat) % 30 for seat in range(6)]} for number in range(entries)]
    sheet = {"format": 1, "game": "open", "players": players, "options": options, "entries": played}
    return bring(host, session_of(sheet))


def filled(folder: Path, address: str | None) -> tuple[Flask, MuchData, dict[str, str], str]:
    """Fill a database, a file in the folder unless it has an address: the application, data, shared links, a cookie."""
    app = create_app({"DATABASE": address or folder / "companion.sqlite", "PHOTOS": True})
    host = Phone(app)
    data = fill(app, host, Amounts())
    cookie = host.client.get_cookie("phone")
    assert cookie
    tokens = {page: shared_token(app, data.finished, page) for page in ("result", "replay", "overlay")}
    tokens["job"] = past_import(host)
    tokens["photo"] = large_photos(host, data.finished)
    tokens |= large_evening(host, data.group)
    app.extensions["companion"].store.close()
    return app, data, tokens, f"phone={cookie.value}; phone-fresh=1"


def large_photos(host: Phone, session: str) -> str:
    """Add as many photographs as a table has, each as large as may be; the number of the first."""
    assert allow(host, session).status_code == 303
    plain = jpeg(1600, 1200)
    for number in range(6):
        noise = bytes([number + 1]) * (MOST_BYTES - len(plain))
        assert add(host, session, plain[:-2] + noise + plain[-2:]).status_code == 303
    return re.findall(r"/photos/(\d+)\.jpg", host.page(f"/t/{session}/photos"))[0]


def large_evening(host: Phone, group: str) -> dict[str, str]:
    """Make an evening with as many players as there may be and two rounds, the first of them over; its id and link."""
    club = Club(host, names(200), group=f"/groups/{group}")
    for session in club.open_round():
        club.finish(session)
    club.open_round()
    return {"evening": club.id, "e": club.link.rpartition("/")[2]}


def past_import(host: Phone) -> str:
    """Send a file of many past plays, which is only looked at; the id of its import."""
    head = b'--cut\r\nContent-Disposition: form-data; name="file"; filename="plays.json"\r\n\r\n'
    body, kind = head + many_plays(1000) + b"\r\n--cut--\r\n", "multipart/form-data; boundary=cut"
    answer = host.client.post("/import/past", data=body, content_type=kind, headers=ORIGIN)
    assert answer.status_code == 303, answer.text
    return answer.location.rpartition("/")[2]


def shared_token(app: Flask, session: str, page: str) -> str:
    with app.test_request_context():
        return joining.shared_token(app.extensions["companion"].table(session), page)


class Walk:
    """A phone with much data that asks the server, and what each request held up."""

    def __init__(
        self, app: Flask, data: MuchData, tokens: dict[str, str], port: int, cookie: str, database: Any
    ) -> None:
        self.app, self.data, self.tokens, self.database = app, data, tokens, database
        self.headers = {"Cookie": cookie, "Accept-Encoding": "gzip", "Origin": f"http://127.0.0.1:{port}"}
        self.plain = {**self.headers, "Accept-Encoding": "identity"}
        self.port, self.location = port, ""
        self._waits: dict[str, float] = {}
        for path in ("/", "/new/open"):  # a process imports the forms of games once, with whatever data
            self.ask("GET", path, headers={})
        self.too_long()

    def ask(
        self,
        method: str,
        path: str,
        fields: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        content: tuple[str, bytes] | None = None,
    ) -> tuple[int, bytes]:
        """Ask for a path, with the fields of a form or with content that `encode_multipart` made."""
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

    def too_long(self) -> dict[str, float]:
        """How often others had to wait for too long since the last call, by cause."""
        text, before = metrics(self.port), self._waits
        self._waits = {**pauses_over(text, "0.1"), "a transaction": writes_over(text, "0.5")}
        # The collector comes when it comes; a transaction of PostgreSQL keeps nobody else from writing.
        causes = self._waits.keys() - {"garbage collector", "a transaction" if is_address(self.database) else ""}
        return {cause: count for cause in causes if (count := self._waits[cause] - before.get(cause, 0))}

    def submit(self, page: str, form: str, **typed: str) -> str:
        """Send the form of a page whose address ends in `form`, with its hidden fields; the page that it leads to."""
        forms = [part for part in parse(page).find_all("form") if part["action"].partition("?")[0].endswith(f"/{form}")]
        assert forms, page
        status, answer = self.ask("POST", forms[0]["action"], {**dict(forms[0].fields), **typed}, self.plain)
        assert status == 303, answer
        return self.page(self.location)

    def page(self, path: str) -> str:
        """The text of a page that is there."""
        status, answer = self.ask("GET", path, headers=self.plain)
        assert status == 200, (path, status)
        return answer.decode()

    def rules(self) -> list[Rule]:
        """The addresses that a phone gets whole; a stream has no end."""
        every = self.app.url_map.iter_rules()
        return [rule for rule in every if "GET" in (rule.methods or ()) and rule.endpoint not in _NOT_WALKED]

    def paths(self, rule: Rule) -> Iterator[str]:
        """An address of a rule for each kind of thing that it may be about."""
        urls = self.app.url_map.bind("127.0.0.1")
        for session, number in self._tables(rule):
            known: dict[str, Any] = {"session": session, "group": self.data.group, "number": number, "seat": 0}
            known |= {"job": self.tokens["job"], "evening": self.tokens["evening"], "player": 1}
            known |= {"number": self.tokens["photo"]} if rule.endpoint == "photos.picture" else {}
            known |= {"token": self._token(rule), "kind": "correct", "code": "en", "filename": "style.css"}
            known |= {"key": "open", "name": "table", **_NAMED.get(rule.endpoint, {})}
            yield urls.build(rule.endpoint, {name: known[name] for name in rule.arguments}) + _QUERIES.get(
                rule.endpoint, ""
            )

    def _tables(self, rule: Rule) -> list[tuple[str, int]]:
        """The tables that a rule is tried with, and the entry of each."""
        if rule.endpoint in ("group_links.replay", "group_links.steps"):
            return [(self.data.in_group, 1)]
        return [(self.data.running, 250), (self.data.finished, 250)][: 2 if "session" in rule.arguments else 1]

    def _token(self, rule: Rule) -> str:
        first = rule.rule.split("/")[1]
        link = {"g": "watch", "groups": "join", "j": "scorer"}.get(first)
        if link:
            return self.data.links[link].rpartition("/")[2]
        return self.tokens.get({"r": "result", "o": "overlay"}.get(first, first), "")


_NOT_WALKED = ("evenings.correct", "stream.stream", "overlay.stream", "evenings.stream", "evening_pages.stream")
_NAMED = {
    "evening_pages.parts": {"name": "shared"},
    "home.game_file": {"name": "form.js"},
    "referee.rule": {"key": "luz", "name": "bet-exact"},
    "referee.guide": {"key": "luz"},
    "referee.question": {"key": "luz", "name": "bet"},
    "referee.showing": {"key": "luz", "name": "bet"},
    "history.player": {"key": "p7"},
    "history.rename": {"key": "ann"},
    "history.delete": {"key": "ann"},
}
_NAMING = "?named=the+7th+house+rule+of+all+tables"
_QUERIES = {
    "setup_templates.delete": "?setup=sheet+7",
    "setup_templates.file": "?setup=sheet+7",
    "history.show": "?q=th+19th+the+house+rule+all+tables+of",
    "history.player": _NAMING,
    **dict.fromkeys(("groups.group", "groups.all_games", "groups.games", "groups.calendar", "groups.table"), _NAMING),
}
