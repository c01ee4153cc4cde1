"""Numbers and places as people write them in spreadsheets, where 1,000 is a thousand here and one elsewhere."""

from __future__ import annotations

import re

from companion.transfer.past.play import LeftOut, clean, read_score

MARKS = (",", ".")
_TERM = re.compile(r"[\d.,]+")
_GAPS = re.compile(r"(?<=\d)['’\u00a0\u202f ](?=\d{3}(?!\d))")
"""What divides thousands and nothing else."""
_NUMBER = re.compile(r"(?=.*\d)[\d.,+\-\N{MINUS SIGN}'’\s]+")
_TWO_MEANINGS = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")
_PLACE = re.compile(r"(?:第\s*)?(\d{1,3})\s*(?:st|nd|rd|th|er|ère|e|[.ºª°位名])?", re.IGNORECASE)


def is_number(text: str) -> bool:
    """Whether a cell is written with nothing but digits and the marks of numbers and sums."""
    return _NUMBER.fullmatch(text) is not None


def decimal_mark(text: str) -> str | None:
    """Return which mark begins the fraction, as far as a text shows it.

    >>> [decimal_mark(text) for text in ("77,5", "1,250.5", "1.000.000", "1,000", "81")]
    [',', '.', ',', None, None]
    """
    for term in _TERM.findall(text):
        marks: list[str] = [character for character in term if character in MARKS]
        if len(set(marks)) == 2:
            return marks[-1]
        if len(marks) > 1:
            return MARKS[1 - MARKS.index(marks[0])]
        if marks and not _TWO_MEANINGS.fullmatch(term) and not term.endswith(marks[0]):
            return marks[0]
    return None


def read_points(text: str, decimal: str | None) -> int | None:
    """Return points in halves, None where there are none; `decimal` is the mark of the file that begins a fraction.

    Raises `LeftOut`, with the reason "mark" where the mark decides and is not known.

    >>> read_points("1,000", "."), read_points("1,000", ","), read_points("1.250,5", None), read_points("1 000", None)
    (2000, 2, 2501, 2000)
    """
    plain = _GAPS.sub("", text)
    return read_score(_TERM.sub(lambda match: _plain(match[0], decimal, text), plain))


def meanings_of(text: str) -> dict[str, str]:
    """Return what the first number of a text that can be read in two ways is, by the mark that begins a fraction.

    >>> meanings_of("1,000"), meanings_of("12+1.250")
    ({',': '1', '.': '1000'}, {',': '1250', '.': '1.25'})
    """
    term = next((term for term in _TERM.findall(text) if _TWO_MEANINGS.fullmatch(term)), text)
    return {mark: f"{float(_plain(term, mark, term)):g}" for mark in MARKS}


def _plain(term: str, decimal: str | None, shown: str) -> str:
    """Return a number with a point before its fraction and no other mark."""
    if _TWO_MEANINGS.fullmatch(term) and decimal is None:
        raise LeftOut("mark", score=clean(shown, 40))
    mark = decimal if _TWO_MEANINGS.fullmatch(term) else decimal_mark(term)
    for other in MARKS:
        if other != mark and mark is not None:
            term = term.replace(other, "")
    return term.replace(",", ".")


def read_place(text: str) -> int:
    """Return a place such as 1, 1st, 2. or 第3名; 0 for no text. Raises `LeftOut`."""
    if not text:
        return 0
    match = _PLACE.fullmatch(text)
    if match is None:
        raise LeftOut("place", place=clean(text, 40))
    return int(match[1])
