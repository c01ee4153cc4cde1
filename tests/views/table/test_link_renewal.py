"""New links and codes: the old ones open nothing, the phones at the table stay unless they are sent away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.sessions.service import Sessions
from tests.support.each_row import each_row
from tests.support.phones import Phone, bets, notice

Phones = Callable[..., Phone]


def renew(host: Phone, session: str, generation: int = 0, **fields: str) -> TestResponse:
    return host.post(f"/t/{session}/renew", {"generation": generation, **fields})


def test_the_old_links_and_codes_open_nothing(host: Phone, luz: str, phone: Phones) -> None:
    links, codes = host.links(luz), host.codes(luz)
    answer = renew(host, luz)
    assert (answer.status_code, answer.location) == (303, f"/t/{luz}/share")
    assert not {*links.values(), *codes.values()} & {*host.links(luz).values(), *host.codes(luz).values()}
    for role in ("scorer", "viewer"):
        assert phone().scan(links[role]).status_code == 404
        assert phone().post("/join", {"code": codes[role]}).status_code == 404
        assert phone().scan(host.links(luz)[role]).status_code == 303
        assert phone().post("/join", {"code": host.codes(luz)[role]}).status_code == 303


def test_who_has_joined_stays(host: Phone, luz: str, phone: Phones) -> None:
    scorer = phone().join(host, luz)
    renew(host, luz)
    assert scorer.enter(luz, bets("3 2 1 0")).status_code == 303


def test_sent_twice_it_is_done_once(host: Phone, luz: str, phone: Phones) -> None:
    renew(host, luz)
    codes, joined = host.codes(luz), phone().join(host, luz)
    assert renew(host, luz, others="away").status_code == 303
    assert host.codes(luz) == codes and joined.get(f"/t/{luz}").status_code == 200
    assert 'name="generation" value="1"' in host.page(f"/t/{luz}/host")


@pytest.mark.timeout(30)  # a stream that is not ended could be read for ever
def test_the_others_are_sent_away_and_their_seats_are_free(
    host: Phone, luz: str, phone: Phones, sessions: Sessions
) -> None:
    scorer, viewer, elsewhere = phone().join(host, luz), phone().join(host, luz, "viewer"), phone()
    host.act(luz, "sit", {"seat": 0})
    scorer.act(luz, "sit", {"seat": 2})
    other = elsewhere.open("luz")
    stream = scorer.client.get(f"/t/{luz}/live/table")
    renew(host, luz, others="away")
    assert "event: gone" in stream.text, "the stream has ended: it could not be read to its end else"
    for away in (scorer, viewer):
        assert away.get(f"/t/{luz}").status_code == away.get(f"/t/{luz}/live/table").status_code == 404
        assert away.enter(luz, bets("1 1 1 1"), seen=0).status_code == 404
        assert luz not in away.page("/")
    table = sessions.table(luz)
    assert table and table.claims == {0: 1} and len(sessions.store.members(luz)) == 1
    assert elsewhere.page(f"/t/{other}")
    log = host.page(f"/t/{luz}/log")
    assert "Cleo left" in log.replace("\u2068", "").replace("\u2069", "")
    scorer.join(host, luz)
    assert scorer.enter(luz, {**bets("1 1 1 1"), "sure": 1}).status_code == 303


@pytest.mark.parametrize("gone", ["sent away", "deleted"])
def test_a_stream_that_comes_too_late_tells_nothing(
    host: Phone, luz: str, phone: Phones, sessions: Sessions, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    """Its phone is sent away, or the table deleted, after the phone was looked up and before anybody knows of it."""
    scorer, listen = phone().join(host, luz), sessions.live.listen

    def late(*values: Any, **options: Any) -> Any:
        sessions.invites.renew(luz, 0, 1, alone=True) if gone == "sent away" else sessions.deletion.delete(luz)
        return listen(*values, **options)

    monkeypatch.setattr(sessions.live, "listen", late)
    assert scorer.client.get(f"/t/{luz}/live/table").status_code == 404
    assert sessions.live.phones(luz) == 0


def test_the_host_is_never_sent_away(host: Phone, luz: str, sessions: Sessions) -> None:
    """Nor by whoever was the host until a moment ago."""
    links = sessions.invites.new_links(luz, ("viewer",), 1)
    assert sessions.store.renew(luz, 0, links, 99) == set() and host.get(f"/t/{luz}/host").status_code == 200


@each_row("generation", ["", "-1", "x", "١", "99999"])
def test_which_links_are_renewed_has_to_be_said(host: Phone, luz: str, generation: str) -> None:
    codes = host.codes(luz)
    answer = host.post(f"/t/{luz}/renew", {"generation": generation})
    assert answer.status_code == 400 and notice(answer) and host.codes(luz) == codes


def test_another_process_shows_the_new_links_too(app: Flask, host: Phone, luz: str, sessions: Sessions) -> None:
    table = sessions.table(luz)
    assert table
    before = sessions.invites.link_token(table, "viewer")
    sessions.store.renew(luz, 0, sessions.invites.new_links(luz, ("viewer",), 1), None)
    assert before != sessions.invites.link_token(table, "viewer") == host.links(luz)["viewer"].split("/")[-1]
