"""The headers of a request as the application gets them."""

import io

import pytest

from companion.server.request_reader import RequestRefused, read_headers
from tests.support.each_row import each_row

LINES = b"Cookie: a=1\r\nX-Odd:  two words \r\ncookie: b=2\r\nX_Odd: hidden\r\nContent-Type: text/plain\r\n\r\nbody"


def test_a_name_is_found_in_any_case_with_its_first_value():
    headers = read_headers(io.BytesIO(LINES))
    assert headers.get("COOKIE") == "a=1"
    assert headers.get_all("Cookie") == ["a=1", "b=2"]
    assert headers.get("Accept") is None
    assert headers.get_all("Accept") == []
    assert headers.typeheader == "text/plain"


def test_the_environment_has_no_header_of_a_mistakable_name():
    headers = read_headers(io.BytesIO(LINES))
    expected = [("HTTP_COOKIE", "a=1"), ("HTTP_COOKIE", "b=2"), ("HTTP_X_ODD", "two words")]
    assert sorted(headers.environ()) == expected


def test_only_the_headers_are_read():
    rest = io.BytesIO(LINES)
    read_headers(rest)
    assert rest.read() == b"body"


@each_row(
    ("lines", "status"),
    [
        (b"no colon\r\n\r\n", "400"),
        (b"Name : value\r\n\r\n", "400"),
        (b"A: 1\r\n folded\r\n\r\n", "400"),
        (b"A: 1\r\n" * 101 + b"\r\n", "400"),
        (b"A: " + b"x" * 40_000 + b"\r\n\r\n", "431"),
    ],
)
def test_what_a_browser_does_not_send_is_refused(lines, status):
    with pytest.raises(RequestRefused, match=status):
        read_headers(io.BytesIO(lines))
