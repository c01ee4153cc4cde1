"""Names: cleaning, comparison, visible characters, and the letters on each seat's mark."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, pairwise
from typing import Literal

from companion.engine.bounds import FORM

_MOST_STACKED, _MOST_MARKS = 2, 6
"""The most marks stacked on a letter, and of all kinds: no language needs more, and more would cover other lines."""
_MOST_CODE_POINTS = 11
"""Code points that count as one character: as many as the longest emoji has, a family of four with skin tones."""
_STACKED, _VIRAMA = 200, 9  # combining classes: marks above and below from 200 on; signs that join Indic letters
_ZWNJ, _ZWJ, _BLACK_FLAG = "\u200c", "\u200d", "\U0001f3f4"
_CHINESE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_PUNCTUATION = re.compile("([（），：；！？～]+)")
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that are blank."""
_SKIN_TONES = {chr(code) for code in range(0x1F3FB, 0x1F400)}
_LONGEST_MARK = 3  # code points: a letter with two accents


def normalized(form: Literal["NFC", "NFD", "NFKC"], text: str) -> str:
    """Return a normal form of the beginning of a text: the time for marks in disorder grows with their square."""
    return unicodedata.normalize(form, text[: FORM.text])


def clean_name(name: str) -> str:
    """Return a typed or imported name for storage: NFKC, without invisible characters and stacked marks.

    For all new names; stored names do not change. An invisible name is returned unchanged except for spaces, to be
    refused.

    >>> clean_name(" Ａnn\u200b "), clean_name("a\u202eb"), clean_name("e" + 9 * "\u0301") == "é\u0301\u0301"
    ('Ann', 'ab', True)
    """
    name = name[: FORM.text]
    return name.strip() if is_invisible(name) else _compatible(name).strip()


def clean_title(text: str) -> str:
    """Return a typed title, place or word for storage: like a name, but Chinese punctuation keeps its width.

    >>> clean_title("Ｃatan\u200b ２"), clean_title("璀璨寶石：對決"), clean_title("Catan：２")
    ('Catan 2', '璀璨寶石：對決', 'Catan:2')
    """
    text = text[: FORM.text]
    if not _CHINESE.search(text):
        return clean_name(text)
    return "".join(
        [piece if _PUNCTUATION.fullmatch(piece) else _compatible(piece) for piece in _PUNCTUATION.split(text)]
    ).strip()


def _compatible(text: str) -> str:
    composed = without_clutter(normalized("NFKC", text))  # before marks are counted
    return normalized("NFKC", composed)  # compose what a format character had separated


def without_clutter(text: str) -> str:
    """Return a text without format characters and with few marks on each letter; joined emoji and letters stay.

    An invisible text is returned unchanged, to be refused; of a very long one only the beginning is returned.

    >>> without_clutter("👩\u200d👧 x\u200d\u202e"), without_clutter("x" + 9 * "\u0332") == "x\u0332\u0332"
    ('👩\u200d👧 x', True)
    """
    text = text[: FORM.text]
    if text.isascii() or is_invisible(text):
        return text
    flag = text.find(_BLACK_FLAG)
    kept: list[str] = []
    stacked = marks = 0
    for index, character in enumerate(text):
        kind = unicodedata.category(character)
        if kind == "Cf" and not _is_joiner(text, index, has_flag=0 <= flag < index):
            continue
        is_mark = kind in ("Mn", "Me", "Mc")
        marks = marks + 1 if is_mark else 0
        stacked = (stacked + (unicodedata.combining(character) >= _STACKED)) if is_mark else 0
        if marks <= _MOST_MARKS and stacked <= _MOST_STACKED:
            kept.append(character)
    return "".join(kept)


def _is_joiner(text: str, index: int, *, has_flag: bool) -> bool:
    """Whether a format character has a visible effect: it joins emoji or letters, or is part of a flag."""
    character, before, after = text[index], text[index - 1 : index], text[index + 1 : index + 2]
    if "\U000e0020" <= character <= "\U000e007f":
        return has_flag
    if character not in (_ZWJ, _ZWNJ) or not before or not after:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if character == _ZWNJ:
        return {unicodedata.bidirectional(before), unicodedata.bidirectional(after)} == {"AL"}
    return unicodedata.category(after) == "So" and (before == "\ufe0f" or unicodedata.category(before) in ("So", "Sk"))


