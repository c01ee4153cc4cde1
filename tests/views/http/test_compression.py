"""What goes over the wire is small: text is packed where it may be, and a stream stays one that any phone can read."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path

import pytest

import hatch_build
from tests.support.each_row import each_row
from tests.support.own_games import own_games
from tests.support.phones import Phone, Phones, bets

PACKED = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture(scope="module", autouse=True)
def minified() -> None:
    """What the build makes of scripts and styles, of those that are there now."""
    hatch_build.minify(Path(__file__).parents[3])


def drop_layout(match: re.Match[bytes]) -> bytes:
    return b"".join(match[0].split())


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


def test_files_are_packed_and_go_without_their_comments(host: Phone, luz: str) -> None:
    files = [address for address in addresses(host.page(f"/t/{luz}")) if "icon" not in address]
    assert len(files) == 2
    for address in files:
        plain, packed = host.get(address), host.get(address, headers=PACKED)
        small = gzip.decompress(packed.data)
        assert packed.headers["Content-Encoding"] == "gzip" and len(packed.data) < len(plain.data)
        assert packed.mimetype == plain.mimetype and "max-age" in packed.headers["Cache-Control"]
        assert b"/* " in plain.data and b"/* " not in small and len(small) < len(plain.data), address
    glyphs = [host.get("/static/glyphs.svg", headers=headers).data for headers in (PACKED, {})]
    drawn = gzip.decompress(glyphs[0])
    assert b"\n" not in drawn and drawn.split() == re.sub(rb">\s+<|\s+(?=/?>)", drop_layout, glyphs[1]).split()


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
