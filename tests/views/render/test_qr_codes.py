"""Codes and tokens are as secret as they must be; the QR codes say what they should."""

import re
from xml.etree import ElementTree

import pytest
from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M
from qrcode.main import QRCode

from companion.commands.serving.listening import qr_terminal
from companion.storage import credentials
from companion.views.render import qr_codes
from tests.support.each_row import each_row
from tests.support.quick_apps import best_mask_pattern

LINK = "http://192.168.1.23:5000/join/63J4c663ojCabz894WbNcg"
BASE = "http://192.168.1.23:5000"


@pytest.fixture(autouse=True)
def _with_the_best_mask(monkeypatch):
    monkeypatch.setattr(QRCode, "best_mask_pattern", best_mask_pattern)
    qr_codes._matrix.cache_clear()


def test_a_code_has_six_characters_without_look_alikes():
    codes = [credentials.new_code() for _ in range(500)]
    assert all(re.fullmatch(r"[A-Z0-9]{6}", code) and credentials.clean_code(code) == code for code in codes)
    used = set("".join(codes))
    assert len(set(codes)) > 495 and len(used) >= 24 and not used & set("0O1IL2Z5S8BU")


def test_tokens_have_128_bits_and_fit_into_an_address():
    tokens = {credentials.new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(re.fullmatch(r"[\w-]{22}", token, re.ASCII) for token in tokens)
    assert len(credentials.token_hash("\udcff\x00 é")) == 32, "one that nobody made has a hash too"


def test_a_link_is_the_same_every_time_and_differs_in_each_of_its_parts():
    key = bytes(32)
    arguments = [
        (key, "a", "scorer", 0),
        (bytes(31) + b"\x01", "a", "scorer", 0),
        (key, "b", "scorer", 0),
        (key, "a", "viewer", 0),
        (key, "a", "scorer", 1),
        (key, 'a", "scorer', "", 0),
        (key, "ascorer", "", 0),
    ]
    links = [credentials.link_token(*each) for each in arguments]
    assert links == [credentials.link_token(*each) for each in arguments]
    assert len(set(links)) == len(links)
    assert all(re.fullmatch(r"[\w-]{22}", link, re.ASCII) for link in links)


def matrix_of(text, correction):
    code = QRCode(error_correction=correction, border=4)
    code.add_data(text)
    return [[bool(module) for module in row] for row in code.get_matrix()]


def modules_of(svg):
    """The modules that an SVG draws, its quiet zone with them."""
    root = ElementTree.fromstring(svg)
    left, top, width, height = map(int, root.attrib["viewBox"].split())
    modules = [[False] * width for _ in range(height)]
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", root[1].attrib["d"]):
        for column in range(int(x) - left, int(x) - left + int(length)):
            modules[int(y) - top][column] = True
    return modules


def modules_printed(text):
    """The modules that are dark on a dark terminal: those that nothing is printed on."""
    rows = []
    for line in text.splitlines():
        rows += [[character in "\xa0▄" for character in line], [character in "\xa0▀" for character in line]]
    return rows[:-1] if len(rows) > len(rows[0]) else rows


@each_row("text", [BASE, LINK, "https://games.example/" + "x" * 150])
def test_the_svg_draws_the_code_with_its_quiet_zone(text):
    assert modules_of(qr_codes.qr_svg(text, "Score")) == matrix_of(text, ERROR_CORRECT_M)


@each_row("text", [BASE, "http://[fd00:1234:5678::23]:5000", "https://games.example"])
def test_the_terminal_shows_the_code_light_on_dark(text):
    printed = qr_terminal(text, colour=False)
    assert modules_printed(printed) == matrix_of(text, ERROR_CORRECT_L)
    assert len({len(line) for line in printed.splitlines()}) == 1
