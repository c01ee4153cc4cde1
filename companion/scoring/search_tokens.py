"""Split a text into what the search compares: stems of English words, and runs of Chinese characters.

Traditional characters become simplified ones and Chinese numerals become digits, so all spellings match each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from companion.scoring.simplified import simplified

_PIECE = re.compile(r"(?P<chinese>\d*[㐀-鿿][㐀-鿿\d]*)|(?P<word>[^\W_㐀-鿿]+)")
_LATIN = re.compile("[a-z]+")
_BREAK = re.compile(r"[^\w\s'’+-]+")
_SPACE_BESIDE_DIGIT = re.compile(r"(?<=\d)\s+(?=[㐀-鿿])|(?<=[㐀-鿿])\s+(?=\d)")
_NUMERAL = re.compile("(?:[二三四五六七八九十百两]|一(?=[十百]))[一二三四五六七八九十百两]*")
_WRITTEN_ALIKE = str.maketrans({"著": "着", "'": "", "’": ""})
_DIGITS = {character: value for value, character in enumerate("零一二三四五六七八九")} | {"两": 2}
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


def pieces(text: str) -> list[list[str]]:
    """Return the stems and Chinese runs of a text in order, one list for each part between punctuation marks.

    Stop words are left out, unless there is nothing else.

    >>> pieces("Who wins the trick? Azul 平手"), pieces("the")
    ([['win', 'trick'], ['azul', '平手']], [['the']])
    """
    parts = [[match for match in _PIECE.finditer(part)] for part in _BREAK.split(normalized(text))]
    pieces_of_parts = [
        [piece for match in part if (piece := match["chinese"] or _stem_unless_stop_word(match["word"]))]
        for part in parts
    ]
    if any(pieces_of_parts):
        return [part for part in pieces_of_parts if part]
    return [[stem(match["word"]) for match in part] for part in parts if part]


def asking_words(text: str) -> Iterator[str]:
    """Yield the stop words and stop characters of each part of a text, and pairs of such words.

    They say how somebody asks: "how many" and "who" ask for different things.

    >>> sorted(asking_words("How many tiles?")), sorted(asking_words("幾塊"))
    (['_how', '_how_many', '_many'], ['_几'])
    """
    for part in _BREAK.split(normalized(text)):
        words = _LATIN.findall(part)
        pairs = {f"{word}_{after}" for word, after in pairwise(words) if {word, after} <= STOP_WORDS}
        for said in (STOP_WORDS.intersection(words), STOP_CHARACTERS.intersection(part), pairs):
            yield from (f"_{word}" for word in said)


def _stem_unless_stop_word(word: str) -> str:
    base = stem(word)
    return "" if word in STOP_WORDS or base in STOP_WORDS else base


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
    return any("㐀" <= character <= "鿿" for character in text)


def is_vague(token: str) -> bool:
    """Whether a token is unspecific: a single Chinese character, or a pair that contains a stop character.

    >>> [is_vague(token) for token in ("墩", "赢吗", "公鸡", "trick")]
    [True, True, False, False]
    """
    return is_chinese(token) and (len(token) == 1 or bool(set(token) & STOP_CHARACTERS))
