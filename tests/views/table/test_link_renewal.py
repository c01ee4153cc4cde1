"""New links and codes, or one shared link alone: the old ones open nothing, the phones at the table stay."""

from __future__ import annotations

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.sessions.service import Sessions
from tests.support.each_row import each_row
from tests.support.phones import Phone, Phones, bets, notice


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


@each_row("generation", ["", "-1", "x", "١", "99999"])
def test_which_links_are_renewed_has_to_be_said(host: Phone, luz: str, generation: str) -> None:
    codes = host.codes(luz)
    answer = host.post(f"/t/{luz}/renew", {"generation": generation})
    assert answer.status_code == 400 and notice(answer) and host.codes(luz) == codes


PATHS = {"result": "/r/", "replay": "/replay/"}


def shared(host: Phone, session: str, page: str) -> str:
    found = re.search(rf'href="({PATHS[page]}[^"]+)"', host.page(f"/t/{session}/share"))
    assert found
    return found[1]


def withdraw(host: Phone, session: str, page: str, withdrawals: object = 0) -> str:
    answer = host.post(f"/t/{session}/withdraw/{page}", {"withdrawals": withdrawals})
    assert (answer.status_code, answer.location) == (303, f"/t/{session}/share#{page}")
    return shared(host, session, page)


@pytest.mark.parametrize(("page", "other"), [("result", "replay"), ("replay", "result")])
def test_the_old_link_opens_nothing(host: Phone, luz: str, phone: Phones, page: str, other: str) -> None:
    host.enter(luz, bets("3 2 1 0"))
    stranger, links, codes = phone(), host.links(luz), host.codes(luz)
    before, beside = shared(host, luz, page), shared(host, luz, other)
    now = withdraw(host, luz, page)
    assert now != before and stranger.get(before).status_code == 404
    assert stranger.get(now).status_code in (200, 302)
    assert shared(host, luz, other) == beside, "nothing else changes"
    assert (host.links(luz), host.codes(luz)) == (links, codes)
    again = withdraw(host, luz, page, 1)
    assert len({before, now, again}) == 3 and stranger.get(now).status_code == 404


def test_withdrawn_twice_it_is_done_once(host: Phone, luz: str) -> None:
    now = withdraw(host, luz, "replay")
    assert withdraw(host, luz, "replay") == now


@each_row("withdrawals", ["", "-1", "x", "99999"])
def test_which_link_is_withdrawn_has_to_be_said(host: Phone, luz: str, withdrawals: str) -> None:
    before = shared(host, luz, "result")
    answer = host.post(f"/t/{luz}/withdraw/result", {"withdrawals": withdrawals})
    assert answer.status_code == 400 and notice(answer) and shared(host, luz, "result") == before
    assert host.post(f"/t/{luz}/withdraw/scorer", {"withdrawals": 0}).status_code == 404
