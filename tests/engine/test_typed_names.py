"""Typed names as they are kept, and how long they are for people."""

from hypothesis import given
from hypothesis import strategies as st

from companion.engine.names import clean_name, clean_title, name_length, normalize_name, split_graphemes
from tests.support.each_row import each_row

PILED = "Z" + "\u0300\u0320\u0489" * 30 + "oe"
FAMILY = "👨🏻\u200d👩🏻\u200d👧🏻\u200d👦🏻"


@each_row(
    ("typed", "kept"),
    [
        ("Ａnn", "Ann"),
        ("ﾊﾝﾅ", "ハンナ"),
        ("  Mei\u3000Ling ", "Mei Ling"),
        ("A\u200bn\u00adn\ufeff", "Ann"),
        ("\u202eAnn\u202c\u200f", "Ann"),
        ("Zoe\u0308", "Zoë"),
        ("E\u200b\u0301va", "Éva"),
        ("ω\u0314\u0342\u0345", "ᾧ"),
        ("Nguyễn Thị Ệ", "Nguyễn Thị Ệ"),
        ("น้ำ", "น\u0e49\u0e4d\u0e32"),
        ("\u05e9\u05b8\u05bc\u05c1\u05dc", "\u05e9\u05b8\u05bc\u05c1\u05dc"),
        (FAMILY, FAMILY),
        ("❤️\u200d🔥", "❤️\u200d🔥"),
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("क्\u200dष", "क्\u200dष"),
        ("a\u200d\u200cb", "ab"),
        ("\u200b", "\u200b"),
    ],
)
def test_a_typed_name_is_cleaned(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


def test_marks_do_not_pile_up_on_a_letter() -> None:
    kept = clean_name(PILED)
    assert normalize_name(kept).startswith("z") and kept.endswith("oe")
    assert len(split_graphemes(kept)[0]) <= 1 + 6 and len(split_graphemes(kept)) == 3


@given(st.text(max_size=30))
def test_a_cleaned_name_is_not_changed_again(text: str) -> None:
    for clean in (clean_name, clean_title):
        assert clean(clean(text)) == clean(text)


@each_row(
    ("name", "length"),
    [("Ann", 3), ("Zoe\u0308", 3), ("王小明", 3), (FAMILY * 2, 2), ("🇹🇼🇵🇹", 2), ("e" + "\u0301" * 440, 41)],
)
def test_a_name_is_as_long_as_its_characters_are_many(name: str, length: int) -> None:
    assert name_length(name) == length
