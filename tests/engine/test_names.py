"""Names of players: how they are kept, which spellings are equal, how long they are, and their marks."""

import random
import unicodedata

from hypothesis import given, strategies as st

from companion.engine.names import (
    clean_name,
    clean_title,
    name_length,
    normalize_name,
    seat_marks,
    split_graphemes,
    without_clutter,
)
from tests.support.each_row import each_row


@each_row(
    ("text", "longest"),
    [
        ("\ufdfa" * 300_000, 80_000),  # NFKC makes 18 characters of one
        ("：a" * 300_000, 8000),
        ("a" + "\u0301\u0323" * 300_000, 8000),
        ("\U0001f3f4" + "\U000e0061" * 300_000, 8000),
        ("a\u200d" * 300_000, 8000),
    ],
)
def test_of_a_text_of_any_length_only_the_beginning_is_cleaned(text, longest):
    for clean in (clean_name, clean_title, without_clutter, normalize_name):
        assert 0 < len(clean(text)) <= longest


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
def test_spellings_of_one_name(one, other):
    assert normalize_name(one) == normalize_name(other)


@each_row(("one", "other"), [("Ann", "Anne"), ("Zoë", "Zoe"), ("Mei-Ling", "Mei Ling"), ("王", "玉")])
def test_similar_names_stay_different(one, other):
    assert normalize_name(one) != normalize_name(other)


@given(NAMES)
def test_a_normalized_name_is_stable_for_every_spelling(name):
    key = normalize_name(name)
    assert normalize_name(key) == key
    assert {normalize_name(unicodedata.normalize(form, name)) for form in ("NFC", "NFD")} == {key}
    assert normalize_name(f" {name}\t") == key
    assert key == key.strip() and "  " not in key


ALIKE = [
    (("Ann", "Ben", "Cleo", "Dan"), ("A", "B", "C", "D")),
    (("Anna", "Andy", "Amy", "Alex", "Abe"), ("An", "Ad", "Am", "Al", "Ab")),
    (("Alex", "Alexander", "Alexandra", "Ben"), ("Al", "Ae", "Ar", "B")),
    (("Player 1", "Player 2", "player 3"), ("P1", "P2", "P3")),
    (("Maria Kern", "Maria Lopez"), ("MK", "ML")),
    (("A", "Al", "Ål"), ("A", "Al", "Å")),
    (("王大明", "王小明", "王小美", "李"), ("大", "小", "美", "李")),
    (("小明", "明"), ("小", "明")),
    (("小明", "小美", "明", "美"), ("小明", "小美", "明", "美")),
    (("김민수", "김민준"), ("수", "준")),
    (("עלמה", "עדי"), ("על", "עד")),
    (("محمد", "منى"), ("مح", "من")),
    (("👩\u200d👧🐈", "👩\u200d👧🐕", "👩"), ("🐈", "🐕", "👩")),
    (("🇹🇼", "🇵🇹"), ("🇹🇼", "🇵🇹")),
    (("Zoe\u0308", "Zora"), ("Zë", "Zr")),
    (("?", "!", "\u202e"), ("?", "!", "?3")),
]


@each_row(("names", "marks"), ALIKE)
def test_names_that_begin_alike_have_other_marks(names, marks):
    assert seat_marks(names) == marks


def test_no_two_marks_are_alike():
    chance = random.Random(18)
    for _ in range(500):
        names = {"".join(chance.choices("aAbé 明小👩\u200d\u0308-1", k=chance.randint(1, 5))) for _ in range(5)}
        marks = seat_marks(tuple(names))
        assert len({normalize_name(mark) for mark in marks}) == len(names), (names, marks)
        assert all(marks)


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
def test_a_typed_name_is_cleaned(typed, kept):
    assert clean_name(typed) == kept


def test_marks_do_not_pile_up_on_a_letter():
    kept = clean_name(PILED)
    assert normalize_name(kept).startswith("z") and kept.endswith("oe")
    assert len(split_graphemes(kept)[0]) <= 1 + 6 and len(split_graphemes(kept)) == 3


@given(st.text(max_size=30))
def test_a_cleaned_name_is_not_changed_again(text):
    for clean in (clean_name, clean_title):
        assert clean(clean(text)) == clean(text)


@each_row(
    ("text", "length"),
    [
        ("Ann", 3),
        ("Zoe\u0308", 3),
        ("王小明", 3),
        (FAMILY * 2, 2),
        ("🇹🇼🇵🇹", 2),
        ("e" + "\u0301" * 440, 41),
        ("a" + "\u0301" * 1_000_000, 90_910),
        ("\U0001f1f9" * 1_000_000, 500_000),
        ("a\u200d" * 500_000, 90_910),
        ("a\u0301" * 500_000, 500_000),
    ],
)
def test_a_text_is_as_long_as_its_characters_are_many(text, length):
    assert name_length(text) == length
