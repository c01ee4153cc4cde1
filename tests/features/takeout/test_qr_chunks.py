"""A value as pieces for QR codes and back, in any order, and whatever a camera or a hand made of them."""

import base64
import json
import random
import zlib

import pytest
from hypothesis import given, settings, strategies as st

from companion.engine.bounds import SESSION_FILE
from companion.features.takeout.session_file import checksum, decode, encode, join, split
from companion.scoring.scoresheet import SheetError
from tests.support.tries import tries

NOISE = [random.Random(number).randrange(10**9) for number in range(900)]
TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@settings(max_examples=tries(30))
@given(
    st.lists(TEXT | st.integers() | st.none() | st.dictionaries(TEXT, st.integers(), max_size=3), max_size=12),
    st.integers(40, 300),
    st.randoms(),
)
def test_pieces_in_any_order_give_the_value_again(value, most, shuffled):
    pieces = split(encode(value), most)
    assert all(len(piece) <= most for piece in pieces)
    shuffled.shuffle(pieces)
    whole = join([f"http://10.0.0.5:5000/import#{piece}" for piece in pieces])
    assert whole is not None and json.loads(decode(whole)) == value


def test_each_missing_piece_is_told():
    pieces = split(encode(NOISE), 900)
    assert len(pieces) > 3
    with pytest.raises(SheetError, match=rf"Codes 1, 3 of {len(pieces)} are missing"):
        join([pieces[1], *pieces[3:]])
    with pytest.raises(SheetError, match=rf"Code 2 of {len(pieces)} is missing"):
        join([pieces[0], *pieces[2:]])


def test_pieces_of_two_games_and_changed_ones_are_told():
    first, second = split(encode(NOISE), 900), split(encode(NOISE[1:]), 900)
    with pytest.raises(SheetError, match="different games"):
        join([*first[:-1], second[-1]])
    with pytest.raises(SheetError, match="not read right"):
        join([*first[:-1], first[-1][:-4] + "AAAA"])
    assert join(["hello"]) is None and join([]) is None and join([first[0], "hello"]) is None


def squeezed(value):
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(squeezer.compress(value) + squeezer.flush()).rstrip(b"=").decode()


def test_what_swells_is_not_unpacked():
    bomb = squeezed(bytes(50_000_000))
    assert len(bomb) < SESSION_FILE.bytes / 3
    with pytest.raises(SheetError, match="larger than 1000 kB"):
        decode(bomb)
    assert len(decode(squeezed(b" " * SESSION_FILE.bytes))) == SESSION_FILE.bytes


@settings(max_examples=tries(50))
@given(st.text("ABCabc012-_", max_size=60))
def test_noise_is_a_fault_and_nothing_else(text):
    try:
        decode(text)
    except SheetError as error:
        assert str(error)
    assert join([f"1.1.{checksum(text)}.{text}"]) in (text, None)
