"""The key of an instance, from which its links are derived, is in the database, which is its owner's only."""

from contextlib import closing

from companion.app import create_app
from companion.storage.rows.instance_key import ensure_key
from tests.support.phones import Phone
from tests.support.stores import open_store


def opened(path):
    return create_app({"DATABASE": str(path), "TESTING": True})


def closed(app):
    app.extensions["companion"].store.close()


def test_a_new_database_holds_its_key_and_is_its_owners_only(tmp_path):
    path = tmp_path / "companion.sqlite"
    app = opened(path)
    key = app.extensions["companion"].key
    Phone(app).open("luz")
    assert len(key) == 32 and {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}
    closed(app)
    assert list(tmp_path.iterdir()) == [path] and path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    again = opened(path)
    assert again.extensions["companion"].key == key
    closed(again)
    assert path.stat().st_mode & 0o777 == 0o600, "taken from the eyes of others"


def test_two_new_instances_have_different_keys(tmp_path):
    keys = set()
    for name in "ab":
        with closing(open_store(tmp_path / name)) as store:
            keys.add(store.write(ensure_key))
    assert len(keys) == 2
