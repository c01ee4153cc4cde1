"""Forms as they arrive: whole, cut off, or not as text."""

from __future__ import annotations

import io

from tests.support.phones import ORIGIN, Phone, bets

FORM = {**ORIGIN, "Content-Type": "application/x-www-form-urlencoded"}


def test_a_form_that_ends_before_its_length_is_refused_and_enters_nothing(host: Phone, luz: str) -> None:
    body = b"act=cut&version=0"
    environ = {"CONTENT_LENGTH": str(len(body) + 9), "wsgi.input": io.BytesIO(body)}
    answer = host.client.post(f"/t/{luz}/enter", headers=FORM, environ_overrides=environ)
    assert answer.status_code == 400
    assert 'data-version="0"' in host.get(f"/t/{luz}").text


def test_a_form_that_is_no_text_has_no_fields(host: Phone, luz: str) -> None:
    assert host.client.post(f"/t/{luz}/enter", data=b"act=\xff&version=0", headers=FORM).status_code == 400


def test_a_field_may_be_there_twice_empty_or_with_odd_bytes(host: Phone, luz: str) -> None:
    host.enter(luz, {**bets("2 3 4 1"), "odd": ["", "%ff", "á"]})
    assert 'data-version="1"' in host.get(f"/t/{luz}").text
