"""Split a text into what the search compares: stems of English words, and runs of Chinese characters.

Traditional characters become simplified ones and Chinese numerals become digits, so all spellings match each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from companion.scoring.simplified import simplified

_PIECE = re.compile(r"(?P<chinese>\d*[㐀-鿿][㐀-鿿\d]*)|(?P<word>[^\W_㐀-鿿]+)")
_CHINESE = re.compile("[㐀-鿿]")
_NUMBER = re.compile(r"\d+")
_BREAK = re.compile(r"[^\w\s'’+-]+")
_SPACE_BESIDE_DIGIT = re.compile(r"(?<=\d)\s+(?=[㐀-鿿])|(?<=[㐀-鿿])\s+(?=\d)")
_NUMERAL = re.compile("(?:[二三四五六七八九十百两]|一(?=[十百]))[一二三四五六七八九十百两]*")
_WRITTEN_ALIKE = str.maketrans({"著": "着", "'": "", "’": ""})
_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"两": 2}
_WORD, _PAIR, _SMALL_NUMBER, _VAGUE, _VAGUE_CHARACTER = 1.0, 0.6, 0.5, 0.3, 0.1
_LONGEST = 4  # words or characters of a term
STOP_WORDS = frozenset((
    "a", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "by", "can", "could", "did", "do",
    "does", "for", "from", "had", "has", "have", "he", "her", "his", "how", "i", "if", "in", "is", "it", "its",
    "just", "many", "may", "me", "much", "my", "of", "on", "or", "our", "she", "should", "so", "some", "somebody",
    "that", "the", "their", "them", "then", "there", "these", "they", "this", "to", "was", "we", "what", "when",
    "which", "who", "whose", "why", "will", "with", "would", "you", "your", "us", "were", "get", "really", "please",
    "dont", "doesnt", "didnt", "cant", "isnt", "arent", "im", "ive", "u", "ur", "wat", "wut", "w", "o", "ok", "now",
    "whether", "where", "thing", "stuff", "everything", "time", "actually", "everyone", "everybody", "anyone",
    "someone", "happen",
))  # fmt: skip
STOP_CHARACTERS = frozenset(
    simplified(
        "的了嗎呢吧啊是有在和與或我你他她它們這那個就都也還要會能可以怎麼什樣多少幾誰哪何為於到把被給從辦裡很只又來去做時候"
    )
)
_NUMBERS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
    "eight": "8", "nine": "9", "ten": "10", "eighteen": "18", "fifty": "50", "third": "3", "fourth": "4",
}  # fmt: skip
_IRREGULAR = {
    "best": "good", "bought": "buy", "dies": "die", "fell": "fall", "fallen": "fall", "got": "get", "laid": "lay",
    "lost": "lose", "loss": "lose", "loose": "lose", "lying": "lie", "paid": "pay", "sale": "sell", "sales": "sell",
    "sold": "sell", "taken": "take", "taxes": "tax", "tied": "tie", "tying": "tie", "took": "take", "won": "win",
    "winner": "win", "winners": "win", "freed": "free", "chosen": "choose", "chose": "choose", "gone": "go",
    "went": "go", "mice": "mouse", "broke": "break", "broken": "break", "drew": "draw", "drawn": "draw",
    "given": "give", "gave": "give", "held": "hold", "kept": "keep", "left": "leave", "led": "lead", "color": "colour",
    "colors": "colour", "colored": "colour", "gray": "grey", "neighbors": "neighbour", "neighbor": "neighbour",
    "losses": "lose", "built": "build", "payment": "pay", "worse": "bad", "worst": "bad",
    **_NUMBERS,
}  # fmt: skip


def normalized(text: str) -> str:
    """Return a text in the form that is compared: lower case, simplified characters, digits without spaces beside them.

    >>> normalized("超過 十八 分"), normalized("五塊同色"), normalized("一樣")
    ('超过18分', '5块同色', '一样')
    """
    written_alike = simplified(text.casefold()).translate(_WRITTEN_ALIKE)
    plain = _NUMERAL.sub(lambda numeral: _digits(numeral.group()), written_alike)
    return _SPACE_BESIDE_DIGIT.sub("", plain)


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


def parts(text: str) -> Iterator[list[str]]:
    """Yield the stems and Chinese runs of each part of a text between punctuation marks.

    >>> list(parts("Who wins the trick? Azul 平手"))
    [['who', 'win', 'the', 'trick'], ['azul', '平手']]
    """
    for part in _BREAK.split(normalized(text)):
        if pieces := [match["chinese"] or stem(match["word"]) for match in _PIECE.finditer(part)]:
            yield pieces


def tokens(part: Sequence[str]) -> dict[str, float]:
    """Return what is compared of a part of a text, each with its weight: words, Chinese characters, and pairs of these.

    >>> tokens(["the", "tile"]), tokens(["花砖"])
    ({'the': 0.3, 'tile': 1.0, 'the tile': 0.6}, {'花': 0.3, '花砖': 1.0, '砖': 0.3})
    """
    weights: dict[str, float] = {}
    for piece in part:
        weights |= _characters_and_pairs(piece) if is_chinese(piece) else {piece: _weight(piece)}
    for word, after in pairwise(part):
        if not is_chinese(word + after):
            weights[f"{word} {after}"] = _VAGUE if {word, after} <= STOP_WORDS else _PAIR
    return weights


def _characters_and_pairs(run: str) -> dict[str, float]:
    weights: dict[str, float] = {}
    for character, after in pairwise(f"{run} "):
        if not character.isdigit():
            weights[character] = _VAGUE_CHARACTER if character in STOP_CHARACTERS else _VAGUE
        if after != " " and not (character + after).isdigit():
            weights[character + after] = _WORD if STOP_CHARACTERS.isdisjoint(character + after) else _VAGUE
    return weights | dict.fromkeys(_NUMBER.findall(run), _SMALL_NUMBER)


def _weight(word: str) -> float:
    if word in STOP_WORDS:
        return _VAGUE
    return _SMALL_NUMBER if word.isdigit() else _WORD


def terms(part: Sequence[str]) -> Iterator[str]:
    """Yield the words and phrases of a part, and what stands within its Chinese runs. Stop words count only alone.

    >>> list(terms(["put", "the", "tile"])), list(terms(["花砖"]))
    (['put', 'put tile', 'tile'], ['花', '花砖', '砖'])
    """
    said = [piece for piece in part if piece not in STOP_WORDS] or part
    for start, piece in enumerate(said):
        if is_chinese(piece):
            yield from (piece[first:end] for first, end in spans(piece))
        else:
            yield from (" ".join(said[start:end]) for end in range(start + 1, min(start + _LONGEST, len(said)) + 1))


def spans(run: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of whatever may be a word in a Chinese run."""
    for start in range(len(run)):
        yield from ((start, end) for end in range(start + 1, min(start + _LONGEST, len(run)) + 1))


