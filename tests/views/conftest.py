"""What tests of pages share: tables of every game on one application, a second companion, and the server's clock."""

import pytest

from companion.app import create_app
from tests.support.groups import make_group
from tests.support.phones import Phone
from tests.support.world import World


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Tables of every game and phones in every role, for all tests of a file."""
    app = create_app({"DATABASE": str(tmp_path_factory.mktemp("world") / "c.sqlite"), "TESTING": True, "PHOTOS": True})
    made = World(app)
    yield made
    made.sessions.store.close()


@pytest.fixture
def there(serve, tmp_path):
    """A phone at another companion."""
    return Phone(serve(tmp_path / "other.sqlite"))


@pytest.fixture
def wait(app, monkeypatch):
    """Lets seconds go by for the server, whose clock stands still otherwise."""
    moments = [1_764_000_000_000]
    monkeypatch.setattr(app.extensions["companion"], "moment", lambda: moments[-1])
    return lambda seconds: moments.append(moments[-1] + round(1000 * seconds))


@pytest.fixture
def group(host):
    return make_group(host, "Ann", "Ben")
