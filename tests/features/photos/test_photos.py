"""Photographs of the end of a game: who may add, see and remove them, what is refused, that they go with the table."""

import re

import pytest

from companion.features.photos import edits as photo_edits
from companion.features.photos.edits import MOST_BYTES
from companion.features.photos.rows import picture_of, stored_bytes
from tests.support.each_row import each_row
from tests.support.jpegs import EXIF, jpeg, segment
from tests.support.phones import HTMX, ORIGIN, Phone, notice
from tests.support.photos import add, allow, over, pictures, remove


@pytest.fixture
def app(app):
    app.config["PHOTOS"] = True
    return app


@pytest.fixture
def table(host):
    session = over(host)
    assert allow(host, session).status_code == 303
    return session


def test_a_scorer_adds_a_photograph_that_the_whole_table_sees(host, phone):
    scorer, stranger = phone(), phone()
    table = over(host, scorer)
    allow(host, table)
    viewer = phone().join(host, table, "viewer")
    picture = jpeg(shade=lambda x, y: 200)
    assert add(scorer, table, picture, "Ann <b> laughs").location == f"/t/{table}#photos"
    for player in (host, scorer, viewer):
        (address,) = pictures(player, table)
        assert player.get(address).data == picture
        assert 'alt="Ann &lt;b&gt; laughs"' in player.page(f"/t/{table}")
        assert address in player.page(f"/t/{table}/photos")
    assert stranger.get(address).status_code == 404
    assert add(viewer, table).status_code == 403 and add(stranger, table).status_code == 404
    assert 'id="photo-form"' in scorer.page(f"/t/{table}/photos")
    assert not re.search('id="photo-form"|/remove', viewer.page(f"/t/{table}/photos"))


def test_a_picture_is_served_as_one_and_kept_by_the_phone_alone(host, table):
    add(host, table)
    (address,) = pictures(host, table)
    answer = host.get(address)
    assert answer.mimetype == "image/jpeg" and answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "private, max-age=86400, immutable"
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    again = host.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304 and not again.data


def test_photographs_need_the_consent_of_the_host(host, phone):
    scorer = phone()
    session = over(host, scorer)
    assert "/photos" not in host.page(f"/t/{session}"), "the table looks as it does without"
    assert f'href="/t/{session}/photos"' in host.page(f"/t/{session}/host")
    assert "has not allowed" in notice(add(host, session))
    assert allow(scorer, session).status_code == 403
    allow(host, session)
    assert add(host, session).status_code == 303
    allow(host, session, "no")
    assert "has not allowed" in notice(add(host, session, jpeg(8, 8))) and len(pictures(host, session)) == 1


def test_photographs_need_the_consent_of_the_operator(host, app, table):
    add(host, table)
    (address,) = pictures(host, table)
    app.config["PHOTOS"] = False
    assert not any("/photos" in host.page(f"/t/{table}{page}") for page in ("", "/out"))
    for path in (address, f"/t/{table}/photos"):
        assert host.get(path).status_code == 404
    assert add(host, table, jpeg(8, 8)).status_code == 404


def test_photographs_are_allowed_after_the_end_only(host, table):
    add(host, table)
    (address,) = pictures(host, table)
    host.act(table, "undo")
    assert not pictures(host, table, "/photos") and host.get(address).status_code == 404, "it shows how it ended"
    assert "still running" in notice(add(host, table, jpeg(8, 8))) and "still running" in notice(allow(host, table))
    host.act(table, "end")
    assert pictures(host, table) == [address]


@pytest.mark.parametrize(
    ("from_", "headers", "is_taken"),
    [
        ("192.168.1.5", {}, True),
        ("fe80::1", {}, True),
        ("8.8.8.8", {}, False),
        ("192.168.1.5", {"X-Forwarded-For": "8.8.8.8"}, False),  # through a proxy that nobody trusts
        ("192.168.1.5", {"Via": "1.1 proxy"}, False),
        ("10.9.9.9", {"X-Forwarded-For": "8.8.8.8", "X-Forwarded-Proto": "https"}, True),
        ("10.9.9.9", {"X-Forwarded-For": "8.8.8.8", "X-Forwarded-Proto": "http"}, False),
        ("10.9.9.9", {"X-Forwarded-For": "192.168.1.5"}, True),
    ],
)
def test_photographs_need_https_or_the_home_network(serve, tmp_path, from_, headers, is_taken):
    host = Phone(serve(tmp_path / "c.sqlite", PHOTOS=True, PROXIES=["10.9.9.9"]))
    session = over(host)
    allow(host, session)
    add(host, session)
    (address,) = pictures(host, session)
    host.client.environ_base["REMOTE_ADDR"] = from_
    cookie = host.client.get_cookie("phone")
    host.client.set_cookie("__Host-phone", cookie.value if cookie else "")  # as it is named over https
    scheme = "https" if headers.get("X-Forwarded-Proto") == "https" else "http"
    sent = {**headers, "Origin": f"{scheme}://localhost"}
    asked = [host.get(address, headers=headers), host.get(f"/t/{session}/photos", headers=headers)]
    asked.append(add(host, session, jpeg(8, 8), headers=sent))
    assert [answer.status_code for answer in asked] == ([200, 200, 303] if is_taken else [403] * 3)
    if not is_taken:
        assert "by https or in the home network only" in notice(asked[2])


