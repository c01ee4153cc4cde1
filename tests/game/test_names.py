"""Names of players: spellings that are equal, and names that are different."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from companion.game.names import normalize_name
from tests.support.each_row import each_row

NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@each_row(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("ANN", " Ann "),
        ("Mei  Ling", "mei\u3000ling"),
        ("Zoë", "ZOE\u0308"),
        ("Straße", "STRASSE"),
        ("Ά", "α\u0301"),
        ("王小明", "王小明 "),
        ("ǰ", "J\u030c"),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert normalize_name(one) == normalize_name(other)


@each_row(("one", "other"), [("Ann", "Anne"), ("Zoë", "Zoe"), ("Mei-Ling", "Mei Ling"), ("王", "玉")])
def test_names_of_two(one: str, other: str) -> None:
    assert normalize_name(one) != normalize_name(other)


@given(NAMES)
def test_a_key_is_its_own_key_and_that_of_every_form_of_the_name(name: str) -> None:
    key = normalize_name(name)
    assert normalize_name(key) == key
    assert {normalize_name(unicodedata.normalize(form, name)) for form in ("NFC", "NFD")} == {key}
    assert normalize_name(f" {name}\t") == key
    assert key == key.strip() and "  " not in key
