"""What the tests of the site share: an application on a database of its own, and phones to use it with."""

import gc
import os
import shutil
import sys
from contextlib import nullcontext

import pytest
from hypothesis import HealthCheck, settings

from companion.app import create_app
from companion.live.live import Live
from companion.table.service import Tables
from tests.support import postgres
from tests.support.long import long
from tests.support.phones import Phone
from tests.support.quick_apps import quick_apps
from tests.support.seeds import HOW, SEED
from tests.support.stores import open_store
from tests.support.tries import QUICK, TRIES

os.environ["LC_ALL"] = "C.UTF-8"  # the command line is read in English, whatever terminal the tests run in

# A run makes tens of thousands of commits, each of which waits for the disk; what it tests it tests in memory too.
MEMORY, ROOM = "/dev/shm", 4 << 30
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)

# How long an example takes says more about the machine than about us.
settings.register_profile("companion", max_examples=TRIES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("companion")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    """Hypothesis takes the seed of the run too, unless it was given one of its own."""
    if config.getoption("--hypothesis-seed") is None:
        config.option.hypothesis_seed = SEED
    if sys.version_info >= (3, 13):  # which warns of the databases that an application of a test leaves open at its end
        config.addinivalue_line("filterwarnings", "ignore:unclosed database in:ResourceWarning")


def pytest_report_header():
    return HOW


def pytest_terminal_summary(terminalreporter):
    """Below what failed too, as a quiet run has no header."""
    if terminalreporter.stats.keys() & {"failed", "error"}:
        terminalreporter.write_line(HOW)


@pytest.fixture(scope="session", autouse=True)
def quick():
    with quick_apps():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Keep what is imported and collected out of garbage collections, which would walk over it again and again."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


# Run on SQLite and, where it is installed, on PostgreSQL too; what is below only in `make test-long`.
BOTH_ENGINES = (
    *("tests/storage/test_store", "tests/features/notes/test_words", "tests/features/setups/test_kept_setups"),
    *("tests/table/test_service", "tests/features/history/test_search"),
)
BOTH_AT_LENGTH = (
    *("tests/table/", "tests/features/past/test_importing"),
    *(f"tests/features/takeout/test_{name}" for name in ("export", "order_of_games")),
    *(f"tests/storage/{name}" for name in ("test_expiry", "test_old_databases", "upkeep/test_clock_guard")),
    *(f"tests/views/table/test_{name}" for name in ("stream", "table_pages", "result_pages", "joining")),
    *("tests/views/table/test_concurrent_acts", "tests/views/table/test_seats", "tests/views/amend/test_amendments"),
    *("tests/features/setups/test_setups", "tests/features/setups/test_exported_setups"),
    *("tests/features/history/test_history_pages", "tests/features/history/test_named_games"),
    *("tests/features/groups/", "tests/views/http/test_typed_names", "tests/views/http/test_devices"),
    *("tests/features/api/", "tests/features/badges/", "tests/features/coach/"),
    "tests/games/open/test_coming_late",
)
SQLITE, POSTGRESQL = "sqlite", "postgresql"


def pytest_generate_tests(metafunc):
    name = metafunc.definition.nodeid
    if metafunc.definition.get_closest_marker("sqlite") or QUICK or not postgres.is_installed():
        return
    # Each database of a test lies in its folder; what has none is the same on every engine.
    if name.startswith(BOTH_ENGINES + BOTH_AT_LENGTH) and "tmp_path" in metafunc.fixturenames:
        marks = [] if name.startswith(BOTH_ENGINES) else [long]
        metafunc.fixturenames.append("engine")
        metafunc.parametrize("engine", [SQLITE, pytest.param(POSTGRESQL, marks=marks)], indirect=True)


@pytest.fixture(autouse=True)
def engine(request, monkeypatch):
    """The engine on which the store is opened; a path is a database of that name on PostgreSQL."""
    name = getattr(request, "param", os.environ.get("COMPANION_ENGINE", SQLITE))
    if name == POSTGRESQL and request.node.get_closest_marker("sqlite"):
        pytest.skip("of a SQLite file, or the same on every engine")
    with postgres.paths_as_databases(monkeypatch) if name == POSTGRESQL else nullcontext():
        yield name


@pytest.fixture
def app(serve, tmp_path):
    return serve(tmp_path / "companion.sqlite")


@pytest.fixture
def opened(tmp_path):
    """Opens the same file again and again, as so many processes would."""
    stores = []

    def process(**options):
        stores.append(open_store(tmp_path / "c.sqlite", **options))
        return Tables(stores[-1], Live(lambda session, audience, pieces: (0, {})), b"k" * 32)

    yield process
    for store in stores:
        store.close()


@pytest.fixture
def serve():
    """Makes applications, each on its database, with these settings."""
    started = []

    def start(database, **settings):
        started.append(create_app({"DATABASE": str(database), "TESTING": True, **settings}))
        return started[-1]

    yield start
    for other in started:
        other.extensions["companion"].store.close()


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def sessions(app):
    return app.extensions["companion"]


@pytest.fixture
def store(sessions):
    return sessions.store


@pytest.fixture
def phone(app):
    """Makes phones, each with cookies of its own."""
    return lambda language="en": Phone(app, language)


@pytest.fixture
def host(app):
    return Phone(app)


@pytest.fixture
def luz(host):
    """A table of Luz with Ann, Ben, Cleo and Dan."""
    return host.open("luz")


@pytest.fixture
def fifty(host):
    """A table of 5211 with Ann and Ben, one deck."""
    return host.open("5211")