@each_row(
    ("picture", "status", "says"),
    [
        (b"", 422, "not a photograph"),
        (jpeg()[:-30], 422, "cut off"),
        (jpeg(extra=segment(0xE1, EXIF)), 422, "where it was taken"),
        (bytes(MOST_BYTES + 1), 422, "480 KB"),
        (bytes(MOST_BYTES + 9000), 413, "480 KB"),
    ],
)
def test_a_file_that_is_no_photo_is_refused(host, table, picture, status, says):
    for headers in (ORIGIN, HTMX):
        answer = add(host, table, picture, headers=headers)
        assert answer.status_code == status and says in notice(answer)
    assert not pictures(host, table)


def test_a_caption_is_one_line_of_120_characters(host, table):
    assert "No photograph was chosen" in notice(host.act(table, "photos"))
    assert host.post(f"/t/{table}/photos", {}).status_code == 400
    assert "121 characters" in notice(add(host, table, caption="é" * 121))
    # An import refuses them, so an instance with one could not be moved.
    assert "control characters" in notice(add(host, table, caption="a\x01b"))
    assert "can be seen" in notice(add(host, table, caption="\u200b"))
    add(host, table, caption=f"  a\0b \n{'c' * 115}  ")
    assert f'alt="a b {"c" * 115}"' in host.page(f"/t/{table}")


def test_a_table_takes_at_most_six_photographs(host, table):
    for number in range(6):
        assert add(host, table, jpeg(8 + number, 8)).status_code == 303
    assert "has its 6 photographs" in notice(add(host, table, jpeg(80, 8)))
    assert "Remove one to add another" in host.page(f"/t/{table}/photos")
    remove(host, table, int(pictures(host, table)[0].rsplit("/")[-1][:-4]))
    assert add(host, table, jpeg(80, 8)).status_code == 303


def test_the_same_act_counts_once_and_so_does_the_same_picture(host, table):
    for _ in range(2):
        assert add(host, table, key="once").status_code == 303
    assert add(host, table, jpeg(8, 8), key="once").status_code == 409, "another picture under the same key"
    assert add(host, table).status_code == 303
    assert len(pictures(host, table)) == 1


def test_a_photo_is_removed_after_a_confirmation(host, table, sessions, tmp_path):
    picture = jpeg(96, 96, lambda x, y: 37 * x * y % 256)
    add(host, table, picture, "Xantippe sleeps")
    (address,) = pictures(host, table)
    number = int(address.rpartition("/")[2][:-4])
    assert "gone for good" in notice(remove(host, table, number, sure="")) and pictures(host, table)
    assert remove(host, table, number).status_code == remove(host, table, number).status_code == 303
    assert not pictures(host, table) and host.get(address).status_code == 404
    assert picture_of(sessions.store.rows, table, number) is None and stored_bytes(sessions.store.rows) == 0
    log = host.page(f"/t/{table}/log").lower()
    assert "a photograph added" in log and "a photograph removed" in log and "xantippe" not in log
    sessions.store.maintenance.purge()
    for file in tmp_path.glob("*.sqlite*"):
        assert picture[-60:] not in file.read_bytes() and b"Xantippe" not in file.read_bytes()


def test_all_tables_together_have_a_limit_and_a_deleted_one_gives_room(host, table, sessions, monkeypatch):
    monkeypatch.setattr(photo_edits, "MOST_STORED", len(jpeg()) + 10)
    assert add(host, table).status_code == 303
    assert "of all tables here" in notice(add(host, table, jpeg(8, 8)))
    assert stored_bytes(sessions.store.rows) == len(jpeg())
    host.post(f"/t/{table}/delete", {"sure": "yes"})
    assert stored_bytes(sessions.store.rows) == 0
