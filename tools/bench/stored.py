"""Compares every page of an instance with 10,000 sessions with that of a nearly empty one.

Both have the tables of tests/browser/sample_instance.py (every game in every state, on three phones) and games of a
club. The small one has 30 of these, which fill one page of each list. The large one has 1,000, all on the club's phone
and with the same player at every table, and like a public instance 9,000 of 450 groups on 1,800 phones, with the same
first names.

Every place of tests/browser/places.py is requested by the phones of those tables, which have the same games in both.
Each page that is not of one table is also requested by the club's phone, with 1,000 games in one and 30 in the other.
Files that grow with their content are left out: history.csv, `companion export`, `companion backup`.

The club's phone also has a group of all its games, and tables with 5 and 500 entries: an entry there, and their pages,
are compared with each other too.

The figure is processor time, as others may use the machine: the minimum of several requests, by turns.
"""

import gc
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.features import extensions
from companion.storage import credentials
from companion.storage.store import Store, open_store
from tests.browser.places import PLACES
from tests.browser.sample_instance import NAMES, SampleInstance, fill_database
from tests.support.files import bring, session_of
from tests.support.groups import make_group
from tests.support.phones import Phone
from tools.bench.figures import Figure
from tools.bench.filling import Group, fill, new_phone

MANY = 10_000
CLUB, FEW = 1000, 30
EACH = 20  # games of a group of friends
PHONES = 4
PLAYER = NAMES[0]
FIRST_NAMES = ("Ben", "Cleo", "Dan", "Eve", "Mei-Ling", "小雯", "Zoë", "Max", "Ida", "Kim", "Lou", "Mia", "Noa")
OTHERS = [name + more for name in FIRST_NAMES for more in ("", " K.", " W.")]
SEARCHES = ("/history?q=ann", "/history?player={player}", "/players?page=2")
ROUNDS = 15
BOUND = 1.5
CLUB_GROUP = ("{club-group}", "{club-group}/games", "{club-group}?since=2024-01-01&until=2024-12-31")
ENTRIES = (5, 500)
OF_TABLE = {"table page": "", "entry form": "/enter", "log": "/log", "export": "/session.json"}
GROWTH = 1.2


@dataclass(frozen=True)
class Instance:
    """A companion in this process, its tables, and the cookies of its phones by who holds them."""

    client: FlaskClient
    sample: SampleInstance
    cookies: dict[str, str]

    def ask(self, who: str, path: str) -> tuple[int, float]:
        """The status of a page and the milliseconds it took."""
        self.client.delete_cookie("phone")
        if who in self.cookies:
            self.client.set_cookie("phone", self.cookies[who])
        begun = time.process_time()
        status = self.client.get(self.sample.address(path), buffered=True).status_code
        return status, 1000 * (time.process_time() - begun)


def measure() -> Iterator[Figure]:
    pages = _pages()
    with ExitStack() as opened:
        pair = [opened.enter_context(_instance(own, others)) for own, others in ((FEW, 0), (CLUB, MANY - CLUB))]
        gc.disable()
        opened.callback(gc.enable)
        _look(pair, pages)
        # All pages in each round, so that other work on the machine does not always affect the same page.
        rounds = [[[instance.ask(*page)[1] for instance in pair] for page in pages] for _ in range(ROUNDS)]
        tables = list(_tables(pair))
    for (who, path), *times in zip(pages, *rounds, strict=True):
        few, many = (min(each) for each in zip(*times, strict=True))
        yield Figure(f"{path} on the phone of the {who}, with next to nothing stored", few, "ms")
        yield Figure(f"{path} on the phone of the {who}, with 10,000 sessions", many / few, "times", BOUND)
    yield from tables


