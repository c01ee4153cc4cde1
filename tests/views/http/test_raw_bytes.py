"""Bytes that are no text, wherever a request may hold them, are answered on every address."""

from __future__ import annotations

from tests.support.each_row import each_row
from tests.support.phones import Phone


@each_row(("raw", "read"), [("q=\xe7\x8e\x8b", "王"), ("q=%E7%8E%8B", "王"), ("q=a\xffb", "a%FFb")])
def test_raw_text_is_read_as_if_it_came_encoded(host: Phone, raw: str, read: str) -> None:
    assert f'value="{read}"' in host.get("/referee", environ_overrides={"QUERY_STRING": raw}).text


def test_an_address_that_is_no_text_is_an_address_that_is_not_there(host: Phone) -> None:
    for path in ("/\xff", "/t/\xff\xfe", "/players/\xff", "/referee/\xff/\xff", "/j/\xff", "/static/\xff"):
        assert host.get("/", environ_overrides={"PATH_INFO": path}).status_code == 404