def substance(piece: str) -> float:
    """Return how much a word or a Chinese run says: stop words and numbers nothing, stop characters little.

    >>> substance("the"), substance("18"), substance("tile"), substance("花砖吗")
    (0.0, 0.0, 1.0, 2.3)
    """
    if is_chinese(piece):
        said = [character for character in piece if not character.isdigit()]
        return sum(_VAGUE if character in STOP_CHARACTERS else _WORD for character in said)
    return 0.0 if piece in STOP_WORDS or piece.isdigit() else 1.0


def token_of(term: str) -> str:
    """Return a word or phrase as `terms` yields it."""
    said = [piece for part in parts(term) for piece in part]
    return " ".join([piece for piece in said if piece not in STOP_WORDS] or said)


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """Return an English word without its common endings, other words unchanged.

    >>> [stem(word) for word in ("occupying", "occupied", "tiles", "swapping", "selling", "scored", "score", "ties")]
    ['occupy', 'occupy', 'tile', 'swap', 'sell', 'score', 'score', 'tie']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or not word.isascii():
        return word
    if word.endswith(("ies", "ied")):
        return word[:-3] + ("y" if len(word) > 4 else "ie")
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return stem(word[:-2] if word.endswith(("sses", "xes", "ches", "shes")) else word[:-1])
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


def is_chinese(text: str) -> bool:
    """Whether a piece has a Chinese character."""
    return _CHINESE.search(text) is not None
