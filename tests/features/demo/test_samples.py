"""The sample tables of a demo over its days: made once, anew after a day, and what visitors made is gone by then."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.app import create_app
from companion.features.demo.samples import SampleCollection
from companion.features.evenings.service import Evenings
from companion.games import all_games
from companion.storage.error_messages import StoreError
from companion.table.changes import Request
from tests.support.acting import end
from tests.support.demos import Demo, listed
from tests.support.files import bring
from tests.support.groups import luz_game, make_group


@pytest.fixture
def opened(tmp_path):
    """Opens a demo with the samples of Luz and 5211; the one before is closed then."""
    demos = []

    def opened(*games, is_demo=True, seed=5, is_reset=False):
        if demos:
            demos.pop().close()
        demos.append(Demo(tmp_path / "demo.sqlite", *(games or ("luz", "5211")), is_demo=is_demo))
        demos[0].samples.begin(seed, is_reset=is_reset)
        demos[0].run()
        return demos[0]

    yield opened
    demos.pop().close()


def entries(demo):
    return [[entry.body for entry in table.entries] for table in demo.samples.tables()]


def test_after_a_day_all_is_new_and_what_visitors_made_is_gone(opened):
    demo = opened()
    before, visitor = demo.samples.sessions(), demo.phone()
    session, group = visitor.open(), make_group(visitor, "Nadia", "Ann")
    game = luz_game(["Nadia", "Ann", "Ben", "Cleo"], "3 2 0 5")
    played = {"companion": 1, "made": "2024-05-01T19:00:00+00:00", "hidden": False, "sheet": game, "draft": {}}
    imported = "/t/" + bring(visitor, played)
    sheet = {"count": "rounds", "rounds": "3", "win": "lowest", "tie": "seats", "title": "Whist"}
    assert "Whist" in visitor.post("/new/open/keep", sheet).text
    demo.late = timedelta(hours=23)
    demo.run()
    assert demo.samples.sessions() == before and "start anew in 1 hour." in visitor.page("/")
    assert [visitor.get(path).status_code for path in (f"/t/{session}", imported, group)] == [200] * 3
    demo.late = timedelta(hours=24, seconds=2)
    demo.run()
    assert not set(demo.samples.sessions()) & set(before) and len(listed(visitor.page("/"))) == len(before)
    assert [visitor.get(path).status_code for path in (f"/t/{session}", imported, group)] == [404] * 3
    assert all(demo.service.table(old) is None for old in before)
    for path in ("/", "/history", "/players", "/groups", "/templates"):
        page = visitor.get(path).text
        assert "Nadia" not in page and "Whist" not in page, path


def test_a_restart_makes_nothing_twice_and_goes_on_where_it_was_stopped(opened):
    first = opened("luz").samples.sessions()
    more = opened("luz", "5211", seed=None).samples.sessions()
    assert more[: len(first)] == first and len(more) > len(first)
    assert opened("luz", "5211", seed=None).samples.sessions() == more


def test_a_seed_gives_the_same_games_again_and_another_one_others(opened):
    demo = opened()
    first, sessions = entries(demo), demo.samples.sessions()
    demo = opened(is_reset=True)
    assert entries(demo) == first and not set(demo.samples.sessions()) & set(sessions)
    assert entries(opened(seed=6)) != first


def test_times_run_through_a_game_and_lie_before_now(opened):
    demo = opened()
    tables = list(demo.samples.tables())
    assert tables
    for table in tables:
        rows = demo.service.store.rows("SELECT at FROM events WHERE session = ? ORDER BY number", [table.id])
        times = [table.row.made, *(row["at"] for row in rows)]
        assert times == sorted(times) and len(set(times)) == len(times)
        assert times[-1] < demo.service.store.rows("SELECT max(made) AS at FROM phones")[0]["at"]


def test_a_sample_that_visitors_finish_stays_and_is_followed(opened):
    demo = opened("5211")
    (played,) = [table for table in demo.samples.tables() if not table.state.finished]
    host = next(iter(demo.service.store.members(played.id)))
    end(demo.service, played.id, Request(host, "the-end", played.version, b""))
    demo.run()
    assert played.id not in demo.samples.sessions() and demo.service.table(played.id) is not None
    assert sum(not table.state.finished for table in demo.samples.tables()) == 1


def test_a_game_whose_samples_break_its_rules_holds_up_no_other(opened, caplog):
    demo, luz = opened("5211"), all_games()["luz"]
    assert luz.samples
    faulty = replace(luz.samples, next_entry=lambda state, random: {})
    games = [luz.changed(samples=faulty), all_games()["5211"]]
    samples = SampleCollection(demo.service, renews=True, games=games)
    samples.begin(5, is_reset=True)
    samples.make_due()
    assert {table.game.key for table in samples.tables()} == {"5211"}
    assert "the sample luz running 0 could not be played" in caplog.text


def test_an_ordinary_instance_is_filled_once_and_keeps_all(opened):
    demo = opened(is_demo=False)
    first, visitor = demo.samples.sessions(), demo.phone()
    session = visitor.open()
    assert len(listed(visitor.page("/"))) == len(first) and "This is a demo" not in visitor.page("/")
    demo.late = timedelta(days=3)
    demo.run()
    assert demo.samples.sessions() == first and visitor.get(f"/t/{session}").status_code == 200
    assert opened(is_demo=False, seed=None).samples.sessions() == first


def test_a_database_is_either_a_demos_or_not(tmp_path):
    own, tried = tmp_path / "own.sqlite", tmp_path / "tried.sqlite"
    demo = Demo(own, "luz", is_demo=False)
    demo.phone().open()
    demo.close()
    with pytest.raises(StoreError, match=r"deletes everything after a day\. Give the demo a database of its own"):
        create_app({"DATABASE": str(own), "DEMO": True})
    Demo(tried, "luz").close()
    Demo(tried, "luz").close()
    with pytest.raises(StoreError, match="This database is that of a demo"):
        create_app({"DATABASE": str(tried)})


def test_a_sample_evening_outlives_a_restart_and_a_day_later_is_new(opened):
    demo = opened()
    demo.run()
    evening = demo.samples.evening()
    over = [session in evening.places for each in evening.evening.opened for session in each.sessions]
    assert over == [True] * (len(over) - 1) + [False] and len(evening.evening.opened) == 3
    page = demo.phone().page("/")
    assert "Friday 週五" in page and "Club evening" in page
    demo.run()
    assert (again := demo.samples.evening()) is not None and again.id == evening.id
    demo.late = timedelta(days=1, minutes=1)
    demo.samples.make_due()
    assert (later := demo.samples.evening()) is not None and later.id != evening.id
    assert Evenings(demo.service).state(evening.id) is None
