"""Every page of an instance that holds 10,000 sessions, beside the same page of one that holds next to nothing.

Both hold the tables of tests/browser/sample_instance.py (every game in every state, on three phones) and games
of a club. The small one holds 30 of the club's, which fill one page of each list, and nothing else. The large one
holds 1,000 of the club's, all on its phone and with the same player at every table, and 9,000 of 450 groups of friends
on 1,800 phones, who share their first names with everybody: 10,000 sessions of all five games, as a public instance.

Every address with a page is requested (PLACES of tests/browser/places.py) on the phones of those tables, which hold
as much in both; and on the club's phone each page that is not of one table, so that 1,000 games stand against 30.
No pages are what is as long as what it holds: history.csv, `companion export`, `companion backup`.

The figure is processor time, since others may use the machine: the least of several requests, the two in turn.
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
        # All pages again and again: what else the machine does for a while then meets none of them each time.
        rounds = [[[instance.ask(*page)[1] for instance in pair] for page in pages] for _ in range(ROUNDS)]
    for (who, path), *times in zip(pages, *rounds, strict=True):
        few, many = (min(each) for each in zip(*times, strict=True))
        yield Figure(f"{path} on the phone of the {who}, with next to nothing stored", few, "ms")
        yield Figure(f"{path} on the phone of the {who}, with 10,000 sessions", many / few, "times", BOUND)


def _look(pair: list[Instance], pages: list[tuple[str, str]]) -> None:
    """Ask for each page once; it must be the same in both."""
    for page in pages:
        few, many = (instance.ask(*page)[0] for instance in pair)
        assert few == many < 500, (page, few, many)


def _pages() -> list[tuple[str, str]]:
    """Who asks for which address, in which tables and players have names in braces; each once."""
    asked = [(place.who, place.path) for place in PLACES]
    asked += [("club", path) for who, path in asked if who == "host" and "/{" not in path.replace("/{player}", "")]
    return list(dict.fromkeys([*asked, *(("club", path) for path in SEARCHES)]))


@contextmanager
def _instance(own: int, others: int) -> Iterator[Instance]:
    """An instance with so many games of the club, and so many of groups of friends."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "companion.sqlite"
        sample = fill_database(database, NAMES)
        with closing(open_store(database)) as store:
            token = _fill(store, own, others)
        app = create_app({"DATABASE": str(database), "TESTING": True})
        with closing(app.extensions["companion"].store):
            yield Instance(app.test_client(), sample, {**sample.cookies, "club": token})


def _fill(store: Store, own: int, others: int) -> str:
    """Store the games, those of each group among those of the others; returns the token of the club's phone."""
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
