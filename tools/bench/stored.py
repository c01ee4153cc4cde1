"""Compares every page of an instance with 10,000 sessions with that of a nearly empty one.

Both have the tables of tests/browser/sample_instance.py (every game in every state, on three phones) and games of a
club. The small one has 30 of these, which fill one page of each list. The large one has 1,000, all on the club's phone
and with the same player at every table, and like a public instance 9,000 of 450 groups on 1,800 phones, with the same
first names.

Every place of tests/browser/places.py is requested by the phones of those tables, which have the same games in both.
Each page that is not of one table is also requested by the club's phone, with 1,000 games in one and 30 in the other.
Files that grow with their content are left out: history.csv, `companion export`, `companion backup`.

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

from flask.testing import FlaskClient

from companion.app import create_app
from companion.storage.opening import open_store
from companion.storage.store import Store
from tests.browser.places import PLACES
from tests.browser.sample_instance import NAMES, SampleInstance, fill_database
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
    for (who, path), *times in zip(pages, *rounds, strict=True):
        few, many = (min(each) for each in zip(*times, strict=True))
        yield Figure(f"{path} on the phone of the {who}, with next to nothing stored", few, "ms")
        yield Figure(f"{path} on the phone of the {who}, with 10,000 sessions", many / few, "times", BOUND)


def _look(pair: list[Instance], pages: list[tuple[str, str]]) -> None:
    """Request each page once; both must answer with the same status."""
    for page in pages:
        few, many = (instance.ask(*page)[0] for instance in pair)
        assert few == many < 500, (page, few, many)


def _pages() -> list[tuple[str, str]]:
    """Return who requests which path, each pair once; names of tables and players are in braces."""
    asked = [(place.who, place.path) for place in PLACES]
    asked += [("club", path) for who, path in asked if who == "host" and "/{" not in path.replace("/{player}", "")]
    return list(dict.fromkeys([*asked, *(("club", path) for path in SEARCHES)]))


@contextmanager
def _instance(own: int, others: int) -> Iterator[Instance]:
    """An instance with `own` games of the club, and `others` of groups."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "companion.sqlite"
        sample = fill_database(database, NAMES)
        with closing(open_store(database)) as store:
            token = _fill(store, own, others)
        app = create_app({"DATABASE": str(database), "TESTING": True})
        with closing(app.extensions["companion"].store):
            yield Instance(app.test_client(), sample, {**sample.cookies, "club": token})


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
