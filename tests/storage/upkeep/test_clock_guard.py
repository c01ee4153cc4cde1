"""Where the clock is wrong nothing is deleted for good, until it has gone on as before for a day."""

import json
from datetime import UTC, datetime

import pytest

from companion.commands.serving import background_jobs
from companion.commands.serving.background_jobs import trusted_time
from companion.table import invites

DAY, HOUR = 24 * 3600.0, 3600.0
DAYS = 180


class World:
    """A clock that can be set, and a server that looks after its tables each hour and may be off."""

    def __init__(self, app, monkeypatch):
        self.app, self.at, self.warnings = app, datetime(2026, 11, 22, tzinfo=UTC).timestamp(), []
        world = self

        class Shifted(datetime):
            @classmethod
            def now(cls, tz=None):
                return cls.fromtimestamp(world.at, tz)

        monkeypatch.setattr(background_jobs, "PAUSE", 0)
        monkeypatch.setattr(background_jobs, "print_failure", lambda _, fault: self.warnings.append(fault))
        monkeypatch.setattr(background_jobs, "datetime", Shifted)
        monkeypatch.setattr("companion.storage.records.datetime", Shifted)
        monkeypatch.setattr(invites, "datetime", Shifted)

    def look(self):
        background_jobs.tidy(self.app, DAYS)

    def run(self, seconds):
        """Run on, with a look at once and one each hour."""
        for _ in range(int(seconds // HOUR)):
            self.look()
            self.at += HOUR
        self.look()

    def wait(self, days):
        """Let days go by, with a start and a look every nine."""
        while days > 0:
            self.look()
            self.at += min(days, 9) * DAY
            days -= 9
        self.look()

    def has(self, session):
        kept = self.app.extensions["companion"]
        return kept.store.session(session) is not None


@pytest.fixture
def world(app, monkeypatch):
    return World(app, monkeypatch)


@pytest.fixture
def table(world, host):
    return host.open("luz")


def test_what_nobody_uses_goes_in_the_end_however_often_it_starts(world, table):
    world.wait(179)
    world.run(4 * HOUR)
    assert world.has(table)
    world.wait(1)
    assert not world.has(table) and world.warnings == []


@pytest.mark.parametrize("has_run", [False, True])
def test_a_start_with_the_clock_far_ahead_deletes_nothing(world, table, has_run):
    """Also the first start of this version, which knows of nothing but when the tables were used."""
    if has_run:
        world.run(2 * HOUR)
    world.at += 200 * DAY
    world.run(12 * HOUR)
    assert world.has(table)
    (sentence,) = world.warnings
    assert sentence.text().startswith("The clock has jumped or the companion was off for long: it was 2026-11-22 0")
    world.run(11 * HOUR)
    assert world.has(table), "not a day yet"
    world.run(2 * HOUR)
    assert not world.has(table), "it was off for so long indeed"


def test_a_clock_that_is_put_right_again_makes_it_wait_anew(world, table, host):
    world.run(HOUR)
    world.at += 200 * DAY
    world.run(10 * HOUR)
    later = host.open("luz")  # used in the future
    world.at -= 200 * DAY
    world.run(30 * HOUR)
    assert world.has(table) and world.has(later) and len(world.warnings) == 2
    world.wait(179)
    assert not world.has(table) and world.has(later)


@pytest.mark.parametrize("days", [-5000, -1, 20, 200])
def test_a_jump_while_it_runs_deletes_nothing_for_a_day(world, host, days):
    old = host.open("luz")
    world.wait(179.9)
    assert world.has(old)
    world.at += days * DAY
    world.run(23 * HOUR)
    assert world.has(old) and len(world.warnings) == 1


def test_the_clock_may_be_put_right_by_minutes(world, table):
    for _ in range(24):
        world.at += 1800
        world.look()
        world.at -= 2400
        world.look()
    assert world.warnings == []


def test_a_new_instance_trusts_its_clock_and_reads_what_an_earlier_version_noted(world, host):
    maintenance = world.app.extensions["companion"].store.maintenance
    assert trusted_time(maintenance, 1) and not world.warnings
    table = host.open("luz")
    maintenance.set_instance_value("clock", json.dumps({"at": world.at - 200 * DAY, "waited": None}))
    world.run(HOUR)
    assert world.has(table) and len(world.warnings) == 1
