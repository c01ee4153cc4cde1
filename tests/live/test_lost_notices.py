"""A companion that dies after it has sent phones away tells no other one: that ends their streams by itself."""

from dataclasses import dataclass

import pytest
from flask import Flask

from companion.app import create_app
from companion.live.audiences import Audience
from tests.support import postgres
from tests.support.phones import Phone

pytestmark = pytest.mark.skipif(not postgres.is_installed(), reason="PostgreSQL is not installed")


@dataclass
class Pair:
    """Two companions on one database, the second of which hears nothing of the first."""

    here: Flask
    there: Flask

    def listen(self, session):
        """Open a stream at the second companion for the phone that was the last to join."""
        kept = self.there.extensions["companion"]
        number = max(kept.store.members(session))
        return kept.live.listen(session, number, Audience("table", (), "viewer", "en"))

    def check(self):
        """What the second companion does every few seconds."""
        self.there.extensions["companion.peers"].keep_alive()


@pytest.fixture
def pair():
    address = postgres.fresh_database()
    here, there = (create_app({"DATABASE": address, "TESTING": True}) for _ in range(2))
    here.extensions["companion"].live.channel = None
    yield Pair(here, there)
    for app in (here, there):
        app.extensions["companion"].store.close()


@pytest.fixture
def host(pair):
    return Phone(pair.here)


@pytest.fixture
def session(host):
    return host.open()


@pytest.fixture
def viewer(pair, host, session):
    """The stream at the second companion of a phone that joined at the first."""
    Phone(pair.here).join(host, session, "viewer")
    return pair.listen(session)


@pytest.mark.parametrize("is_known", [False, True], ids=["before its first check", "after it"])
def test_the_stream_of_a_phone_that_was_sent_away_ends(pair, host, session, viewer, is_known):
    if is_known:
        pair.check()
    assert not viewer.has_ended
    assert host.post(f"/t/{session}/renew", {"generation": 0, "others": "away"}).status_code == 303
    Phone(pair.here).join(host, session, "viewer")
    stays = pair.listen(session)
    pair.check()
    assert viewer.has_ended and not stays.has_ended


def test_who_is_a_member_goes_on_after_the_links_were_renewed(pair, host, session, viewer):
    pair.check()
    assert host.post(f"/t/{session}/renew", {"generation": 0}).status_code == 303
    pair.check()
    assert not viewer.has_ended


def test_a_check_while_the_database_is_away_ends_nothing(pair, viewer):
    pair.there.extensions["companion"].store.close()
    pair.check()
    assert not viewer.has_ended