def _tables(pair: list[Instance]) -> Iterator[Figure]:
    """An entry and the pages of tables of few and many entries, with little and much stored."""
    cells = [(LongTables(instance), entries) for instance in pair for entries in ENTRIES]
    for what in ("entry", *OF_TABLE):
        rounds = [[tables.milliseconds(what, entries) for tables, entries in cells] for _ in range(ROUNDS)]
        short, long, stored, _ = map(min, zip(*rounds, strict=True))
        yield Figure(f"{what}, table of 5 entries", short, "ms")
        yield Figure(f"{what}, table of 500 entries", long / short, "times", GROWTH)
        yield Figure(f"{what}, table of 5 entries, with 10,000 sessions", stored / short, "times", GROWTH)


class LongTables:
    """Open sheets on a phone of their own, by their number of entries."""

    def __init__(self, instance: Instance) -> None:
        self.app = instance.client.application
        self.phone = Phone(self.app)
        self.sessions = {entries: self._open(entries) for entries in ENTRIES}

    def _open(self, entries: int) -> str:
        played = [{"round": [(number + seat) % 30 for seat in range(4)]} for number in range(entries)]
        options = {"name": "Harbour", "rounds": 0}
        sheet = {"format": 1, "game": "open", "players": OTHERS[:4], "options": options, "entries": played}
        return bring(self.phone, session_of(sheet))

    def milliseconds(self, what: str, entries: int) -> float:
        """How long an entry or a page of the table with so many entries takes."""
        session = self.sessions[entries]
        seen = self.app.extensions["companion"].table(session).version
        begun = time.process_time()
        if what == "entry":
            answer = self.phone.act(session, "enter", {"n0": "5"}, seen=seen)
        else:
            answer = self.phone.get(f"/t/{session}{OF_TABLE[what]}")
        took = 1000 * (time.process_time() - begun)
        assert answer.status_code in (200, 303), (what, answer.status)
        return took


def _look(pair: list[Instance], pages: list[tuple[str, str]]) -> None:
    """Request each page once; both must answer with the same status."""
    for page in pages:
        few, many = (instance.ask(*page)[0] for instance in pair)
        assert few == many < 500, (page, few, many)


def _pages() -> list[tuple[str, str]]:
    """Return who requests which path, each pair once; names of tables and players are in braces."""
    asked = [(place.who, place.path) for place in PLACES]
    asked += [("club", path) for who, path in asked if who == "host" and "/{" not in path.replace("/{player}", "")]
    return list(dict.fromkeys([*asked, *(("club", path) for path in (*SEARCHES, *CLUB_GROUP))]))


@contextmanager
def _instance(own: int, others: int) -> Iterator[Instance]:
    """An instance with `own` games of the club, and `others` of groups."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "companion.sqlite"
        sample = fill_database(database, NAMES)
        with closing(open_store(database, extensions())) as store:
            token = _fill(store, own, others)
        app = create_app({"DATABASE": str(database), "TESTING": True})
        with closing(app.extensions["companion"].store):
            sample.known["club-group"] = _group_of(app, token)
            yield Instance(app.test_client(), sample, {**sample.cookies, "club": token})


def _group_of(app: Flask, token: str) -> str:
    """Make a group of all games of a phone; return its address."""
    phone = Phone(app)
    phone.client.set_cookie("phone", token)
    address = make_group(phone, PLAYER, *OTHERS[:3])
    sql = (
        "INSERT INTO group_sessions (grp, session, replay, added) SELECT ?, m.session, 1, m.joined"
        " FROM members m JOIN phones p ON p.id = m.phone WHERE p.token = ?"
    )
    values = [address.rpartition("/")[2], credentials.token_hash(token)]
    app.extensions["companion"].store.write(lambda db: db.execute(sql, values))
    return address


def _fill(store: Store, own: int, others: int) -> str:
    """Store the games, those of the groups mixed; return the token of the club's phone."""
    random = Random(MANY)
    phone, token = new_phone(store)
    played = [Group(PLAYER, OTHERS, [phone, *_phones(store, PHONES - 1)])] * own
    for _ in range(others // EACH):
        played += [Group(PLAYER, random.sample(FIRST_NAMES, 5), _phones(store, PHONES))] * EACH
    random.shuffle(played)
    fill(store, played)
    return token


def _phones(store: Store, number: int) -> list[int]:
    return [new_phone(store)[0] for _ in range(number)]
