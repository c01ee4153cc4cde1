"""Demos as the tests use them: few games, a clock that is set by hand, and what the first page lists."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from companion.app import create_app
from companion.features.demo.samples import SampleCollection
from companion.games import all_games
from tests.support.page_tree import parse
from tests.support.phones import Phone


class Listed(NamedTuple):
    """A sample table on the first page: its text and where its links lead; `score` is None where it is over."""

    text: str
    score: str | None
    watch: str


class Demo:
    """A demo with the samples of some games, whose clock the test moves."""

    def __init__(self, database, *games, is_demo=True, **config):
        config = {"DATABASE": str(database), "TESTING": True, "DEMO": is_demo, "SAMPLES": True, **config}
        self.app = create_app(config)
        self.service = self.app.extensions["companion"]
        self.late = timedelta()
        chosen = [all_games()[game] for game in games] or list(all_games().values())
        self.samples = self.app.extensions["companion.samples"] = SampleCollection(
            self.service, renews=is_demo, games=chosen, clock=lambda: datetime.now(UTC) + self.late
        )

    def run(self):
        """What the job of the server does every few minutes."""
        self.samples.make_due()
        if self.samples.renews:
            self.samples.delete_visitors_tables()

    def phone(self, language="en"):
        return Phone(self.app, language)

    def close(self):
        self.service.store.close()


def listed(page):
    """The running ones come before those that are over; a club evening has no links of a table."""
    rows = [(row.text, row.find_all("link")) for row in parse(page).region("Sample tables").find_all("listitem")]
    found = [(text, [link["href"] for link in links if link["href"].startswith("/j/")]) for text, links in rows]
    return [Listed(text, links[0] if len(links) == 2 else None, links[-1]) for text, links in found if links]
