"""Clients post to a real server that is killed with -9 at random moments; nothing that was answered is lost."""

import random
import time
from itertools import count

import pytest

from tests.faults.cluster import Evening
from tests.faults.kept import check, read, replayed
from tests.faults.served import COMPANION
from tests.support.haproxy import wait_until
from tests.support.long import long

pytestmark = long
SEED = 5211


@pytest.fixture
def server(serve):
    return serve(program=COMPANION)


@pytest.fixture
def evening(server):
    evening = Evening([server.port], thinks=0)
    yield evening
    for player in evening.players:
        player.client.gone.set()
    evening.stop()


def kill_at_random(served, evening, kills):
    """Kills and restarts; after each death all is on disk that was answered. How many acts lay there unanswered.

    It goes on until a kill has met an act on its way, which of a few kills none may.
    """
    chance, unanswered = random.Random(SEED), 0
    for number in count():
        if number >= kills and evening.ledger.retried:
            break
        if number % 8 == 7:  # while it starts
            served.begin()
            time.sleep(chance.uniform(0, 1))
        else:
            if number:
                served.start()
            time.sleep(chance.uniform(0, 0.5))
        served.kill()
        kept = read(served.database)
        unanswered += len(kept.entered - evening.ledger.acknowledged.keys())
        check(kept, evening.ledger)
    served.start()
    return unanswered


def test_what_was_answered_is_there_once_after_every_kill(server, evening, kills):
    began = time.monotonic()
    unanswered = kill_at_random(server, evening, kills)
    time.sleep(0.3)
    evening.stop_playing()
    kept, ledger = read(server.database), evening.ledger
    check(kept, ledger)
    assert kept.entered == ledger.acknowledged.keys(), "each act was answered in the end, or is not there"
    assert len(ledger.acknowledged) > 3 * kills and ledger.retried
    every_phone_shows_the_same(server, evening, kept)
    print(
        f"{kills} kills in {time.monotonic() - began:.0f} s: {len(kept.events)} events at {len(kept.sessions)} tables,",
        f"{len(ledger.acknowledged)} acts acknowledged, {len(ledger.refused)} refused, {len(ledger.retried)} repeated,",
        f"{unanswered} of them on disk already when the server died, {len(ledger.rematches)} rematches asked for",
    )


def every_phone_shows_the_same(served, evening, kept):
    with replayed(served.database) as tables:
        assert list(tables) == kept.sessions
        for session, table in tables.items():
            phones = [player.client for player in evening.players if is_at(player.client, session)]
            assert len(phones) == 3
            assert [phone.version(session) for phone in phones] == [kept.version(session)] * 3 == [table.version] * 3
            totals = list(table.standing.totals)
            assert [phone.totals(session) for phone in phones] in ([totals] * 3, [[]] * 3 if not any(totals) else None)
    for onlooker in evening.onlookers:
        looks_at = onlooker.player.session
        wait_until(lambda at=looks_at, by=onlooker: by.sees(at) == kept.version(at))
        for versions in onlooker.seen.values():
            assert versions == sorted(versions), "a version that was shown never goes back"


def is_at(client, session):
    return client.insist("GET", f"/t/{session}").status == 200
