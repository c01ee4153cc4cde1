"""What is taken for a photograph: a JPEG with a picture of a bounded size and nothing else, whatever is sent."""

import time
from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from companion.engine import RuleError
from companion.features.photos.edits import CUT_OFF, LONGEST_SIDE, METADATA, MOST_BYTES, NO_JPEG, TOO_LARGE, check_jpeg
from tests.support.each_row import each_row
from tests.support.jpegs import END, EXIF, JFIF, START, XMP, jpeg, segment

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"
FULL = LONGEST_SIDE


def refusal(data):
    with pytest.raises(RuleError) as refused:
        check_jpeg(data)
    return refused.value.message


@each_row("size", [(1, 1), (32, 24), (FULL, 1), (640, 480)])
def test_a_plain_jpeg_is_accepted(size):
    assert check_jpeg(jpeg(*size)) == size


def test_progressive_scans_and_restarts_are_taken():
    plain = jpeg()
    scan = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + b"\x12\xff\xd0\x34\xff\x00"
    assert check_jpeg(plain[:-2] + segment(0xC4, bytes(20)) + scan + END) == (32, 24)


TWO_SIZES = segment(0xC0, b"\x08\0\x08\0\x08\x01\x01\x11\0")
OTHERS = (b"", b"GIF89a", PNG, b"RIFF\0\0\0\0WEBPVP8 ", b"<svg/>", START[:1], START + b"abcd", START + JFIF + END)


@each_row(
    ("message", "files"),
    [
        # what a camera writes into it
        (METADATA, [jpeg(extra=segment(kind, content)) for kind, content in (
            (0xE1, EXIF), (0xE1, XMP), (0xED, b"Photoshop 3.0\0"), (0xE2, b"ICC_PROFILE\0"), (0xFE, b"at home"),
            (0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01abc"), (0xE0, b"JFXX\0" + bytes(9)),
        )]),
        # what hides behind it
        (METADATA, [jpeg(trailing=trailing) for trailing in (b"\0", b"PK\x03\x04", jpeg(), b"<script>")]),
        # what hides in its tables, a second size or none, and other files
        (NO_JPEG, [jpeg(extra=segment(0xDB, b"48.2082 N " * 400)), jpeg(extra=segment(0xDD, b"\0\0 N"))]),
        (NO_JPEG, [jpeg(extra=TWO_SIZES), jpeg(0, 8), *OTHERS]),
        (TOO_LARGE, [jpeg(FULL + 1, 8), jpeg(8, 65535), jpeg() + bytes(MOST_BYTES)]),
    ],
)  # fmt: skip
def test_a_file_with_more_or_less_than_a_picture_is_refused(message, files):
    for data in files:
        assert refusal(data) == message, data[:200]


@given(st.integers(0, len(jpeg()) - 1))
def test_a_picture_that_was_cut_off_is_refused(length):
    assert refusal(jpeg()[:length]) in (CUT_OFF, NO_JPEG)


@given(st.binary(max_size=300), st.booleans())
def test_random_bytes_are_refused_or_accepted_without_an_error(data, starts):
    with suppress(RuleError):
        check_jpeg(START + data if starts else data)


@given(st.data())
def test_a_picture_with_anything_in_it_is_answered(data):
    """Bytes changed, put in or taken out; what is taken is still bounded and ends where the picture does."""
    picture = bytearray(jpeg())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(picture)))
        picture[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=6))
    try:
        size = check_jpeg(bytes(picture))
    except RuleError:
        return
    assert min(size) >= 1 and max(size) <= FULL and picture.endswith(END)
    assert b"Exif" not in picture


@each_row("filling", [b"\xff\0", b"\xff\xd0", segment(0xDD, b"\0\0"), b"\xff\xff"])
def test_no_picture_takes_long(filling):
    head = jpeg()[:-2]
    data = head + filling * ((MOST_BYTES - len(head)) // len(filling))
    began = time.process_time()
    refusal(data)
    assert time.process_time() - began < 0.1
