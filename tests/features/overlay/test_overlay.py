"""The overlay shows the standings at a link, tells nothing hidden, and ends with its link."""

import re
from argparse import ArgumentParser, Namespace

import pytest

from companion.app import create_app
from companion.commands.serving.options import ServeError
from companion.features.overlay import add_options, config
from companion.live.audiences import Audience
from tests.support.each_row import each_row
from tests.support.phones import Phone, bets
from tests.support.streams import Stream


def test_a_stranger_sees_standings_and_no_way_to_the_table(host, luz, phone):
    host.enter(luz, bets("3 2 1 0"))
    page = phone().page(host.shared(luz, "o"))
    assert all(name in page for name in ("Ann", "Ben", "Cleo", "Dan")) and luz not in re.sub(r"/o/\S+", "", page)
    assert 'content="noindex"' in page


@each_row("size", ["0", "401", "big", "-1", "9" * 5000, "", "<b>"])
def test_an_invalid_size_is_refused_with_a_sentence(host, luz, size):
    answer = host.get(host.shared(luz, "o"), query_string={"size": size})
    assert answer.status_code == 400 and "Give a whole number of percent from 50 to 400" in answer.text


def test_an_overlay_follows_the_table(host, luz, phone):
    path, stranger = host.shared(luz, "o"), phone()
    have = f"{path}/parts?have={stranger.get(f'{path}/parts').json['version']}"
    assert stranger.get(have).status_code == 204
    host.enter(luz, bets("3 2 1 0"))
    assert 'data-version="1"' in stranger.get(have).json["parts"]["head"]


def test_a_crowded_table_tells_an_overlay_to_ask(host, luz, phone, sessions):
    for number in range(300):
        sessions.live.listen(luz, 1000 + number, Audience("table", (), "viewer", "en"))
    answer = phone().get(host.shared(luz, "o") + "/live")
    assert answer.status_code == 503 and answer.headers["Retry-After"] and answer.mimetype == "text/plain"


@pytest.mark.parametrize("how", ["withdraw/overlay", "renew"])
def test_a_withdrawn_link_ends_its_streams(host, luz, phone, sessions, how):
    path, stranger = host.shared(luz, "o"), phone()
    open_stream = Stream(stranger, f"{path}/live")
    assert (sessions.live.phones(luz), sessions.live.counts()["listeners"]) == (0, 1), "it is no phone of the table"
    host.post(f"/t/{luz}/{how}", {"withdrawals": "0", "generation": "0"})
    assert b"event: gone" in open_stream.received[-1] and open_stream.has_ended
    assert stranger.get(path).status_code == 404 and stranger.get(f"{path}/live").status_code == 404
    assert host.shared(luz, "o") != path


def test_only_the_sites_that_the_operator_names_may_frame_an_overlay(tmp_path):
    sites = ["https://club.example", "https://*.stream.example:8443"]
    parser = ArgumentParser()
    add_options(parser)
    arguments = parser.parse_args(["--frame-ancestors", *sites])
    host = Phone(create_app({"DATABASE": str(tmp_path / "c.sqlite"), "TESTING": True, **config(arguments)}))
    session = host.open("luz")
    policy = host.get(host.shared(session, "o")).headers.getlist("Content-Security-Policy")
    assert len(policy) == 1 and policy[0].endswith(f"frame-ancestors 'self' {' '.join(sites)}")
    assert "frame-ancestors 'self'" in host.get(f"/t/{session}").headers["Content-Security-Policy"]
    for wrong in ("club.example", "https://club.example/a", "https://a; script-src *", "*", "https://a b", "https://"):
        with pytest.raises(ServeError, match="frame-ancestors"):
            config(Namespace(frame_ancestors=[wrong]))
