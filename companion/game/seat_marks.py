"""The letters on each seat's mark: the first letter of the name, and a second one if names begin alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from unicodedata import category, east_asian_width, normalize

from companion.game.names import normalize_name, split_graphemes

_JOINER = "\u200d"
_MAX_CODE_POINTS = 3  # a letter with two accents; more would not fit on the mark


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
    """Yield marks for a name that begins like others, best first: those whose second letter the fewest names share."""

    def shared(place: int) -> int:
        return sum(
            place < len(other) and normalize_name(other[place]) == normalize_name(marks[place]) for other in alike
        )

    first = marks[0].upper()
    later = [marks[place] for place in sorted(range(1, len(marks)), key=lambda place: (shared(place), place))]
    if len(marks) == 1:
        yield first
    if east_asian_width(marks[0][0]) in "WF":
        yield from later
    yield from (first + letter for letter in later)
    yield from (first + marks[1] + letter for letter in later)
    yield from (f"{first}{number}" for number in count(seat + 1))


def _letters(name: str) -> list[str]:
    """Return the letters, digits and symbols of a name; if it has none, its other visible characters."""
    kept_characters = "".join(
        character for character in normalize("NFC", name) if character == _JOINER or _is_visible(character)
    )
    visible = [text if _JOINER in text else text[:_MAX_CODE_POINTS] for text in split_graphemes(kept_characters)]
    letters = [text for text in visible if text[0].isalnum() or category(text[0])[0] == "S"]
    return letters or [text for text in visible if text[0] != _JOINER] or ["?"]


def _is_visible(character: str) -> bool:
    return character.isprintable() and not character.isspace()
