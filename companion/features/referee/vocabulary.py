"""What a text says to the search: its words without their endings, and its runs of Chinese characters.

Traditional characters become simplified ones, Chinese numerals digits, and letters lose their accents, so all spellings
match each other. A large number is also any large number: no rule is about 31 points. Which words say nothing, which
forms a word has and which endings it loses is in `words.json` in the folder of a language.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from companion.locales import simplified

_PIECE = re.compile(r"(?P<chinese>\d*[㐀-鿿][㐀-鿿\d]*)|(?P<word>[^\W_㐀-鿿]+)")
_CHINESE = re.compile("[㐀-鿿]")
_LARGE_NUMBER = re.compile(r"(?<!\d)(?:[2-9]\d|\d{3})(?!\d)")  # a score rather than a count
_NUMBER = re.compile(r"\d+")
_BREAK = re.compile(r"[^\w\s'’+-]+")
_SPACE_BESIDE_DIGIT = re.compile(r"(?<=\d)\s+(?=[㐀-鿿])|(?<=[㐀-鿿])\s+(?=\d)")
_NUMERAL = re.compile("(?:[二三四五六七八九十百两]|一(?=[十百]))[一二三四五六七八九十百两]*")
_ACCENT = re.compile("[\u0300-\u036f\u00ad]")  # and soft hyphens
# What sounds alike is often typed one for the other.
_WRITTEN_ALIKE = str.maketrans("著做版座记帐妳", "着作板坐计账你", "'’")
_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"两": 2}
_WORD, _PAIR, _VAGUE = 1.0, 0.6, 0.3
_LONGEST = 4  # words or characters of a term
_SHORTEST_STEM = 3


def normalized(text: str) -> str:
    """Return a text in the form that is compared: lower case without accents, simplified characters, plain digits.

    >>> normalized("超過 十八 分"), normalized("五塊同色"), normalized("一樣"), normalized("Für die größte")
    ('超过18分', '5块同色', '一样', 'fur die grosste')
    """
    plain = _ACCENT.sub("", unicodedata.normalize("NFD", text.casefold()))
    written_alike = simplified(plain).translate(_WRITTEN_ALIKE)
    digits = _NUMERAL.sub(lambda numeral: _digits(numeral.group()), written_alike)
    return _SPACE_BESIDE_DIGIT.sub("", digits)


def _digits(numeral: str) -> str:
    """Return a Chinese numeral below 1000 as digits, other rows of numerals as they are."""
    total, digit = 0, None
    for character in numeral:
        if character in "十百":
            total += (1 if digit is None else digit) * (10 if character == "十" else 100)
            digit = None
        elif digit is not None:
            return numeral
        else:
            digit = _DIGITS[character]
    return str(total + (digit or 0))


def is_chinese(text: str) -> bool:
    """Whether a piece has a Chinese character."""
    return _CHINESE.search(text) is not None


def spans(run: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of whatever may be a word in a Chinese run."""
    for start in range(len(run)):
        yield from ((start, end) for end in range(start + 1, min(start + _LONGEST, len(run)) + 1))


