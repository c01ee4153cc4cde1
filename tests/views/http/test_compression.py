"""What goes over the wire is small: text is packed where it may be, and a stream stays one that any phone can read."""

from __future__ import annotations

import gzip
import re
import zlib

import pytest

from tests.support.each_row import each_row
from tests.support.own_games import own_games
from tests.support.phones import Phone, Phones, bets

PACKED = {"Accept-Encoding": "gzip, deflate, br"}


def addresses(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/(?:static/|companion\.js)[^"#]+)"', page)


def test_a_page_is_packed_for_who_can_unpack_it(host: Phone, luz: str) -> None:
    plain, packed = host.get(f"/t/{luz}"), host.get(f"/t/{luz}", headers=PACKED)
    assert "Content-Encoding" not in plain.headers and packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 2
    page = gzip.decompress(packed.data).decode()
    assert "</html>" in page and re.sub(r'value="[^"]+"', "", page) == re.sub(r'value="[^"]+"', "", plain.text)
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert int(answer.headers["Content-Length"]) == len(answer.data)


@each_row("key", own_games())
def test_the_first_load_of_a_table_stays_small(host: Phone, key: str) -> None:
    """All but the heads of the answers, which `make bench ARGS=weight` counts too; there 40 kB is the bound."""
    path = f"/t/{host.open(key, ('Ann', 'Ben', 'Cleo'))}"
    files = {*addresses(host.page(path)), *re.findall(r'"(/static/glyphs[^#"]+)', host.page(path)), "/app.webmanifest"}
    assert sum(len(host.get(one, headers=PACKED).data) for one in (path, *files)) < 36_840, files


@pytest.mark.parametrize("path", ["/healthz", "/nothing"])
def test_what_gains_nothing_is_left_as_it_is(host: Phone, path: str) -> None:
    assert "Content-Encoding" not in host.get(path, headers=PACKED).headers


def test_a_stream_is_packed_event_by_event(host: Phone, luz: str, phone: Phones) -> None:
    streams = [host.get(f"/t/{luz}/live/table", buffered=False, headers=PACKED)]
    streams.append(phone().join(host, luz).get(f"/t/{luz}/live/table", buffered=False))
    assert [stream.headers.get("Content-Encoding") for stream in streams] == ["gzip", None]
    packed, plain = iter(streams[0].response), iter(streams[1].response)
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
    assert unpack.decompress(next(packed)) == b""
    assert b"event: version" in unpack.decompress(next(packed))
    next(plain)
    host.enter(luz, bets("3 2 1 0"))
    event = next(plain)
    assert event.startswith(b"event: change")
    assert unpack.decompress(next(packed)).startswith(b"event: phones")
    small = next(packed)
    assert len(small) < len(event) / 2 and unpack.decompress(small) == event
    for stream in streams:
        stream.close()