def name_length(text: str) -> int:
    """Return how many characters people see in a text; one with too many code points counts as several.

    >>> [name_length(text) for text in ("Zoe\u0308", "👩\u200d👩\u200d👧\u200d👧 x", "a" + 21 * "\u0301")]
    [3, 3, 2]
    """
    if text.isascii():
        return len(text)
    return sum([-(-len(grapheme) // _MOST_CODE_POINTS) for grapheme in split_graphemes(text)])


def field_length(longest: int) -> int:
    """Return the `maxlength` of a field for so many characters; browsers count UTF-16 units, up to two a code point."""
    return 2 * _MOST_CODE_POINTS * longest


def shortened(text: str, longest: int) -> str:
    """Return the first characters of a text."""
    return text if len(text) <= longest else "".join(split_graphemes(text[: _MOST_CODE_POINTS * longest])[:longest])


def normalize_name(name: str) -> str:
    """Return the form of a name that is equal for all its spellings: casefolded, NFC, single spaces.

    NUL, which not every database can store, becomes U+FFFD.

    >>> normalize_name("  Mei  Ling "), normalize_name("ZOE\u0308") == normalize_name("zoë")
    ('mei ling', True)
    """
    # Decompose before and compose after: casefolding a composed letter can leave it decomposed.
    folded = normalized("NFD", normalized("NFD", name.replace("\0", "\ufffd")).casefold())
    return " ".join(normalized("NFC", folded).split())


def name_order(name: str, charset: str = "utf-32-be") -> tuple[list[tuple[bool, bytes]], str]:
    """Return a sort key for names; accents and capitals matter only between names that are otherwise equal.

    Letters come in the order of the encoding `charset`, and last what it does not have: Big5 orders Chinese characters
    by strokes, GB 2312 by sound.

    >>> sorted(["Zoe", "Éric", "Fay", "eric", "Eric"], key=name_order)
    ['Eric', 'eric', 'Éric', 'Fay', 'Zoe']
    >>> sorted(["王", "李", "Zoe", "丁"], key=lambda name: name_order(name, "big5"))
    ['Zoe', '丁', '王', '李']
    >>> sorted(["王", "李", "Zoe", "丁"], key=lambda name: name_order(name, "gb2312"))
    ['Zoe', '丁', '李', '王']
    """
    folded = normalized("NFD", normalize_name(name))
    return [_position(each, charset) for each in folded if not unicodedata.combining(each)], name


def _position(character: str, charset: str) -> tuple[bool, bytes]:
    try:
        return False, character.encode(charset)
    except UnicodeEncodeError:
        return True, character.encode("utf-32-be", "surrogatepass")


def has_words(normalized: str, words: str) -> bool:
    """Return whether a normalized name contains each word of a typed text, in any order.

    >>> has_words("mei ling", "LING mei"), has_words("mei ling", "lina"), has_words("mei ling", "")
    (True, False, True)
    """
    return all(word in normalized for word in normalize_name(words).split())


def has_control_characters(name: str) -> bool:
    """Return whether a name has characters that only control a device, such as NUL, tab or escape.

    >>> [has_control_characters(name) for name in ("Zoë 王 👩\u200d👧", "A\x1bnn", "A\x9bnn")]
    [False, True, True]
    """
    return any(unicodedata.category(character) == "Cc" for character in name)


def has_surrogates(text: str) -> bool:
    """Return whether a text has surrogates (halves of characters); JSON can contain them, no encoding can store them.

    >>> [has_surrogates(text) for text in ("Zoë 👧", "A" + chr(0xD800))]
    [False, True]
    """
    return not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)


def shortened_in_middle(text: str, longest: int) -> str:
    """Return a text shortened in the middle, as titles with the same beginning often differ at the end.

    >>> shortened_in_middle("Exit: The Hunt Through Amsterdam", 20), shortened_in_middle("Exit", 20)
    ('Exit: The Hun…terdam', 'Exit')
    """
    if len(text) <= longest:
        return text
    end = longest // 3
    return f"{text[: longest - end - 1].rstrip()}…{text[-end:].lstrip()}"


def is_invisible(name: str) -> bool:
    """Return whether a name has no visible character: only spaces, marks and formatting characters.

    >>> [is_invisible(name) for name in ("\u200b", "\u202e \u3164", "", "Zoë", "👩\u200d👧", "?")]
    [True, True, True, False, False, False]
    """
    return all(unicodedata.category(character)[0] in "CMZ" or character in _BLANK for character in name)


def split_graphemes(text: str) -> list[str]:
    """Split a text into visible characters: combining marks, modifiers and joined characters stay together.

    >>> split_graphemes("Zoe\u0308") == ["Z", "o", "e\u0308"], split_graphemes("🇹🇼🇵🇹") == ["🇹🇼", "🇵🇹"]
    (True, True)
    """
    starts = [0] if text else []
    for index, character in enumerate(text[1:], 1):
        is_bound = unicodedata.category(character) in ("Mn", "Me", "Mc", "Cf") or character in _SKIN_TONES
        is_joined = text[index - 1] == _ZWJ or (
            starts[-1] == index - 1 and _is_flag(text[index - 1]) and _is_flag(character)
        )
        if not (is_bound or is_joined):
            starts.append(index)
    return [text[start:end] for start, end in pairwise([*starts, len(text)])]


def _is_flag(text: str) -> bool:
    return "\U0001f1e6" <= text <= "\U0001f1ff"


@lru_cache(maxsize=1024)
def seat_marks(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a unique mark for each seat of a table.

    >>> seat_marks(("Ann", "Ben", "小雯"))
    ('A', 'B', '小')
    >>> seat_marks(("Anna", "Andy", "Amy", "Alex", "Abe"))
    ('An', 'Ad', 'Am', 'Al', 'Ab')

    Two Chinese characters are too wide for a mark, so the mark is only the character that differs.

    >>> seat_marks(("陳大文", "陳小美", "陳小明"))
    ('大', '美', '明')
    """
    spelled = [_letters(name) for name in names]
    firsts = [normalize_name(letters[0]) for letters in spelled]
    marks = {seat: spelled[seat][0].upper() for seat, first in enumerate(firsts) if firsts.count(first) == 1}
    for seat, first in enumerate(firsts):
        if seat not in marks:
            alike = [spelled[other] for other in range(len(names)) if other != seat and firsts[other] == first]
            taken = set(map(normalize_name, marks.values()))
            marks[seat] = next(
                mark for mark in _candidates(spelled[seat], alike, seat) if normalize_name(mark) not in taken
            )
    return tuple(marks[seat] for seat in range(len(names)))


def _candidates(marks: Sequence[str], alike: Sequence[Sequence[str]], seat: int) -> Iterator[str]:
    """Yield marks for a name that begins like others; first those whose second letter the fewest names share."""

    def shared(index: int) -> int:
        return sum(
            index < len(other) and normalize_name(other[index]) == normalize_name(marks[index]) for other in alike
        )

    first = marks[0].upper()
    later = [marks[index] for index in sorted(range(1, len(marks)), key=lambda index: (shared(index), index))]
    if len(marks) == 1:
        yield first
    if unicodedata.east_asian_width(marks[0][0]) in "WF":
        yield from later
    yield from (first + letter for letter in later)
    yield from (first + marks[1] + letter for letter in later)
    yield from (f"{first}{number}" for number in count(seat + 1))


def _letters(name: str) -> list[str]:
    """Return the letters, digits and symbols of a name; if it has none, its other visible characters."""
    kept_characters = "".join(
        character
        for character in normalized("NFC", name)
        if character == _ZWJ or (character.isprintable() and not character.isspace())
    )
    visible = [text if _ZWJ in text else text[:_LONGEST_MARK] for text in split_graphemes(kept_characters)]
    letters = [text for text in visible if text[0].isalnum() or unicodedata.category(text[0])[0] == "S"]
    return letters or [text for text in visible if text[0] != _ZWJ] or ["?"]


def distinct(words: Iterable[str]) -> tuple[str, ...]:
    """Return the words in their order, each once in any spelling.

    >>> distinct(["Big Box", "big  box", "Promo"])
    ('Big Box', 'Promo')
    """
    kept: dict[str, str] = {}
    for word in words:
        kept.setdefault(normalize_name(word), word)
    return tuple(kept.values())