class Vocabulary:
    """The words of some languages, as their `words.json` have them.

    >>> english = Vocabulary([{"stop": "the, who", "forms": {"won": "win"}}])
    >>> list(english.parts("Who wins the trick? Azul 平手"))
    [['who', 'win', 'the', 'trick'], ['azul', '平手']]
    """

    def __init__(self, languages: Iterable[Mapping[str, object]]) -> None:
        """Read what says nothing (`stop`), the `forms` of words, and their `endings`."""
        stop, forms, endings = set[str](), dict[str, str](), list[str]()
        for words in languages:
            stop.update(normalized(word).strip() for word in str(words.get("stop", "")).split(","))
            of_words = words.get("forms", {})
            assert isinstance(of_words, Mapping)
            forms |= {normalized(form): normalized(word) for form, word in of_words.items()}
            endings += str(words.get("endings", "")).split()
        self.stop = frozenset(stop - {""})
        self.forms = forms
        self._endings = tuple(endings)

    def parts(self, text: str) -> Iterator[list[str]]:
        """Yield the stems and Chinese runs of each part of a text between punctuation marks."""
        for part in _BREAK.split(normalized(text)):
            if pieces := [match["chinese"] or self.stem(match["word"]) for match in _PIECE.finditer(part)]:
                yield pieces

    def tokens(self, part: Sequence[str]) -> dict[str, float]:
        """Return what is compared of a part, each with its weight: words, Chinese characters, and pairs of these.

        >>> words = Vocabulary([{"stop": "the"}])
        >>> words.tokens(["the", "tile"]), words.tokens(["花砖"])
        ({'the': 0.3, 'tile': 1.0, 'the tile': 0.6}, {'花': 0.3, '花砖': 1.0, '砖': 0.3})
        """
        any_number = [_LARGE_NUMBER.sub("#", piece) for piece in part]
        weights = self.tokens(any_number) if any_number != list(part) else {}
        for piece in part:
            if is_chinese(piece):
                weights |= self._characters_and_pairs(piece)
            else:
                weights[piece] = _VAGUE if piece in self.stop else _WORD
        for word, after in pairwise(part):
            if not is_chinese(word + after):
                weights[f"{word} {after}"] = _VAGUE if {word, after} <= self.stop else _PAIR
        return weights

    def _characters_and_pairs(self, run: str) -> dict[str, float]:
        weights: dict[str, float] = {}
        for character, after in pairwise(f"{run} "):
            if not character.isdigit():
                weights[character] = _VAGUE
            if after != " " and not (character + after).isdigit():
                weights[character + after] = _WORD if self.stop.isdisjoint(character + after) else _VAGUE
        return weights | dict.fromkeys(_NUMBER.findall(run), _WORD)

    def terms(self, part: Sequence[str]) -> Iterator[str]:
        """Yield the words and phrases of a part, and what stands within its Chinese runs. Stop words count only alone.

        >>> words = Vocabulary([{"stop": "the"}])
        >>> list(words.terms(["put", "the", "tile"])), list(words.terms(["花砖"]))
        (['put', 'put tile', 'tile'], ['花', '花砖', '砖'])
        """
        said = [piece for piece in part if piece not in self.stop] or part
        for start, piece in enumerate(said):
            if is_chinese(piece):
                yield from (piece[first:end] for first, end in spans(piece))
            else:
                ends = range(start + 1, min(start + _LONGEST, len(said)) + 1)
                yield from (" ".join(said[start:end]) for end in ends)

    def substance(self, piece: str) -> float:
        """Return how much a word or a Chinese run says: stop words and numbers nothing, stop characters little.

        >>> words = Vocabulary([{"stop": "the, 嗎"}])
        >>> words.substance("the"), words.substance("18"), words.substance("tile"), words.substance("花砖吗")
        (0.0, 0.0, 1.0, 2.3)
        """
        if is_chinese(piece):
            said = [character for character in piece if not character.isdigit()]
            return sum(_VAGUE if character in self.stop else _WORD for character in said)
        return 0.0 if piece in self.stop or piece.isdigit() else 1.0

    def token_of(self, term: str) -> str:
        """Return a word or phrase as `terms` yields it."""
        said = [piece for part in self.parts(term) for piece in part]
        return " ".join([piece for piece in said if piece not in self.stop] or said)

    def stem(self, word: str) -> str:
        """Return a word without its common endings.

        >>> words = Vocabulary([{"forms": {"tying": "tie"}}])
        >>> [words.stem(word) for word in ("occupying", "tiles", "swapping", "selling", "scored", "tying")]
        ['occupy', 'tile', 'swap', 'sell', 'score', 'tie']
        >>> Vocabulary([{"endings": "en e n"}]).stem("fliesen")
        'flies'
        """
        if self._endings and word in self.stop:
            return word
        plain = self.forms.get(word) or _without_english_ending(word)
        plain = self.forms.get(plain, plain)
        while shorter := self._without_ending(plain):
            plain = shorter
        return plain

    def _without_ending(self, word: str) -> str:
        if word in self.stop or not word.isalpha():
            return ""
        longest = (word.removesuffix(ending) for ending in self._endings if word.endswith(ending))
        return next((shorter for shorter in longest if len(shorter) >= _SHORTEST_STEM), "")


def _without_english_ending(word: str) -> str:
    if len(word) <= 3 or not word.isascii():
        return word
    if word.endswith(("ies", "ied")):
        return word[:-3] + ("y" if len(word) > 4 else "ie")
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return _without_english_ending(word[:-2] if word.endswith(("sses", "xes", "ches", "shes")) else word[:-1])
    for ending in ("ing", "ed"):
        if word.endswith(ending) and re.search("[aeiouy]", word[: -len(ending)]):
            return _base(word[: -len(ending)])
    return word


def _base(word: str) -> str:
    """Restore the base form of what precedes "ing" or "ed": "swapp" is swap, "scor" is score."""
    if len(word) > 2 and word[-1] == word[-2] and word[-1] not in "lsz":
        return word[:-1]
    if re.search(r"[^aeiou][aeiou][cgrstvz]$|[aeiou][nr]g$|[lrn][cs]$|[bcdfgpt]l$", word) and len(word) > 2:
        return word + "e"
    return word
